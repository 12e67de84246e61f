"""The first shape: the ledger of events, and what is drawn from it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("client", sa.String(80)),
        sa.UniqueConstraint("table_id", "client", name="one_action_a_client_id"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("summary", sa.JSON, nullable=False),
    )
    op.create_index("tables_in_the_lobby", "tables", ["public", "status", "changed_at"])
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
    )
    op.create_table(
        "sittings",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("player_id", sa.String(32), primary_key=True),
    )
    op.create_index("sittings_of_a_player", "sittings", ["player_id"])
    _create_results()


def _create_results() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("preset", sa.String(24), nullable=False),
        sa.Column("names", sa.JSON, nullable=False),
        sa.Column("totals", sa.JSON, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("out_first", sa.Integer, nullable=False),
        sa.Column("bets", sa.Integer, nullable=False),
        sa.Column("bets_won", sa.Integer, nullable=False),
        sa.Column("bombs", sa.Integer, nullable=False),
    )
    op.create_index("results_of_a_player", "results", ["player_id", "ended_at"])


def downgrade() -> None:
    for table in ("results", "sittings", "players", "tables", "events"):
        op.drop_table(table)
