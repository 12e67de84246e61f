"""Work shared out over processes: the same results in the same order, whatever their number."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Task = TypeVar("Task")
Found = TypeVar("Found")


def add_jobs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes; the results don't depend on it")


def do_all(work: Callable[[Task], Found], tasks: Sequence[Task], jobs: int, title: str) -> list[Found]:
    """What `work` finds for each task, which must carry all chance that it needs."""
    found: list[Found] = []
    with ProcessPoolExecutor(jobs) as pool:
        for each in pool.map(work, tasks):
            found.append(each)
            print(f"{title}: {len(found)} of {len(tasks)}", end="\r", flush=True)
    return found
