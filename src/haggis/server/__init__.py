"""The web server: tables, friends, bots and the page. docs/server.md is its contract.

The way of an action: `live` or `routes` read it, `commands` judges it with the rules, `storage`
commits it, `live_table` folds it into the state and tells everybody what they may know (`sight`).
"""
