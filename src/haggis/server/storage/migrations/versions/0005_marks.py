"""Deals carry marks. Nothing changes here; but earlier versions can't read them, and refuse the database by this."""

from __future__ import annotations

revision = "0005"
down_revision: str | None = "0004"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """The marks are written with the deals to come."""


def downgrade() -> None:
    """A database without a deal since the upgrade can be read by the earlier version again."""
