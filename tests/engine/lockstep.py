"""Random rounds played on both sides at once, compared after every action.

Used by the tests and by `tests/soak/differential.py`. The engine's round and the rules' round get the
same actions; whatever one of them says about the position, the other must say too.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from haggis import _native
from haggis.engine.convert import CARD_BITS, action_to_native, apply_native, combo_from_word, start_to_native
from haggis.engine.convert import reading_to_code as code
from haggis.rules import Action, Give, HaggisError, Pass, Play, Round, Ruleset, preset
from haggis.rules.deal import shuffled
from haggis.rules.position import write_position
from haggis.rules.ruleset import PRESET_PLAYERS

PAIRS = [(name, players) for name, seats in PRESET_PLAYERS.items() for players in seats]
"""Every preset with every number of players that it is for."""

BET_CHANCE = 0.1
PASS_CHANCE = 0.25  # more than by pure chance: tricks end sooner, rounds last longer
PHASES = {"turn": "play", "give": "give", "over": "over"}


class Disagreement(AssertionError):
    """The two readings of the rules differ; the message holds the position."""


class Lockstep:
    """One random round on both sides."""

    def __init__(self, rules: Ruleset, rng: random.Random) -> None:
        lead = rng.randrange(rules.players)
        self.rng = rng
        self.rules = Round.start(rules, shuffled(rules.players, (lead - 1) % rules.players, lead, rng))
        self.native = start_to_native(rules, self.rules.deal)

    def positions(self) -> Iterator[Round]:
        """Every position of the round, compared; the last one has been scored."""
        while not self.rules.over:
            self.compare(plays := sorted(self.native.plays().tolist()))
            yield self.rules
            self.act(self.choose(plays))
        self.compare([])
        self.compare_scores()
        yield self.rules

    def choose(self, plays: list[int]) -> Action:
        """A random action; now and then somebody, in turn or not, places a bet first."""
        bets = [bet for seat in range(self.rules.players) for bet in self.rules.legal_bets(seat)]
        if bets and self.rng.random() < BET_CHANCE:
            return self.rng.choice(bets)
        return random_action(self.native, plays, self.rng)

    def act(self, action: Action) -> None:
        """The same action on both sides, which both must accept."""
        try:
            after = self.rules.apply(action), apply_native(self.native, action_to_native(action))
        except HaggisError as error:
            raise self.disagreement(f"{action} is refused: {error}") from error
        self.rules, self.native = after

    def act_unchecked(self, action: Action) -> None:
        """Like `act`, where only the engine need check the action."""
        self.rules = self.rules.apply_unchecked(action)
        self.native = apply_native(self.native, action_to_native(action))

    def compare(self, plays: list[int]) -> None:
        """Plays, turn, phase, what may be given and bet, hands, and the reading to beat."""
        state, said = self.rules, self.native.state()
        mine = sorted(combo.cards.bits | code(combo.reading) << CARD_BITS for combo in state.legal_plays())
        self.demand(mine == plays, f"plays: {set(mine) ^ set(plays)}")
        self.demand(PHASES[state.ask] == said["phase"], f"phase: {state.ask}, {said['phase']}")
        self.demand([hand.bits for hand in state.hands] == said["hands"], "hands")
        self.demand(list(state.out) == said["out"], f"out: {state.out}, {said['out']}")
        self.demand([-1 if bet is None else bet for bet in state.bets] == said["bets"], "bets")
        if not state.over:
            self.demand(state.turn == said["turn"], f"turn: {state.turn}, {said['turn']}")
            self.demand(code(state.on) == said["top"], f"to beat: {state.on}, {said['top']}")
            self.compare_choices()

    def compare_choices(self) -> None:
        """Passes, gives and bets, asked of the engine by trying them (a refusal costs time: one will do)."""
        state = self.rules
        self.demand(state.can(Pass(state.turn)) == accepted(self.native.pass_turn), "pass")
        for seat in range(state.players) if state.ask == "give" else [self.rng.randrange(state.players)]:
            mine = state.can(Give(state.turn, seat))
            self.demand(mine == accepted(lambda to=seat: self.native.give(to)), f"give to {seat}")
        for seat in range(state.players):
            amounts = {bet.amount for bet in state.legal_bets(seat)}
            tried = {0, 1, 15, 30} if amounts else {self.rng.choice((0, 15, 30))}
            theirs = {amount for amount in tried if accepted(lambda s=seat, a=amount: self.native.bet(s, a))}
            self.demand(amounts & tried == theirs, f"bets of {seat}: {amounts}, {theirs}")

    def compare_scores(self) -> None:
        theirs = self.native.scores()
        self.demand([tuple(score) for score in self.rules.scores] == theirs, f"{self.rules.scores}, {theirs}")

    def demand(self, holds: bool, what: str) -> None:
        if not holds:
            raise self.disagreement(what)

    def disagreement(self, what: str) -> Disagreement:
        return Disagreement(f"{what}\n{json.dumps(write_position(self.rules))}")


def accepted(act: object) -> bool:
    try:
        act()  # type: ignore[operator]
    except HaggisError:
        return False
    return True


def random_action(state: _native.Round, plays: list[int], rng: random.Random) -> Action:
    """A random play, pass or give of the engine's round."""
    if state.phase == "give":
        return Give(state.turn, rng.choice([seat for seat in range(state.rules.players) if seat != state.turn]))
    if not plays or (state.top and rng.random() < PASS_CHANCE):
        return Pass(state.turn)
    return Play(state.turn, *combo_from_word(rng.choice(plays)))


def compare_positions(name: str, players: int, count: int, seed: int) -> tuple[int, int]:
    """At least so many positions of random rounds compared; how many positions and rounds they were."""
    rules, rng = preset(name, players=players), random.Random(seed)
    positions = rounds = 0
    while positions < count:
        positions += sum(1 for _ in Lockstep(rules, rng).positions())
        rounds += 1
    return positions, rounds
