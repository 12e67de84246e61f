"""One round: bets, tricks, bombs, going out (docs/spec/rules.md, section 3). Scoring is next door.

A `Round` never changes: `apply` returns the next one, and `events` tells what the last action
caused. `verify` raises the reason why an action is refused, `can` asks, `apply` does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from .actions import Action, Bet, Give, Pass, Play
from .cards import COURTS, Cards
from .combos import Combo, Reading, readings
from .deal import Deal, check_in_play
from .errors import AmbiguousPlay, HaggisError, IllegalAction
from .events import Event, RoundScored, Score, ScoreLine, TrickTaken, WentOut, scores
from .plays import legal_plays
from .refusals import many_readings, not_a_combination, not_that_reading, why_not_beaten
from .ruleset import Ruleset
from .scoring import hand_line, pile_points, round_lines
from .sentences import sentence

Ask = Literal["turn", "give", "over"]
T = TypeVar("T")


@dataclass(frozen=True)
class Round:
    rules: Ruleset
    deal: Deal
    hands: tuple[Cards, ...]
    turn: int
    """The seat that everybody waits for."""
    ask: Ask = "turn"
    """What it is asked: to play or pass, to give a bombed trick away, or nothing any more."""
    trick: tuple[Play, ...] = ()
    passes: int = 0
    """Passes in succession since the last play."""
    captured: tuple[tuple[Cards, ...], ...] = ()
    """For each seat the plays that it captured."""
    bets: tuple[int | None, ...] = ()
    out: tuple[int, ...] = ()
    """The seats that went out, in order."""
    lines: tuple[ScoreLine, ...] = ()
    actions: tuple[Action, ...] = ()
    events: tuple[Event, ...] = ()
    """What the last action caused."""

    @staticmethod
    def start(rules: Ruleset, deal: Deal) -> Round:
        deal.verify()
        if deal.players != rules.players:
            raise IllegalAction(sentence("game.deal-seats", players=rules.players, dealt=deal.players))
        return Round(
            rules=rules,
            deal=deal,
            hands=tuple(hand | COURTS for hand in deal.hands),
            turn=deal.lead,
            captured=((),) * rules.players,
            bets=(None,) * rules.players,
        )

    # --- looking ---

    @property
    def players(self) -> int:
        return self.rules.players

    @property
    def over(self) -> bool:
        return self.ask == "over"

    @property
    def on(self) -> Reading | None:
        """The reading to beat; None on the lead."""
        return self.trick[-1].reading if self.trick else None

    @property
    def scores(self) -> tuple[Score, ...]:
        """Each seat's points; the whole of them once the round is over."""
        return scores(self.lines, self.players)

    def holders(self) -> list[int]:
        """The seats that still hold cards."""
        return [seat for seat, hand in enumerate(self.hands) if hand]

    def has_played(self, seat: int) -> bool:
        return len(self.hands[seat]) < len(self.deal.hands[seat]) + len(COURTS)

    def legal_plays(self) -> list[Combo]:
        """Every play of the seat whose turn it is."""
        return legal_plays(self.hands[self.turn], self.on, self.rules) if self.ask == "turn" else []

    def legal_actions(self) -> list[Action]:
        """Every play, pass or give of the seat whose turn it is; `legal_bets` are apart."""
        seat = self.turn
        if self.ask == "give":
            return [Give(seat, to) for to in range(self.players) if to != seat]
        plays: list[Action] = [Play(seat, *combo) for combo in self.legal_plays()]
        return [*plays, Pass(seat)] if self.trick and not self.over else plays

    def legal_bets(self, seat: int) -> list[Bet]:
        """The bets that a seat may place now, in or out of turn."""
        if self._why_no_bet(seat):
            return []
        return [Bet(seat, amount) for amount in (0, *self.rules.bets)]

    # --- judging ---

    def can(self, action: Action) -> bool:
        try:
            self.verify(action)
        except HaggisError:
            return False
        return True

    def verify(self, action: Action) -> Action:
        """The action with its reading named, or an error that says why it is refused."""
        if action.seat not in range(self.players):
            raise IllegalAction(sentence("seat.none", seat=action.seat, last=self.players - 1))
        if self.over:
            raise IllegalAction(sentence("round.over"))
        match action:
            case Bet():
                return self._verify_bet(action)
            case Give():
                return self._verify_give(action)
            case Pass():
                return self._verify_pass(action)
            case Play():
                return self._verify_play(action)

    def _verify_bet(self, bet: Bet) -> Bet:
        reason = self._why_no_bet(bet.seat)
        if reason:
            raise IllegalAction(sentence(reason))
        if bet.amount not in (0, *self.rules.bets):
            *lower, highest = (0, *self.rules.bets)
            raise IllegalAction(sentence("bet.amount", lower=tuple(lower), highest=highest, amount=bet.amount))
        return bet

    def _why_no_bet(self, seat: int) -> str:
        """The key of the refusal; empty if there is none. Every view asks this, so no sentence is made here."""
        if not self.rules.bets:
            return "bet.none"
        if self.over or len(self.holders()) == 1:
            return "bet.round-over"
        if self.bets[seat] is not None:
            return "bet.again"
        if self.has_played(seat):
            return "bet.played"
        if self.out and self.rules.bet_wins == "out":
            return "bet.somebody-out"
        return ""

    def _verify_turn(self, seat: int, ask: Ask) -> None:
        if self.ask == "give" and ask != "give":
            raise IllegalAction(sentence("turn.give-first", seat=self.turn))
        if self.ask != ask:
            raise IllegalAction(sentence("give.no-bomb"))
        if seat != self.turn:
            raise IllegalAction(sentence("turn.to-play" if ask == "turn" else "turn.to-give", seat=self.turn))

    def _verify_give(self, give: Give) -> Give:
        self._verify_turn(give.seat, "give")
        if give.to == give.seat:
            raise IllegalAction(sentence("give.to-yourself"))
        if give.to not in range(self.players):
            raise IllegalAction(sentence("give.no-seat", seat=give.to))
        return give

    def _verify_pass(self, action: Pass) -> Pass:
        self._verify_turn(action.seat, "turn")
        if not self.trick:
            raise IllegalAction(sentence("pass.on-lead"))
        return action

    def _verify_play(self, play: Play) -> Play:
        self._verify_turn(play.seat, "turn")
        named = Play(play.seat, play.cards, self._verify_reading(play))
        if self.on is not None and not named.combo.reading.beats(self.on):
            raise IllegalAction(why_not_beaten(named.combo.reading, self.on))
        return named

    def _verify_reading(self, play: Play) -> Reading:
        if not play.cards:
            raise IllegalAction(sentence("play.no-cards"))
        check_in_play(play.cards, self.players, IllegalAction)
        missing = play.cards - self.hands[play.seat]
        if missing:
            raise IllegalAction(sentence("play.not-held", cards=str(missing)))
        return the_reading(play.cards, play.reading, self.rules)

    # --- doing ---

    def apply(self, action: Action) -> Round:
        """The round after a legal action; an illegal one raises and nothing changes."""
        return self.apply_unchecked(self.verify(action))

    def apply_unchecked(self, action: Action) -> Round:
        """Like `apply`, for actions that are known to be legal and to name their reading."""
        after = replace(self, actions=(*self.actions, action), events=())
        match action:
            case Bet(seat, amount):
                return replace(after, bets=_with(self.bets, seat, amount))
            case Give(_, to):
                return after._captured_by(to)
            case Pass():
                return after._passed()
            case Play():
                return after._played(action)

    def _passed(self) -> Round:
        others = sum(1 for seat in self.holders() if seat != self.trick[-1].seat)
        if self.passes + 1 < others:
            return replace(self, passes=self.passes + 1, turn=self._left_of(self.turn))
        return self._trick_won()

    def _played(self, play: Play) -> Round:
        hand = self.hands[play.seat] - play.cards
        after = replace(self, hands=_with(self.hands, play.seat, hand), trick=(*self.trick, play), passes=0)
        if not hand:
            after = after._gone_out(play.seat)
        if len(after.holders()) == 1:
            return after._trick_won()
        return replace(after, turn=after._left_of(play.seat))

    def _gone_out(self, seat: int) -> Round:
        others = (other for other in range(self.players) if other != seat)
        holder = max(others, key=lambda other: len(self.hands[other]))
        event = WentOut(seat, len(self.out), len(self.hands[holder]), holder)
        return replace(self, out=(*self.out, seat), lines=(*self.lines, hand_line(event)), events=(*self.events, event))

    def _trick_won(self) -> Round:
        last = self.trick[-1]
        if not last.combo.reading.is_bomb:
            return self._captured_by(last.seat)
        if self.players == 2:
            return self._captured_by(1 - last.seat)
        if self.rules.bombed_trick == "chosen":
            return replace(self, turn=last.seat, ask="give", passes=0)
        return self._captured_by(self._runner_up())

    def _runner_up(self) -> int:
        """The owner of the second-highest combination; after a lone bomb, the seat to the bomber's right."""
        return self.trick[-2].seat if len(self.trick) > 1 else (self.trick[-1].seat - 1) % self.players

    def _captured_by(self, captor: int) -> Round:
        winner = self.trick[-1].seat
        plays = tuple(play.cards for play in self.trick)
        event = TrickTaken(winner, captor, sum(map(len, plays)), pile_points(plays, self.rules))
        after = replace(
            self,
            captured=_with(self.captured, captor, (*self.captured[captor], *plays)),
            trick=(),
            passes=0,
            ask="turn",
            turn=winner if self.hands[winner] else self._left_of(winner),
            events=(*self.events, event),
        )
        return after if len(after.holders()) > 1 else after._scored(final_captor=captor)

    def _scored(self, final_captor: int) -> Round:
        lines = (*self.lines, *round_lines(self, final_captor))
        return replace(self, lines=lines, ask="over", events=(*self.events, RoundScored(lines)))

    def _left_of(self, seat: int) -> int:
        """The next seat to the left that holds cards."""
        seats = [(seat + step) % self.players for step in range(1, self.players + 1)]
        return next(other for other in seats if self.hands[other])


def the_reading(cards: Cards, named: Reading | None, rules: Ruleset) -> Reading:
    """The reading that is meant, or an error: the cards don't have it, or have several."""
    found = readings(cards, rules)
    if named is not None and named in found:
        return named
    if not found:
        raise IllegalAction(not_a_combination(cards))
    if named is not None:
        raise IllegalAction(not_that_reading(cards, named, found))
    if len(found) > 1:
        raise AmbiguousPlay(many_readings(cards, found))
    return found[0]


def replay(rules: Ruleset, deal: Deal, actions: Iterable[Action]) -> Round:
    """The round after these actions, each of them checked."""
    state = Round.start(rules, deal)
    for action in actions:
        state = state.apply(action)
    return state


def _with(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])
