"""`haggis serve`: the web server with the page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from . import extras

if TYPE_CHECKING:
    from haggis.server.settings import Settings

LOCAL_NAMES = ("127.0.0.1", "localhost", "::1")
RedisUrl = Annotated[
    str | None, typer.Option(help="The Redis by which several servers on one PostgreSQL tell each other of news.")
]
HostNames = Annotated[list[str] | None, typer.Option(help="A name by which this server may be asked for; repeatable.")]

Thinkers = Annotated[
    int | None, typer.Option(min=1, max=64, help="How many bots may think at once; by default a core is left free.")
]
BehindProxy = Annotated[bool, typer.Option(help="Believe the addresses that a proxy on this machine reports.")]
LogFormat = Annotated[
    Literal["text", "json"], typer.Option(help="The log as lines for people, or as one JSON object a line.")
]
LogLevel = Annotated[
    Literal["debug", "info", "warning", "error"],
    typer.Option(help="From which level on something is logged; info has a line for every request."),
]
Host = Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets the whole network in.")]
Origins = Annotated[list[str] | None, typer.Option(help="Another site whose page may use this server; repeatable.")]
Metrics = Annotated[str | None, typer.Option(metavar="ADDRESS:PORT", help="Where /metrics is told, and nowhere else.")]
ReviewNodes = Annotated[
    int | None, typer.Option(min=10, max=1_000_000, help="How much thinking each decision of a review gets.")
]


def serve(  # noqa: PLR0913  # one parameter an option
    host: Host = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = 8000,
    database: Annotated[
        str | None, typer.Option(help="A database URL; without one, SQLite in the data directory.")
    ] = None,
    redis: RedisUrl = None,
    data: Annotated[Path | None, typer.Option(help="The directory for the games and the signing key.")] = None,
    origin: Origins = None,
    allow_host: HostNames = None,
    *,
    thinkers: Thinkers = None,
    review_nodes: ReviewNodes = None,
    metrics: Metrics = None,
    log_format: LogFormat = "text",
    log_level: LogLevel = "warning",
    limits: Annotated[bool, typer.Option(help="Limit how much one address may ask for.")] = True,
    behind_proxy: BehindProxy = False,
) -> None:
    """Serve the game: open the printed address in a browser."""
    extras.need("server", "haggis.server.web.run", "the server needs libraries of its own")
    from haggis.server.limits import Limits  # noqa: PLC0415
    from haggis.server.settings import Settings, data_directory, default_thinkers  # noqa: PLC0415
    from haggis.study.budget import NODES  # noqa: PLC0415

    settings = Settings(
        data=data or data_directory(),
        database=database,
        redis=redis,
        metrics=metrics,
        log_format=log_format,
        log_level=log_level,
        origins=tuple(origin or ()),
        hosts=tuple(allow_host or (LOCAL_NAMES if host in LOCAL_NAMES and not behind_proxy else ())),
        limits=Limits() if limits else Limits.none(),
        thinkers=thinkers or default_thinkers(),
        review_nodes=review_nodes or NODES,
    )
    _run(settings, host, port, behind_proxy=behind_proxy)


def _run(settings: Settings, host: str, port: int, *, behind_proxy: bool) -> None:
    from haggis.server.web.run import run  # noqa: PLC0415  # the server's libraries are needed here only

    def ready(real_port: int) -> None:
        typer.echo(f"Haggis is served on http://{host}:{real_port} (stop with Ctrl-C)")

    run(settings, host, port, ready, behind_proxy=behind_proxy)
