"""Games to study: replay round by round, single moments, practice, and records that people bring."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from haggis.rules import Cards, preset
from haggis.server.errors import NotFound
from haggis.server.settings import Settings
from haggis.server.storage.database import Database
from haggis.server.study.games import StudyGame, of_table, who_sat
from haggis.server.study.records import MOST_RECORDS, Records
from haggis.server.tables.events import Claimed, Left, Returned, Sat, Shuffling, Started, TableEvent, read_event
from haggis.server.tables.ledger import lines_of
from haggis.server.tables.live_table import LiveTable
from haggis.server.tables.reading import Reader
from haggis.shuffle.derivation import share_commitment
from tests.study.games import play, text_of

from .guests import BOT, ME, Guest, play_to_the_end
from .long_ledger import long_ledger
from .scenes import act, play_to_the_end_of_round, run, two_people
from .studied import PATIENCE, finished, reviewed
from .test_storage import with_database

SHARE = "5f" * 32


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


def test_no_request_of_study_tells_anything_of_a_round_in_play(url: str) -> None:
    """Neither to who sits there nor to who has the link; the rounds before it are open."""

    async def scene() -> None:
        ann, bob, table = await two_people(url, rounds=2)
        async with ann.at(table) as hers, bob.at(table) as his:
            await asyncio.gather(*map(play_to_the_end_of_round, (hers, his)))
            for connection in (hers, his):
                await connection.ask("next")
            for connection in (hers, his):
                await connection.until(sheet=None)
            await act(hers if hers.state["turn"] == hers.state["seat"] else his)
        for guest in (ann, Guest(url)):
            assert len((await guest.get(f"/study/games/{table}"))["rounds"]) == 1
            assert len((await guest.get(f"/tables/{table}/record"))["rounds"]) == 1
            await guest.get(f"/study/games/{table}/rounds/1")
            base = f"/study/games/{table}/rounds/2"
            for path in (base, f"{base}/opening?seat=0", f"{base}/opening?seat=1", f"{base}/solved/1"):
                assert (await guest.get(path, 404))["key"] == "study.no-such-round"
            assert (await guest.post(f"{base}/practice/1", status=404))["key"] == "study.no-such-round"

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


@pytest.mark.parametrize(
    "changes", [{"target": 1_000_000}, {"target": None, "rounds": 201}, {"bets": tuple(range(1, 10))}]
)
def test_rules_by_which_nobody_can_make_a_table_can_t_be_practised_by_either(url: str, changes: dict[str, Any]) -> None:
    """A record may have them: the practice table's ledger would have no end."""

    async def scene() -> None:
        guest = Guest(url)
        record = text_of(play(replace(preset("standard"), **changes), 3))
        game = (await guest.post("/study/records", {"text": record}))["game"]
        refusal = await guest.post(f"/study/games/{game}/rounds/1/practice/3", status=409)
        assert refusal["words"] == "these rules are too large for a table: at most 10000 points, 200 rounds and 8 bets"

    run(scene())


def test_what_is_studied_of_a_table_has_no_promise_of_the_round_in_play(tmp_path: Path) -> None:
    async def scene(database: Database) -> None:
        tables = (
            LiveTable(long_ledger(events), "T" * 16, database, Settings(data=tmp_path), Reader())
            for events in range(120, 130)
        )
        table = next(each for each in tables if each.state.round)
        studied = of_table(table)
        assert studied.promises == table.state.promises[:-1] != ()

    with_database(scene, tmp_path)


def test_who_leaves_and_comes_back_in_the_game_sat_there_and_costs_nothing(tmp_path: Path) -> None:
    """Also while shares are gathered, before the first cards; not who left before the game began."""
    share = share_commitment(SHARE)
    created = read_event(long_ledger(1)[0].body)
    told: list[TableEvent] = [
        created,
        Sat(seat=0, player="p_ann", name="Ann"),
        Sat(seat=1, player="p_eve", name="Eve"),
        Left(seat=1),
        Sat(seat=1, player="p_bob", name="Bob", share=share),
        Started(),
        Shuffling(last_secret=SHARE),
        Left(seat=1),
        Claimed(seat=1, player="p_phone"),
    ]
    told += [Left(seat=1), Returned(seat=1, name="Bob")] * 50

    async def scene(database: Database) -> None:
        table = LiveTable(lines_of(told, 1, 0), "T" * 16, database, Settings(data=tmp_path), Reader())
        assert table.state.gathering
        assert who_sat(table.seatings) == {"p_ann", "p_bob", "p_phone"}
        assert len(table.seatings) == 5

    with_database(scene, tmp_path)


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


def test_a_line_that_is_no_json_does_not_hide_the_games_of_other_lines(url: str) -> None:
    async def scene() -> None:
        guest = Guest(url)
        text = f"nonsense\n{text_of(play(preset('standard'), 3))}"
        for asked in ({"number": 2}, {"number": 1, "partial": True}):
            refusal = await guest.post("/study/records", {"text": text} | asked, 422)
            assert refusal["words"].startswith("line 1: this is not JSON")
        game = await guest.post("/study/records", {"text": text, "number": 2, "partial": True})
        assert (len(game["rounds"]), game["refusal"]) == (1, None)

    run(scene())


def test_the_games_of_a_file_are_listed_and_each_can_be_brought(url: str) -> None:
    async def scene() -> None:
        guest = Guest(url)
        three = text_of(play(preset("standard", players=3), 4, rounds=2))
        text = f"{text_of(play(preset('standard'), 3))}\n\n{three}\n"
        listed = await guest.post("/study/records/games", {"text": text})
        assert listed == {
            "count": 2,
            "games": [
                {"number": 1, "names": ["Ann", "Bob"], "rounds": 1},
                {"number": 2, "names": ["Ann", "Bob", "Cay"], "rounds": 2},
            ],
        }
        game = await guest.post("/study/records", {"text": text, "number": 2})
        assert len(game["seats"]) == 3
        odd_game = '{"format": "haggis-record/1", "seats": ["\\ud800", 5], "rounds": 7}'
        odd = "\n".join([odd_game, "nonsense", *["[]"] * 900])
        listed = await guest.post("/study/records/games", {"text": odd})
        assert (listed["count"], len(listed["games"])) == (902, 500)
        assert listed["games"][:2] == [
            {"number": 1, "names": ["?"], "rounds": 0},
            {"number": 2, "names": [], "rounds": 0},
        ]
        assert (await guest.post("/study/records/games", {"text": ""}, 422))["key"] == "replay.at-line"
        assert (await guest.post("/study/records/games", {"text": text * 40}))["count"] == 80

    run(scene())


def named(name: str) -> str:
    return text_of(play(preset("standard"), 3)).replace('"seats": ["', f'"seats": ["{name}')


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (named("\\ud800"), "line 1: 'seats' of the record must be text"),
        (named("\\u0000"), "line 1: a name has at most 500 characters, and no control characters"),
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


def test_only_so_many_records_are_kept() -> None:
    records = Records()
    game = play(preset("standard"), 3)
    for number in range(MOST_RECORDS + 1):
        records.keep(StudyGame(f"{number:032}", game, ()))
    with pytest.raises(NotFound, match="bring the file again"):
        records.find(f"{0:032}")
    assert records.find(f"{1:032}").game == game


def test_a_spoilt_link_is_refused_in_words(url: str) -> None:
    async def scene() -> None:
        for spoilt in ("nowhere", "Hx3kQz8vWm2aB1cD", "x" * 40):
            assert (await Guest(url).get(f"/study/games/{spoilt}", 404))["words"] == "there is no such table"

    run(scene())
