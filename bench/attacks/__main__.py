"""All attacks, one after the other; figures into bench/results/attacks.json; exit code 1 if the bar is broken."""

from __future__ import annotations

import argparse
import os
import platform
from typing import Any

from bench.measuring import calibration_seconds, write

from .measuring import ATTACKS, measure, verdict

MOST_MILLISECONDS, MOST_MEGABYTES = 250.0, 400.0


def broken(found: dict[str, Any]) -> list[str]:
    """Everything that people would complain about."""
    words = [f"{found['server_failures']} failures of the server"] if found["server_failures"] else []
    for each in found["phases"]:
        reasons = {
            "slow": each["p99_ms"] >= MOST_MILLISECONDS,
            "too much memory": each["megabytes"] >= MOST_MEGABYTES,
            "people were refused": each["people_refused"],
            "people were cut off": each["people_cut_off"],
            "a 500": "failed" in verdict(each["answers"]),
        }
        words += [f"{each['attack']}: {reason}" for reason, is_so in reasons.items() if is_so]
    return words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--only", nargs="+", choices=list(ATTACKS), default=list(ATTACKS))
    wishes = parser.parse_args()
    calibration = calibration_seconds()
    print(f"{'attack':24} {'p50 ms':>7} {'p99 ms':>7} {'MB':>6}  what the server did", flush=True)
    found = measure(wishes.only, wishes.tables, wishes.seconds)
    found |= {
        "seconds": wishes.seconds,
        "load_average": [round(value, 2) for value in os.getloadavg()],
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "calibration_s": round(calibration, 6),
    }
    if wishes.only == list(ATTACKS):
        write("attacks", found)
    complaints = broken(found)
    print("\n".join(complaints) or f"{len(wishes.only)} attacks, nothing broken; {found['log_lines']} lines in the log")
    if complaints:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
