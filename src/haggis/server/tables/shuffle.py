"""The shuffle of a table's game: what was promised before the first deal, and what was given (docs/fair-deals.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from haggis.rules import Deal, Game
from haggis.shuffle.derivation import ROUNDS, next_deal, secret_of_round, share_commitment


@dataclass(frozen=True)
class Shuffle:
    last_secret: str
    """Of the chain; only the server knows it."""
    commitment: str
    """To all the secrets: what everybody sees before any share is sent."""
    commitments: tuple[str | None, ...]
    """To the shares, one a seat; None: no share will come from there."""
    shares: tuple[str | None, ...]
    """Those that have come."""

    @property
    def complete(self) -> bool:
        return not self.missing

    @property
    def missing(self) -> list[int]:
        """The seats whose promised share has not come."""
        pairs = zip(self.shares, self.commitments, strict=True)
        return [seat for seat, (share, promised) in enumerate(pairs) if promised and not share]


def begin_shuffle(last_secret: str, commitments: Sequence[str | None]) -> Shuffle:
    return Shuffle(last_secret, secret_of_round(last_secret, 0), tuple(commitments), (None,) * len(commitments))


def add_share(shuffle: Shuffle, seat: int, share: str) -> Shuffle:
    """The shuffle with one more share; one that was not promised raises."""
    if share_commitment(share) != shuffle.commitments[seat]:
        raise ValueError("a share that was not promised")
    return replace(shuffle, shares=(*shuffle.shares[:seat], share, *shuffle.shares[seat + 1 :]))


def deal_of_shares(shuffle: Shuffle, game: Game) -> tuple[Deal, str] | None:
    """The next deal and its secret; None once the chain has come to its end."""
    number = len(game.finished) + 1
    if number > ROUNDS:
        return None
    secret = secret_of_round(shuffle.last_secret, number)
    return next_deal(game, secret, shuffle.shares), secret
