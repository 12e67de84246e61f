"""What is counted and timed for whoever runs a server (Prometheus); docs/operations.md says what each number means.

No label ever holds a table, a name, an address, a token or a card: each takes one of a few values that the code knows.
"""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics

disable_created_metrics()  # type: ignore[no-untyped-call]

SHORT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Seconds of what should take milliseconds."""
LONG = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)
"""Seconds of what may take a while: searches and reviews."""
GROUPS = (1, 2, 5, 10, 20, 50, 100, 200)

# --- the network ---

CONNECTIONS = Gauge("haggis_connections", "Open connections of any kind.")
WEBSOCKETS = Gauge("haggis_websockets", "Clients that are connected to a table.")
REQUESTS = Counter("haggis_requests", "Answered requests.", ["method", "route", "status"])
REQUEST_SECONDS = Histogram(
    "haggis_request_seconds", "From a request's headers to the end of its answer.", ["route"], buckets=SHORT
)
REFUSALS = Counter("haggis_refusals", "What was refused, by the key of the sentence that says why.", ["code", "reason"])
FAILURES = Counter("haggis_failures", "Requests, connections and messages that failed by our fault.", ["what"])

# --- tables ---

EVENTS = Counter("haggis_events", "Events stored by this server.", ["kind"])
ACTIONS = Counter("haggis_actions", "Actions applied by this server: a person's, a bot's or a clock's.", ["by"])
ACTION_SECONDS = Histogram(
    "haggis_action_seconds",
    "From an order's arrival until every connection here was handed the update; elsewhere: since it was stored.",
    ["clients"],
    buckets=SHORT,
)

# --- thinking ---

LANE_WAITING = Gauge("haggis_lane_waiting", "Jobs that wait for a thread.", ["lane"])
LANE_WAIT_SECONDS = Histogram(
    "haggis_lane_wait_seconds", "How long a job waited for a thread.", ["lane"], buckets=SHORT
)
LANE_WORK_SECONDS = Histogram("haggis_lane_work_seconds", "How long a job then took.", ["lane"], buckets=LONG)

# --- the database ---

COMMIT_SECONDS = Histogram("haggis_commit_seconds", "How long a commit of a group of changes took.", buckets=SHORT)
COMMIT_CHANGES = Histogram("haggis_commit_changes", "Changes that were committed together.", buckets=GROUPS)
COMMIT_FAILURES = Counter("haggis_commit_failures", "Commits that failed.", ["why"])

# --- several servers ---

LEASES_TAKEN = Counter(
    "haggis_leases_taken", "Tables whose bots and clocks this server began to play, and whose they were.", ["whose"]
)
