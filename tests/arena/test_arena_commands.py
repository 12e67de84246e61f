"""`haggis arena` and `haggis ladder` as a user or a script meets them."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from haggis.arena import all_cores
from haggis.cli import main
from tests.cli.running import answer, haggis, printed
from tests.players.programs import bad_bot, command

QUICK = ["--rounds", "4", "--jobs", "1"]


def test_a_match_prints_a_table_and_the_difference() -> None:
    shown = printed("arena", "greedy", "random", *QUICK)
    for words in ("player", "greedy", "random", "greedy minus random", "4 rounds from 2 deals, seed 1"):
        assert words in shown


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("command", ["arena", "ladder"])
def test_a_narrow_terminal_loses_nothing(command: str, width: int) -> None:
    lines = printed(command, "greedy", "random", *QUICK, COLUMNS=str(width)).splitlines()
    table = lines[: -2 if command == "arena" else None]
    assert max(map(len, table)) <= width
    for words in ("greedy", "random", "95 %", "100.0%", " to ", "faults"):
        assert words in "\n".join(table)
    assert "…" not in "\n".join(table)


def test_more_processes_than_cores_are_not_started() -> None:
    done = haggis("arena", "greedy", "random", "--rounds", "100", "--jobs", "99999999")
    cores = all_cores()
    there = (
        f"there are {cores} cores: playing in {cores} processes"
        if cores > 1
        else "there is 1 core: playing in 1 process"
    )
    assert done.returncode == 0
    assert done.stderr == f"haggis: {there}\n"


def test_a_match_as_json_with_records_and_a_plot(tmp_path: Path) -> None:
    file, plot = tmp_path / "games.jsonl", tmp_path / "match.png"
    said = answer("arena", "greedy", "random", *QUICK, "--record", str(file), "--plot", str(plot), "--sprt", "-1", "5")
    assert (said["rounds"], said["sprt"]["low"]) == (4, -1)
    assert "4 games, 4 rounds" in printed("verify", str(file))
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_whole_games_of_three_by_other_rules() -> None:
    options = ["--players", "3", "--preset", "rogers-2025", "--rule", "target=30", "--games", "3", "--jobs", "1"]
    said = answer("arena", "greedy", "random", *options)
    assert [seat["name"] for seat in said["seats"]] == ["greedy", "random", "random"]
    assert (said["games"], said["rules"]["target"]) == (3, 30)


def test_a_ladder_as_table_json_and_plot(tmp_path: Path) -> None:
    plot = tmp_path / "ladder.svg"
    said = answer("ladder", "greedy", "random", *QUICK, "--plot", str(plot))
    assert [standing["name"] for standing in said["standings"]] == ["greedy", "random"]
    assert "<svg" in plot.read_text()
    shown = printed("ladder", "greedy", "random", "--rounds", "2", "--jobs", "1")
    assert "95 %" in shown


def test_faults_and_the_log_are_shown(tmp_path: Path) -> None:
    bot = command(tmp_path, bad_bot("sys.exit('I can [not] go on')"))
    shown = printed("arena", bot, "greedy", "--rounds", "2", "--jobs", "1")
    assert "the bot is not running: it closed its standard output (exit code 1)" in shown
    assert "I can [not] go on" in shown


def test_our_own_bot_plays_through_the_protocol_as_it_does_without() -> None:
    """`greedy` needs no chance: over pipes it must do exactly the same."""
    bot = f"cmd:{shlex.quote(sys.executable)} -m haggis bot greedy"
    said = answer("arena", bot, "greedy", *QUICK, "--millis", "60000")
    assert said["difference"]["mean"] == 0
    assert [seat["faults"] for seat in said["seats"]] == [0, 0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["arena", "greedy", "nobody"], "no player"),
        (["arena", "greedy"], "name 2 players for a table of 2, not 1"),
        (["arena", "greedy", "random", "--rounds", "2", "--games", "2"], "not of both"),
        (["arena", "greedy", "random", "--rounds", "0"], "Invalid value for '--rounds': "),
        (["arena", "greedy", "random", "--millis", "9", "--nodes", "9"], "by --millis or by --nodes, not by both"),
        (["arena", "strong", "greedy", "--nodes", "10000000000000"], "Invalid value for '--nodes': "),
        (["arena", "strong", "greedy", "--millis", "3600001"], "Invalid value for '--millis': "),
        (["arena", "greedy", "random", "--sprt", "5", "1"], "the lower first"),
        (["arena", "greedy", "random", "--plot", "picture.jpeg"], "a plot's name ends in"),
        (["arena", "greedy", "random", "--plot", "no/such/place.png"], "no directory"),
        (["arena", "greedy", "random", "--record", "no/such/place.jsonl"], "No such file"),
        (["arena", "greedy", "random", "random", "--preset", "duel"], "2 players"),
        (["arena", "greedy", "cmd:no-such-program"], "no program"),
        (["arena", "greedy", "random", "--jobs", "2", "--ray", "local"], "by --jobs here or on a cluster by --ray"),
        (["arena", "greedy", "cmd:cat", "--ray", "local"], "cmd:cat runs on this machine only, not on a Ray cluster"),
        (["ladder", "greedy", "greedy"], "named twice"),
        (["ladder", "greedy", "random", "--players", "3"], "at least 3 players"),
    ],
)
def test_bad_input_is_one_sentence(
    arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["haggis", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    said = capsys.readouterr()
    assert (end.value.code, said.out) == (2, "")
    assert len(said.err.strip().splitlines()) == 1
    assert words in said.err


def test_names_are_printed_as_they_are() -> None:
    """Not as emoji, nor as markup: a colon after `cmd:cat` would make a cat of it."""
    assert "greedy minus cmd:cat: " in printed("arena", "greedy", "cmd:cat", "--rounds", "2")


def test_other_commands_do_not_wait_for_numpy() -> None:
    code = "import sys, haggis.cli; assert 'numpy' not in sys.modules and 'matplotlib' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_json_is_one_object_on_one_line() -> None:
    assert isinstance(json.loads(printed("arena", "greedy", "random", *QUICK, "--json")), dict)
