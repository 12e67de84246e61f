"""A ruleset: one choice of every option (docs/spec/rules.md, section 6), and the five presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from .errors import BadRules, shown
from .sentences import Sentence, sentence

CHOICES: dict[str, tuple[str, ...]] = {
    "courts": ("lower", "number", "wild"),
    "sets": ("any", "suits", "none"),
    "bet_wins": ("out", "points"),
    "lost_bet": ("sharers", "first-out"),
    "bombed_trick": ("chosen", "runner-up"),
    "haggis": ("first-out", "final-trick", "nobody"),
    "leftovers": ("first-out", "last-out", "nobody"),
    "points": ("standard", "flat"),
    "next_lead": ("dealer", "rotation"),
}
MOST = 1_000_000  # no game is longer, no bet higher: keeps every score a small number


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """Every option of a game. Impossible choices are refused when it is made.

    >>> preset("standard", players=3).bets
    (15, 30)
    >>> preset("duel", rounds=6).with_rule("bets", "15, 30").describe_end()
    '6 rounds'
    """

    preset: str = "standard"
    players: int = 2
    courts: str = "lower"
    sets: str = "any"
    bets: tuple[int, ...] = (15, 30)
    bet_wins: str = "out"
    lost_bet: str = "sharers"
    bombed_trick: str = "chosen"
    haggis: str = "first-out"
    leftovers: str = "first-out"
    points: str = "standard"
    next_lead: str = "dealer"
    target: int | None = 250
    rounds: int | None = None

    def __post_init__(self) -> None:
        self._check_players()
        for option, choices in CHOICES.items():
            _check_choice(option, getattr(self, option), choices)
        _check_bets(self.bets)
        self._check_end()

    @property
    def suits(self) -> int:
        """How many suits are in play."""
        return self.players + 2

    @property
    def largest_set(self) -> int:
        return {"any": self.suits + 3, "suits": self.suits, "none": 1}[self.sets]

    def with_rule(self, option: str, value: str) -> Ruleset:
        """The same ruleset with one option changed, both given as text (`bets`, `none`)."""
        changed: dict[str, Any] = {option: value}
        if option in ("target", "rounds"):
            changed = {"target": None, "rounds": None, option: _whole(option, value)}
        elif option == "bets":
            changed = {"bets": _parse_bets(value)}
        elif option not in CHOICES:
            raise BadRules(sentence("rules.no-option", given=shown(option), options=option_names()))
        return replace(self, **changed)

    def describe_end(self) -> Sentence:
        if self.target is not None:
            return sentence("rules.to-points", points=self.target)
        return sentence("rules.rounds", rounds=self.rounds or 0)

    def to_json(self) -> dict[str, Any]:
        """The `rules` of a game record; the number of players is the number of its seats."""
        options = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "players"}
        options["bets"] = list(self.bets)
        return {name: value for name, value in options.items() if value is not None}

    @staticmethod
    def from_json(options: object, players: int) -> Ruleset:
        if not isinstance(options, Mapping):
            raise BadRules(sentence("rules.no-object"))
        known: dict[str, Any] = {name: options[name] for name in ("preset", *CHOICES) if name in options}
        missing = sorted({"preset", *CHOICES} - known.keys())
        if missing:
            raise BadRules(sentence("rules.lack", options=tuple(missing)))
        known |= {name: options.get(name) for name in ("target", "rounds")}
        return Ruleset(players=players, bets=_bets_from_json(options.get("bets")), **known)

    def _check_players(self) -> None:
        if self.preset not in tuple(PRESETS):  # a record may name anything here, even a list
            raise _no_preset(self.preset)
        if self.players not in (2, 3):
            raise BadRules(sentence("rules.players", given=str(self.players)))
        if self.players not in PRESET_PLAYERS[self.preset]:
            (players,) = PRESET_PLAYERS[self.preset]
            raise BadRules(sentence("rules.preset-players", preset=self.preset, players=players))
        if self.bombed_trick == "runner-up" and self.players == 2:
            raise BadRules(sentence("rules.no-runner-up"))

    def _check_end(self) -> None:
        if (self.target is None) == (self.rounds is None):
            raise BadRules(sentence("rules.one-end"))
        for option, value in (("target", self.target), ("rounds", self.rounds)):
            if value is not None and not _is_amount(value):
                raise BadRules(sentence("rules.end", option=option, most=MOST, given=shown(value)))


def _is_amount(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST


def _check_choice(option: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise BadRules(sentence("rules.choice", option=option, choices=choices, given=shown(value)))


def _check_bets(bets: tuple[int, ...]) -> None:
    if not all(map(_is_amount, bets)) or len(set(bets)) < len(bets):
        raise BadRules(sentence("rules.bets"))


def _bets_from_json(value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise BadRules(sentence("rules.bets-list"))
    return tuple(value)


def _parse_bets(text: str) -> tuple[int, ...]:
    if text.strip() in ("none", ""):
        return ()
    return tuple(_whole("bets", part) for part in text.replace(",", " ").split())


def _whole(option: str, text: str) -> int:
    if not (text.strip().isascii() and text.strip().isdigit()) or len(text) > 9:
        key = "rules.whole-bet" if option == "bets" else "rules.whole"
        raise BadRules(sentence(key, option=option, given=shown(text)))
    return int(text)


def _no_preset(name: object) -> BadRules:
    return BadRules(sentence("rules.no-preset", given=shown(name), presets=tuple(PRESETS)))


def option_names() -> tuple[str, ...]:
    return (*CHOICES, "bets", "target", "rounds")


PRESET_PLAYERS: dict[str, tuple[int, ...]] = {
    "standard": (2, 3),
    "tournament": (3,),
    "rogers-2024": (2, 3),
    "rogers-2025": (3,),
    "duel": (2,),
}

PRESETS: dict[str, dict[str, Any]] = {
    "standard": {},
    "tournament": {"bombed_trick": "runner-up"},
    "rogers-2024": {"courts": "wild", "bet_wins": "points", "haggis": "final-trick", "leftovers": "nobody"},
    "rogers-2025": {
        "courts": "wild",
        "lost_bet": "first-out",
        "leftovers": "last-out",
        "next_lead": "rotation",
    },
    "duel": {
        "courts": "number",
        "sets": "suits",
        "bets": (),
        "haggis": "nobody",
        "leftovers": "nobody",
        "target": 350,
    },
}


def preset(
    name: str = "standard", *, players: int | None = None, target: int | None = None, rounds: int | None = None
) -> Ruleset:
    """The named preset; without a number of players, the smallest that it is for."""
    if name not in PRESETS:
        raise _no_preset(name)
    options = dict(PRESETS[name])
    if target is not None or rounds is not None:
        options |= {"target": target, "rounds": rounds}
    seats = PRESET_PLAYERS[name][0] if players is None else players
    return Ruleset(preset=name, players=seats, **options)
