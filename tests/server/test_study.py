"""Games to study: replay round by round, moments, reviews in the background, and records that people bring."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from haggis.rules import Cards, preset
from haggis.server.english import say
from haggis.server.errors import NotFound, TooMany
from haggis.server.storage.database import Database
from haggis.server.study.desk import Desk
from haggis.server.study.games import StudyGame
from haggis.server.study.records import MOST_RECORDS, Records
from haggis.server.study.reviews import Reviews
from haggis.server.tables.table_state import Seat
from tests.study.games import play, text_of

from .conftest import REVIEW_NODES
from .guests import BOT, ME, OPEN, Guest, play_to_the_end
from .running_server import RunningServer
from .scenes import play_to_the_end_of_round, run, two_people

PRIVATE = "review.private"
PATIENCE = 300
"""Reviews stand back behind everything else that this machine does."""


async def finished(guest: Guest, *seats: dict[str, str], **wishes: object) -> str:
    """A game of one round, played to its end."""
    table = await guest.make_table(ME, *(seats or (BOT,)), rounds=1, **wishes)
    async with guest.at(table) as connection:
        await play_to_the_end(connection, random.Random(1))
    return table


async def reviewed(guest: Guest, game: str) -> dict[str, Any]:
    """Ask for a review and wait until it is there."""
    answer = await guest.post(f"/study/games/{game}/review")
    while answer["status"] in ("waiting", "running"):
        await asyncio.sleep(0.1)
        answer = await guest.get(f"/study/games/{game}/review")
    assert answer["status"] == "done", answer
    return dict(answer["review"])


# --- replay -------------------------------------------------------------------------------------


def test_every_moment_of_a_finished_game_can_be_seen_with_all_hands(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await finished(ann)
        game = await ann.get(f"/study/games/{table}")
        record = await ann.get(f"/tables/{table}/record")
        (outlined,) = game["rounds"]
        assert (game["you"], game["table"], game["refusal"]) == (0, True, None)
        shown = await ann.get(f"/study/games/{table}/rounds/1")
        moments = shown["moments"]
        actions = record["rounds"][0]["actions"]
        assert outlined["actions"] == len(actions) == len(moments) - 1
        assert [len(Cards(hand)) for hand in moments[0]["hands"]] == [17, 17]
        for before, after in itertools.pairwise(moments):
            event = after["event"]
            held, left = (Cards(each["hands"][event["seat"]]) for each in (before, after))
            assert held - left == Cards(event.get("cards", ""))
        assert moments[-1]["totals"] == outlined["totals"] == shown["sheet"]["totals"]
        assert moments[-1]["ask"] == "over"
        assert shown["sheet"]["commitment"] == record["rounds"][0]["commitment"]

    run(scene())


def test_a_round_in_play_is_not_replayed(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT, rounds=2)
        refusal = await ann.get(f"/study/games/{table}", 409)
        assert refusal["key"] == "study.no-round"
        assert (await ann.get("/study/games/aaaaaaaaaaaaaaaa", 404))["key"] == "table.unknown"

    run(scene())


def test_moments_that_are_not_there_are_refused(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await finished(ann)
        base = f"/study/games/{table}/rounds"
        assert (await ann.get(f"{base}/2", 404))["words"] == "there is no round 2: the game has 1 round"
        assert (await ann.get(f"{base}/1/solved/999", 404))["key"] == "study.no-moment"
        assert (await ann.get(f"{base}/1/opening?seat=2", 404))["key"] == "study.no-seat"
        last = (await ann.get(f"/study/games/{table}"))["rounds"][0]["actions"]
        assert (await ann.get(f"{base}/1/solved/{last}", 409))["key"] == "study.not-asked"

    run(scene())


def test_an_ending_is_solved_with_open_cards_and_a_dealt_hand_is_weighed(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await finished(ann)
        base = f"/study/games/{table}/rounds/1"
        moments = (await ann.get(base))["moments"]
        last = moments[-2]
        solved = await ann.get(f"{base}/solved/{last['action']}")
        assert solved["seat"] == last["turn"]
        assert solved["rival"] == 1 - last["turn"]
        assert solved["line"][0]["words"]
        scores = (await ann.get(base))["sheet"]["scores"]
        got = scores[solved["seat"]]["total"] - scores[solved["rival"]]["total"]
        assert solved["points"] >= got, "best play is not worse than what was played"
        promise = await ann.get(f"{base}/opening?seat=1")
        assert 0 <= promise["first_out"] <= 1
        assert {each["amount"] for each in promise["bets"]} == {15, 30}
        hand = Cards(moments[0]["hands"][1])
        assert all(Cards(combo["cards"]) <= hand for combo in promise["combos"] + promise["bombs"])

    run(scene())


def test_a_game_can_be_taken_up_again_at_a_moment_and_counts_nowhere(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await finished(ann)
        base = f"/study/games/{table}/rounds/1"
        moments = (await ann.get(base))["moments"]
        before = moments[len(moments) // 2]
        made = await ann.post(f"{base}/practice/{before['action']}", status=201)
        assert made["seat"] == before["turn"]
        async with ann.at(made["table"]) as connection:
            assert connection.state["hand"] == before["hands"][made["seat"]]
            assert connection.state["trick"] == before["trick"]
            assert connection.state["counts"] == before["counts"]
            await play_to_the_end(connection, random.Random(3))
        assert [game["table"] for game in (await ann.get("/me/games"))["games"]] == [table]
        assert (await ann.post(f"{base}/practice/{len(moments) - 1}", status=409))["key"] == "study.not-asked"
        assert (await ann.post(f"{base}/practice/{len(moments)}", status=404))["key"] == "study.no-moment"

    run(scene())


# --- reviews ------------------------------------------------------------------------------------


def test_a_review_is_made_once_and_outlives_the_server(build: Callable[..., RunningServer]) -> None:
    server = build(review_nodes=REVIEW_NODES)

    async def scene() -> None:
        ann = Guest(server.url)
        table = await finished(ann)
        first = await reviewed(ann, table)
        unforced = [each for each in first["decisions"] if not each["forced"]]
        assert len(unforced) == sum(player["decisions"] for player in first["players"])
        assert all(each["grade"] != "fine" for each in first["key_moments"])
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


def test_a_review_asked_for_twice_runs_once_and_tells_its_progress(url: str) -> None:
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


class FullDesk(Desk):
    async def review(self, owner: str, work: Callable[[], object]) -> Any:
        raise TooMany(say("limit.thinking"), 2)


def test_a_review_for_which_there_is_no_room_is_refused_and_not_left_waiting() -> None:
    async def scene() -> None:
        desk = FullDesk()
        reviews = Reviews(Database("sqlite+aiosqlite://", 0), desk, lambda *_: "", 10)
        game = play(preset("standard"), 3)
        study = StudyGame("a" * 32, game, tuple(Seat("person", name) for name in game.names))
        for _ in range(2):
            with pytest.raises(TooMany):
                await reviews.ask(study, "p_ann", "here")
        assert (await reviews.look(study, "p_ann")).status == "none"
        desk.stop()

    run(scene())


def test_only_so_many_records_are_kept() -> None:
    records = Records()
    game = play(preset("standard"), 3)
    for number in range(MOST_RECORDS + 1):
        records.keep(StudyGame(f"{number:032}", game, ()))
    with pytest.raises(NotFound, match="bring the file again"):
        records.find(f"{0:032}")
    assert records.find(f"{1:032}").game == game


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


# --- records ------------------------------------------------------------------------------------


def test_a_record_is_brought_replayed_and_reviewed(url: str) -> None:
    async def scene() -> None:
        guest = Guest(url)
        text = text_of(play(preset("standard", players=3), 4, rounds=2))
        game = await guest.post("/study/records", {"text": text})
        assert (game["table"], game["you"], [seat["name"] for seat in game["seats"]]) == (
            False,
            None,
            ["Ann", "Bob", "Cay"],
        )
        assert len(game["rounds"]) == 2
        shown = await guest.get(f"/study/games/{game['game']}/rounds/2")
        assert shown["sheet"]["totals"] == game["rounds"][1]["totals"]
        assert (await guest.post("/study/records", {"text": text}))["game"] == game["game"]
        assert len((await reviewed(guest, game["game"]))["players"]) == 3
        assert (await guest.get(f"/study/games/{'0' * 32}", 404))["key"] == "study.forgotten"

    run(scene(), PATIENCE)


def spoilt() -> str:
    """A record whose sixth action is illegal."""
    record = json.loads(text_of(play(preset("standard"), 3)))
    record["rounds"][0]["actions"][5] = "0 play 2r as 1x1:9"
    return json.dumps(record)


def test_a_spoilt_record_is_refused_at_its_line_and_action_and_shown_up_to_there_if_asked(url: str) -> None:
    async def scene() -> None:
        guest = Guest(url)
        refusal = await guest.post("/study/records", {"text": spoilt()}, 422)
        assert (refusal["code"], refusal["key"]) == ("notation", "replay.at-line")
        assert refusal["words"].startswith("line 1: round 1, action 6"), refusal["words"]
        game = await guest.post("/study/records", {"text": spoilt(), "partial": True})
        assert game["refusal"] == refusal["words"]
        assert game["rounds"] == [{"round": 1, "actions": 5, "totals": None}]
        shown = await guest.get(f"/study/games/{game['game']}/rounds/1")
        assert len(shown["moments"]) == 6
        assert shown["sheet"] is None

    run(scene())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: there is no game in it"),
        ("hello", "line 1: this is not JSON"),
        ('{"format": "other/1"}', "line 1: this is not a game record"),
        ('{"format": "haggis-record/9"}', "line 1"),
        (json.dumps({"format": "haggis-record/1", "rounds": [{}] * 10_000}), "line 1: a game of 10000 rounds"),
        ("[" * 5000, "line 1"),
    ],
)
def test_what_is_no_record_is_refused(url: str, text: str, words: str) -> None:
    async def scene() -> None:
        assert (await Guest(url).post("/study/records", {"text": text}, 422))["words"].startswith(words)

    run(scene())


def test_a_file_that_is_too_large_is_refused_and_other_requests_stay_small(url: str) -> None:
    async def scene() -> None:
        guest = Guest(url)
        await guest.post("/study/records", {"text": "x" * 2_000_000}, 413)
        await guest.post("/describe", {"cards": "x" * 20_000}, 413)
        missing = await guest.post("/study/records", {"text": spoilt(), "number": 2}, 404)
        assert missing["words"] == "there is no game 2 in this file: it has 1 game"

    run(scene())
