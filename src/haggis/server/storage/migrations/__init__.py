"""How the database came to its present shape, step by step (Alembic)."""
