"""How long an action takes to reach both players, with 200 tables in play on SQLite.

Starts a server of its own on fresh data, seats two clients at each table and lets them play at a
fixed rate: 200 actions a second in all, issued by the clock, whether or not the server keeps up. The time
of an action runs from its sending until both clients have read the update. Writes
bench/results/server.json with a calibration beside it (fixed work in plain Python).

    python -m bench.server [--tables 200] [--rate 200] [--seconds 60]
    python -m bench.server --rate 0     # the ceiling: every table acts again as soon as it can
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import platform
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from .measuring import ROOT, calibration_seconds, write

WARM_UP = 5.0
SERVE = """
import json
import sys
from pathlib import Path
from haggis.server.web.run import run
from haggis.server.limits import Limits
from haggis.server.settings import Settings
more = json.loads(sys.argv[3])
limits = Limits() if more.pop("limited", False) else Limits.none()
run(Settings(data=Path(sys.argv[2]), port=int(sys.argv[1]), limits=limits, **more), lambda _port: None)
"""


@contextlib.contextmanager
def server(data: str, **settings: object) -> Iterator[tuple[str, int]]:
    """A server on fresh data; its address and process id."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    env = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    process = subprocess.Popen([sys.executable, "-c", SERVE, str(port), data, json.dumps(settings)], env=env)
    try:
        url = f"http://127.0.0.1:{port}"
        wait_for(url)
        yield url, process.pid
    finally:
        process.terminate()
        process.wait(30)


def wait_for(url: str) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{url}/api/health", trust_env=False).status_code == 200:
                return
        time.sleep(0.1)
    raise SystemExit("the server did not start")


def resident_megabytes(pid: int) -> float:
    """The memory that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)


def cpu_seconds(pid: int) -> float:
    """What a process has used of the processor."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass
class Table:
    """One table with its two clients and the action that is on its way."""

    sockets: list[ClientConnection] = field(default_factory=list)
    states: list[dict[str, Any]] = field(default_factory=lambda: [{}, {}])
    sent_at: float = 0.0
    waiting_for: int = 0
    queued: bool = False

    def wish(self, rng: random.Random) -> tuple[int, dict[str, Any]] | None:
        """Who acts next, and how; None while a game is over or nobody is asked."""
        for seat, state in enumerate(self.states):
            action = choose(state, rng)
            if action is not None:
                return seat, action
        return None


def choose(state: dict[str, Any], rng: random.Random) -> dict[str, Any] | None:
    """What somebody in this state does; nothing while she is on her way to another table."""
    if not state:
        return None
    if state["ask"] == "turn":
        plays = state["legal"]["plays"]
        if plays and (not state["may_pass"] or rng.random() < 0.7):
            reading = rng.choice(list(plays))
            return {"type": "play", "cards": rng.choice(plays[reading]), "reading": reading}
        return {"type": "pass"}
    if state["ask"] == "over" and state["status"] == "playing" and state["seat"] not in state["ready"]:
        return {"type": "next"}
    return None


class Load:
    """Clients of one server, or of several nodes: then the players of a table are at different ones."""

    def __init__(
        self,
        nodes: Sequence[tuple[str, int]],
        tables: int,
        rate: float,
        seconds: float,
        *,
        many_addresses: bool = False,
        length: dict[str, int] | None = None,
    ) -> None:
        self.many_addresses = many_addresses
        self.length = length or {"target": 10_000}
        self.urls = [url for url, _ in nodes]
        self.pids = [pid for _, pid in nodes]
        self.server_cpu = self.own_cpu = 0.0
        self.rate = rate
        self.seconds = seconds
        self.tables = [Table() for _ in range(tables)]
        self.ready: deque[Table] = deque()
        self.rng = random.Random(1)
        self.times: list[float] = []
        self.acks: list[float] = []
        self.errors: list[str] = []
        self.late = self.bytes = 0
        self.measuring = False

    async def run(self) -> float:
        """Seat everybody, warm up, measure; returns the rate that was reached."""
        listeners = await self.start()
        await self.act_for(WARM_UP)
        self.measuring = True
        self.begun()
        start = time.perf_counter()
        await self.act_for(self.seconds)
        reached = len(self.acks) / (time.perf_counter() - start)
        self.ended()
        await asyncio.sleep(1)
        await self.stop(listeners)
        return reached

    async def start(self) -> list[asyncio.Task[None]]:
        """Everybody takes her seat and listens."""
        for number, table in enumerate(self.tables):
            await self.seat(number, table)
        print(f"{len(self.tables)} tables are seated", file=sys.stderr, flush=True)
        return [asyncio.create_task(self.listen(table, seat)) for table in self.tables for seat in range(2)]

    async def stop(self, listeners: list[asyncio.Task[None]]) -> None:
        for listener in listeners:
            listener.cancel()
        await asyncio.gather(*(each.close() for table in self.tables for each in table.sockets))

    def begun(self) -> None:
        self.server_cpu, self.own_cpu = sum(map(cpu_seconds, self.pids)), time.process_time()

    def ended(self) -> None:
        self.server_cpu = sum(map(cpu_seconds, self.pids)) - self.server_cpu
        self.own_cpu = time.process_time() - self.own_cpu

    async def seat(self, number: int, table: Table) -> None:
        name = ""
        for seat in range(2):
            url = self.urls[(number + seat) % len(self.urls)]
            source = f"127.0.{1 + seat}.{1 + number % 250}" if self.many_addresses else None
            transport = httpx.AsyncHTTPTransport(local_address=source, verify=False)
            async with httpx.AsyncClient(base_url=url, timeout=60, transport=transport) as http:
                await http.get("/api/me")
                if seat == 0:
                    seats = [{"kind": "me"}, {"kind": "open"}]
                    body = {"seats": seats} | self.length
                    name = (await http.post("/api/tables", json=body)).json()["table"]
                else:
                    (await http.post(f"/api/tables/{name}/sit", json={})).raise_for_status()
                cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
            address = f"{url.replace('http', 'ws', 1)}/api/tables/{name}/live"
            local = {"local_addr": (source, 0)} if source else {}
            table.sockets.append(await connect(address, additional_headers={"Cookie": cookie}, proxy=None, **local))

    async def listen(self, table: Table, seat: int) -> None:
        async for text in table.sockets[seat]:
            self.bytes += len(text) if self.measuring else 0
            message = json.loads(text)
            kind = message["type"]
            if kind in ("welcome", "update"):
                table.states[seat] = message["state"]
                self.look(table)
            elif kind == "ok" and self.measuring:
                self.acks.append(time.perf_counter() - table.sent_at)
            elif kind == "error":
                self.errors.append(message["words"])
                table.waiting_for = 0
                self.look(table)

    def look(self, table: Table) -> None:
        """Both clients have read the update: the action has arrived, and the next may come."""
        if not all(table.states) or min(state["seq"] for state in table.states) < table.waiting_for:
            return
        if table.waiting_for and self.measuring:
            self.times.append(time.perf_counter() - table.sent_at)
        table.waiting_for = 0
        if not table.queued:
            table.queued = True
            self.ready.append(table)

    async def act_for(self, seconds: float) -> None:
        """Issue actions by the clock; with a rate of 0 as fast as they are answered."""
        start = time.perf_counter()
        while not self.rate and time.perf_counter() - start < seconds:
            for _ in range(len(self.ready)):
                await self.act()
            await asyncio.sleep(0.0005)
        for number in range(int(seconds * self.rate)):
            due = start + number / self.rate
            delay = due - time.perf_counter()
            if delay > 0:
                await asyncio.sleep(delay)
            await self.act()

    async def act(self) -> None:
        for _ in range(len(self.ready)):
            table = self.ready.popleft()
            table.queued = False
            wish = table.wish(self.rng)
            if wish is not None:
                seat, action = wish
                table.waiting_for = table.states[seat]["seq"] + 1
                table.sent_at = time.perf_counter()
                await table.sockets[seat].send(
                    json.dumps(action | {"id": f"{time.perf_counter_ns()}", "seq": table.states[seat]["seq"]})
                )
                return
        self.late += 1


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def complain(errors: Sequence[str]) -> None:
    """Say what players were told was wrong, and leave with exit code 1."""
    for words in sorted(set(errors))[:5]:
        print("error:", words, file=sys.stderr)
    if errors:
        raise SystemExit(1)


def figures(load: Load, reached: float) -> dict[str, Any]:
    def millis(values: list[float], share: float) -> float:
        return round(1000 * percentile(values, share), 2)

    return {
        "tables": len(load.tables),
        "clients": 2 * len(load.tables),
        "wanted_actions_per_second": load.rate,
        "reached_actions_per_second": round(reached, 1),
        "actions": len(load.times),
        "both_clients_p50_ms": millis(load.times, 0.50),
        "both_clients_p90_ms": millis(load.times, 0.90),
        "both_clients_p99_ms": millis(load.times, 0.99),
        "both_clients_max_ms": millis(load.times, 1.0),
        "acknowledged_p99_ms": millis(load.acks, 0.99),
        "errors": len(load.errors),
        "ticks_without_a_ready_table": load.late,
        "server_cpu_share": round(load.server_cpu / load.seconds, 3),
        "server_cpu_ms_per_action": round(1000 * load.server_cpu / max(1, len(load.acks)), 2),
        "bytes_sent_per_action": round(load.bytes / max(1, len(load.acks))),
        "generator_cpu_share": round(load.own_cpu / load.seconds, 3),
        "load_average": [round(value, 2) for value in os.getloadavg()],
        "cores": os.cpu_count(),
        "python": platform.python_version(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    wishes = parser.parse_args()
    calibration = calibration_seconds()
    with tempfile.TemporaryDirectory() as data, server(data) as (url, pid):
        load = Load([(url, pid)], wishes.tables, wishes.rate, wishes.seconds)
        found = figures(load, asyncio.run(load.run()))
    found |= {"calibration_s": round(calibration, 6)}
    found |= {"p99_per_calibration": round(found["both_clients_p99_ms"] / 1000 / calibration, 4)}
    print(write("server" if wishes.rate else "server_ceiling", found))
    complain(load.errors)


if __name__ == "__main__":
    main()
