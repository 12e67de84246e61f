"""Feeds nonsense to everything that `haggis._native` binds, and to the face above it.

Run as a program by `test_fuzz.py`, in a process of its own: a crash ends that process only. It
prints how many calls it made. A timer breaks off calls that happen to be long, which also shows that
every one of them can be broken off.
"""

from __future__ import annotations

import faulthandler
import inspect
import math
import random
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np

from haggis import _native
from haggis.engine import batch, bench, convert, perft, playouts, plays
from haggis.rules import Cards, HaggisError, Reading, Round, preset, view_of
from haggis.rules.deal import shuffled

SECONDS = 0.05
EDGES = [
    0,
    1,
    2,
    3,
    -1,
    14,
    17,
    255,
    256,
    1 << 15,
    1 << 31,
    (1 << 45) - 1,
    (1 << 48) - 1,
    1 << 48,
    1 << 63,
    1 << 64,
    1 << 90,
]
WORDS = ["", "play", "give", "over", "random", "sensible", "lower", "nobody", "1x1:K", "\0", "é" * 50, "\ud800"]
FIELDS = list(_native.Round.deal(_native.Rules(), 0, 1).state())


class TooLong(Exception):
    """The timer went off."""


def junk(rng: random.Random, depth: int = 0) -> Any:
    """Anything at all, and more often than not something that is nearly right."""
    kinds: list[Callable[[], Any]] = [
        lambda: rng.choice(EDGES),
        lambda: rng.choice(EDGES),
        lambda: number_of_cards(rng),
        lambda: number_of_cards(rng),
        lambda: rng.getrandbits(rng.choice((8, 16, 48, 64, 200))),
        lambda: rng.choice((math.nan, math.inf, -0.5, 1e300, True, None, 1j)),
        lambda: rng.choice(WORDS),
        lambda: rng.randbytes(rng.randrange(20)),
        lambda: _native.Rules(players=rng.choice((2, 3)), courts=rng.choice(("lower", "number", "wild"))),
        lambda: native_round(rng),
        lambda: np.frombuffer(rng.randbytes(24), dtype=rng.choice(("u1", "i2", "i4", "i8", "u8", "f4", "f8"))),
        lambda: {rng.choice(FIELDS): junk(rng, depth + 1)} if depth < 2 else {},
        lambda: [junk(rng, depth + 1) for _ in range(rng.randrange(5))] if depth < 2 else [],
    ]
    return rng.choice(kinds)()


def number_of_cards(rng: random.Random) -> int:
    """The bits of some cards, as many as a hand may have or a few more."""
    return sum({1 << rng.randrange(49) for _ in range(rng.randrange(20))})


def native_round(rng: random.Random) -> Any:
    """A round somewhere in the middle."""
    state = _native.Round.deal(_native.Rules(players=rng.choice((2, 3))), rng.randrange(2), rng.getrandbits(64))
    for _ in range(rng.randrange(40)):
        if state.over:
            break
        kind, value = _native.sensible_action(state, rng.getrandbits(32))
        state = convert.apply_native(state, (kind, state.turn, value))
    return state


def native_calls(rng: random.Random) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every function, class and method of the module, whatever it is called."""
    for name, thing in vars(_native).items():
        if name.startswith("__"):
            continue
        if callable(thing):
            yield name, thing
        if inspect.isclass(thing):
            objects = [made for _ in range(3) if isinstance(made := specimen(name, rng), thing)]
            for part in [part for part in dir(thing) if not part.startswith("__") or part == "__eq__"]:
                yield f"{name}.{part}", lambda *a, o=objects, p=part, t=thing: use(rng.choice(o) if o else t, p, a)


def use(thing: Any, part: str, arguments: tuple[Any, ...]) -> Any:
    found = getattr(thing, part)
    return found(*arguments) if callable(found) else found


def specimen(name: str, rng: random.Random) -> Any:
    if name == "Rules":
        return _native.Rules(players=rng.choice((2, 3)))
    if name == "Round":
        return native_round(rng)
    if name == "Settings":
        return _native.Settings(nodes=rng.randrange(1, 9))
    return _native.Batch(_native.Rules(), 3, 1) if name == "Batch" else None


def fuzz_native(rng: random.Random) -> int:
    """Any Python exception will do, but one that tells of a bug inside (SystemError)."""
    calls = 0
    for name, call in native_calls(rng):
        arguments = [junk(rng) for _ in range(rng.randrange(6))]
        calls += attempt(name, call, arguments, Exception)
    return calls + fuzz_positions(rng)


def fuzz_positions(rng: random.Random) -> int:
    """A real position with some fields changed: refused, or everything can be done with it."""
    state = native_round(rng)
    fields = state.state()
    for name in rng.sample(FIELDS, rng.randrange(1, 4)):
        fields[name] = changed(fields[name], rng)
    made: list[Any] = []
    attempt("Round.position", lambda: made.append(_native.Round.position(state.rules, **fields)), [], Exception)
    for position in made:
        attempt("plays", position.plays, [], HaggisError)
        attempt("perft", position.perft, [2], HaggisError)
        attempt("scores", position.scores, [], HaggisError)
        attempt("playouts", _native.playouts, [position, 3, 1, rng.choice(("random", "sensible"))], HaggisError)
        attempt("observation", _native.observation, [position, [0] * len(position.hands), 0], HaggisError)
        attempt("position", lambda p=position: _native.Round.position(p.rules, **p.state()), [], HaggisError)
    return 1 + 6 * len(made)


def changed(value: Any, rng: random.Random) -> Any:
    if isinstance(value, list) and value and rng.random() < 0.8:
        place = rng.randrange(len(value))
        return [changed(one, rng) if i == place else one for i, one in enumerate(value)]
    if isinstance(value, int) and rng.random() < 0.8:
        return value ^ 1 << rng.randrange(48) if rng.random() < 0.5 else rng.randrange(-2, 40)
    return junk(rng)


def python_round(rng: random.Random) -> Round:
    rules = preset("standard", players=rng.choice((2, 3)))
    return Round.start(rules, shuffled(rules.players, 0, 1, rng))


def face_junk(rng: random.Random) -> Any:
    """Nonsense, or a sound value of the rules in the wrong or the right place."""
    sound: list[Callable[[], Any]] = [
        lambda: python_round(rng),
        lambda: preset("standard", players=rng.choice((2, 3))),
        lambda: Cards.from_bits(number_of_cards(rng) & ((1 << 48) - 1)),
        lambda: Reading(rng.randrange(9), rng.randrange(12), rng.randrange(14)),
        lambda: view_of(python_round(rng), 0),
        lambda: rng.randrange(4),
    ]
    return rng.choice(sound)() if rng.random() < 0.6 else junk(rng)


def face_calls(rng: random.Random) -> list[tuple[str, Callable[..., Any], int]]:
    """Every function of the face, with how many arguments it takes."""
    table = batch.Batch(preset("standard"), 3, seed=1)
    return [
        ("perft", perft.perft, 2),
        ("divide", perft.divide, 2),
        ("legal_plays", plays.legal_plays, 3),
        ("count_plays", plays.count_plays, 3),
        ("readings", plays.readings, 2),
        ("playouts", lambda a, b, c, d, e, f: playouts.playouts(a, b, seed=c, style=d, threads=e, first=f), 6),
        ("rounds", lambda a, b, c, d, e, f: playouts.rounds(a, b, seed=c, style=d, threads=e, first=f), 6),
        ("sensible_action", playouts.sensible_action, 2),
        ("measure", bench.measure, 1),
        ("Batch", lambda a, b, c, d, e: batch.Batch(a, b, seed=c, bets=d, threads=e), 5),
        ("step", table.step, 1),
        ("reset", table.reset, 1),
        ("place", table.place, 2),
        ("action", table.action, 2),
        ("observe", batch.observe, 1),
        ("rules_to_native", convert.rules_to_native, 1),
        ("rules_from_native", convert.rules_from_native, 1),
        ("round_to_native", convert.round_to_native, 1),
        ("view_to_native", convert.view_to_native, 1),
        ("reading_to_code", convert.reading_to_code, 1),
        ("reading_from_code", convert.reading_from_code, 1),
    ]


def fuzz_face(rng: random.Random) -> int:
    """Only errors of the rules may come out, each with a sentence."""
    return sum(
        attempt(name, call, [face_junk(rng) for _ in range(count)], HaggisError)
        for name, call, count in face_calls(rng)
    )


class Alarm:
    """Ends a call that takes too long. Once it is off it never rings: a signal that was on its way is ignored."""

    def __init__(self) -> None:
        self._set = False
        signal.signal(signal.SIGALRM, self._ring)

    def on(self) -> None:
        self._set = True
        signal.setitimer(signal.ITIMER_REAL, SECONDS)

    def off(self) -> None:
        self._set = False
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _ring(self, _signal: int, _frame: object) -> None:
        if self._set:
            raise TooLong


ALARM = Alarm()


def attempt(name: str, call: Callable[..., Any], arguments: list[Any], allowed: type[Exception]) -> int:
    """One call, which may take too long."""
    with suppress(TooLong):
        try:
            ALARM.on()
            call(*arguments)
            ALARM.off()
        except TooLong:
            raise
        except allowed as error:
            ALARM.off()
            if isinstance(error, SystemError) or (isinstance(error, HaggisError) and not str(error).strip()):
                raise
        except Exception as error:
            raise AssertionError(f"{name}{arguments!r:.300} raised {error!r}") from error
    ALARM.off()
    return 1


def main() -> None:
    faulthandler.enable()
    seed, turns = int(sys.argv[1]), int(sys.argv[2])
    calls = 0
    for turn in range(turns):
        rng = random.Random(seed * 1_000_003 + turn)
        calls += fuzz_native(rng) + fuzz_face(rng)
    sys.stdout.write(f"{calls}\n")


if __name__ == "__main__":
    main()
