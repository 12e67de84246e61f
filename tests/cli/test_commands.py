"""The commands as a user or a script meets them: real processes, real exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from running import answer, haggis, printed

from haggis.rules import PRESETS, Cards, parse_reading, preset
from haggis.rules.ruleset import PRESET_PLAYERS

VECTORS = Path(__file__).parents[1] / "vectors"


def play_lines(lines: list[str]) -> set[tuple[Cards, str]]:
    return {(Cards(cards), reading) for cards, _, reading in (line.partition(" as ") for line in lines)}


def test_moves_prints_one_play_a_line() -> None:
    assert printed("moves", "2r 3r 4r J", "--on", "1x3:4").splitlines() == ["3r 4r J as 1x3:5"]


def test_moves_agrees_with_the_vectors() -> None:
    for line in (VECTORS / "plays.jsonl").read_text().splitlines()[:4]:
        case = json.loads(line)
        on = ["--on", case["on"]] if case["on"] else []
        lines = answer("moves", case["hand"], *on, "--players", str(case["players"]), "--preset", case["preset"])
        assert len(lines) == case["count"]
        if case["plays"]:
            assert play_lines(lines) == play_lines(case["plays"])


def test_moves_says_when_nothing_beats_the_table() -> None:
    done = haggis("moves", "2r", "--on", "1x1:K")
    assert (done.returncode, done.stdout) == (0, "")
    assert "nothing in 2r beats 1x1:K" in done.stderr


def test_one_option_can_be_changed() -> None:
    assert answer("read", "3r J") == ["2x1:3"]
    assert answer("read", "3r J", "--rule", "sets=none") == []


def test_read_names_no_reading_of_what_is_no_combination() -> None:
    done = haggis("read", "3r 9y")
    assert (done.returncode, done.stdout) == (0, "")
    assert "not a combination" in done.stderr


@pytest.mark.parametrize("name", PRESETS)
def test_rules_explains_every_preset(name: str) -> None:
    assert name in printed("rules", name)
    said = answer("rules", name)
    rules = preset(name)
    assert said["players"] == rules.players
    assert {key: said[key] for key in rules.to_json()} == rules.to_json()


def test_rules_lists_the_presets() -> None:
    assert answer("rules", "--list") == {name: list(players) for name, players in PRESET_PLAYERS.items()}
    assert len(printed("rules", "--list").splitlines()) == len(PRESETS)


def test_perft_agrees_with_the_files_own_counts(tmp_path: Path) -> None:
    lines = (VECTORS / "perft.jsonl").read_text().splitlines()
    file = tmp_path / "perft.jsonl"
    file.write_text(lines[1] + "\n" + lines[3] + "\n")
    assert printed("perft", str(file)).splitlines() == ["1: 1 4 9 24  ok", "2: 11 20 341 840  ok"]


def test_perft_shows_a_divide_where_counts_differ(tmp_path: Path) -> None:
    case = json.loads((VECTORS / "perft.jsonl").read_text().splitlines()[1])
    file = tmp_path / "perft.jsonl"
    file.write_text(json.dumps(case | {"perft": [1, 4, 10]}))
    done = haggis("perft", str(file))
    assert done.returncode == 1
    assert "DIFFERS" in done.stdout
    assert "divide at depth 3" in done.stdout


def test_perft_counts_without_counts_in_the_file(tmp_path: Path) -> None:
    case = json.loads((VECTORS / "perft.jsonl").read_text().splitlines()[1])
    del case["perft"]
    file = tmp_path / "perft.jsonl"
    file.write_text(json.dumps(case))
    (result,) = answer("perft", str(file), "--depth", "3")
    assert (result["perft"], result["ok"]) == ([1, 4, 9], True)


def first_game() -> dict[str, Any]:
    game: dict[str, Any] = json.loads((VECTORS / "games.jsonl").read_text().splitlines()[0])
    return game


def test_verify_holds_for_an_honest_file() -> None:
    said = answer("verify", str(VECTORS / "games.jsonl"))
    assert (said["ok"], said["games"], said["first_bad"]) == (True, 98, None)


def test_verify_names_the_first_game_that_does_not_hold(tmp_path: Path) -> None:
    honest, dishonest = first_game(), first_game()
    dishonest["rounds"][1]["scores"][0]["cards"] += 1
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(map(json.dumps, (honest, dishonest, dishonest))))
    done = haggis("verify", str(file))
    assert done.returncode == 1
    assert done.stderr.startswith("game 2 does not hold: round 2: seat 0 scores")
    said = haggis("verify", str(file), "--json")
    assert json.loads(said.stdout)["first_bad"]["game"] == 2


def test_verify_takes_several_files_and_names_the_one_that_does_not_hold(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.json", "b.json")]
    for path in paths:
        path.write_text(json.dumps(first_game()))
    assert "2 games," in printed("verify", *map(str, paths))
    dishonest = first_game()
    dishonest["rounds"][1]["scores"][0]["cards"] += 1
    paths[1].write_text(f"{json.dumps(first_game())}\n{json.dumps(dishonest)}")
    done = haggis("verify", *map(str, paths))
    assert done.returncode == 1
    assert done.stderr.startswith(f"game 2 of {paths[1]} does not hold: round 2: seat 0 scores")
    first_bad = json.loads(haggis("verify", "--json", *map(str, paths)).stdout)["first_bad"]
    assert (first_bad["file"], first_bad["game"]) == (str(paths[1]), 2)


def test_verify_reads_standard_input() -> None:
    assert "1 game," in printed("verify", "-", typed=json.dumps(first_game()))


def test_verify_refuses_a_line_that_is_not_json() -> None:
    done = haggis("verify", "-", typed="{nonsense")
    assert done.returncode == 1
    assert "line 1 is not JSON" in done.stderr


SHARED = VECTORS / "shared_games.jsonl"


def shared_game() -> dict[str, Any]:
    game: dict[str, Any] = json.loads(SHARED.read_text().splitlines()[0])
    return game


def test_verify_fair_says_whose_shares_made_the_deals() -> None:
    said = answer("verify", "--fair", str(SHARED))
    assert (said["ok"], said["shares"]) == (
        True,
        [{"given": [0, 1], "left_out": []}, {"given": [0, 1], "left_out": [2]}],
    )
    assert "shares" not in answer("verify", str(SHARED))


def test_verify_fair_shows_no_name_that_a_terminal_would_obey() -> None:
    game: dict[str, Any] = json.loads(SHARED.read_text().splitlines()[1])
    game["seats"][2] = "\u202eCay"
    said = printed("verify", "--fair", "-", typed=json.dumps(game))
    assert "the share of \ufffdCay came too late" in said


def test_verify_fair_finds_what_a_player_kept() -> None:
    game = shared_game()
    share, commitment = game["shuffle"]["shares"][1], game["shuffle"]["commitment"]
    printed("verify", "-", "--share", share, "--commitment", commitment, typed=json.dumps(game))
    for option, words in (("--share", "is not in the record"), ("--commitment", "not those promised to you")):
        done = haggis("verify", "-", option, "0" * 64, typed=json.dumps(game))
        assert done.returncode == 1
        assert words in done.stderr


def stripped() -> dict[str, Any]:
    game = shared_game()
    del game["shuffle"]
    for played in game["rounds"]:
        for name in ("commitment", "salt", "secret"):
            del played[name]
    return game


def with_another_share() -> dict[str, Any]:
    game = shared_game()
    game["shuffle"]["shares"][0] = "0" * 64
    return game


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (stripped(), "game 1 does not hold: this record has no promises"),
        (with_another_share(), "game 1 does not hold: round 1: the cards are not those that the secret and the shares"),
    ],
)
def test_verify_fair_refuses_what_shows_nothing(game: dict[str, Any], words: str) -> None:
    done = haggis("verify", "--fair", "-", typed=json.dumps(game))
    assert done.returncode == 1
    assert done.stderr.startswith(words)
    assert "1 game," in printed("verify", "-", typed=json.dumps(game)), "without --fair the game itself holds"


BAD_INPUT = [
    (["moves", "3x"], "no known suit"),
    (["moves", "1r"], "not a card"),
    (["moves", "Jr"], "court card has no suit"),
    (["moves", "3r 3r"], "twice"),
    (["moves", "3b"], "not in play"),
    (["moves", ""], "at least one card"),
    (["moves", "2r 3r", "--on", "2x9"], "not a reading"),
    (["moves", "2r", "--players", "4"], "2 or 3 players"),
    (["moves", "2r", "--preset", "nobody"], "no preset"),
    (["moves", "2r", "--preset", "duel", "--players", "3"], "for 2 players only"),
    (["moves", "2r", "--rule", "courts"], "OPTION=VALUE"),
    (["moves", "2r", "--rule", "courts=high"], "courts can be"),
    (["moves", "2r", "--rule", "colour=blue"], "no option"),
    (["moves", "2r", "--rule", "bombed_trick=runner-up"], "no runner-up"),
    (["moves"], "cards"),
    (["moves", "2r", "--wrong"], "--wrong"),
    (["nonsense"], "nonsense"),
    (["verify", "no-such-file"], "No such file"),
    (["perft", "no-such-file"], "No such file"),
    (["verify", "."], "directory"),
    (["play", "--opponent", "nobody"], "no player"),
    (["moves", " ".join(f"{rank}{suit}" for rank in "23456789" for suit in "ro")], "at most 14"),
]


@pytest.mark.parametrize(("arguments", "word"), BAD_INPUT)
def test_bad_input_is_one_sentence_and_exit_code_2(arguments: list[str], word: str) -> None:
    done = haggis(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert word in done.stderr


@pytest.mark.parametrize("wire", ["[1]", "{}", '{"players": 9}', "nonsense", '"\\ud800"', "[" * 100_000])
def test_a_position_that_is_none_is_one_sentence(wire: str) -> None:
    done = haggis("perft", "-", typed=wire)
    assert done.returncode == 2
    assert done.stderr.startswith("haggis: line 1")
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "picture"
    file.write_bytes(b"\xff\xfe\x00")
    assert "is not UTF-8 text: byte 0xff in line 1" in haggis("verify", str(file)).stderr


def test_readings_named_by_moves_can_be_read_back() -> None:
    for line in answer("moves", "2r 2o 3r 3o 5y J Q K"):
        assert str(parse_reading(line.partition(" as ")[2])) == line.partition(" as ")[2]


def test_the_version_is_that_of_the_package() -> None:
    assert printed("--version") == f"haggis {version('haggis')}\n"


def test_help_is_shown_without_arguments() -> None:
    assert "moves" in printed()


def test_a_reader_that_has_had_enough_is_no_trouble() -> None:
    hand = "2r 3r 4r 5r 6r 7r 2o 3o 4o 5o 6o 7o 8o 9o J Q K"
    command = f'"{sys.executable}" -m haggis moves "{hand}" | head -n 1'
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in done.stderr
