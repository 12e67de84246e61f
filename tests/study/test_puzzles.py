"""The puzzles of the package: enough, different, proved; and how somebody does with them."""

from __future__ import annotations

import datetime
import random
from statistics import fmean

import pytest

from haggis.rules import HaggisError, Pass, Play, Round
from haggis.study.endings import possible_deals
from haggis.study.puzzle_making import is_proved, rating_of
from haggis.study.puzzle_progress import START, PuzzleProgress
from haggis.study.puzzles import KINDS, Kind, Puzzle, all_puzzles, puzzle, puzzle_of_the_day

SAMPLE = 4


def sample(kind: Kind) -> list[Puzzle]:
    some = [each for each in all_puzzles() if each.kind == kind and each.deals < 60]
    return random.Random(7).sample(some, SAMPLE)


def test_there_are_500_different_puzzles_of_every_kind() -> None:
    assert len(all_puzzles()) >= 500
    assert len({each.name for each in all_puzzles()}) == len(all_puzzles())
    assert {each.kind for each in all_puzzles()} == set(KINDS)


def test_every_puzzle_is_a_position_with_a_legal_solution() -> None:
    for each in all_puzzles():
        state = each.state
        assert state.ask == "turn"
        assert state.verify(each.solution) == each.solution
        assert each.points >= each.second + 3
        assert 0.1 <= each.fails <= 1
        assert each.rating == rating_of(each.fails)


@pytest.mark.parametrize("kind", KINDS)
def test_a_sample_is_proved_again(kind: Kind) -> None:
    assert all(is_proved(each) for each in sample(kind))


def test_a_wrong_solution_is_not_proved() -> None:
    (right, *_) = sample("open")
    wrong = next(action for action in right.state.legal_actions() if action != right.solution)
    assert not is_proved(Puzzle.from_json(right.to_json() | {"solution": str(wrong)}))


def against_who_passes(state: Round, seat: int) -> int:
    """How far ahead a seat ends that plays as many cards as it can, if its rival never beats anything."""
    while not state.over:
        plays = [action for action in state.legal_actions() if isinstance(action, Play)]
        passes = state.trick and (state.turn != seat or not plays)
        state = state.apply(Pass(state.turn) if passes else max(plays, key=lambda play: len(play.cards)))
    return state.scores[seat].total - state.scores[1 - seat].total


def test_what_is_guaranteed_is_no_limit_if_the_other_errs() -> None:
    """So no more is said of a hidden puzzle than that its solution guarantees most (docs/study.md)."""
    easy = next(each for each in all_puzzles() if each.kind == "hidden" and each.state.players == 2)
    others = [action for action in easy.state.legal_actions() if action != easy.solution and isinstance(action, Play)]
    deals = list(possible_deals(easy.state, easy.state.turn))
    means = [fmean(against_who_passes(deal.apply(action), easy.state.turn) for deal in deals) for action in others]
    assert max(means) > easy.second + 3


def test_only_the_solution_solves_a_puzzle() -> None:
    for each in sample("hidden"):
        solved = [action for action in each.state.legal_actions() if each.is_solved_by(action)]
        assert solved == [each.solution]
        with pytest.raises(HaggisError):
            each.is_solved_by(Pass(1 - each.view.seat))


def test_a_puzzle_is_found_by_its_name_and_survives_json() -> None:
    first = all_puzzles()[0]
    assert puzzle(first.name) is first
    assert Puzzle.from_json(first.to_json()) == first
    with pytest.raises(HaggisError, match="there is no puzzle 'x'"):
        puzzle("x")


def test_no_puzzle_of_the_day_comes_twice_before_all_have_come() -> None:
    days = [datetime.date(2026, 1, 1) + datetime.timedelta(days=day) for day in range(len(all_puzzles()))]
    assert len({puzzle_of_the_day(day).name for day in days}) == len(days)
    assert puzzle_of_the_day(days[0]) == puzzle_of_the_day(datetime.date(2026, 1, 1))


# --- progress ---


def test_a_rating_rises_with_what_is_solved_and_most_with_what_is_hard() -> None:
    easy, *_, hard = sorted(all_puzzles(), key=lambda each: each.rating)
    start = PuzzleProgress()
    after_hard, after_easy = start.after(hard, solved=True), start.after(easy, solved=True)
    assert after_hard.rating > after_easy.rating > START
    assert start.after(easy, solved=False).rating < START - 20
    assert after_hard.after(hard, solved=False) == after_hard  # only the first answer counts


def test_a_streak_ends_with_a_failure() -> None:
    progress = PuzzleProgress()
    for each, solved in zip(all_puzzles(), (True, True, False, True), strict=False):
        progress = progress.after(each, solved=solved)
    assert (progress.streak, progress.best_streak, progress.solved, progress.failed) == (1, 2, 3, 1)
    assert PuzzleProgress.from_json(progress.to_json()).streak == 1


def test_days_count_in_a_row() -> None:
    first = datetime.date(2026, 3, 1)
    second, fourth = first + datetime.timedelta(days=1), first + datetime.timedelta(days=3)
    progress = PuzzleProgress().after_day(first).after_day(first).after_day(second)
    assert progress.days == 2
    assert progress.after_day(fourth).days == 1


def test_the_next_puzzle_is_new_and_of_about_the_same_rating() -> None:
    progress = PuzzleProgress()
    for _ in range(30):
        chosen = progress.next_puzzle(random.Random(1), "hidden")
        assert chosen.kind == "hidden"
        assert chosen.name not in progress.seen
        progress = progress.after(chosen, solved=False)
