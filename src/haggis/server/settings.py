"""Everything about a server that its owner may choose: the one definition behind flags, environment and file.

The text below a field is its description everywhere: in `haggis serve --help` and in docs/operations.md.
"""

from __future__ import annotations

import ipaddress
import os
import re
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import platformdirs
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_settings import NoDecode

from haggis.study.budget import NODES

from .limits import DEFAULT_LIMITS, Limits

LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]
PAGE = Path(__file__).parent / "static"
_ADDRESS = re.compile(r".+:\d{1,5}")
_HOST = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
"""Letters beyond these come as punycode."""
_USUAL_PORT = {"http": 80, "https": 443}
"""A browser leaves it out."""


def data_directory() -> Path:
    """Where this user's games live when nothing else is said."""
    return Path(platformdirs.user_data_dir("haggis", appauthor=False))


def default_thinkers() -> int:
    """A core stays free for everything that is not a bot."""
    return max(1, (os.cpu_count() or 2) - 1)


def _split(given: object) -> object:
    """In the environment a list is one text."""
    return [part.strip() for part in given.split(",") if part.strip()] if isinstance(given, str) else given


def _limits(given: object) -> object:
    """On, off, or a table of those that differ from the usual."""
    switch = {"true": True, "false": False}.get(given.lower(), given) if isinstance(given, str) else given
    if isinstance(switch, bool):
        return Limits() if switch else Limits.none()
    if isinstance(switch, str):
        raise ValueError("it should be true or false; single limits are for the file")
    return switch


def _address(given: str) -> str:
    if not _ADDRESS.fullmatch(given) or int(given.rpartition(":")[2]) > 65535:
        raise ValueError("it should be an address and a port, like 127.0.0.1:9464")
    return given


def _hosts(given: tuple[str, ...]) -> tuple[str, ...]:
    """As they are compared: small letters, without the dot at the end."""
    return tuple(_host(each.lower().removesuffix(".")) for each in given)


def _host(name: str) -> str:
    if not (_HOST.fullmatch(name) or _is_address(name)):
        raise ValueError(f"{name!r} is no name of a host, like haggis.example: without scheme, port or path")
    return name


def _origins(given: tuple[str, ...]) -> tuple[str, ...]:
    """As browsers send them."""
    return tuple(_origin(each.lower().removesuffix("/")) for each in given)


def _origin(name: str) -> str:
    try:
        parts = urlsplit(name)
        host, port = _host(parts.hostname or ""), parts.port
    except ValueError:
        parts, host, port = urlsplit(""), "", None
    made = f"{parts.scheme}://" + (f"[{host}]" if ":" in host else host)
    if parts.scheme not in _USUAL_PORT or name not in (made, f"{made}:{port}"):
        raise ValueError(f"{name!r} is no origin, like https://haggis.example: scheme and host, at most with a port")
    return made if port == _USUAL_PORT[parts.scheme] else name


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _networks(given: tuple[str, ...]) -> tuple[str, ...]:
    for each in given:
        try:
            ipaddress.ip_network(each)
        except ValueError as error:
            raise ValueError(f"{each!r} is no address, like 10.0.0.5, and no network, like 10.0.0.0/8") from error
    return given


def _folder(given: Path) -> Path:
    if "\0" in str(given):
        raise ValueError("a path has no zero byte")
    try:
        return given.expanduser()
    except RuntimeError as error:
        raise ValueError(f"there is no home directory {given.parts[0]}") from error


Folder = Annotated[Path, AfterValidator(_folder)]
Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]
Seconds = Annotated[float, Field(ge=0, le=86_400)]
Interval = Annotated[float, Field(ge=0.05, le=86_400)]
"""Between two looks: without a pause there would be nothing else."""


class Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    host: str = Field("127.0.0.1", min_length=1)
    """The address to listen on; 0.0.0.0 lets the whole network in."""
    port: int = Field(8000, ge=0, le=65_535)
    """The port; 0: any that is free."""
    data: Folder = Field(default_factory=data_directory)
    """The directory for the signing key and, without a database URL, for the database."""
    database: str | None = None
    """A database URL; without one, SQLite in the data directory."""
    redis: str | None = None
    """The Redis by which several servers on one PostgreSQL tell each other of news."""
    origins: Annotated[Names, AfterValidator(_origins)] = ()
    """Other sites whose pages may use this server, like https://haggis.example."""
    hosts: Annotated[Names, AfterValidator(_hosts)] = ()
    """The names by which this server may be asked for; by default local ones on a local address, else any."""
    behind_proxy: bool = False
    """Believe the visitor's address and scheme that a proxy reports."""
    proxies: Annotated[Names, AfterValidator(_networks)] = ()
    """Addresses or networks of these proxies, like 10.0.0.0/8; by default those on this machine."""
    limits: Annotated[Limits, NoDecode, BeforeValidator(_limits)] = DEFAULT_LIMITS
    """Limit how much one address may ask for."""
    thinkers: int = Field(default_factory=default_thinkers, ge=1, le=64)
    """How many bots may think at once; by default a core is left free."""
    review_nodes: int = Field(NODES, ge=10, le=1_000_000)
    """How much thinking each decision of a review gets."""
    metrics: Annotated[str, AfterValidator(_address)] | None = None
    """An address and port for /metrics alone; without one, loopback may read it on the server's own port."""
    log_format: LogFormat = "text"
    """The log as lines for people, or as one JSON object a line."""
    log_level: LogLevel = "warning"
    """From which level on something is logged; info has a line for every request."""
    lease_seconds: Annotated[float, Field(ge=1, le=86_400)] = 6
    """After this long without a sign of life of a server, others play its tables' bots and clocks."""
    poll_seconds: Interval = 1
    """How often a server looks for news of which no notice came."""
    away_seconds: Seconds = 60
    """After this long without a connection the others may hand a seat to a bot."""
    stall_seconds: Seconds = 300
    """Without a move clock: after letting the others wait for so long a person's seat may be handed to a bot, too."""
    next_seconds: Seconds = 30
    """With several people at a table, the next round is dealt after this long at the latest."""
    commit_window: Seconds = 0.003
    """How long a commit waits for company, in seconds."""
    idle_seconds: Seconds = 600
    """A table that nobody has visited for so long leaves the memory (not the database)."""
    sweep_seconds: Interval = 30
    """How often that is looked at."""
    page: Folder = PAGE
    """The directory of the built page."""
    key: bytes | None = None
    """What cookies and links are signed with; None: the key in `data`. Not for the owner: it is found at the start."""

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite+aiosqlite:///{self.data / 'haggis.sqlite3'}"
