"""Reviews in the background: made once, for those who may have them, and never left half done."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

from .conftest import REVIEW_NODES
from .guests import BOT, ME, OPEN, Guest, play_to_the_end
from .running_server import RunningServer
from .scenes import play_to_the_end_of_round, run, two_people
from .studied import PATIENCE, finished, reviewed

PRIVATE = "review.private"


def test_a_review_is_made_once_and_outlives_the_server(build: Callable[..., RunningServer]) -> None:
    server = build(review_nodes=REVIEW_NODES)

    async def scene() -> None:
        ann = Guest(server.url)
        table = await finished(ann)
        first = await reviewed(ann, table)
        unforced = [each for each in first["decisions"] if not each["forced"]]
        assert len(unforced) == sum(player["decisions"] for player in first["players"])
        assert all(each["grade"] != "fine" for each in first["key_moments"])
        assert first["about_levels"]["words"].startswith("Levels compare only at 1000 nodes a decision")
        judged = {(each["round"], each["action"]): each for each in first["decisions"]}
        for moment in first["key_moments"]:
            decision = judged[moment["round"], moment["action"]]
            assert (moment["loss"], moment["error"]) == (decision["loss"], decision["error"]), "told once, not rounded"
        server.stop()
        server.start()
        answer = await Guest(server.url).get(f"/study/games/{table}/review", 403)
        assert answer["key"] == PRIVATE
        again = Guest(server.url)
        again.http.cookies = ann.http.cookies
        stored = await again.get(f"/study/games/{table}/review")
        assert stored["status"] == "done"
        assert stored["review"] == first

    run(scene(), PATIENCE)


def change(server: RunningServer, sql: str) -> None:
    with closing(sqlite3.connect(server.data / "haggis.sqlite3")) as file, file:
        file.execute(sql)


def test_a_damaged_review_is_made_anew(build: Callable[..., RunningServer]) -> None:
    server = build(review_nodes=REVIEW_NODES)

    async def scene() -> None:
        ann = Guest(server.url)
        table = await finished(ann)
        first = await reviewed(ann, table)
        for body in ('{"decisions":', "{}", "5", "[]"):
            server.stop()
            change(server, f"UPDATE reviews SET body = '{body}'")
            server.start()
            assert (await ann.get(f"/study/games/{table}/review"))["status"] == "none"
        assert await reviewed(ann, table) == first

    run(scene(), PATIENCE)


def test_a_damaged_result_is_left_out_of_my_games(build: Callable[..., RunningServer]) -> None:
    server = build()

    async def scene() -> None:
        ann = Guest(server.url)
        tables = [await finished(ann) for _ in range(2)]
        for damage in ("names = '5'", "names = 'x'", "totals = '[\"x\"]'", "rounds = 'x'"):
            change(server, f"UPDATE results SET {damage} WHERE table_id = '{tables[0]}'")
            games = (await ann.get("/me/games"))["games"]
            assert [game["table"] for game in games] == [tables[1]]

    run(scene())


def test_two_who_ask_for_a_review_are_told_the_progress_of_the_same_one(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url, rounds=2)
        async with ann.at(table) as hers, bob.at(table) as his:
            await asyncio.gather(*(play_to_the_end(each, random.Random(1)) for each in (hers, his)))
        first, second = await asyncio.gather(*(each.post(f"/study/games/{table}/review") for each in (ann, bob)))
        assert {first["status"], second["status"]} <= {"waiting", "running"}
        assert first["total"] == second["total"] > 20
        seen: list[dict[str, Any]] = []
        while (answer := await bob.get(f"/study/games/{table}/review?after={len(seen)}"))["status"] != "done":
            assert answer["status"] in ("waiting", "running")
            seen += answer["decisions"]
            await asyncio.sleep(0.05)
        assert seen, "decisions are told as they are judged"
        assert answer["review"]["decisions"][: len(seen)] == seen
        assert first["total"] == answer["total"] == answer["done"]

    run(scene(), PATIENCE)


def test_the_last_who_wants_a_review_stops_it_and_it_can_be_asked_again(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url, rounds=2)
        async with ann.at(table) as hers, bob.at(table) as his:
            await asyncio.gather(*(play_to_the_end(each, random.Random(2)) for each in (hers, his)))
        path = f"/study/games/{table}/review"
        for guest in (ann, bob):
            await guest.post(path)
        assert (await ann.delete(path))["status"] == "stopped"
        assert (await bob.get(path))["status"] in ("waiting", "running"), "Bob still wants it"
        assert (await bob.delete(path))["status"] == "stopped"
        assert (await bob.get(path))["status"] == "none"
        assert (await bob.delete(path))["status"] == "none"
        assert await reviewed(ann, table)

    run(scene(), PATIENCE)


def test_a_review_that_a_crash_cut_off_can_be_asked_for_again(build: Callable[..., RunningServer]) -> None:
    server = build(review_nodes=20_000)

    async def scene() -> None:
        ann = Guest(server.url)
        table = await finished(ann)
        path = f"/study/games/{table}/review"
        assert (await ann.post(path))["status"] in ("waiting", "running")
        server.stop()
        server.start()
        again = Guest(server.url)
        again.http.cookies = ann.http.cookies
        assert (await again.get(path))["status"] == "none"
        assert (await again.post(path))["status"] in ("waiting", "running")
        assert (await again.delete(path))["status"] == "stopped"

    run(scene(), PATIENCE)


def test_who_did_not_sit_at_a_private_table_gets_no_review_of_it(url: str) -> None:
    async def scene() -> None:
        ann, stranger = Guest(url), Guest(url)
        table = await finished(ann)
        for ask in (stranger.post, stranger.get, stranger.delete):
            assert (await ask(f"/study/games/{table}/review", status=403))["key"] == PRIVATE
        assert "private" in (await stranger.get(f"/study/games/{table}"))["no_review"]
        assert (await ann.get(f"/study/games/{table}"))["no_review"] is None
        public = await finished(ann, public=True)
        assert (await stranger.get(f"/study/games/{public}/review"))["status"] == "none"

    run(scene())


def test_who_has_the_link_has_the_record_and_may_study_that(url: str) -> None:
    """Whoever holds a whole record knows every card. The review that is stored with the table stays its players'."""

    async def scene() -> None:
        ann, stranger = Guest(url), Guest(url)
        table = await finished(ann)
        await reviewed(ann, table)
        record = await stranger.get(f"/tables/{table}/record")
        brought = (await stranger.post("/study/records", {"text": json.dumps(record)}))["game"]
        assert brought != table
        assert await reviewed(stranger, brought)
        for ask in (stranger.post, stranger.get, stranger.delete):
            assert (await ask(f"/study/games/{table}/review", status=403))["key"] == PRIVATE

    run(scene(), PATIENCE)


def test_who_left_before_the_first_deal_did_not_sit_there(url: str) -> None:
    async def scene() -> None:
        ann, eve = Guest(url), Guest(url)
        table = await ann.make_table(ME, OPEN, OPEN, rounds=1)
        await eve.post(f"/tables/{table}/sit")
        await eve.post(f"/tables/{table}/leave")
        for seat in (1, 2):
            await ann.post(f"/tables/{table}/seats/{seat}/bot", {"level": "greedy"})
        async with ann.at(table) as connection:
            await play_to_the_end(connection, random.Random(1))
        assert (await eve.get(f"/study/games/{table}/review", 403))["key"] == PRIVATE
        assert (await ann.get(f"/study/games/{table}/review"))["status"] == "none"

    run(scene())


def test_who_resigned_sat_there(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url, rounds=1)
        await bob.post(f"/tables/{table}/resign")
        async with ann.at(table) as connection:
            await play_to_the_end(connection, random.Random(1))
        assert (await bob.get(f"/study/games/{table}/review"))["status"] == "none"

    run(scene())


def test_a_game_in_play_is_not_reviewed(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT, rounds=2)
        async with ann.at(table) as connection:
            await play_to_the_end_of_round(connection)
        assert (await ann.get(f"/study/games/{table}"))["rounds"]
        assert (await ann.post(f"/study/games/{table}/review", status=409))["key"] == "review.not-over"

    run(scene())
