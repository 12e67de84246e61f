"""Where settings come from: flags, before environment variables (`HAGGIS_PORT`), before a TOML file."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    TomlConfigSettingsSource,
)

from haggis.rules import HaggisError

from .settings import Settings

PREFIX = "HAGGIS_"
FILE_VARIABLE = "HAGGIS_CONFIG"
HIDDEN = {"key"}
LOCAL_NAMES = ("127.0.0.1", "localhost", "::1")


class BadConfiguration(HaggisError):
    """A setting that does not exist, or can't have this value."""


def read_settings(flags: Mapping[str, Any], file: Path | None) -> Settings:
    """The settings from all sources; `flags` are the fields that were given on the command line."""
    _check_names(file)
    reader = _reader(file)
    try:
        settings = reader(**flags)
    except ValidationError as error:
        raise BadConfiguration(_complaint(error, flags, file)) from error
    except SettingsError as error:
        raise BadConfiguration(f"a variable of the environment can't be read: {error}") from error
    if settings.proxies and not settings.behind_proxy:
        raise BadConfiguration("proxies are named, but nobody is believed to be one without behind_proxy")
    local = settings.host in LOCAL_NAMES and not settings.behind_proxy
    return settings.model_copy(update={"hosts": settings.hosts or (LOCAL_NAMES if local else ())})


def _check_names(file: Path | None) -> None:
    known = set(Settings.model_fields) - HIDDEN
    for variable in sorted(os.environ):
        is_ours = variable.upper().startswith(PREFIX) and variable.upper() != FILE_VARIABLE
        if is_ours and variable.upper().removeprefix(PREFIX).lower() not in known:
            raise BadConfiguration(f"there is no setting for {variable} of the environment")
    for name in _in_file(file) if file else ():
        if name not in known:
            raise BadConfiguration(f"there is no setting {name}, which is in {file}")


def _in_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfiguration(f"{file} is not TOML: {error}") from error


def _reader(file: Path | None) -> type[Settings]:
    class Reader(Settings, BaseSettings):
        model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True)

        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003  # we have none
            file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, file)

    return Reader


def _complaint(error: ValidationError, flags: Mapping[str, Any], file: Path | None) -> str:
    """Which setting, from where, and what is wrong with it. The value is not repeated: it may be a password."""
    first = error.errors(include_input=False, include_url=False)[0]
    name, *inside = map(str, first["loc"])
    variable = f"{PREFIX}{name.upper()}"
    if name in flags:
        where = "among the flags"
    elif variable in map(str.upper, os.environ):
        where = f"from {variable} of the environment"
    else:
        where = f"in {file}"
    said = str(first["msg"]).removeprefix("Value error, ")
    return f"the setting {'.'.join([name, *inside])} {where} is wrong: {said[0].lower()}{said[1:]}"
