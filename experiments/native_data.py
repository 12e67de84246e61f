"""The engine's numbers as C++: the weights of the evaluation and the opponent model, as the experiments found them.

The names and lengths of the numbers are read from the header that declares them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from .results import ROOT

LAYOUT = "native/evaluation/weights.hpp"
"""Where the weights are declared and explained."""
NUMBER = r"std::int32_t (\w+) = 0;"
ROW = r"std::array<std::int32_t, (\d+)> (\w+)\{\};"
TABLE = r"std::array<std::array<std::int32_t, (\d+)>, (\d+)> (\w+)\{\};"


@dataclass(frozen=True)
class DataFile:
    """A file of C++ that an experiment writes, and the words in it."""

    path: str
    command: str
    include: str
    kind: str
    getter: str
    weights_field: str = ""
    """The field that holds the weights, if they are not everything."""

    def text(self, two: Mapping[str, object], three: Mapping[str, object]) -> str:
        """What the file holds: the weights and other fields, for two players and for three."""
        return f"""#include "{self.include}"

namespace haggis {{
namespace {{

// Written by `{self.command}`; docs/strength.md says how they were found.
{self._constant("kTwo", two)}
{self._constant("kThree", three)}
}}  // namespace

const {self.kind}& {self.getter}(int players) {{ return players == 2 ? kTwo : kThree; }}

}}  // namespace haggis
"""

    def write(self, two: Mapping[str, object], three: Mapping[str, object]) -> None:
        (ROOT / self.path).write_text(self.text(two, three))

    def _constant(self, name: str, numbers: Mapping[str, object]) -> str:
        fields = dict(numbers)
        lines = list(weights_fields(fields.pop("weights")))
        if self.weights_field:
            lines = [f"    .{self.weights_field} = {{", *("    " + line for line in lines), "    },"]
        lines += [f"    .{field} = {value}," for field, value in fields.items()]
        return "\n".join([f"constexpr {self.kind} {name}{{", *lines, "};"]) + "\n"


WEIGHTS = DataFile(
    path="native/evaluation/weights_data.cpp",
    command="python -m experiments.weights --adopt",
    include="evaluation/weights.hpp",
    kind="Weights",
    getter="tuned_weights",
)
OPPONENT_MODEL = DataFile(
    path="native/evaluation/opponent_model_data.cpp",
    command="python -m experiments.opponent_model --adopt",
    include="evaluation/opponent_model.hpp",
    kind="OpponentModel",
    getter="fitted_opponent_model",
    weights_field="weights",
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
