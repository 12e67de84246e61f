"""Results, each with the version that was measured: stale once that code decides otherwise, or the command changed."""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "experiments" / "results"
SIGNATURES = RESULTS / "signatures.json"
PAGE = ROOT / "docs" / "strength.md"
PLAYING = ("native", "src/haggis/rules", "src/haggis/engine", "src/haggis/players", "src/haggis/arena")
"""The code that decides how the players play, and how that is scored and counted."""
NO_BETS = "--rule bets=none"
CALIBRATION = "src/haggis/players/bet_calibration_data.py"
COMMENTS = {".py": r'#.*|"""(?s:.*?)"""', ".cpp": r"//.*", ".hpp": r"//.*"}
DATA = ".bin"
"""Networks decide, too."""

Result = dict[str, Any]


@dataclass(frozen=True)
class Experiment:
    """A script of this package: what it runs, measures and writes."""

    name: str
    commands: dict[str, str]
    """By the name of the result; the tables of its page are in this order."""
    columns: str
    cells: Callable[[Result], str]
    """A result in these columns."""
    writes: tuple[str, ...] = ()
    """The constants that it is the source of: no part of what it measures."""
    measures: tuple[str, ...] = PLAYING
    """The code, by folder or file, that the result depends on."""
    bets: bool = True
    """Whether bets play a part in any of it."""
    page_name: str = ""
    """Which page of docs shows it, if not docs/strength.md."""

    @property
    def page(self) -> Path:
        return ROOT / "docs" / self.page_name if self.page_name else PAGE

    @property
    def judges(self) -> bool:
        """Whether it also measures what reviews or hints say."""
        return self.measures != PLAYING

    @property
    def folder(self) -> Path:
        return RESULTS / self.name

    def code(self, command: str) -> str:
        """Of what the result of a command depends on: where nobody may bet, the calibration of bets decides nothing."""
        no_bets = NO_BETS in command or not self.bets
        return code_hash(self.measures, without=(*self.writes, *([CALIBRATION] if no_bets else [])))

    def named(self, begins: list[str]) -> dict[str, str]:
        """The commands whose names begin so; all, if nothing is asked for."""
        return {name: command for name, command in self.commands.items() if name.startswith(tuple(begins or [""]))}

    def begin(self, command: str) -> Result:
        """What a result says of itself. Ask before a long run: work goes on meanwhile."""
        return {"command": command, "version": {"commit": commit(self.writes), "code": self.code(command)}}

    def finish(self, name: str, result: Result, *, dry_run: bool) -> None:
        """Shows a result; unless it's a dry run, writes it, and the tables of its page with it."""
        print(f"{name} | {self.columns}\n{name} | {self.cells(result)}", flush=True)
        if dry_run:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        write_json(self.folder / f"{name}.json", result)
        self.page.write_text(with_tables(self.page.read_text(), [self]))

    def kept(self) -> dict[str, Result]:
        files = {name: self.folder / f"{name}.json" for name in self.commands}
        return {name: json.loads(file.read_text()) for name, file in files.items() if file.exists()}

    def is_stale(self, name: str, result: Result) -> bool:
        command = self.commands[name]
        return result["command"] != command or not decide_alike(result["version"]["code"], self.code(command))

    def measured(self, name: str, result: Result) -> str:
        """The commit, with a mark if the result is stale."""
        return (result["version"]["commit"] or "unknown") + (", **stale**" if self.is_stale(name, result) else "")

    def table(self, begin: str) -> str:
        """The results whose names begin so, for their page."""
        head = f"| name | {self.columns} | measured at | command |"
        rows = [self.row(name, begin, result) for name, result in self.kept().items() if name.startswith(begin)]
        if not rows:
            return "(none yet)"
        return "\n".join([head, "|---" * (head.count("|") - 1) + "|", *rows])

    def row(self, name: str, begin: str, result: Result) -> str:
        cells = (name.removeprefix(begin), self.cells(result), self.measured(name, result), f"`{result['command']}`")
        return f"| {' | '.join(cells)} |"


def with_tables(page: str, experiments: Iterable[Experiment]) -> str:
    """The page with the tables of these experiments as the results stand: each comes after a comment that names it."""
    for experiment in experiments:
        page = re.sub(
            rf"(<!-- results of {experiment.name} ?(\S*) -->\n\n).*?(?=\n\n|\n?\Z)",
            lambda found, by=experiment: found[1] + by.table(found[2]),
            page,
            flags=re.DOTALL,
        )
    return page


def decide_alike(one: str | None, other: str) -> bool:
    """Whether it is the same code, or both are signed for the same decisions."""
    signed = signatures()
    return one == other or (one in signed and signed[one] == signed.get(other))


def signatures() -> dict[str | None, str]:
    """What `python -m experiments sign` found, by the hash of the code."""
    found: dict[str | None, str] = json.loads(SIGNATURES.read_text())
    return found


def code_hash(paths: Iterable[str], without: Iterable[str] = ()) -> str:
    """Of the code in these folders. Comments, docstrings, white space and names of files don't count."""
    left_out = {ROOT / path for path in without}
    texts = sorted(bare(file) for file in code_files(paths) if file not in left_out)
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:12]


def code_files(folders: Iterable[str]) -> Iterator[Path]:
    for folder in folders:
        inside = [ROOT / folder] if (ROOT / folder).is_file() else (ROOT / folder).rglob("*")
        yield from (file for file in inside if file.suffix in (*COMMENTS, DATA))


def bare(file: Path) -> str:
    if file.suffix == DATA:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    return re.sub(COMMENTS[file.suffix] + r"|\s+", "", file.read_text())


def commit(writes: Iterable[str] = ()) -> str:
    """Where the repository stands; "+" says that the code has been changed since, apart from what results write."""
    changed = told_by_git("status", "--porcelain", "src", "native", *(f":!{path}" for path in writes))
    return told_by_git("describe", "--always", "--exclude=*") + ("+" if changed else "")


def told_by_git(*words: str) -> str:
    return subprocess.run(["git", *words], stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT).stdout.strip()


def write_json(file: Path, what: Any) -> None:
    """All or nothing."""
    new = file.with_suffix(".new")
    new.write_text(json.dumps(what, indent=1) + "\n")
    new.replace(file)


def arguments(doc: str | None) -> argparse.ArgumentParser:
    """What every experiment can be asked."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="another number is another chance")
    parser.add_argument("--dry-run", action="store_true", help="show the result, write nothing")
    return parser


def as_typed(module: str, parser: argparse.ArgumentParser, asked: argparse.Namespace) -> str:
    """The command with its values, without those that it has anyway."""
    values = {key: value for key, value in vars(asked).items() if not isinstance(value, bool)}
    chosen = {key: value for key, value in values.items() if value != parser.get_default(key)}
    return " ".join([f"python -m experiments.{module}", *(f"--{key} {value}" for key, value in chosen.items())])
