"""Tables of results, at any width of the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.markup import escape
from rich.table import Column, Table

from . import options

LONGEST_NAME = 10
"""A longer name is folded."""
ANY_WIDTH = 10_000


def show(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows that begin with a name. Where the table is too wide, each row is a list under its name."""
    table = _table(titles, rows)
    anything = options.out.options.update(width=ANY_WIDTH)
    if options.out.measure(table, options=anything).minimum <= options.out.width:
        options.out.print(table)
        return
    for row in rows:
        options.out.print("\n".join(_lines(titles, row)), markup=False)


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    names, *numbers = zip(titles, *rows, strict=True)
    columns = [_number_column(each[0], max(map(len, each))) for each in numbers]
    name_width = min(LONGEST_NAME, max(map(len, names)))
    first = Column(titles[0], min_width=name_width, overflow="fold")
    table = Table(first, *columns, box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    for name, *cells in rows:
        table.add_row(escape(name), *cells)
    return table


def _number_column(title: str, width: int) -> Column:
    return Column(title, justify="right", min_width=width)


def _lines(titles: Sequence[str], row: Sequence[str]) -> Iterator[str]:
    width = max(map(len, titles[1:]))
    yield row[0]
    for title, cell in zip(titles[1:], row[1:], strict=True):
        yield f"  {title:{width}}  {cell}"
