"""Training finds better numbers and says how sure that is."""

from __future__ import annotations

from haggis.arena.training import train
from haggis.engine.evaluation import tuned_weights
from haggis.rules import preset

RULES = preset("standard", players=2).with_rule("bets", "none")


def no_weights() -> list[int]:
    """An evaluation to which everything is the same."""
    return [0] * len(tuned_weights(2))


def test_even_weights_of_zero_get_better_on_fresh_deals() -> None:
    exams = list(train(RULES, no_weights(), generations=12, deals=60, seed=1, every=6))
    assert [exam.generation for exam in exams] == [6, 12]
    low, _ = exams[-1].against_start.ci95 or (0, 0)
    assert low > 0
    assert any(exam.passed for exam in exams)


def test_the_same_seed_is_the_same_training() -> None:
    one, other = (list(train(RULES, tuned_weights(2), generations=2, deals=20, seed=3, every=1)) for _ in range(2))
    assert one == other


def test_a_training_that_is_taken_up_again_counts_on_and_sees_other_deals() -> None:
    first, again = (
        next(train(RULES, tuned_weights(2), generations=1, deals=20, seed=3, every=1, begun=begun)) for begun in (0, 5)
    )
    assert (first.generation, again.generation) == (1, 6)
    assert first.weights != again.weights
