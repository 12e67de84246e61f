"""The log: lines for people, or one JSON object a line; each says to which request it belongs.

`level` is for our own lines. Libraries keep to warnings: their finer lines hold statements and frames, and so cards.
"""

from __future__ import annotations

import logging

import structlog
from structlog.typing import Processor

from haggis.server.settings import LogFormat, LogLevel

from .log_limits import CalmLog


def set_up_logs(log_format: LogFormat, level: LogLevel) -> None:
    """From now on everything that is logged in this process goes to standard error in this format."""
    handler = logging.StreamHandler()
    handler.setFormatter(formatter(log_format))
    handler.addFilter(CalmLog())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("haggis").setLevel(level.upper())


def formatter(log_format: LogFormat) -> logging.Formatter:
    renderer: Processor = structlog.processors.JSONRenderer()
    if log_format == "text":
        renderer = structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0, pad_level=False)
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(),
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
    )
