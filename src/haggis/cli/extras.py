"""Libraries that a plain installation leaves out: a command that needs them says how to get them."""

from __future__ import annotations

from importlib import import_module

from haggis.rules import HaggisError


class MissingExtra(HaggisError):
    """An extra that is not installed."""


def need(extra: str, module: str, sentence: str) -> None:
    """Raise the sentence, with what to install, if the module can't be imported without the extra."""
    try:
        import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("haggis"):
            raise
        raise MissingExtra(f"{sentence}: pip install 'haggis[{extra}]'") from error
