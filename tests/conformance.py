"""The conformance data in tests/vectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).resolve().parent / "vectors"


def lines(name: str) -> list[Any]:
    """The JSON values of one file of the vectors."""
    return [json.loads(line) for line in (VECTORS / name).read_text().splitlines()]


def numbered(name: str) -> list[tuple[int, Any]]:
    """The same, each with the number of its line, counted from 1."""
    return list(enumerate(lines(name), 1))
