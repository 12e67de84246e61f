"""No module is longer than 350 lines, no Python function longer than 40 (clang-tidy looks at C++)."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
LONGEST_MODULE = 350
LONGEST_FUNCTION = 40
CODE = ("*.py", "*.cpp", "*.hpp", "*.ts", "*.svelte", "*.css")
GENERATED = {"page/src/state/wire.ts"}


def _tracked(*patterns: str) -> list[Path]:
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, check=True, capture_output=True, text=True)
    return [ROOT / name for name in listed.stdout.split() if name not in GENERATED and (ROOT / name).exists()]


def test_modules_are_short() -> None:
    lengths = {path.relative_to(ROOT).as_posix(): len(path.read_text().splitlines()) for path in _tracked(*CODE)}
    assert lengths
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_functions_are_short() -> None:
    long = {}
    for path in _tracked("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > LONGEST_FUNCTION:
                    long[f"{path.relative_to(ROOT)}:{node.name}"] = length
    assert long == {}
