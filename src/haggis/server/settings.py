"""Everything about a server that its owner may choose."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import platformdirs

from haggis.study.budget import NODES

from .limits import DEFAULT_LIMITS, Limits

LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]
PAGE = Path(__file__).parent / "static"


def data_directory() -> Path:
    """Where this user's games live when nothing else is said."""
    return Path(platformdirs.user_data_dir("haggis", appauthor=False))


def default_thinkers() -> int:
    """A core stays free for everything that is not a bot."""
    return max(1, (os.cpu_count() or 2) - 1)


@dataclass(frozen=True, kw_only=True)
class Settings:
    data: Path = field(default_factory=data_directory)
    """Holds the signing key and, unless `database` says otherwise, the database."""
    database: str | None = None
    """A URL of SQLAlchemy with an async driver."""
    behind_proxy: bool = False
    """Whether a proxy on this machine says who somebody is."""
    metrics: str | None = None
    """An address and port for `/metrics` alone; without one, loopback may read it on the server's own port."""
    log_format: LogFormat = "text"
    """The log as lines for people, or as one JSON object a line."""
    log_level: LogLevel = "warning"
    """From which level on something is logged; info has a line for every request."""
    redis: str | None = None
    """Where the servers of one PostgreSQL database tell each other of news; without one they look more often."""
    key: bytes | None = None
    """What cookies and links are signed with; None: the key in `data`."""
    lease_seconds: float = 6
    """After this long without a sign of life of a server, others play its tables' bots and clocks."""
    poll_seconds: float = 1
    """How often a server looks for news of which no notice came."""
    page: Path = PAGE
    limits: Limits = DEFAULT_LIMITS
    origins: tuple[str, ...] = ()
    """Other sites whose pages may use this server, like `https://haggis.example`."""
    hosts: tuple[str, ...] = ()
    """The names by which this server may be asked for; none: any name."""
    thinkers: int = field(default_factory=default_thinkers)
    """How many bots may think at the same time."""
    review_nodes: int = NODES
    """How much thinking each decision of a reviewed game gets."""
    away_seconds: float = 60
    """After this long without a connection the others may hand a seat to a bot."""
    next_seconds: float = 30
    """With several people at a table, the next round is dealt after this long at the latest."""
    commit_window: float = 0.003
    """How long a commit waits for company, in seconds."""
    idle_seconds: float = 600
    """A table that nobody has visited for so long leaves the memory (not the database)."""
    sweep_seconds: float = 30
    """How often that is looked at."""

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite+aiosqlite:///{self.data / 'haggis.sqlite3'}"
