"""`haggis admin`: for whoever runs a server: backups, old tables, records, damage.

The database is found as `haggis serve` finds it: by flags, environment and file.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import Progress

from haggis.rules.sentences import plural

from . import options
from .serve import Config, Data, Database, settings_of

if TYPE_CHECKING:
    from haggis.server.settings import Settings
    from haggis.server.upkeep import Replayed

app = typer.Typer(no_args_is_help=True, help="For whoever runs a server: backups, old tables, records, damage.")
Yes = Annotated[bool, typer.Option("--yes", help="Do it; without this, only say what would be done.")]


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not be there yet.")],
    config: Config = None,
    database: Database = None,
    data: Data = None,
) -> None:
    """Copy an SQLite database into a file, also while a server uses it."""
    settings = _settings(config, database, data)
    from haggis.server.storage.backups import backup as copy  # noqa: PLC0415

    with _pages("Copying") as progress:
        copy(settings.database_url, file, progress)
    typer.echo(
        f"The database is copied to {file}. Keep {settings.data / 'signing-key'} with it: it signs cookies and links."
    )


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    config: Config = None,
    database: Database = None,
    data: Data = None,
    *,
    yes: Yes = False,
) -> None:
    """Put a backup in the place of an SQLite database; its server must be stopped."""
    settings = _settings(config, database, data)
    from haggis.server.storage.backups import place_for  # noqa: PLC0415
    from haggis.server.storage.backups import restore as put_back  # noqa: PLC0415

    place_for(settings.database_url, file)
    if not yes:
        typer.echo(f"{file} would become the database of {settings.data}; --yes does it.")
        return
    with _pages("Copying") as progress:
        former = put_back(settings.database_url, file, progress)
    typer.echo(f"{file} is the database now." + (f" The former one is {former}." if former else ""))


@app.command()
def copy(
    to: Annotated[str, typer.Option(help="The URL of an empty PostgreSQL database.")],
    config: Config = None,
    database: Database = None,
    data: Data = None,
) -> None:
    """Copy an SQLite database, whose server is stopped, into PostgreSQL: from one server to several."""
    settings = _settings(config, database, data)
    from haggis.server.storage.copying import copy as copy_all  # noqa: PLC0415

    with _pages("Copying") as progress:
        copied = copy_all(settings.database_url, to, settings.data / "signing-key", progress)
    counted = ", ".join(f"{count} {name}" for name, count in copied.items())
    typer.echo(f"Copied, with the signing key: {counted}. Start the nodes with --database and the new URL.")


@app.command()
def retention(
    days: Annotated[int, typer.Option(min=1, max=36_500, help="How long a finished table is kept.")],
    unfinished_days: Annotated[
        int | None,
        typer.Option(min=1, max=36_500, help="Also close unfinished tables that nobody has changed for so long."),
    ] = None,
    config: Config = None,
    database: Database = None,
    data: Data = None,
    *,
    yes: Yes = False,
) -> None:
    """Remove finished tables that are older, with their results and reviews; exit 1 if one to close can't be read."""
    settings = _settings(config, database, data)
    from haggis.server import upkeep  # noqa: PLC0415

    old = asyncio.run(upkeep.old_tables(settings, days))
    forgotten = asyncio.run(upkeep.forgotten_tables(settings, unfinished_days)) if unfinished_days else []
    said = f"{plural(len(old), 'finished table')} older than {plural(days, 'day')}"
    also = f"{plural(len(forgotten), 'unfinished table')} unchanged for {plural(unfinished_days or 0, 'day')}"
    if not yes:
        typer.echo(f"{said} would be removed" + (f", {also} closed" if unfinished_days else "") + "; --yes does it.")
        return
    asyncio.run(upkeep.remove_old(settings, old, _watched("Removing")))
    if unfinished_days is None:
        typer.echo(f"{said} removed.")
        return
    found = asyncio.run(upkeep.close_forgotten(settings, forgotten, _watched("Closing")))
    _report(found, f"{said} removed, {also} closed.")


@app.command()
def remove(
    table: Annotated[str, typer.Argument(help="The table's id, as in its link /t/TABLE.")],
    config: Config = None,
    database: Database = None,
    data: Data = None,
    *,
    yes: Yes = False,
) -> None:
    """Remove one table; if it is not finished, only while no server is running."""
    settings = _settings(config, database, data)
    from haggis.server import upkeep  # noqa: PLC0415

    asyncio.run(upkeep.remove_one(settings, table, really=yes))
    typer.echo(f"Table {table} is removed." if yes else f"Table {table} would be removed; --yes does it.")


@app.command()
def export(
    folder: Annotated[Path, typer.Argument(help="The folder to write to, a file a game.")],
    config: Config = None,
    database: Database = None,
    data: Data = None,
) -> None:
    """Write the records of all games that have a finished round; exit 1 if some can't be read."""
    settings = _settings(config, database, data)
    from haggis.server import upkeep  # noqa: PLC0415

    exported = asyncio.run(upkeep.export(settings, folder, _watched("Writing")))
    _report(exported.found, f"{plural(exported.records, 'record')} written to {folder}.")


@app.command()
def check(
    config: Config = None,
    database: Database = None,
    data: Data = None,
    *,
    as_json: options.Json = False,
) -> None:
    """Replay every ledger; exit 1 if a table is damaged, and name it with the event that does not hold."""
    settings = _settings(config, database, data)
    from haggis.server import upkeep  # noqa: PLC0415

    found = asyncio.run(upkeep.check(settings, _watched("Replaying")))
    counted = f"{plural(found.tables, 'table')}, {plural(found.events, 'event')}"
    if as_json:
        damaged = [{"table": table, "event": event} for table, event in found.damaged.items()]
        options.print_json({"ok": not damaged, "tables": found.tables, "events": found.events, "damaged": damaged})
        raise typer.Exit(1 if damaged else 0)
    _report(found, f"{'Every ledger holds' if not found.damaged else 'Replayed'}: {counted}.")


def _settings(config: Path | None, database: str | None, data: Path | None) -> Settings:
    logging.getLogger("haggis").addHandler(logging.NullHandler())  # a damaged table is named once, by us
    return settings_of({"config": config, "database": database, "data": data})


def _report(found: Replayed, words: str) -> None:
    for table, event in found.damaged.items():
        options.err.print(f"table {table} is damaged at event {event}", markup=False)
    typer.echo(words)
    raise typer.Exit(1 if found.damaged else 0)


def _watched(words: str) -> Callable[[Sequence[str]], Iterable[str]]:
    return lambda tables: options.with_progress(tables, words)


@contextmanager
def _pages(words: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar for pages, if somebody watches."""
    with Progress(console=options.err, transient=True, disable=not options.err.is_terminal) as bar:
        task = bar.add_task(words, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
