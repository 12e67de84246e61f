"""`haggis serve`: the web server with the page.

Each flag is a setting of `haggis.server.settings`, where its meaning and its bounds are; a test compares them. They are
written down here as well, since the command must be listed where the server's libraries are not installed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from . import extras

if TYPE_CHECKING:
    from haggis.server.settings import Settings

Config = Annotated[
    Path | None,
    typer.Option(envvar="HAGGIS_CONFIG", help="A TOML file with settings; flags and HAGGIS_... variables win."),
]
Host = Annotated[
    str | None,
    typer.Option(
        help="The address to listen on; 0.0.0.0 lets the whole network in.",
        show_default="127.0.0.1",
    ),
]
Port = Annotated[
    int | None, typer.Option(min=0, max=65_535, help="The port; 0: any that is free.", show_default="8000")
]
Database = Annotated[str | None, typer.Option(help="A database URL; without one, SQLite in the data directory.")]
Redis = Annotated[
    str | None, typer.Option(help="The Redis by which several servers on one PostgreSQL tell each other of news.")
]
Data = Annotated[
    Path | None,
    typer.Option(help="The directory for the signing key and, without a database URL, for the database."),
]
Origins = Annotated[
    list[str] | None,
    typer.Option("--origin", help="Other sites whose pages may use this server, like https://haggis.example."),
]
Hosts = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-host",
        help="The names by which this server may be asked for; by default local ones on a local address, else any.",
    ),
]
Thinkers = Annotated[
    int | None, typer.Option(min=1, max=64, help="How many bots may think at once; by default a core is left free.")
]
ReviewNodes = Annotated[
    int | None, typer.Option(min=10, max=1_000_000, help="How much thinking each decision of a review gets.")
]
Limits = Annotated[
    bool | None,
    typer.Option("--limits/--no-limits", help="Limit how much one address may ask for.", show_default="limits"),
]
BehindProxy = Annotated[
    bool | None,
    typer.Option(
        "--behind-proxy/--no-behind-proxy", help="Believe the visitor's address and scheme that a proxy reports."
    ),
]
Proxies = Annotated[
    list[str] | None,
    typer.Option(
        "--proxy",
        help="Addresses or networks of these proxies, like 10.0.0.0/8; by default those on this machine.",
    ),
]
Metrics = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS:PORT",
        help="An address and port for /metrics alone; without one, loopback may read it on the server's own port.",
    ),
]
LogFormat = Annotated[
    Literal["text", "json"] | None,
    typer.Option(help="The log as lines for people, or as one JSON object a line.", show_default="text"),
]
LogLevel = Annotated[
    Literal["debug", "info", "warning", "error"] | None,
    typer.Option(
        help="From which level on something is logged; info has a line for every request.", show_default="warning"
    ),
]


def serve(  # noqa: PLR0913  # one parameter a flag
    *,
    config: Config = None,
    host: Host = None,
    port: Port = None,
    database: Database = None,
    redis: Redis = None,
    data: Data = None,
    origins: Origins = None,
    hosts: Hosts = None,
    thinkers: Thinkers = None,
    review_nodes: ReviewNodes = None,
    metrics: Metrics = None,
    log_format: LogFormat = None,
    log_level: LogLevel = None,
    limits: Limits = None,
    behind_proxy: BehindProxy = None,
    proxies: Proxies = None,
) -> None:
    """Serve the game: open the printed address in a browser."""
    flags = locals()
    settings = settings_of(flags)
    from haggis.server.web.run import run  # noqa: PLC0415  # the server's libraries are needed here only

    def ready(port: int) -> None:
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        typer.echo(f"Haggis is served on http://{host}:{port} (stop with Ctrl-C)")

    run(settings, ready)


def settings_of(flags: dict[str, Any]) -> Settings:
    """The settings from flags, environment and file; `config` among the flags names the file."""
    extras.need("server", "haggis.server.web.run", "the server needs libraries of its own")
    from haggis.server.configuration import read_settings  # noqa: PLC0415

    file = flags.pop("config")
    given = {name: value for name, value in flags.items() if value not in (None, [])}
    return read_settings(given, file)
