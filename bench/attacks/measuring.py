"""The people who play while somebody attacks: how long their actions take, and how much memory the server takes."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import httpx

from bench.server import Load, percentile, resident_megabytes
from haggis.server.limits import REQUEST_SECONDS

from . import game, http, websocket
from .attacker import Attack, Outcome, prepare, some_records

ATTACKS: dict[str, Attack] = {each.__name__: each for each in (*websocket.ATTACKS, *http.ATTACKS, *game.ATTACKS)}
PATIENT = {"half_open_requests", "dribbled_headers", "slow_bodies", "expect_continue"}
PATIENT_SECONDS = REQUEST_SECONDS + 3
"""Attacks that wait for the server's patience to end are not over before."""
EVERY = 2.0
"""Each person acts about so often, in seconds."""
QUIET = "nothing"
ANSWERS = ("ok", "hint", "described", "bytes")
"""What counts as answered besides a status of success."""


@contextlib.contextmanager
def haggis_serve(data: Path) -> Iterator[tuple[str, int, Path]]:
    """`haggis serve` as anybody would start it; its address, process id and log."""
    command = [sys.executable, "-m", "haggis", "serve", "--port", "0", "--data", str(data)]
    log = data / "log"
    with (
        log.open("w") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        assert process.stdout
        port = int(process.stdout.readline().split(":")[2].split()[0])
        try:
            yield f"http://127.0.0.1:{port}", process.pid, log
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)


def attack_once(port: int, number: int, name: str, seconds: float) -> Outcome:
    """In a process of its own, so that those who measure are not slowed by it; each attack has its own address."""
    return ATTACKS[name](prepare(port, f"127.0.9.{number + 1}"), seconds)


class Watch:
    """One server, its players, and the figures of each attack."""

    def __init__(self, url: str, pid: int, tables: int, seconds: float) -> None:
        self.port = int(url.rpartition(":")[2])
        self.pid = pid
        self.seconds = seconds
        self.load = Load([(url, pid)], tables, 2 * tables / EVERY, seconds, many_addresses=True)
        self.listeners: list[asyncio.Task[None]] = []
        self.most = 0.0

    async def run(self, names: Sequence[str]) -> list[dict[str, Any]]:
        """First without attack, then with one after the other."""
        self.listeners = await self.load.start()
        sampling = asyncio.create_task(self.sample())
        await self.load.act_for(2 * EVERY)
        self.load.measuring = True
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(1, mp_context=spawn) as attacker:
            await asyncio.wrap_future(attacker.submit(some_records))  # they take a while to play
            found = [await self.phase(QUIET, "Nobody attacks.", None)]
            for number, name in enumerate(names):
                seconds = max(self.seconds, PATIENT_SECONDS) if name in PATIENT else self.seconds
                done = attacker.submit(attack_once, self.port, number, name, seconds)
                sentence = (ATTACKS[name].__doc__ or "").strip()
                found.append(await self.phase(name, sentence, asyncio.wrap_future(done)))
        sampling.cancel()
        await self.load.stop(self.listeners)
        return found

    async def sample(self) -> None:
        while True:
            self.most = max(self.most, resident_megabytes(self.pid))
            await asyncio.sleep(0.1)

    async def phase(self, name: str, sentence: str, attack: asyncio.Future[Outcome] | None) -> dict[str, Any]:
        self.load.times, self.most, self.load.late = [], 0.0, 0
        errors = len(self.load.errors)
        until = time.monotonic() + self.seconds
        while time.monotonic() < until or (attack and not attack.done()):
            await self.load.act_for(1)
        await asyncio.sleep(0.5)
        times = self.load.times + self.overdue()
        found = {
            "attack": name,
            "sentence": sentence,
            "answers": dict(attack.result().most_common()) if attack else {},
            "actions": len(times),
            "p50_ms": round(1000 * percentile(times, 0.5), 1),
            "p99_ms": round(1000 * percentile(times, 0.99), 1),
            "megabytes": self.most,
            "people_refused": len(self.load.errors) - errors,
            "people_cut_off": sum(listener.done() for listener in self.listeners),
        }
        print(line(found), flush=True)
        return found

    def overdue(self) -> list[float]:
        """Actions without an answer count with their age: nothing that hangs is left out."""
        now = time.perf_counter()
        return [now - table.sent_at for table in self.load.tables if table.waiting_for]


def verdict(answers: dict[str, int]) -> str:
    """What the server did, in few words."""
    words = Outcome()
    for answer, number in answers.items():
        words[_word(answer)] += number
    return ", ".join(f"{word} {number}" for word, number in words.most_common())


def _word(answer: str) -> str:
    if answer in ("429", "too-many", "4429"):
        return "limited"
    if answer in ("closed", "silent", "sent"):
        return {"closed": "closed", "silent": "waiting", "sent": "taken"}[answer]
    if answer.isdigit() and len(answer) == 4:
        return "closed"
    if answer.startswith("5"):
        return "failed" if answer == "500" else "unavailable"
    return "answered" if answer.startswith(("1", "2", "3")) or answer in ANSWERS else "refused"


def line(found: dict[str, Any]) -> str:
    did = verdict(found["answers"])
    return f"{found['attack']:24} {found['p50_ms']:7.1f} {found['p99_ms']:7.1f} {found['megabytes']:6.1f}  {did}"


def measure(names: Sequence[str], tables: int, seconds: float) -> dict[str, Any]:
    """Every figure of one run on a fresh server."""
    with tempfile.TemporaryDirectory() as folder, haggis_serve(Path(folder)) as (url, pid, log):
        watch = Watch(url, pid, tables, seconds)
        found = asyncio.run(watch.run(names))
        metrics = httpx.get(f"{url}/metrics", trust_env=False, timeout=30).text
        lines = len(log.read_text(encoding="utf-8").splitlines())
    failures = [float(each.split()[-1]) for each in metrics.splitlines() if each.startswith("haggis_failures_total")]
    return {"people": 2 * tables, "phases": found, "server_failures": sum(failures), "log_lines": lines}
