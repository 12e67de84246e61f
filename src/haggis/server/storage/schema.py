"""The tables of the database. `events` is the truth; the others are drawn from it for quick looks.

`nodes`, `leases` and `connections` are used where several servers share the database; `nodes` may be
emptied at any time, and the others with it.
"""

from __future__ import annotations

from sqlalchemy import (
    ARRAY,
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    bindparam,
    func,
    literal_column,
    select,
    true,
)

metadata = MetaData()

events = Table(
    "events",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("client", String(80)),
    UniqueConstraint("table_id", "client", name="one_action_a_client_id"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("status", String(10), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("summary", JSON, nullable=False),
    Index("tables_in_the_lobby", "public", "status", "changed_at"),
)

players = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
)

# Called `sittings` in the database since the first version.
seated = Table(
    "sittings",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("player_id", String(32), primary_key=True),
    Index("sittings_of_a_player", "player_id"),
)

results = Table(
    "results",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player_id", String(32), nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("players", Integer, nullable=False),
    Column("preset", String(24), nullable=False),
    Column("names", JSON, nullable=False),
    Column("totals", JSON, nullable=False),
    Column("place", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("out_first", Integer, nullable=False),
    Column("bets", Integer, nullable=False),
    Column("bets_won", Integer, nullable=False),
    Column("bombs", Integer, nullable=False),
    Index("results_of_a_player", "player_id", "ended_at"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("body", Text, nullable=False),
)

puzzle_progress = Table(
    "puzzle_progress",
    metadata,
    Column("player_id", String(32), primary_key=True),
    Column("body", Text, nullable=False),
)

# Who made public tables in the last day, by a keyed hash of an address.
made_public = Table(
    "made_public",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("maker", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("made_public_by", "maker"),
    Index("made_public_at", "at"),
)

# Servers that share this database; one is dead once the database's own clock has passed `until`.
nodes = Table(
    "nodes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("until", BigInteger, nullable=False),
)

# Which node plays the bots and the clocks of a table.
leases = Table(
    "leases",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("node", String(32), ForeignKey("nodes.id", ondelete="CASCADE"), nullable=False),
    Index("leases_of_a_node", "node"),
)

# Who is connected to a table at which node; spectators may have no identity: "".
connections = Table(
    "connections",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("node", String(32), ForeignKey("nodes.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", String(32), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
    Index("connections_of_a_node", "node"),
    Index("connections_of_a_player", "player_id"),
)

# What all nodes must have in common: the key that cookies and links are signed with.
secrets = Table(
    "secrets",
    metadata,
    Column("name", String(24), primary_key=True),
    Column("value", String(128), nullable=False),
)

MOST_AT_ONCE = 500
_WANTED = bindparam("tables", type_=ARRAY(String)), bindparam("seqs", type_=ARRAY(Integer))
_KNOWN = func.unnest(*_WANTED).table_valued(Column("table_id", String), Column("seq", Integer)).render_derived("known")
_LATER = (
    select(events)
    .where(events.c.table_id == _KNOWN.c.table_id, events.c.seq > _KNOWN.c.seq)
    .order_by(events.c.seq)
    .limit(literal_column(str(MOST_AT_ONCE)))
    .lateral("later")
)
EVENTS_AFTER = select(_LATER).select_from(_KNOWN.join(_LATER, true()))
"""The events of some tables after the number that is known of each, in order.

Table by table, and only so many of each: a plain join would have PostgreSQL read the whole ledger, since it can't know
that hardly any event is new.
"""
