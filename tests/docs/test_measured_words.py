"""What the pages say in words of what was measured is about what was measured."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_time_of_a_review_is_the_measured_one() -> None:
    words = " ".join((ROOT / "docs/study.md").read_text(encoding="utf-8").split())
    said = re.search(r"takes about (\d+) s of one core with two players and (\d+) s with three", words)
    measured = json.loads((ROOT / "bench/results/review.json").read_text())
    assert said
    assert list(map(int, said.groups())) == pytest.approx([measured[name]["whole_s"] for name in ("2p", "3p")], rel=0.3)
