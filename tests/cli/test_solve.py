"""`haggis solve` as a user or a script meets it."""

from __future__ import annotations

import json
from pathlib import Path

from running import haggis, printed

DEALT = {
    "players": 2,
    "preset": "standard",
    "lead": 0,
    "hands": ["2r 3r 4r 5r 6r 7r 8r 9r Tr 2o 3o 4o 5o 6o", "2y 3y 4y 5y 6y 7y 8y 9y Ty 2g 3g 4g 5g 6g"],
    "haggis": "7o 8o 9o To 7g 8g 9g Tg",
}
FRESH = json.dumps(DEALT | {"actions": []})
LATE = json.dumps(DEALT | {"actions": ["0 play 2r 3r 4r 5r 6r 7r 8r 9r Tr J Q K as 1x12:K", "1 pass"]})
THREE = json.dumps(
    {
        "players": 3,
        "preset": "standard",
        "lead": 0,
        "hands": [*DEALT["hands"], "2b 3b 4b 5b 6b 7b 8b 9b Tb 7o 8o 9o 7g 8g"],
        "haggis": "To 9g Tg",
        "actions": [],
    }
)


def test_it_prints_best_play_value_and_line(tmp_path: Path) -> None:
    file = tmp_path / "positions.jsonl"
    file.write_text(LATE + "\n")
    first, *line = printed("solve", str(file)).splitlines()
    assert first.startswith("1: 0 play 2o 3o 4o 5o 6o as 1x5:6: seat 0 ends +121 against seat 1 (")
    assert line == ["    0 play 2o 3o 4o 5o 6o as 1x5:6"]


def test_what_is_too_much_is_said_to_be() -> None:
    said = printed("solve", "-", "--nodes", "500", typed=FRESH)
    assert said.startswith("1: not solved within 500 nodes: seat 0 ends between -")
    assert "ms (" in printed("solve", "-", "--millis", "30", typed=FRESH)


def test_json_is_one_object_a_line() -> None:
    late, fresh = map(
        json.loads, printed("solve", "-", "--nodes", "500", "--json", typed=f"{LATE}\n{FRESH}").splitlines()
    )
    assert (late["line"], late["solved"], late["value"], late["play"]) == (1, True, 121, [late["best"]])
    assert (fresh["line"], fresh["solved"], fresh["value"], fresh["play"]) == (2, False, None, [])
    assert fresh["lower"] < fresh["upper"]


def test_a_moment_of_a_game_is_solved_to_its_end() -> None:
    game = (Path(__file__).parents[1] / "vectors" / "games.jsonl").read_text().splitlines()[0]
    last = len(json.loads(game)["rounds"][0]["actions"])
    told = json.loads(printed("solve", "-", "--round", "1", "--action", str(last - 2), "--json", typed=game))
    assert told["solved"]
    assert told["play"][0] == told["best"]
    for incomplete in (("--round", "1"), ("--game", "1")):
        assert "--round and --action" in haggis("solve", "-", *incomplete, typed=game).stderr


def test_one_of_several_games_is_solved() -> None:
    games = (Path(__file__).parents[1] / "vectors" / "games.jsonl").read_text().splitlines()[:2]
    ends = [len(json.loads(game)["rounds"][0]["actions"]) for game in games]

    def solved(number: int, *which: str) -> str:
        place = ("--round", "1", "--action", str(ends[number - 1] - 2))
        return printed("solve", "-", *place, *which, typed="\n".join(games))

    first, second = solved(1), solved(2, "--game", "2")
    assert len([line for line in first.splitlines() if not line.startswith(" ")]) == 1
    assert (first[:3], second[:3]) == ("1: ", "2: ")
    assert first == solved(1, "--game", "1")
    none = haggis("solve", "-", "--round", "1", "--action", "1", "--game", "3", typed="\n".join(games))
    assert (none.returncode, "no game 3" in none.stderr) == (2, True)


def test_of_a_game_the_players_are_called_by_their_names() -> None:
    game = json.loads((Path(__file__).parents[1] / "vectors" / "games.jsonl").read_text().splitlines()[0])
    place = ("--round", "1", "--action", str(len(game["rounds"][0]["actions"]) - 2))
    said = printed("solve", "-", *place, typed=json.dumps(game | {"seats": ["Ann", "\u202eBob"]}))
    assert "\ufffdBob ends " in said
    assert " against Ann (" in said
    assert "seat" not in said


def test_mistakes_are_sentences() -> None:
    for typed, words in ((THREE, "line 1: with three players"), ("{}", "line 1: "), ("", "empty")):
        done = haggis("solve", "-", typed=typed)
        assert done.returncode == 2
        assert words in done.stderr
        assert "Traceback" not in done.stderr
    assert haggis("solve", "-", "--nodes", "-1", typed=LATE).returncode == 2
