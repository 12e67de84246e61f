"""What the owner asks of the whole database: which tables there are, and to remove some of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import delete, exists, select

from . import schema
from .database import Database
from .nodes import NOW

OVER = ("over", "closed")
HOLDING = (schema.reviews, schema.results, schema.seated, schema.events, schema.leases, schema.connections)
"""What belongs to a table, in the order in which it can be removed."""


class KnownTable(NamedTuple):
    id: str
    status: str

    @property
    def is_finished(self) -> bool:
        return self.status in OVER


async def all_tables(database: Database) -> list[str]:
    """Every table that has a row or an event."""
    query = select(schema.events.c.table_id).union(select(schema.tables.c.id))
    async with database.transaction() as connection:
        return sorted((await connection.execute(query)).scalars().all())


async def find_table(database: Database, table: str) -> KnownTable | None:
    row = schema.tables.c
    async with database.transaction() as connection:
        found = (await connection.execute(select(row.id, row.status).where(row.id == table))).first()
    return KnownTable(*found) if found else None


async def finished_before(database: Database, millis: int) -> list[str]:
    """The tables that were over, or closed, before a time; the oldest first."""
    row = schema.tables.c
    query = select(row.id).where(row.status.in_(OVER), row.changed_at < millis).order_by(row.changed_at, row.id)
    async with database.transaction() as connection:
        return list((await connection.execute(query)).scalars().all())


async def unchanged_since(database: Database, millis: int) -> list[str]:
    """The tables that are not finished, and where nothing has happened since a time."""
    row, event = schema.tables.c, schema.events.c
    later = exists().where(event.table_id == row.id, event.at >= millis)
    query = select(row.id).where(row.status.not_in(OVER), row.changed_at < millis, ~later).order_by(row.id)
    async with database.transaction() as connection:
        return list((await connection.execute(query)).scalars().all())


async def living_nodes(database: Database) -> int:
    """How many servers use the database now, by the database's clock; for PostgreSQL."""
    if not database.shared:
        return 0
    async with database.transaction() as connection:
        return len((await connection.execute(select(schema.nodes.c.id).where(schema.nodes.c.until > NOW))).all())


async def remove(database: Database, tables: Sequence[str]) -> None:
    """Remove tables with all that belongs to them, all or nothing."""
    async with database.transaction() as connection:
        for part in HOLDING:
            await connection.execute(delete(part).where(part.c.table_id.in_(tables)))
        await connection.execute(delete(schema.tables).where(schema.tables.c.id.in_(tables)))


async def remove_leftovers(database: Database) -> None:
    """Events that a server stored for a table after it had been removed."""
    async with database.transaction() as connection:
        known = select(schema.tables.c.id)
        await connection.execute(delete(schema.events).where(schema.events.c.table_id.not_in(known)))
