"""Several servers on one database: which are alive, who plays what, who is connected where, the common key."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision: str | None = "0002"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("node", sa.String(32), sa.ForeignKey("nodes.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("leases_of_a_node", "leases", ["node"])
    op.create_table(
        "connections",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("node", sa.String(32), sa.ForeignKey("nodes.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_index("connections_of_a_node", "connections", ["node"])
    op.create_index("connections_of_a_player", "connections", ["player_id"])
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(24), primary_key=True),
        sa.Column("value", sa.String(128), nullable=False),
    )


def downgrade() -> None:
    for table in ("secrets", "connections", "leases", "nodes"):
        op.drop_table(table)
