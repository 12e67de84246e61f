"""Worker processes: Ctrl-C stops at once and reports, and no worker or bot is ever left behind."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from haggis.arena import ArenaFailed, Hooks, all_cores, make_match, play_match
from haggis.arena.run import workers
from haggis.rules import preset
from tests.players.programs import bad_bot, children, command, of_session, open_files

PATIENCE = 60


@contextmanager
def running(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The command in a session of its own; whatever is left of it afterwards is killed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "haggis", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        try:
            yield process
        finally:
            for pid in of_session(process.pid):
                os.kill(pid, signal.SIGKILL)


def wait_until(true: object, what: str) -> None:
    assert callable(true)
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def alive(pids: set[int]) -> bool:
    return any(Path(f"/proc/{pid}").exists() and _state(pid) not in "ZX" for pid in pids)


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "X"


@pytest.mark.parametrize(("jobs", "number"), [(2, signal.SIGINT), (2, signal.SIGTERM), (1, signal.SIGTERM)])
def test_ctrl_c_stops_at_once_and_reports_what_was_finished(tmp_path: Path, jobs: int, number: int) -> None:
    """Like the terminal, tell the whole group. The deaf bots are in groups of their own."""
    pids = tmp_path / "pids"
    setup = f"signal.signal(signal.SIGTERM, signal.SIG_IGN)\nopen({str(pids)!r}, 'a').write(f'{{os.getpid()}} ')"
    bot = command(tmp_path, bad_bot("answer(request, action='pardon?')", setup) + "\ntime.sleep(600)\n")
    file = tmp_path / "games.jsonl"
    options = ["--rounds", "1000000", "--jobs", str(jobs), "--json", "--record", str(file)]
    with running("arena", bot, "random", *options) as process:
        wait_until(lambda: file.exists() and file.stat().st_size > 0, "no deal was played")
        group = of_session(process.pid)
        assert len(group) >= (min(jobs, all_cores()) + 1 if jobs > 1 else 1)
        os.killpg(process.pid, number)
        said, complaint = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130, complaint
    wire = json.loads(said)
    assert wire["stopped"] == "interrupted"
    assert wire["rounds"] >= 2
    assert "Traceback" not in complaint
    assert len(file.read_text().splitlines()) == wire["rounds"]
    bots = set(map(int, pids.read_text().split()))
    wait_until(lambda: not alive(bots | group), "somebody was left behind")


def test_stopped_before_the_first_deal_is_finished_it_says_so(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    bot = command(tmp_path, f"open({str(begun)!r}, 'w').write('yes')\nimport time\ntime.sleep(600)\n")
    with running("arena", bot, "random", "--rounds", "2", "--jobs", "1") as process:
        wait_until(begun.exists, "the bot was not started")
        process.terminate()
        said, complaint = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (130, "")
    assert complaint == "haggis: stopped, with nothing to report yet\n"


def test_workers_leave_when_the_main_process_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with running("arena", "greedy", "random", "--rounds", "1000000", "--jobs", "2", "--record", str(file)) as process:
        wait_until(lambda: file.exists() and file.stat().st_size > 0, "no deal was played")
        workers = of_session(process.pid) - {process.pid}
        assert workers
        process.kill()
        process.wait()
        wait_until(lambda: not alive(workers), "a worker was left behind")


def test_there_are_never_more_workers_than_deals_or_cores() -> None:
    cores = all_cores()
    assert [workers(jobs, deals) for jobs, deals in ((1, 9), (99_999_999, 9), (99_999_999, 1), (0, 0))] == [
        1,
        min(cores, 9),
        1,
        1,
    ]


@pytest.mark.skipif(all_cores() < 2, reason="one core has no workers")
def test_a_worker_that_dies_ends_the_match_with_a_clear_report() -> None:
    files, before = open_files(), children()

    def kill_all(_result: object) -> None:
        for worker in multiprocessing.active_children():
            os.kill(worker.pid or 0, signal.SIGKILL)

    with pytest.raises(ArenaFailed, match=r"a worker died \(exit code -9\) in deal \d+ of greedy - random, seed 1"):
        play_match(make_match(("greedy", "random"), preset("standard"), 10_000, seed=1), jobs=2, hooks=Hooks(kill_all))
    assert children() - before <= _tracker()
    assert len(open_files() - files) <= len(_tracker())


def test_nothing_is_left_after_a_match() -> None:
    match = make_match(("greedy", "random"), preset("standard"), 4)
    play_match(match, jobs=2)
    files, before = open_files(), children()
    play_match(match, jobs=2)
    assert open_files() == files
    assert children() == before


def _tracker() -> set[int]:
    """Python's own helper of multiprocessing, which lives as long as we do, and its pipe."""
    from multiprocessing import resource_tracker

    pid = getattr(resource_tracker._resource_tracker, "_pid", None)
    return {pid} if pid else set()
