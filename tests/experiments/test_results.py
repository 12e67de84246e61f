"""A result is stale once its command or the decisions of its code have changed; comments don't count."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from experiments import __main__, results
from experiments.results import Experiment, Result, code_hash, with_tables

COMMAND = "python -m experiments.one"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one file of each kind, and one experiment's results."""
    (tmp_path / "native").mkdir()
    (tmp_path / "native" / "search.cpp").write_text("int nodes = 1; // few\n")
    for layer in ("rules", "players", "arena", "engine/networks"):
        (tmp_path / "src/haggis" / layer).mkdir(parents=True)
    (tmp_path / "src/haggis/players/strong.py").write_text('"""A player."""\nnodes = 1  # few\n')
    monkeypatch.setattr(results, "ROOT", tmp_path)
    monkeypatch.setattr(results, "RESULTS", tmp_path)
    monkeypatch.setattr(results, "PAGE", tmp_path / "page.md")
    monkeypatch.setattr(results, "SIGNATURES", tmp_path / "signatures.json")
    monkeypatch.setattr(results, "commit", lambda _: "abc1234")
    results.PAGE.write_text("Before.\n\n<!-- results of one -->\n\nnothing\n\nAfter.\n")
    results.SIGNATURES.write_text("{}")
    return tmp_path


ONE = Experiment("one", {"a": COMMAND}, "points", lambda result: f"{result['points']}", writes=("native/data.cpp",))


def kept() -> Result:
    ONE.finish("a", ONE.begin(COMMAND) | {"points": 3}, dry_run=False)
    return ONE.kept()["a"]


def test_a_new_result_is_current_and_on_the_page(tree: Path) -> None:
    assert not ONE.is_stale("a", kept())
    table = f"| name | points | measured at | command |\n|---|---|---|---|\n| a | 3 | abc1234 | `{COMMAND}` |"
    assert results.PAGE.read_text() == f"Before.\n\n<!-- results of one -->\n\n{table}\n\nAfter.\n"


def test_a_dry_run_writes_nothing(tree: Path) -> None:
    before = results.PAGE.read_text()
    ONE.finish("a", ONE.begin(COMMAND) | {"points": 3}, dry_run=True)
    assert ONE.kept() == {}
    assert results.PAGE.read_text() == before


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("native/search.cpp", "int nodes = 2; // few\n"),
        ("native/more.hpp", "int more;\n"),
        ("src/haggis/players/strong.py", "nodes = 2\n"),
        ("src/haggis/rules/scoring.py", "points = 5\n"),
        ("src/haggis/arena/tally.py", "bets = 1\n"),
        ("src/haggis/engine/networks/2.bin", "another network"),
    ],
)
def test_changed_code_makes_a_result_stale(tree: Path, file: str, text: str) -> None:
    result = kept()
    (tree / file).write_text(text)
    assert ONE.is_stale("a", result)
    assert "| abc1234, **stale** |" in with_tables(results.PAGE.read_text(), [ONE])


def test_comments_docstrings_spaces_and_moved_files_change_nothing(tree: Path) -> None:
    result = kept()
    (tree / "native" / "search.cpp").write_text("// The search.\nint  nodes = 1;\n")
    (tree / "native" / "search").mkdir()
    (tree / "native" / "search.cpp").rename(tree / "native" / "search" / "search.cpp")
    (tree / "src/haggis/players/strong.py").write_text('"""A player\nwho thinks."""\n\n# Few.\nnodes = 1\n')
    assert not ONE.is_stale("a", result)


def test_what_an_experiment_writes_is_no_part_of_what_it_measures(tree: Path) -> None:
    result = kept()
    (tree / "native" / "data.cpp").write_text("int weight = 5;\n")
    assert not ONE.is_stale("a", result)
    assert code_hash(results.PLAYING) != ONE.code(COMMAND)


@pytest.mark.parametrize(("options", "stale"), [("", True), (" --rule bets=none", False)])
def test_the_calibration_of_bets_counts_where_somebody_may_bet(tree: Path, options: str, stale: bool) -> None:
    command = COMMAND + options
    experiment = Experiment("one", {"a": command}, "points", str)
    result = experiment.begin(command)
    (tree / results.CALIBRATION).write_text("stretch = 2\n")
    assert experiment.is_stale("a", result) == stale


def test_another_command_makes_a_result_stale(tree: Path) -> None:
    assert ONE.is_stale("a", kept() | {"command": f"{COMMAND} --rounds 2"})


@pytest.mark.parametrize(("before", "after", "stale"), [("s", "s", False), ("s", "t", True), ("s", None, True)])
def test_code_that_decides_the_same_keeps_results_current(
    tree: Path, before: str, after: str | None, stale: bool
) -> None:
    result = kept()
    signed = {ONE.code(COMMAND): before}
    (tree / "native" / "search.cpp").write_text("int visits = 1;\n")
    signed |= {ONE.code(COMMAND): after} if after else {}
    results.SIGNATURES.write_text(json.dumps(signed))
    assert ONE.is_stale("a", result) == stale


def test_a_result_of_unknown_version_is_stale(tree: Path) -> None:
    result = kept() | {"version": {"commit": None, "code": None}}
    assert ONE.measured("a", result) == "unknown, **stale**"


def test_a_command_is_kept_in_one_form() -> None:
    parser = results.arguments("")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--every", type=int, default=20)
    asked = parser.parse_args(["--every", "1", "--players", "3", "--dry-run", "--seed", "1"])
    assert results.as_typed("one", parser, asked) == f"{COMMAND} --players 3 --every 1"


def test_status_tells_of_every_result() -> None:
    lines = __main__.status().splitlines()
    assert len(lines) == sum(len(experiment.commands) for experiment in __main__.EXPERIMENTS)
    assert {line.split()[1] for line in lines} <= {"current", "stale", "none"}


def test_signing_forgets_code_that_no_result_needs(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(__main__, "SIGNATURES", results.SIGNATURES)
    monkeypatch.setattr(__main__, "EXPERIMENTS", [ONE])
    monkeypatch.setattr(__main__.decisions, "signature", lambda: "t")
    monkeypatch.setattr(__main__.decisions, "judging_signature", lambda: "j")
    old = kept()["version"]["code"]
    results.SIGNATURES.write_text(json.dumps({old: "s", "forgotten": "s"}))
    (tree / "native" / "search.cpp").write_text("int nodes = 3;\n")
    __main__.sign()
    assert results.signatures() == {old: "s", ONE.code(COMMAND): "t"}


def test_what_measures_judgements_is_signed_for_them_too(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree / "judging.py").write_text("nodes = 1\n")
    judging = Experiment("two", {"b": COMMAND}, "points", str, measures=(*results.PLAYING, "judging.py"))
    monkeypatch.setattr(__main__, "SIGNATURES", results.SIGNATURES)
    monkeypatch.setattr(__main__, "EXPERIMENTS", [ONE, judging])
    monkeypatch.setattr(__main__.decisions, "signature", lambda: "t")
    monkeypatch.setattr(__main__.decisions, "judging_signature", lambda: "j")
    __main__.sign()
    assert results.signatures() == {ONE.code(COMMAND): "t", judging.code(COMMAND): "t j"}
