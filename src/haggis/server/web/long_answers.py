"""Answers that may be long: written and compressed beside the event loop, and only so many wait for that."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import partial

from fastapi import Request
from pydantic_core import to_json
from starlette.responses import Response

from haggis.server.tables.lanes import Lane, LaneOptions

from .rate_limits import address_of

THREADS = 2
MOST_WAITING = 256
USUAL_SECONDS = 0.1
COMPRESS_FROM = 1000
"""Bytes; shorter answers are sent as they are."""
LEVEL = 6
"""Of compression: 9 takes twice as long for a twentieth less."""
PACKED = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}


class LongAnswers:
    """Used from the event loop only."""

    def __init__(self, most_an_address: int) -> None:
        options = LaneOptions(threads=THREADS, most=MOST_WAITING, most_an_owner=most_an_address)
        self._lane = Lane("answers", options)

    def stop(self) -> None:
        self._lane.stop()

    async def write(self, request: Request, make: Callable[[], object]) -> Response:
        """What `make` gives, as JSON; refuses if too much waits already."""
        packed = unpacks(request)
        work = partial(written_answer, make, packed=packed)
        return await self._lane.do(address_of(request), USUAL_SECONDS, lambda _: work())

    async def send_packed(self, request: Request, answer: bytes) -> Response:
        """JSON that was compressed when it was made."""
        if unpacks(request):
            return json_answer(answer, PACKED)
        written = await self._lane.do(address_of(request), USUAL_SECONDS, lambda _: gzip.decompress(answer))
        return json_answer(written)


def written_answer(make: Callable[[], object], *, packed: bool) -> Response:
    """What `make` gives, as JSON, compressed where that is worth it: many milliseconds of work."""
    written = to_json(make())
    if not packed or len(written) < COMPRESS_FROM:
        return json_answer(written)
    return json_answer(gzip.compress(written, LEVEL), PACKED)


def unpacks(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


def json_answer(written: bytes, headers: dict[str, str] | None = None) -> Response:
    return Response(written, media_type="application/json", headers=headers)
