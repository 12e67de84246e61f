"""Alembic's entry: it runs on the connection that the server hands in."""

from __future__ import annotations

from alembic import context

from haggis.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,  # SQLite's, too, once its transaction has begun
)
with context.begin_transaction():
    context.run_migrations()
