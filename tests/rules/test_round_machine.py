"""A round driven by Hypothesis: any ruleset, any order of bets, plays, passes, gives and mistakes."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from haggis.rules import Action, Bet, Cards, Give, HaggisError, Pass, Play, Round, Ruleset, readings
from haggis.rules.cards import COURTS, DECK, number_cards
from haggis.rules.deal import shuffled
from tests.rules.strategies import random_action, rulesets

a_seat = st.integers(0, 2)
an_amount = st.sampled_from((-15, 0, 1, 10, 15, 20, 30))


def in_play(machine: RoundMachine) -> bool:
    return not machine.state.over


class RoundMachine(RuleBasedStateMachine):
    """The round under test, and beside it the little that a player at the table would remember."""

    state: Round
    ruleset: Ruleset

    @initialize(ruleset=rulesets(), seed=st.integers(0, 2**32))
    def deal(self, ruleset: Ruleset, seed: int) -> None:
        self.ruleset = ruleset
        self.rng = random.Random(seed)
        lead = self.rng.randrange(ruleset.players)
        self.state = Round.start(ruleset, shuffled(ruleset.players, (lead - 1) % ruleset.players, lead, self.rng))
        self.bets: dict[int, int] = {}
        self.have_played: set[int] = set()

    # --- legal ---

    def act(self, action: Action) -> None:
        """Apply a legal action and remember what everybody at the table sees."""
        before = self.state
        self.state = before.apply(action)
        assert before.actions == self.state.actions[:-1], "the old state is still the old state"
        if isinstance(action, Bet):
            self.bets[action.seat] = action.amount
        if isinstance(action, Play):
            self.have_played.add(action.seat)
            assert before.on is None or action.combo.reading.beats(before.on)

    @precondition(in_play)
    @rule(place=st.integers(0, 10_000))
    def do_something_legal(self, place: int) -> None:
        actions = self.state.legal_actions()
        assert actions, "somebody can always act until the round is over"
        self.act(actions[place % len(actions)])

    @precondition(in_play)
    @rule(steps=st.integers(5, 15))
    def play_on(self, steps: int) -> None:
        for _ in range(steps):
            if not self.state.over:
                self.act(random_action(self.state, self.rng))

    # --- bets, in and out of turn ---

    @rule(seat=a_seat, amount=an_amount)
    def bet(self, seat: int, amount: int) -> None:
        if self.may_bet(seat, amount):
            self.act(Bet(seat, amount))
        else:
            self.is_refused(Bet(seat, amount))

    def may_bet(self, seat: int, amount: int) -> bool:
        """Whether the bet is legal by what the table remembers."""
        hands = [len(hand) for hand in self.state.hands]
        late = hands.count(0) >= (1 if self.ruleset.bet_wins == "out" else self.ruleset.players - 1)
        fresh = seat < self.ruleset.players and seat not in self.bets and seat not in self.have_played
        return fresh and not late and bool(self.ruleset.bets) and amount in (0, *self.ruleset.bets)

    # --- mistakes ---

    def is_refused(self, action: Action) -> None:
        before = repr(self.state)
        try:
            self.state.apply(action)
        except HaggisError as error:
            complaint = str(error)
        else:
            raise AssertionError(f"{action} should be refused")
        assert complaint
        assert not self.state.can(action)
        assert repr(self.state) == before

    @rule(seat=a_seat)
    def pass_or_be_refused(self, seat: int) -> None:
        may = self.state.ask == "turn" and seat == self.state.turn and bool(self.state.trick)
        (self.act if may else self.is_refused)(Pass(seat))

    @rule(seat=a_seat, to=a_seat)
    def give_or_be_refused(self, seat: int, to: int) -> None:
        may = self.state.ask == "give" and seat == self.state.turn and to != seat and to < self.ruleset.players
        (self.act if may else self.is_refused)(Give(seat, to))

    @rule(seat=a_seat, cards=st.sets(st.sampled_from(DECK), max_size=4).map(Cards), place=st.integers(0, 10))
    def play_cards_at_random(self, seat: int, cards: Cards, place: int) -> None:
        """Cards that are often not held and seldom a combination, with a reading if they have one."""
        found = readings(cards, self.ruleset)
        play = Play(seat, cards, found[place % len(found)] if found else None)
        may = play in self.state.legal_actions()
        (self.act if may else self.is_refused)(play)

    # --- what always holds ---

    @invariant()
    def cards_are_conserved(self) -> None:
        captured = [cards for pile in self.state.captured for cards in pile]
        piles = [*self.state.hands, *captured, *(play.cards for play in self.state.trick), self.state.deal.haggis]
        deck = [*number_cards(self.ruleset.suits), *(list(COURTS) * self.ruleset.players)]
        assert Counter(card for pile in piles for card in pile) == Counter(deck)

    @invariant()
    def bets_are_as_announced(self) -> None:
        assert self.state.bets == tuple(self.bets.get(seat) for seat in range(self.ruleset.players))

    @invariant()
    def somebody_with_cards_is_to_act(self) -> None:
        assert self.state.ask != "turn" or self.state.hands[self.state.turn]

    @invariant()
    def the_round_ends_when_one_player_holds_cards(self) -> None:
        assert set(self.state.out) == set(range(self.ruleset.players)) - set(self.state.holders())
        assert self.state.over == (len(self.state.holders()) == 1 and self.state.ask != "give")

    @invariant()
    def points_add_up(self) -> None:
        """At the end all card points are scored but those that the rules give to nobody."""
        if not self.state.over:
            assert {line.cause for line in self.state.lines} <= {"hand"}
            return
        (last,) = self.state.holders()
        unscored = [self.state.deal.haggis] if self.ruleset.haggis == "nobody" else []
        unscored += [self.state.hands[last]] if self.ruleset.leftovers == "nobody" else []
        whole = self.worth([number_cards(self.ruleset.suits), *[COURTS] * self.ruleset.players])
        assert sum(score.cards for score in self.state.scores) == whole - self.worth(unscored)
        assert self.state.legal_actions() == []

    def worth(self, piles: list[Cards]) -> int:
        values = {3: 1, 5: 1, 7: 1, 9: 1, 11: 2, 12: 3, 13: 5}
        flat = self.ruleset.points == "flat"
        return sum(1 if flat else values.get(card.rank, 0) for pile in piles for card in pile)


TestRoundMachine = RoundMachine.TestCase
TestRoundMachine.settings = settings(max_examples=60, stateful_step_count=30)
