"""The processor time that the event loop spends on one request in one go, whatever else the machine does."""

from __future__ import annotations

import asyncio
import time

import httpx


class Callbacks:
    """The longest callback of the event loop since the last look."""

    def __init__(self) -> None:
        self.longest = 0.0
        run = asyncio.Handle._run

        def timed(handle: asyncio.Handle) -> None:
            began = time.thread_time()
            run(handle)
            self.longest = max(self.longest, time.thread_time() - began)

        asyncio.Handle._run = timed  # type: ignore[method-assign]

    async def begin(self) -> None:
        await asyncio.sleep(0)  # a callback of its own: what was done before does not count
        self.longest = 0.0

    async def end(self) -> float:
        await asyncio.sleep(0)  # the one that ended the work is counted when it ends
        return self.longest


async def timed(callbacks: Callbacks, http: httpx.AsyncClient, path: str) -> dict[str, float]:
    """How long an answer took, and the longest callback; the answer is not unpacked here."""
    await callbacks.begin()
    began = time.perf_counter()
    async with http.stream("GET", path) as answer:
        size = sum([len(piece) async for piece in answer.aiter_raw()])
    seconds, longest = time.perf_counter() - began, await callbacks.end()
    assert answer.status_code == 200, answer.status_code
    return {"ms": round(1000 * seconds, 1), "loop_ms": round(1000 * longest, 1), "bytes": size}
