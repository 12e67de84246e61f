"""The database. It knows texts, numbers and rows, nothing of games, and touches none of the other rooms.

- `database`: the append-only ledger of events and its group commits; what can be looked up
- `writing`: how a group of batches is written
- `engine`: the way to SQLite or PostgreSQL, and what can go wrong on it
- `opening`: opens the database, or says why not
- `backups`: copies of an SQLite file; `copying`: one copied into PostgreSQL
- `upkeep`: which tables there are, and their removal
- `nodes`: what servers on one PostgreSQL tell each other by it; `notices`: what they tell each other by Redis
- `schema`: the tables of the database
- `results`: rows of finished games, and the queries that read them
- `made_public`: who made public tables in the last day
- `study_rows`: rows of reviews and of progress with puzzles
- `migrations`: how an older database is brought up to date
"""
