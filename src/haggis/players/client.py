"""The bot's half of haggis-bot/1: any of our players for somebody else's host (`haggis bot NAME`).

Every request is answered by a new player whose seed follows from ours and from the view. So the same
request always gets the same answer, whatever was asked before, if the player thinks by nodes.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from typing import Any

from haggis.rules import HaggisError, NotationError, View
from haggis.rules.errors import shown

from .external import PROTOCOL
from .player import Clock
from .registry import make_player

MARGIN_MILLIS = 10
"""Kept back from a player's time for the way there and back."""


class Client:
    """Answers requests, line by line."""

    def __init__(self, name: str, seed: int, nodes: int | None = None) -> None:
        make_player(name, seed)  # refuses at once whom we don't know
        self._name = name
        self._seed = seed
        self._nodes = nodes

    def serve(self, lines: Iterable[bytes]) -> Iterator[str]:
        """An answer, without newline, to each line that is not blank."""
        return (json.dumps(self.answer(line), separators=(",", ":")) for line in lines if line.strip())

    def answer(self, line: bytes) -> dict[str, Any]:
        """The answer to one line; to one that is no request, an `error` that says why."""
        request: Any = None
        try:
            request = _read(line)
            return self._decide(request) if "view" in request else self._greet(request)
        except HaggisError as error:
            number = {"id": request["id"]} if isinstance(request, dict) and "id" in request else {}
            return number | {"error": str(error)}

    def _greet(self, request: dict[str, Any]) -> dict[str, Any]:
        if "hello" not in request:
            raise NotationError(f"this is neither a hello nor a request with a view: {shown(request)}")
        return {"name": f"haggis {self._name}", "protocol": PROTOCOL}

    def _decide(self, request: dict[str, Any]) -> dict[str, Any]:
        view = View.from_json(request["view"])
        if view.ask not in ("turn", "give"):
            raise NotationError("nothing is asked of this seat")
        player = make_player(self._name, self._seed_for(request["view"]))
        return {"id": request.get("id"), "action": str(player.choose(view, self._clock(request.get("millis"))))}

    def _seed_for(self, view: dict[str, Any]) -> int:
        return random.Random(f"{self._seed} {json.dumps(view, sort_keys=True)}").getrandbits(32)

    def _clock(self, millis: object) -> Clock:
        """By nodes if we were told so; else what the host gives, less a margin."""
        if self._nodes is not None or not isinstance(millis, int):
            return Clock(nodes=self._nodes)
        return Clock(millis=max(1, millis - MARGIN_MILLIS))


def _read(line: bytes) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"the request is not JSON: {shown(line.decode('utf-8', 'replace'))}") from error
    if not isinstance(request, dict):
        raise NotationError(f"the request is not an object: {shown(request)}")
    return request
