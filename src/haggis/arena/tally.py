"""What one deal of a match brought to each player: plain sums, so that deals can be added up anywhere."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

from haggis.rules import Round
from haggis.rules.scoring import points_ahead

MOST_REASONS = 5
"""Different reasons for faults that are kept for each player: the first ones, and the last."""


@dataclass
class Tally:
    """One player's share of a deal, all its seats together."""

    points: int = 0
    first_out: int = 0
    games_won: int = 0
    bets_won: int = 0
    bets_lost: int = 0
    faults: int = 0
    reasons: list[str] = field(default_factory=list)
    log: str = ""
    """The end of what an external bot wrote to standard error, if it committed a fault."""
    millis: array[float] = field(default_factory=lambda: array("f"))
    """The time of each decision."""

    def add_fault(self, reason: str) -> None:
        self.faults += 1
        self.add_reasons([reason])

    def add_reasons(self, reasons: list[str]) -> None:
        new = [reason for reason in reasons if reason not in self.reasons]
        every = self.reasons + new
        self.reasons = every if len(every) <= MOST_REASONS else [*every[: MOST_REASONS - 1], every[-1]]

    def add_round(self, done: Round, seat: int) -> None:
        self.points += done.scores[seat].total
        self.first_out += done.out[0] == seat
        if done.bets[seat]:
            won = won_bet(done, seat)
            self.bets_won += won
            self.bets_lost += not won


def won_bet(done: Round, seat: int) -> bool:
    """Whether the seat won a bet in a round that is over."""
    return any(line.cause == "bet won" and line.seat == seat for line in done.lines)


@dataclass
class DealResult:
    """What came of one deal, played in every seating."""

    deal: int
    tallies: list[Tally]
    """By player, in the order in which the match names them."""
    better: list[list[float]]
    """`better[a][b]`: the rounds (or games) in which a had more points than b; a tie is half."""
    rounds: int = 0
    games: int = 0
    records: list[str] = field(default_factory=list)

    @staticmethod
    def empty(deal: int, players: int) -> DealResult:
        return DealResult(deal, [Tally() for _ in range(players)], [[0.0] * players for _ in range(players)])

    @property
    def ahead(self) -> float:
        """The first player's points minus the mean of the others'."""
        return points_ahead([tally.points for tally in self.tallies], 0)

    def add_round(self, done: Round, seating: tuple[int, ...]) -> None:
        self.rounds += 1
        for seat, player in enumerate(seating):
            self.tallies[player].add_round(done, seat)

    def compare(self, points: tuple[int, ...], seating: tuple[int, ...]) -> None:
        """Note who had more points than whom; `points` are by seat."""
        for a, mine in zip(seating, points, strict=True):
            for b, theirs in zip(seating, points, strict=True):
                if a != b:
                    self.better[a][b] += (mine > theirs) + 0.5 * (mine == theirs)
