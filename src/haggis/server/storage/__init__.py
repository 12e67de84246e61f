"""The database: schema, migrations, group commits."""
