"""How many instructions the engine needs a play and an action, by callgrind: the same every time.

Needs valgrind and a C++ compiler. Builds the core as `make test` does, without -march, and counts the
difference between N and 2 N pieces of work, so that starting up doesn't count. Prints a table, then
for the work named on the command line (`list` by default) the functions that take the most.
"""

from __future__ import annotations

import re
import subprocess
import sys

from .measuring import ROOT

BUILD = ROOT / "build" / "native"
PROGRAM = BUILD / "instructions"
KINDS = {"list": 200, "count": 200, "random-2": 200, "sensible-2": 200, "random-3": 200, "sensible-3": 200}


def build() -> None:
    subprocess.run(
        ["sh", "scripts/native-tests", "native", "", "test_round"], cwd=ROOT, check=True, capture_output=True
    )
    source, library = ROOT / "bench" / "native" / "instructions.cpp", BUILD / "libhaggis_core.a"
    options = ["-std=c++20", "-O3", "-g", "-I", str(ROOT / "native"), "-pthread", "-o", str(PROGRAM)]
    subprocess.run(["c++", *options, str(source), str(library)], check=True)


def count(work: str, times: int) -> tuple[int, int]:
    """Instructions, and plays or actions, of one run."""
    file = BUILD / f"callgrind.{work}"
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={file}", str(PROGRAM), work, str(times)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    assert found
    return int(found[1]), int(done.stdout)


def main() -> None:
    build()
    print("| work | instructions each | plays or actions each | instructions a play or action |\n|---|---|---|---|")
    for work, times in KINDS.items():
        (once, few), (twice, many) = count(work, times), count(work, 2 * times)
        each, things = (twice - once) / times, (many - few) / times
        print(f"| {work} | {each:,.0f} | {things:.1f} | {each / things:.1f} |")
    shown = sys.argv[1] if len(sys.argv) > 1 else "list"
    report = subprocess.run(
        ["callgrind_annotate", str(BUILD / f"callgrind.{shown}")], capture_output=True, text=True, check=True
    )
    print("\n".join(line for line in report.stdout.splitlines() if "%)" in line)[:4000])


if __name__ == "__main__":
    main()
