"""What servers on one PostgreSQL database tell each other by it: who is alive, who plays a table, who is connected.

A node is alive until the time in its row, by the database's clock, and renews that time again and again. Whoever finds
the row of a dead node deletes it, and its leases and connections with it.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import (
    ARRAY,
    BigInteger,
    String,
    any_,
    bindparam,
    cast,
    delete,
    extract,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import IntegrityError

from .database import Database
from .schema import connections, leases, nodes

NOW = cast(extract("epoch", func.clock_timestamp()) * 1000, BigInteger)

# Made once: a statement is a knot of references, which only the collector would undo.
ME = bindparam("me", type_=String)
THESE = any_(bindparam("these", type_=ARRAY(String)))
"""Any number of tables."""
RELEASE = delete(leases).where(leases.c.node == ME, leases.c.table_id == THESE)
LEASED = select(leases.c.table_id).where(leases.c.table_id == THESE)
FORGET_CONNECTIONS = delete(connections).where(connections.c.node == ME, connections.c.table_id == THESE)
ADD_CONNECTIONS = insert(connections).values(since=NOW - bindparam("age", type_=BigInteger))
ELSEWHERE = select(
    connections.c.table_id,
    connections.c.player_id,
    connections.c.number,
    func.greatest(0, NOW - connections.c.since),
).where(connections.c.node != ME, connections.c.table_id == THESE)


class Beat(NamedTuple):
    """What a node learns when it says that it is alive."""

    alive: frozenset[str]
    begun: bool
    """Whether the node was not known any more: its leases and connections are gone."""


class Connected(NamedTuple):
    """A player's connections to a table at some other node."""

    table_id: str
    player_id: str
    number: int
    age: int
    """For how many milliseconds somebody has been at the table there: nodes need not have the same time of day."""


class Nodes:
    """The rows of one node, and those of the others as it sees them."""

    def __init__(self, database: Database, lease_seconds: float) -> None:
        self.id = secrets.token_hex(8)
        self._database = database
        self._millis = round(1000 * lease_seconds)

    async def beat(self) -> Beat:
        """Say that this node is alive; forget the dead."""
        until = NOW + self._millis
        async with self._database.transaction(sign=True) as connection:
            renewed = await connection.execute(update(nodes).where(nodes.c.id == self.id).values(until=until))
            if not renewed.rowcount:
                await connection.execute(insert(nodes).values(id=self.id, until=until))
        async with self._database.transaction(sign=True) as connection:
            await connection.execute(delete(nodes).where(nodes.c.until < NOW))
            alive = (await connection.execute(select(nodes.c.id))).scalars().all()
        return Beat(frozenset(alive), begun=not renewed.rowcount)

    async def leave(self) -> None:
        """Give everything back."""
        async with self._database.transaction(sign=True) as connection:
            await connection.execute(delete(nodes).where(nodes.c.id == self.id))

    # --- leases ---

    async def take(self, table: str) -> bool:
        """Lease a table's bots and clocks; whether they are this node's now."""
        wish = postgresql.insert(leases).values(table_id=table, node=self.id)
        holder = select(leases.c.node).where(leases.c.table_id == table)
        try:
            async with self._database.transaction() as connection:
                await connection.execute(wish.on_conflict_do_nothing())
                return bool((await connection.execute(holder)).scalar() == self.id)
        except IntegrityError:  # this node counts as dead: its next beat begins anew
            return False

    async def release(self, tables: Collection[str]) -> None:
        async with self._database.transaction() as connection:
            await connection.execute(RELEASE, {"me": self.id, "these": list(tables)})

    async def free(self, tables: Collection[str]) -> set[str]:
        """Those of the tables that nobody has leased."""
        async with self._database.transaction() as connection:
            held = (await connection.execute(LEASED, {"these": list(tables)})).scalars().all()
        return set(tables) - set(held)

    # --- connections ---

    async def write_connections(self, here: Mapping[str, Iterable[Connected]]) -> bool:
        """Who is connected to these tables at this node; whether it could be written."""
        rows = [each._asdict() | {"node": self.id} for connected in here.values() for each in connected]
        try:
            async with self._database.transaction() as connection:
                await connection.execute(FORGET_CONNECTIONS, {"me": self.id, "these": list(here)})
                if rows:
                    await connection.execute(ADD_CONNECTIONS, rows)
        except IntegrityError:  # this node counts as dead: its next beat begins anew
            return False
        return True

    async def connections_elsewhere(self, tables: Collection[str]) -> dict[str, list[Connected]]:
        """Who is connected to each of the tables at other nodes."""
        found: dict[str, list[Connected]] = {table: [] for table in tables}
        async with self._database.transaction() as connection:
            rows = await connection.execute(ELSEWHERE, {"me": self.id, "these": list(tables)})
        for each in map(Connected._make, rows):
            found[each.table_id].append(each)
        return found

    async def tables_of(self, player: str) -> list[str]:
        """The tables that a player is connected to, at any node."""
        query = select(connections.c.table_id).where(connections.c.player_id == player).distinct()
        async with self._database.transaction() as connection:
            return list((await connection.execute(query)).scalars().all())
