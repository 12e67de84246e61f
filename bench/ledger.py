"""What a long table costs everybody else: the processor time that the event loop spends on it in one go.

Writes a game of many events into a database, opens it as a visitor would, and asks for parts of it. Of each
request: how long the answer took, and the longest callback on the event loop by its own processor time, whatever else
the machine does.
Writes bench/results/ledger.json.

    python -m bench.ledger [--events 1000 4000]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path
from typing import Any

import httpx

from haggis.server.limits import Limits
from haggis.server.settings import Settings
from haggis.server.web.app import create_app
from tests.server.long_ledger import long_ledger, write_ledger

from .loop import Callbacks, timed
from .measuring import write

TABLE = "LongLongLongLong"
WARM = "WarmWarmWarmWarm"


async def measure(events: int, callbacks: Callbacks) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data=Path(folder), limits=Limits.none()))
        services = app.state.services
        async with (
            services.running(),
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as http,
        ):
            lines = long_ledger(events, rounds=events)  # so that the game is not over before
            write_ledger(Path(folder), WARM, lines[:60])
            write_ledger(Path(folder), TABLE, lines)
            found: dict[str, Any] = {"events": len(lines)}
            paths = ("state", "events?limit=1", "events?limit=200", "events?limit=1000", "rounds", "record")
            for name in paths:
                await http.get(f"/api/tables/{WARM}/{name}")
            cold = (("events?limit=1, cold", "events?limit=1"), ("opening", "state"))
            for name, path in (*cold, *((path, path) for path in paths)):
                found[name] = await timed(callbacks, http, f"/api/tables/{TABLE}/{path}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, nargs="+", default=[1000, 4000])
    wishes = parser.parse_args()
    callbacks = Callbacks()
    print(write("ledger", {"runs": [asyncio.run(measure(events, callbacks)) for events in wishes.events]}))


if __name__ == "__main__":
    main()
