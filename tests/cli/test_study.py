"""`haggis review`, `hint` and `puzzle` as a user or a script meets them."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path
from typing import Any

import pytest
from running import answer, haggis, printed

from haggis.rules import Action
from haggis.study.puzzle_progress import PuzzleProgress
from haggis.study.puzzles import all_puzzles, puzzle, puzzle_of_the_day

GAMES = Path(__file__).parents[1] / "vectors" / "games.jsonl"

REVIEW = {"format", "nodes", "millis", "seed", "players", "decisions", "bets", "key_moments"}
PLAYER = {"seat", "name", "decisions", "loss", "loss_ci95", "level", "luck", "result", "adjusted"}
PLAYER |= {"luck_parts", "classes"}
DECISION = {"round", "action", "seat", "played", "best", "loss", "error", "class", "forced", "candidates", "truth"}
HINT = {"candidates", "bets", "reasons"}
CANDIDATE = {"action", "points", "error", "first_out"}
"""Programs rely on these keys."""


def actions_of(file: Path, most: int) -> None:
    """Leaves so many actions of a game of one round: it is broken off."""
    record = json.loads(file.read_text())
    first = {**record["rounds"][0], "actions": record["rounds"][0]["actions"][:most]}
    first = {key: value for key, value in first.items() if key in ("dealer", "lead", "hands", "haggis", "actions")}
    file.write_text(json.dumps(record | {"rounds": [first], "totals": [0] * len(record["totals"])}))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The first round of a game."""
    record = json.loads(GAMES.read_text().splitlines()[0])
    first = record["rounds"][0]
    totals = [sum(score.values()) for score in first["scores"]]
    file = tmp_path / "game.jsonl"
    kept = {key: value for key, value in record.items() if key != "winner"}
    file.write_text(json.dumps(kept | {"rounds": [first], "totals": totals}) + "\n")
    return file


def test_a_review_as_json(game: Path) -> None:
    told = answer("review", str(game), "--nodes", "100")
    assert set(told) == REVIEW
    assert [set(each) for each in told["players"]] == [PLAYER, PLAYER]
    assert all(each["level"] for each in told["players"])
    assert told["decisions"]
    assert [each for each in told["decisions"] if set(each) != DECISION] == []
    assert answer("review", str(game), "--nodes", "100") == told
    assert answer("review", str(game), "--nodes", "100", "--seed", "2") != told


def test_a_review_for_people_and_as_a_page(game: Path, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    said = printed("review", str(game), "--nodes", "100", "--html", str(page))
    assert "lost each" in said
    assert "▁" in said
    html = page.read_text()
    assert html.startswith("<!doctype html>")
    assert "http" not in html
    assert "<script" not in html
    assert html.count("<rect") > 10
    assert html.count("<table") == 2
    assert html.count("<div class='wide' tabindex='0'><table") == 1  # the page itself is never moved sideways
    players = html.partition("<table class='players'>")[2].partition("</table>")[0]
    rows = re.findall(r"<tr>(.*?)</tr>", players)
    titles = ["decisions", "points lost each", "95 %", "plays like", "result", "luck", "adjusted"]
    assert re.findall(r"<th scope='row'>(.*?)</th>", players) == titles
    assert [row.count("<td") + row.count("<th") for row in rows] == [3] * 8, "a column a player: whole on a phone"
    for part in ("What cost most", "Bets", "Every decision", "as the cards lay", "100 nodes a decision"):
        assert part in html
    assert html.count(": the deal ") == said.count(": the deal ") == 2, "where each result came from"
    assert html.count(", others&#x27; play ") == said.count(", others' play ") == 2
    for told in (html, said):
        assert "Where the results came from, in points ahead of the other:" in told
        assert "they are not the sums of the losses above" in " ".join(told.split())
        assert "own mistakes" not in told
    assert html.count("<p class='truth'>As the cards lay, it") == html.count("Best with all hands known: ") == 3


def test_key_moments_are_told_in_words_of_whom_and_what(game: Path) -> None:
    said = printed("review", str(game), "--nodes", "100")
    truths = [line for line in said.replace("\n", " ").split("Round ")[1:] if "  As the cards lay, it" in line]
    assert len(truths) == 3
    assert all("Best with all hands known: " in line for line in truths)
    lines = [line for line in said.splitlines() if line.startswith("  then   ")]
    assert lines
    assert all(" plays " in line or " passes" in line for line in lines)


def test_error_bars_are_two_standard_errors_for_people_and_one_in_json(game: Path, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    said = printed("review", str(game), "--nodes", "100", "--html", str(page))
    told = answer("review", str(game), "--nodes", "100")
    judged = {(each["round"], each["action"]): each for each in told["decisions"]}
    for moment in told["key_moments"]:
        of = judged[moment["round"], moment["action"]]
        assert (moment["error"], moment["class"]) == (pytest.approx(of["error"], abs=0.006), of["class"])
        words = f"loses {of['loss']:.1f} ± {2 * of['error']:.1f} points"
        assert words in said
        assert words in page.read_text()
        assert f"<td class=n>{of['loss']:.1f}</td><td class=n>{2 * of['error']:.1f}</td>" in page.read_text()
    assert said.count("± is two standard errors") == page.read_text().count("± is two standard errors") == 1
    hinted = ("hint", str(game), "--round", "1", "--action", "4", "--nodes", "100")
    errors = [each["error"] for each in answer(*hinted)["candidates"]]
    first, *rows = [line.split() for line in printed(*hinted).splitlines()[: len(errors) + 2]]
    assert first == ["action", "points", "±", "95", "%", "first", "out"]
    shown = [float(row[-2]) for row in rows[1:]]
    assert shown == [pytest.approx(2 * error, abs=0.06) for error in errors]


def test_a_pass_is_called_pass_wherever_it_is_one_of_several(game: Path, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    printed("review", str(game), "--nodes", "20", "--html", str(page))
    assert "<td>pass</td>" in page.read_text()
    assert "<td>passes</td>" not in page.read_text()
    hints = printed("hint", str(game), "--round", "1", "--action", "6", "--nodes", "100")
    assert "\npass " in hints
    assert "passes" not in hints


def test_it_is_said_that_levels_compare_only_at_the_default_budget(game: Path, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    said = printed("review", str(game), "--nodes", "20", "--html", str(page))
    for told in (said, page.read_text()):
        assert "Levels compare only at 1000 nodes a decision" in " ".join(told.split())
    assert "it compares only at these" in " ".join(printed("review", "--help").split())


def test_too_few_decisions_to_name_a_level_are_said_to_be(game: Path, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    actions_of(game, 6)
    said = printed("review", str(game), "--nodes", "20", "--html", str(page))
    assert said.count(": too few decisions to name a level") == 2
    assert page.read_text().count("<td class=n>too few decisions to name a level</td>") == 2
    assert {each["level"] for each in answer("review", str(game), "--nodes", "20")["players"]} == {""}


def test_where_no_round_is_finished_no_result_is_told(game: Path, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    whole = printed("review", str(game), "--nodes", "20")
    actions_of(game, 12)
    broken = printed("review", str(game), "--nodes", "20", "--html", str(page))
    assert re.search("result +luck +adjusted", whole)
    for told in (broken, page.read_text()):
        assert "No round is finished: there is no result yet." in told
        for part in ("adjusted", "the deal", "+0.0", "with its sign", "others' play", "others&#x27; play"):
            assert part not in told
    assert "lost each" in broken
    assert {each["result"] for each in answer("review", str(game), "--nodes", "20")["players"]} == {0.0}


def test_several_games_are_told_apart(game: Path) -> None:
    game.write_text(2 * game.read_text())
    said = printed("review", str(game), "--nodes", "20")
    assert [f"Game {number}: " in said for number in (1, 2, 3)] == [True, True, False]


def test_a_name_can_do_no_harm_to_the_page(game: Path, tmp_path: Path) -> None:
    record = json.loads(game.read_text()) | {"seats": ["<script>alert(1)</script>", "[red]Bob[/red]"]}
    game.write_text(json.dumps(record))
    page = tmp_path / "review.html"
    said = printed("review", str(game), "--nodes", "50", "--html", str(page))
    assert "<script" not in page.read_text()
    assert "[red]Bob[/red]" in said.replace("\n", "")


STRANGE = ("red\u202e\u3164\u2066", "Ann" + "n" * 400)


def test_a_name_can_do_no_harm_to_the_terminal(game: Path) -> None:
    """Marks that turn the writing round, blank letters, overlong names; escapes are refused with the record."""
    record = json.loads(game.read_text()) | {"seats": STRANGE}
    game.write_text(json.dumps(record))
    commands = (("review",), ("hint", "--round", "1", "--action", "4"))
    for command, *place in commands:
        said = printed(command, str(game), *place, "--nodes", "50")
        assert "".join(said.split()).isprintable()
        assert "\u3164" not in said
        assert "n" * 30 not in said.replace("\n", "")
    said = printed("review", str(game), "--nodes", "50")
    assert "red\ufffd\ufffd\ufffd: " in said
    assert f"Ann{'n' * 20}…: " in said
    assert max(map(len, said.splitlines()[:5])) <= 80
    told = answer("review", str(game), "--nodes", "50")
    assert [each["name"] for each in told["players"]] == list(STRANGE), "programs get names as they are"


def test_a_hint_as_json_and_for_people(game: Path) -> None:
    last = str(len(json.loads(game.read_text())["rounds"][0]["actions"]))
    for action in ("1", last):
        told = answer("hint", str(game), "--round", "1", "--action", action, "--nodes", "200")
        assert set(told) == HINT
        assert [each for each in told["candidates"] if set(each) != CANDIDATE] == []
        points = [each["points"] for each in told["candidates"]]
        assert points == sorted(points, reverse=True)
    assert told["reasons"][0].startswith("It goes out")
    assert "first out" in printed("hint", str(game), "--round", "1", "--action", "1", "--nodes", "200")


def test_a_record_that_does_not_hold_is_refused_or_taken_as_far_as_it_holds(game: Path) -> None:
    record = json.loads(game.read_text())
    record["rounds"][0]["actions"][6] = "0 play 2r 2r"
    game.write_text(json.dumps(record))
    done = haggis("review", str(game), "--nodes", "50")
    assert done.returncode == 2
    assert "line 1: round 1, action 7: " in done.stderr
    partial = haggis("review", str(game), "--nodes", "50", "--partial", "--json")
    assert partial.returncode == 0
    assert "line 1: round 1, action 7: " in partial.stderr
    assert max(each["action"] for each in json.loads(partial.stdout)["decisions"]) <= 6


def test_a_line_that_is_no_game_is_left_out_and_counts(game: Path) -> None:
    text = game.read_text()
    game.write_text(f'nonsense\n{{"format": 7}}\n{text}')
    refused = haggis("review", str(game), "--nodes", "20")
    assert (refused.returncode, "line 1: this is not JSON" in refused.stderr) == (2, True)
    taken = haggis("review", str(game), "--nodes", "20", "--partial", "--json")
    assert taken.returncode == 0
    assert len(taken.stdout.splitlines()) == 1
    assert "line 1: this is not JSON" in taken.stderr
    assert "line 2: this is not a game record" in taken.stderr
    assert "first out" in printed("hint", str(game), "--game", "3", "--round", "1", "--action", "1", "--nodes", "20")
    game.write_text('nonsense\n{"format": 7}\n')
    nothing = haggis("review", str(game), "--partial")
    assert (nothing.returncode, "line 1: this is not JSON" in nothing.stderr) == (2, True)


def test_text_in_another_encoding_is_refused_with_its_place(game: Path) -> None:
    game.write_bytes(b'\n{"format": "haggis-record/1", "seats": ["Zo\xeb", "Bob"]}\n')
    for command in (("review",), ("hint", "--round", "1", "--action", "1"), ("solve", "--round", "1", "--action", "1")):
        done = haggis(command[0], str(game), *command[1:])
        assert done.returncode == 2
        assert done.stderr == f"haggis: {game} is not UTF-8 text: byte 0xeb in line 2\n"


def test_mistakes_are_sentences(game: Path) -> None:
    for words, said in (
        (("hint", str(game), "--round", "9", "--action", "1"), "there is no round 9"),
        (("hint", str(game), "--round", "1", "--action", "1", "--game", "2"), "no game 2"),
        (("review", str(game), "--nodes", "50", "--millis", "5"), "not both"),
        (("puzzle", "nonsense"), "no puzzle 'nonsense'"),
        (("puzzle", "--kind", "chess", "--answer", "pass"), "no kind 'chess'"),
    ):
        done = haggis(*words)
        assert done.returncode == 2
        assert said in done.stderr
        assert "Traceback" not in done.stderr


# --- puzzles ---


def test_a_hand_of_one_card_is_counted_as_one() -> None:
    name = next(each.name for each in all_puzzles() if each.view.seat == 0 and each.view.counts[1] == 1)
    assert "seat 1: 1 card " in printed("puzzle", name)


def listed() -> list[dict[str, object]]:
    return [json.loads(line) for line in printed("puzzle", "--list", "--json").splitlines()]


def test_a_puzzle_is_asked_and_answered(tmp_path: Path) -> None:
    kept = str(tmp_path / "progress.json")
    name = str(listed()[0]["name"])
    given = answer("puzzle", name, "--progress", kept)
    assert given["solution"] is None
    said = printed("puzzle", name, "--progress", kept, typed="moves\n\nnonsense\npass as\n")
    assert f"Puzzle {name}" in said
    assert "'0 play '" not in said  # an empty line asks again
    assert "'1 play '" not in said
    assert not Path(kept).exists()  # nothing was answered
    wrong_or_right = haggis("puzzle", name, "--progress", kept, typed=f"{moves(said)[0]}\n")
    assert wrong_or_right.returncode == 0
    assert "Your rating" in wrong_or_right.stdout
    assert json.loads(Path(kept).read_text())["seen"] == [name]


def moves(said: str) -> list[str]:
    return [line.strip("> ") for line in said.splitlines() if " as " in line and line.startswith(("  ", "> "))]


@pytest.mark.parametrize("kind", ["hidden", "opening"])
def test_no_hidden_card_is_told_before_the_answer(kind: str) -> None:
    name = str(next(each["name"] for each in listed() if each["kind"] == kind))
    said = printed("puzzle", name, "--json")
    told = set(re.findall(r"\b[2-9T][royg]\b", said))
    assert told
    assert told.isdisjoint(str(puzzle(name).view.unseen).split())
    assert {"points", "second"}.isdisjoint(json.loads(said))


def test_of_a_hidden_puzzle_no_more_is_said_than_is_proved(tmp_path: Path) -> None:
    name = str(next(each["name"] for each in listed() if each["kind"] == "hidden"))
    said = printed("puzzle", name, "--progress", str(tmp_path / "progress.json"), typed="moves\n")
    assert "Which play guarantees most against one who sees all?" in said
    answered = printed("puzzle", name, "--progress", str(tmp_path / "progress.json"), "--answer", moves(said)[0])
    assert "points on average with open cards; the next best" in answered.replace("\n", " ")


def test_what_a_wrong_answer_leads_to_is_said(tmp_path: Path) -> None:
    some = next(each for each in all_puzzles() if each.kind == "open")
    wrong = next(action for action in some.state.legal_actions() if action != some.solution)
    given = ("puzzle", some.name, "--progress", str(tmp_path / "kept.json"), "--answer", str(wrong)[2:])
    assert re.search(r"\nYours, .*: [+-][0-9]+ points in the end\n", printed(*given))
    told = answer(*given)["yours"]
    assert told["points"] <= some.second
    assert told["behind"] == some.points - told["points"]
    right = (*given[:-1], str(some.solution)[2:])
    assert answer(*right)["yours"] is None


def test_a_second_answer_to_the_puzzle_of_the_day_does_not_count(tmp_path: Path) -> None:
    kept = tmp_path / "progress.json"
    daily = puzzle_of_the_day(datetime.datetime.now(tz=datetime.UTC).date())
    wrong = next(action for action in daily.state.legal_actions() if action != daily.solution)

    def answered(action: Action) -> dict[str, Any]:
        words = str(action).removeprefix(f"{action.seat} ")
        told: dict[str, Any] = answer("puzzle", daily.name, "--progress", str(kept), "--answer", words)["progress"]
        return told

    first = answered(wrong)
    assert answered(daily.solution) == first
    kept.write_text(json.dumps(PuzzleProgress(seen=(daily.name,)).to_json()))
    assert answered(daily.solution)["days"] == 1, "it was met on an earlier day"


def test_broken_progress_is_said_to_be(tmp_path: Path) -> None:
    kept = tmp_path / "progress.json"
    kept.write_text("[1]")
    done = haggis("puzzle", "--day", "--answer", "pass", "--progress", str(kept))
    assert done.returncode == 2
    assert "delete it to begin anew" in done.stderr
