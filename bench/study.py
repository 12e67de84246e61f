"""What a review costs everybody else: the processor time of the event loop for one look at it.

Has a game of twenty rounds reviewed with little thinking, looks at the review from its first decision on while it is
being made, then at the finished one, with and without compression. Of each kind of look the longest callback of all.
Writes bench/results/study.json.

    python -m bench.study [--rounds 20]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path
from typing import Any

import httpx

from haggis.rules import preset
from haggis.server.limits import Limits
from haggis.server.settings import Settings
from haggis.server.web.app import create_app
from tests.study.games import play, text_of

from .loop import Callbacks, timed
from .measuring import write

NODES = 20
LOOKS = 20


async def measure(rounds: int) -> dict[str, Any]:
    callbacks = Callbacks()
    record = text_of(play(preset("standard", players=3, target=10_000), 3, level="greedy", rounds=rounds))
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data=Path(folder), limits=Limits.none(), review_nodes=NODES))
        async with (
            app.state.services.running(),
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as http,
        ):
            game = (await http.post("/api/study/records", json={"text": record})).json()["game"]
            path = f"/api/study/games/{game}/review"
            await http.post(path, json={})
            unfinished, finished = [], []
            while (await http.get(f"{path}?after=100000")).json()["status"] != "done":
                unfinished.append(await timed(callbacks, http, path))
                await asyncio.sleep(0.2)
            for encoding in ("gzip", "identity") * LOOKS:
                http.headers["Accept-Encoding"] = encoding
                finished.append({**await timed(callbacks, http, path), "encoding": encoding})
    packed, plain = ([each for each in finished if each["encoding"] == name] for name in ("gzip", "identity"))
    return {"rounds": rounds, "unfinished": worst(unfinished), "finished": worst(packed), "unpacked": worst(plain)}


def worst(looks: list[dict[str, Any]]) -> dict[str, Any]:
    return {"looks": len(looks)} | {name: max(each[name] for each in looks) for name in ("ms", "loop_ms", "bytes")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    print(write("study", asyncio.run(measure(parser.parse_args().rounds))))


if __name__ == "__main__":
    main()
