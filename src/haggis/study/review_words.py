"""What a review says in words, in the terminal and on its page of HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from haggis.rules import Action, Give, Pass
from haggis.rules.sentences import Sentence
from haggis.rules.words import hint_words

from .budget import NODES, Budget
from .english import say
from .review import BetDecision, PlayerReview
from .truth import Truth

SAME = 0.05
"""Points: a smaller difference is none."""
BARS = 2
"""Standard errors that an error bar has on each side, wherever people see one: about 95 %."""
COUNTED = ("inaccuracy", "mistake", "blunder")


def choice_words(action: Action, names: Sequence[str]) -> Sentence:
    """The action as one of several to choose from: `run 7-8-9 (7r 8r J)`, `pass`."""
    match action:
        case Pass():
            return say("choice.pass")
        case Give(_, to):
            return say("choice.give", to=names[to])
        case _:
            return hint_words(action, names)


def truth_words(truth: Truth) -> Sentence:
    """What happened to be true, beside the judgement."""
    if abs(truth.loss) < SAME:
        return say("review.truth-same")
    return say("review.truth-worse" if truth.loss > 0 else "review.truth-better", points=f"{abs(truth.loss):.1f}")


def best_words(truth: Truth, names: Sequence[str]) -> Sentence:
    """What would have been best if all hands had been known."""
    return say("review.truth-best", action=choice_words(truth.best, names))


def luck_head(players: int) -> Sentence:
    """What a result is, above where each came from."""
    return say("review.luck-of-two" if players == 2 else "review.luck-of-three")


def luck_words(player: PlayerReview) -> Sentence:
    """Where a result came from: `Ann, +29: the deal +12.0, the lead -9.0, ...`."""
    luck = player.luck
    parts = {"deal": luck.deal, "lead": luck.lead, "given": luck.given, "own": -luck.own, "rest": luck.rest}
    signed = {part: f"{round(points, 1) + 0.0:+.1f}" for part, points in parts.items()}
    return say("review.luck", name=player.name, result=f"{luck.result:+.0f}", **signed)


def no_result_words() -> Sentence:
    """Of a game in which no round is finished: nothing was measured."""
    return say("review.no-result")


def play_words() -> Sentence:
    """Why two parts of a result are not the losses."""
    return say("review.play")


def error_bar(error: float) -> str:
    """What stands behind the sign of plus or minus; JSON tells the standard error itself."""
    return f"{BARS * error:.1f}"


def loss_words(loss: float, error: float) -> Sentence:
    """Points lost and how sure that is: `22.3 ± 4.1`."""
    return say("review.loss", loss=f"{loss:.1f}", bar=error_bar(error))


def bars_words() -> Sentence:
    """What all error bars mean."""
    return say("review.bars")


def bet_words(decision: BetDecision, names: Sequence[str]) -> Sentence:
    """Of a bet that was not fine."""
    judged = decision.judgement
    return say(
        "review.bet",
        round=decision.round_number,
        name=names[decision.seat],
        did=say("review.did-bet", amount=judged.amount) if judged.amount else say("review.did-not-bet"),
        better=say("review.better-bet", amount=judged.best) if judged.best else say("review.better-no-bet"),
        chance=f"{judged.chance:.0%}",
        loss=f"{judged.loss:.1f}",
    )


def class_words(classes: Mapping[str, int]) -> Sentence:
    """How many decisions were not fine: `1 mistake, 2 blunders`."""
    found = tuple(say(f"review.count-{kind}", count=classes[kind]) for kind in COUNTED if classes[kind])
    return say("review.counts", counts=found) if found else say("review.all-fine")


def budget_words(budget: Budget) -> Sentence:
    if budget.millis is not None:
        return say("review.by-time", millis=budget.millis, seed=budget.seed)
    return say("review.by-nodes", nodes=budget.nodes, seed=budget.seed)


def like_words(player: PlayerReview) -> str:
    """The level that plays like that, or why none is named."""
    return player.level or say("review.no-level")


def level_words(budget: Budget) -> Sentence | None:
    """That levels don't compare; None with the budget that they were measured with."""
    usual = budget.millis is None and budget.nodes == NODES
    return None if usual else say("review.levels", nodes=NODES)
