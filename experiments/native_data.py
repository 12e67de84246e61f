"""The engine's numbers as C++: the weights of the evaluation, as the experiment found them.

Those in use are results of their own, in experiments/results/in_use; the C++ is written from them. The names and
lengths of the numbers are read from the header that declares them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from .results import ROOT, Result, write_json

IN_USE = "experiments/results/in_use"
LAYOUT = "native/evaluation/weights.hpp"
"""Where the weights are declared and explained."""
NUMBER = r"std::int32_t (\w+) = 0;"
ROW = r"std::array<std::int32_t, (\d+)> (\w+)\{\};"
TABLE = r"std::array<std::array<std::int32_t, (\d+)>, (\d+)> (\w+)\{\};"


@dataclass(frozen=True)
class DataFile:
    """A file of C++ that an experiment writes, and the words in it."""

    name: str
    """Of the experiment."""
    path: str
    include: str
    kind: str
    getter: str

    def in_use(self, players: int) -> Path:
        """The result whose numbers are in use."""
        return ROOT / IN_USE / f"{self.name}-{players}p.json"

    def adopt(self, players: int, result: Result) -> None:
        """Takes a result into use: keeps it, and writes the file anew."""
        write_json(self.in_use(players), result)
        (ROOT / self.path).write_text(self.text_in_use())
        print(f"{self.path} is written: build the engine anew")

    def text_in_use(self) -> str:
        return self.text(*(json.loads(self.in_use(players).read_text()) for players in (2, 3)))

    def text(self, two: Result, three: Result) -> str:
        """What the file holds, by a result for two players and one for three."""
        return f"""#include "{self.include}"

namespace haggis {{
namespace {{

// Written by `python -m experiments.{self.name} --adopt` from {IN_USE} (see docs/strength.md).
{self._constant("kTwo", two)}
{self._constant("kThree", three)}
}}  // namespace

const {self.kind}& {self.getter}(int players) {{ return players == 2 ? kTwo : kThree; }}

}}  // namespace haggis
"""

    def _constant(self, name: str, result: Result) -> str:
        lines = weights_fields(result["weights"])
        return "\n".join([f"constexpr {self.kind} {name}{{", *lines, "};"]) + "\n"


WEIGHTS = DataFile(
    name="weights",
    path="native/evaluation/weights_data.cpp",
    include="evaluation/weights.hpp",
    kind="Weights",
    getter="tuned_weights",
)


def weights_fields(weights: Sequence[int]) -> Iterator[str]:
    """A line for each field of the weights."""
    numbers = iter(weights)
    for line in (ROOT / LAYOUT).read_text().splitlines():
        if found := re.search(TABLE, line):
            rows = [f"{{{{{row(numbers, int(found[1]))}}}}}" for _ in range(int(found[2]))]
            yield f"    .{found[3]} = {{{{{', '.join(rows)}}}}},"
        elif found := re.search(ROW, line):
            yield f"    .{found[2]} = {{{row(numbers, int(found[1]))}}},"
        elif found := re.search(NUMBER, line):
            yield f"    .{found[1]} = {row(numbers, 1)},"
    if next(numbers, None) is not None:
        raise ValueError(f"there are more numbers than {LAYOUT} declares")


def row(numbers: Iterator[int], length: int) -> str:
    found = [str(number) for number in islice(numbers, length)]
    if len(found) < length:
        raise ValueError(f"there are fewer numbers than {LAYOUT} declares")
    return ", ".join(found)
