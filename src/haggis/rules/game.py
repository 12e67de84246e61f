"""A whole game: rounds until somebody has won (docs/spec/rules.md, section 5).

A game never changes either: `deal` starts the next round, `apply` acts in it. Chance comes only
from the `random.Random` that is handed in.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from .actions import Action
from .deal import Deal, shuffled
from .errors import HaggisError, IllegalAction
from .events import Event, GameWon
from .round import Round
from .ruleset import Ruleset
from .sentences import sentence
from .view import View, view_of


@dataclass(frozen=True)
class Game:
    """A game between deals (`round` is None or over) or in the middle of a round.

    >>> from haggis import Game, preset
    >>> game = Game.start(preset("standard", players=2), ("Ann", "Bob")).deal(random.Random(7))
    >>> game.round.turn == game.round.deal.lead
    True
    """

    rules: Ruleset
    names: tuple[str, ...]
    finished: tuple[Round, ...] = ()
    """The rounds that are over, the latest last."""
    round: Round | None = None
    """The round being played; None between rounds."""
    totals: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()

    @classmethod
    def start(cls, rules: Ruleset, names: tuple[str, ...] = ()) -> Game:
        names = names or tuple(f"seat {seat}" for seat in range(rules.players))
        if len(names) != rules.players:
            raise IllegalAction(sentence("game.seats", players=rules.players, seats=len(names)))
        return cls(rules, names, totals=(0,) * rules.players)

    @property
    def winner(self) -> int | None:
        """The seat that has won; None while the game goes on."""
        return winner(self.rules, self.totals, len(self.finished))

    @property
    def over(self) -> bool:
        return self.winner is not None

    @property
    def last_round(self) -> Round | None:
        """The round being played or, between rounds, the one just finished."""
        return self.round or (self.finished[-1] if self.finished else None)

    def next_seats(self, rng: random.Random) -> tuple[int, int]:
        """Who deals and who leads the next round; `rng` draws the first dealer."""
        if self.finished:
            return next_seats(self.rules.next_lead, self.totals, self.finished[-1])
        dealer = rng.randrange(self.rules.players)
        return dealer, (dealer + 1) % self.rules.players

    def deal(self, rng: random.Random) -> Game:
        """The game with the next round dealt at random."""
        self._verify_deal()
        dealer, lead = self.next_seats(rng)
        return self._begin(shuffled(self.rules.players, dealer, lead, rng))

    def deal_given(self, deal: Deal) -> Game:
        """The game with the next round as dealt; dealer and lead must be who the rules say."""
        self._verify_deal()
        deal.verify()
        if self.finished:
            dealer, lead = next_seats(self.rules.next_lead, self.totals, self.finished[-1])
        else:
            dealer, lead = deal.dealer, (deal.dealer + 1) % self.rules.players
        if (deal.dealer, deal.lead) != (dealer, lead):
            given = {"given_dealer": deal.dealer, "given_lead": deal.lead}
            raise IllegalAction(sentence("game.wrong-seats", dealer=dealer, lead=lead, **given))
        return self._begin(deal)

    def _verify_deal(self) -> None:
        if self.round:
            raise IllegalAction(sentence("game.round-not-over"))
        if self.over:
            raise IllegalAction(sentence("game.over"))

    def _begin(self, deal: Deal) -> Game:
        return replace(self, round=Round.start(self.rules, deal), events=())

    def verify(self, action: Action) -> Action:
        if self.round is None:
            raise IllegalAction(sentence("game.over" if self.over else "game.not-dealt"))
        return self.round.verify(action)

    def can(self, action: Action) -> bool:
        try:
            self.verify(action)
        except HaggisError:
            return False
        return True

    def apply(self, action: Action) -> Game:
        """The game after a legal action; an illegal one raises and nothing changes."""
        return self.apply_unchecked(self.verify(action))

    def apply_unchecked(self, action: Action) -> Game:
        if self.round is None:
            raise IllegalAction(sentence("game.no-round"))
        after = self.round.apply_unchecked(action)
        if not after.over:
            return replace(self, round=after, events=after.events)
        return self._round_over(after)

    def _round_over(self, done: Round) -> Game:
        totals = tuple(total + score.total for total, score in zip(self.totals, done.scores, strict=True))
        after = replace(self, finished=(*self.finished, done), round=None, totals=totals, events=done.events)
        if after.winner is None:
            return after
        return replace(after, events=(*after.events, GameWon(after.winner, totals)))

    def view(self, seat: int) -> View:
        """What `seat` may know of the round being played or just finished."""
        if self.last_round is None:
            raise IllegalAction(sentence("game.nothing-dealt"))
        return view_of(self.last_round, seat, self.names, self.totals, len(self.finished))


def winner(rules: Ruleset, totals: tuple[int, ...], rounds_played: int) -> int | None:
    """Who has won, if the game's end is reached and the top is not tied."""
    best = max(totals)
    reached = best >= rules.target if rules.target is not None else rounds_played >= (rules.rounds or 0)
    leaders = [seat for seat, total in enumerate(totals) if total == best]
    return leaders[0] if reached and len(leaders) == 1 else None


def next_seats(next_lead: str, totals: tuple[int, ...], last: Round) -> tuple[int, int]:
    """The next dealer and leader, by the totals after the last round."""
    if next_lead == "rotation":
        return by_rotation(totals, last.deal.lead)
    return by_dealer(totals, last.out[0])


def by_dealer(totals: tuple[int, ...], first_out: int) -> tuple[int, int]:
    """Most points deals (tied: who went out first); fewest leads (tied: left of the dealer)."""
    most = [seat for seat, total in enumerate(totals) if total == max(totals)]
    dealer = most[0] if len(most) == 1 else first_out
    fewest = [seat for seat, total in enumerate(totals) if total == min(totals)]
    return dealer, fewest[0] if len(fewest) == 1 else (dealer + 1) % len(totals)


def by_rotation(totals: tuple[int, ...], last_lead: int) -> tuple[int, int]:
    """Fewest points leads (tied: the first of them after the last leader); the seat before deals."""
    seats = [(last_lead + step) % len(totals) for step in range(1, len(totals) + 1)]
    lead = min(seats, key=totals.__getitem__)
    return (lead - 1) % len(totals), lead
