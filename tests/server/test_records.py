"""Records that people bring: read, listed, shown up to a fault, and refused in words."""

from __future__ import annotations

import json

import pytest

from haggis.rules import preset
from haggis.server.errors import NotFound
from haggis.server.study.games import StudyGame
from haggis.server.study.records import MOST_RECORDS, Records
from tests.study.games import play, text_of

from .guests import Guest
from .scenes import run
from .studied import PATIENCE, reviewed


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


def test_names_in_a_record_are_shown_short_and_never_blank(url: str) -> None:
    """In the list of games, on the replay and in the log alike."""

    async def scene() -> None:
        guest = Guest(url)
        record = json.loads(text_of(play(preset("standard"), 3))) | {"seats": ["N" * 200, " "]}
        shown = ["N" * 23 + "…", "Player 2"]
        listed = await guest.post("/study/records/games", {"text": json.dumps(record)})
        assert listed["games"][0]["names"] == shown
        game = await guest.post("/study/records", {"text": json.dumps(record)})
        assert [seat["name"] for seat in game["seats"]] == shown
        (dealt, *_) = (await guest.get(f"/study/games/{game['game']}/rounds/1"))["moments"]
        assert {name for name in shown if name in dealt["event"]["words"][0]} == set(shown)

    run(scene())


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
        assert refusal["in_part"]
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


def without_rounds() -> str:
    return json.dumps(json.loads(text_of(play(preset("standard"), 3))) | {"rounds": [], "totals": [0, 0]})


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
        (without_rounds(), "line 1: there is no game in it"),
    ],
)
def test_what_is_no_record_is_refused(url: str, text: str, words: str) -> None:
    async def scene() -> None:
        refusal = await Guest(url).post("/study/records", {"text": text}, 422)
        assert refusal["words"].startswith(words)
        assert not refusal["in_part"], "there is nothing to show"

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
