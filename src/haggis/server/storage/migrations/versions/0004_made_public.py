"""Who made public tables in the last day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision: str | None = "0003"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "made_public",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("maker", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("made_public_by", "made_public", ["maker"])
    op.create_index("made_public_at", "made_public", ["at"])


def downgrade() -> None:
    op.drop_table("made_public")
