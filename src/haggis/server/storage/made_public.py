"""Public tables of the last day, counted by who made them: at all nodes together, and through restarts.

A maker is a keyed hash of an address. Which table she made is not noted, and what is older than a day is removed.
"""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select

from .database import Database
from .schema import made_public

DAY = 24 * 3600 * 1000
COUNTING_LOCK = 7_264_448
"""Nodes of one PostgreSQL count one after the other. In SQLite whoever deletes first keeps others waiting."""


async def note_public(database: Database, maker: str, now: int, most: int) -> int:
    """Note that somebody makes a public table; if she has made so many, the milliseconds until she may again."""
    row = made_public.c
    counted = select(func.count(), func.min(row.at)).where(row.maker == maker)
    async with database.transaction() as connection:
        if database.shared:
            await connection.execute(select(func.pg_advisory_xact_lock(COUNTING_LOCK)))
        await connection.execute(delete(made_public).where(row.at <= now - DAY))
        made, earliest = (await connection.execute(counted)).one()
        if made >= most:
            return int(earliest) + DAY - now
        await connection.execute(insert(made_public).values(maker=maker, at=now))
    return 0


async def forget_public(database: Database, maker: str, at: int) -> None:
    """The table was not made after all."""
    row = made_public.c
    noted = select(func.max(row.id)).where(row.maker == maker, row.at == at).scalar_subquery()
    async with database.transaction() as connection:
        await connection.execute(delete(made_public).where(row.id == noted))
