"""What people ask of a table, judged: each command gives the entries to store, or refuses in words.

Nothing here changes anything; the rules decide what is legal. Chance (a deal, a salt) comes from
the operating system.
"""

from __future__ import annotations

import secrets

from haggis.players import PLAYERS, UnknownPlayer
from haggis.rules import Action
from haggis.rules.fair import new_salt
from haggis.server.errors import NotNow, NotYours
from haggis.server.wire.state_view import may_take_back

from .events import (
    Acted,
    BotSat,
    By,
    Claimed,
    Closed,
    Dealt,
    Entry,
    Handed,
    Left,
    Named,
    Ready,
    Returned,
    Sat,
    Started,
    TakenBack,
)
from .table_state import Seat, Sitting, fold, playing

MOST_BROWSERS = 8


# --- sitting down and standing up ---------------------------------------------------------------


def sit(sitting: Sitting, player: str, name: str, wanted: int | None) -> list[Entry]:
    """Take an open seat, or one's own again."""
    if sitting.seat_of(player) is not None:
        return _return_to_seat(sitting, player, name)
    own = next((number for number, seat in enumerate(sitting.seats) if seat.is_for(player)), None)
    if own is not None and wanted in (None, own):
        return [Returned(seat=own, name=free_name(name, sitting, own))]
    if sitting.status != "open":
        raise NotNow("the game has started: you can watch it")
    seat = _open_seat(sitting, player, wanted)
    return _and_begin(sitting, Sat(seat=seat, player=player, name=free_name(name, sitting, seat)))


def _return_to_seat(sitting: Sitting, player: str, name: str) -> list[Entry]:
    seat = sitting.seat_of(player)
    if seat is None or not sitting.seats[seat].left:
        raise NotNow("you sit at this table already")
    return [Returned(seat=seat, name=free_name(name, sitting, seat))]


def _open_seat(sitting: Sitting, player: str, wanted: int | None) -> int:
    numbers = range(len(sitting.seats)) if wanted is None else [check_seat(sitting, wanted)]
    free = [number for number in numbers if _is_free(sitting.seats[number], player)]
    if not free:
        raise NotNow("there is no open seat at this table" if wanted is None else f"seat {wanted} is taken")
    return max(free, key=lambda number: sitting.seats[number].reserved == player)


def _is_free(seat: Seat, player: str) -> bool:
    return seat.kind == "open" and seat.reserved in (None, player)


def add_bot(sitting: Sitting, player: str, seat: int, level: str) -> list[Entry]:
    """The host fills an open seat with a bot before the game."""
    if player != sitting.host:
        raise NotYours("only the host of the table can seat a bot")
    if sitting.seats[check_seat(sitting, seat)].kind != "open":
        raise NotNow(f"seat {seat} is taken")
    return _and_begin(sitting, bot(sitting, seat, level))


def bot(sitting: Sitting, seat: int, level: str) -> BotSat:
    return BotSat(seat=seat, level=check_level(level), name=free_name(level_name(level), sitting, seat))


def hand_over(sitting: Sitting, player: str, seat: int, level: str, away: bool) -> list[Entry]:  # noqa: FBT001
    """Anybody at the table gives an abandoned seat to a bot."""
    by = sitting.seat_of(player)
    if by is None:
        raise NotYours("only the players of this table can hand over a seat")
    if sitting.status != "playing":
        raise NotNow("the game is not being played")
    abandoned = sitting.seats[check_seat(sitting, seat)]
    if by == seat or abandoned.kind != "person":
        raise NotNow(f"nobody else is to be replaced on seat {seat}")
    if not (abandoned.left or away):
        raise NotNow(f"{abandoned.name} is still here")
    name = free_name(level_name(level), sitting, seat)
    return [Handed(seat=seat, level=check_level(level), name=name, by=by)]


def leave(sitting: Sitting, player: str) -> list[Entry]:
    seat = sitting.seat_of(player)
    if seat is None or sitting.seats[seat].left:
        raise NotNow("you don't sit at this table")
    if sitting.status in ("over", "closed"):
        raise NotNow("the game is over")
    if sitting.status == "open" and player == sitting.host:
        return [Left(seat=seat), Closed()]
    return [Left(seat=seat)]


def claim(sitting: Sitting, player: str, seat: int) -> list[Entry]:
    """Use a personal link from another browser."""
    held = sitting.seats[seat]
    if held.is_for(player):
        return [Returned(seat=seat, name=held.name)] if held.left else []
    if sitting.seat_of(player) is not None:
        raise NotNow("this browser sits at this table already")
    if len(held.browsers) >= MOST_BROWSERS:
        raise NotNow("this link has been used by too many browsers")
    return [Claimed(seat=seat, player=player)]


def rename(sitting: Sitting, player: str, name: str) -> list[Entry]:
    seat = sitting.seat_of(player)
    if seat is None or sitting.status in ("over", "closed"):
        return []
    free = free_name(name, sitting, seat)
    return [Named(seat=seat, name=free)] if free != sitting.seats[seat].name else []


def _and_begin(sitting: Sitting, entry: Entry) -> list[Entry]:
    """The entry and, if it fills the table, the start of the game."""
    after = fold(sitting, entry, 0)
    if any(seat.kind == "open" for seat in after.seats):
        return [entry]
    return [entry, *start(after)]


def start(sitting: Sitting) -> list[Entry]:
    """Begin the game and deal its first round."""
    begun: Entry = Started()
    return [begun, deal(fold(sitting, begun, 0))]


# --- playing ------------------------------------------------------------------------------------


def deal(sitting: Sitting) -> Dealt:
    """The next round, shuffled with the operating system's randomness."""
    dealt = playing(sitting).deal(secrets.SystemRandom()).round
    if dealt is None:
        raise NotNow("the game is over")
    hands = tuple(map(str, dealt.deal.hands))
    return Dealt(
        dealer=dealt.deal.dealer, lead=dealt.deal.lead, hands=hands, haggis=str(dealt.deal.haggis), salt=new_salt()
    )


def act(sitting: Sitting, action: Action, by: By = "player") -> list[Entry]:
    """A play, pass, bet or give; the rules have the word."""
    if sitting.game is None:
        raise NotNow("the game has not started yet")
    return [Acted(action=str(sitting.game.verify(action)), by=by)]


def ready(sitting: Sitting, seat: int) -> list[Entry]:
    """Somebody has seen the scores; the last to say so starts the next round."""
    if not sitting.between_rounds:
        raise NotNow("the round is not over yet" if sitting.round else "there is no next round")
    if seat in sitting.ready:
        raise NotNow("you have said so already: the others still look at the scores")
    said: Entry = Ready(seat=seat)
    after = fold(sitting, said, 0)
    return [said, deal(after)] if set(after.people) <= after.ready else [said]


def take_back(sitting: Sitting, seat: int) -> list[Entry]:
    """Back to before one's own last action of this round."""
    if not may_take_back(sitting, seat) or sitting.round is None:
        raise NotNow(_why_no_takeback(sitting, seat))
    last = max(place for place, action in enumerate(sitting.round.actions) if action.seat == seat)
    return [TakenBack(seat=seat, actions=last)]


def _why_no_takeback(sitting: Sitting, seat: int) -> str:
    if not sitting.plan.takeback:
        return "this table plays without taking back"
    if not sitting.all_others_are_bots(seat):
        return "you can take back only when all the others are bots"
    if sitting.round is None:
        return "the round is over: nothing can be taken back"
    return "you have not done anything in this round yet"


# --- small checks -------------------------------------------------------------------------------


def check_seat(sitting: Sitting, seat: int) -> int:
    if seat not in range(len(sitting.seats)):
        raise NotNow(f"there is no seat {seat}: seats count from 0 to {len(sitting.seats) - 1}")
    return seat


def check_level(level: str) -> str:
    if level not in PLAYERS:
        raise UnknownPlayer(f"there is no level {level[:40]!r}; there are {', '.join(PLAYERS)}")
    return level


def level_name(level: str) -> str:
    return level.capitalize()


def free_name(name: str, sitting: Sitting, seat: int) -> str:
    """The name, with a number if somebody else at the table is called the same."""
    taken = {other.name for number, other in enumerate(sitting.seats) if number != seat}
    names = [name, *(f"{name} {number}" for number in range(2, 5))]
    return next(free for free in names if free not in taken)
