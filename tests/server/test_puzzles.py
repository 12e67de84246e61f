"""Puzzles by REST: the solution is told after the answer, only the first answer counts, progress is kept."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from haggis.rules import Play
from haggis.server.settings import Settings
from haggis.server.storage.database import Database
from haggis.server.study.puzzling import Puzzling
from haggis.study.puzzles import KINDS, all_puzzles, puzzle, puzzle_of_the_day

from .guests import Guest
from .running_server import RunningServer
from .scenes import run


def solution_of(name: str) -> dict[str, Any]:
    action = puzzle(name).solution
    if isinstance(action, Play):
        return {"type": "play", "cards": str(action.cards), "reading": str(action.reading)}
    return {"type": "pass"}


def test_a_puzzle_shows_what_the_player_may_see_and_not_its_solution(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        for kind in KINDS:
            found = await ann.get(f"/puzzles/next?kind={kind}")
            assert found["kind"] == kind
            assert "solution" not in found
            others = [hand for seat, hand in enumerate(found["hands"]) if seat != found["seat"]]
            assert all(hand is not None for hand in others) == (kind == "open")
            if kind != "open":
                assert all(hand is None for hand in others)
            assert found["hands"][found["seat"]] == found["state"]["hand"]
            assert (found["deals"] == 0) == (kind == "opening")
        assert (await ann.get("/puzzles/day"))["day"]
        assert (await ann.get("/puzzles/nosuch", 404))["key"] == "puzzle.unknown"

    run(scene())


def test_answers_at_the_same_moment_all_count(tmp_path: Path) -> None:
    """Also at two nodes: neither overwrites the other's."""

    async def scene() -> None:
        database = Database(Settings(data=tmp_path).database_url, 0.002)
        await database.start()
        nodes = [Puzzling(database), Puzzling(database)]
        for some in (all_puzzles()[:2], all_puzzles()[2:6]):
            wishes = [nodes[number % 2].answer("p_ann", each, None) for number, each in enumerate(some)]
            assert [each.counted for each in await asyncio.gather(*wishes)] == [True] * len(some)
        again = await asyncio.gather(*(node.answer("p_ann", all_puzzles()[6], None) for node in nodes))
        assert sorted(each.counted for each in again) == [False, True]
        assert (await nodes[0].progress("p_ann")).failed == 7
        await database.stop()

    run(scene())


def test_only_the_first_answer_counts_and_progress_outlives_the_server(build: Callable[..., RunningServer]) -> None:
    server = build()

    async def scene() -> None:
        ann = Guest(server.url)
        first, second, third = (each.name for each in all_puzzles()[:3])
        right = await ann.post(f"/puzzles/{first}/answer", solution_of(first))
        assert (right["solved"], right["counted"], right["progress"]["streak"]) == (True, True, 1)
        assert right["progress"]["rating"] > 1200
        again = await ann.post(f"/puzzles/{first}/answer", {"type": "reveal"})
        assert (again["counted"], again["progress"]) == (False, right["progress"])
        assert (await ann.get(f"/puzzles/{first}"))["tried"]
        assert not (await ann.get(f"/puzzles/{second}"))["tried"]
        shown = await ann.post(f"/puzzles/{second}/answer", {"type": "reveal"})
        assert (shown["solved"], shown["progress"]["failed"], shown["progress"]["streak"]) == (False, 1, 0)
        assert shown["solution"]["words"]
        assert shown["points"] > shown["second"]
        server.stop()
        server.start()
        later = Guest(server.url)
        later.http.cookies = ann.http.cookies
        assert await later.get("/me/puzzles") == shown["progress"]
        assert (await Guest(server.url).get("/me/puzzles"))["solved"] == 0
        assert not (await later.get(f"/puzzles/{third}"))["tried"]

    run(scene())


def test_what_another_answer_leads_to_is_told_beside_the_solution(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        name = next(each.name for each in all_puzzles() if each.kind == "open")
        right = solution_of(name)
        assert (await ann.post(f"/puzzles/{name}/answer", right))["yours"] is None
        assert (await ann.post(f"/puzzles/{name}/answer", {"type": "reveal"}))["yours"] is None
        asked = await ann.get(f"/puzzles/{name}")
        plays = asked["state"]["legal"]["plays"].items()
        told = [{"type": "play", "cards": cards, "reading": reading} for reading, found in plays for cards in found]
        wrong = next(each for each in told if each != right)
        answer = await ann.post(f"/puzzles/{name}/answer", wrong)
        yours = answer["yours"]
        assert (yours["action"]["cards"], yours["action"]["reading"]) == (wrong["cards"], wrong["reading"])
        assert yours["points"] <= answer["second"]
        assert (yours["behind"], yours["error"]) == (answer["points"] - yours["points"], 0)

    run(scene())


def test_an_answer_that_the_rules_refuse_does_not_count(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        name = all_puzzles()[0].name
        assert (await ann.post(f"/puzzles/{name}/answer", {"type": "play", "cards": "2r"}, 409))["code"] == "illegal"
        assert (await ann.post(f"/puzzles/{name}/answer", {"type": "play", "cards": "zz"}, 422))["code"] == "notation"
        await ann.post(f"/puzzles/{name}/answer", {"type": "bet"}, 422)
        assert not (await ann.get(f"/puzzles/{name}"))["tried"]

    run(scene())


def test_the_puzzle_of_the_day_makes_a_row_of_days(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        day = await ann.get("/puzzles/day")
        assert (day["tried"], day["counts"]) == (False, True)
        answer = await ann.post(f"/puzzles/{day['name']}/answer", solution_of(day["name"]))
        assert (answer["solved"], answer["progress"]["days"]) == (True, 1)
        again = await ann.get("/puzzles/day")
        assert (again["tried"], again["counts"]) == (True, False)

    run(scene())


def test_a_puzzle_of_the_day_that_was_met_before_goes_on_with_the_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = [datetime.date(2026, 3, 1) + datetime.timedelta(days=day) for day in range(2)]
    first, second = map(puzzle_of_the_day, days)

    async def scene() -> None:
        database = Database(Settings(data=tmp_path).database_url, 0.002)
        await database.start()
        puzzling = Puzzling(database)
        monkeypatch.setattr("haggis.server.study.puzzling.today", lambda: days[0])
        await puzzling.answer("p_ann", second, None)
        assert (await puzzling.answer("p_ann", first, first.solution)).progress.days == 1
        monkeypatch.setattr("haggis.server.study.puzzling.today", lambda: days[1])
        found = await puzzling.answer("p_ann", second, second.solution)
        assert (found.counted, found.progress.days, found.progress.failed) == (True, 2, 1)
        assert not (await puzzling.answer("p_ann", second, second.solution)).counted
        await database.stop()

    run(scene())
