"""Settings from flags, environment and file: who wins, and what is said of a mistake."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from annotated_types import Ge, Le
from pydantic_core import PydanticUndefined
from typer.models import OptionInfo

from haggis.cli.serve import serve
from haggis.server.configuration import HIDDEN, LOCAL_NAMES, BadConfiguration, read_settings
from haggis.server.limits import Limits, Rate
from haggis.server.settings import Settings
from tests.cli.running import haggis

DOCS = Path(__file__).parents[2] / "docs/operations.md"
FIELDS = {name: field for name, field in Settings.model_fields.items() if name not in HIDDEN}
FLAGS: dict[str, OptionInfo] = {
    name: get_args(hint)[1]
    for name, hint in get_type_hints(serve, include_extras=True).items()
    if name not in ("config", "return")
}


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "haggis.toml"
    file.write_text(text)
    return file


def test_flags_win_over_the_environment_and_that_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path, 'port = 1\nthinkers = 1\nreview_nodes = 11\nhosts = ["a.example", "b.example"]')
    monkeypatch.setenv("HAGGIS_PORT", "2")
    monkeypatch.setenv("HAGGIS_THINKERS", "2")
    settings = read_settings({"port": 3}, file)
    assert (settings.port, settings.thinkers, settings.review_nodes) == (3, 2, 11)
    assert settings.hosts == ("a.example", "b.example")


def test_lists_and_limits_from_the_environment_and_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAGGIS_ORIGINS", "https://a.example, https://b.example")
    monkeypatch.setenv("HAGGIS_REDIS", "")
    file = written(tmp_path, 'data = "~/here"\n[limits]\nsockets = 7\nhints = {a_second = 2, burst = 3}')
    settings = read_settings({}, file)
    assert settings.origins == ("https://a.example", "https://b.example")
    assert settings.redis is None
    assert settings.limits == Limits(sockets=7, hints=Rate(2, 3))
    assert settings.data == Path.home() / "here"
    monkeypatch.setenv("HAGGIS_LIMITS", "false")
    assert read_settings({}, file).limits == Limits.none()
    assert read_settings({"limits": True}, file).limits == Limits()


def test_hosts_and_origins_are_kept_as_browsers_send_them() -> None:
    names = ["Haggis.Example", "haggis.example.", "::1", "127.0.0.1", "xn--bcher-kva.example", "my_pc"]
    settings = read_settings({"hosts": names}, None)
    assert settings.hosts == ("haggis.example", "haggis.example", "::1", "127.0.0.1", "xn--bcher-kva.example", "my_pc")
    origins = ["https://Haggis.example/", "http://[::1]:8000", "https://a.example:443", "http://a.example:443"]
    assert read_settings({"origins": origins}, None).origins == (
        *("https://haggis.example", "http://[::1]:8000", "https://a.example", "http://a.example:443"),
    )


def test_a_local_server_is_asked_for_by_local_names() -> None:
    assert read_settings({}, None).hosts == LOCAL_NAMES
    assert read_settings({"host": "0.0.0.0"}, None).hosts == ()
    assert read_settings({"behind_proxy": True}, None).hosts == ()
    assert read_settings({"hosts": ["a"]}, None).hosts == ("a",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("prot = 1", "there is no setting prot, which is in {file}"),
        ('key = "0123456789012345678901234567890123456789"', "there is no setting key, which is in {file}"),
        ("port = 99999", "the setting port in {file} is wrong: input should be less than or equal to 65535"),
        ('log_format = "xml"', "the setting log_format in {file} is wrong: input should be 'text' or 'json'"),
        ("[limits]\nsokets = 1", "the setting limits.sokets in {file} is wrong: unexpected keyword argument"),
        (
            "[limits]\ntables = { burst = 1 }",
            "the setting limits.tables in {file} is wrong: a burst needs a_second: how many a second in the long run",
        ),
        (
            "[limits]\nhints = { a_second = -1 }",
            "the setting limits.hints.a_second in {file} is wrong: input should be greater than or equal to 0",
        ),
        (
            "[limits]\nhints = { a_second = 1, burst = inf }",
            "the setting limits.hints.burst in {file} is wrong: input should be a finite number",
        ),
        (
            "[limits]\nsockets = -5",
            "the setting limits.sockets in {file} is wrong: input should be greater than or equal to 0",
        ),
        ('host = ""', "the setting host in {file} is wrong: string should have at least 1 character"),
        (
            'behind_proxy = true\nproxies = ["10.0.0.1/8"]',
            "the setting proxies in {file} is wrong: '10.0.0.1/8' is no address, like 10.0.0.5, and no network, "
            "like 10.0.0.0/8",
        ),
        *(
            (
                f'hosts = ["{name}"]',
                f"the setting hosts in {{file}} is wrong: '{name}' is no name of a host, like haggis.example: "
                "without scheme, port or path",
            )
            for name in ("https://haggis.example", "haggis.example:18134", "*", "a..b", "[::1]", "/")
        ),
        *(
            (
                f'origins = ["{name}"]',
                f"the setting origins in {{file}} is wrong: '{name}' is no origin, like https://haggis.example: "
                "scheme and host, at most with a port",
            )
            for name in (
                "haggis.example",
                "https://haggis.example/a",
                "*",
                "https://::1",
                "ftp://a.example",
                "https://a:b",
            )
        ),
        ('proxies = ["10.0.0.5"]', "proxies are named, but nobody is believed to be one without behind_proxy"),
        ('data = "a\\u0000b"', "the setting data in {file} is wrong: a path has no zero byte"),
        (
            "sweep_seconds = 0",
            "the setting sweep_seconds in {file} is wrong: input should be greater than or equal to 0.05",
        ),
        (
            "lease_seconds = 0",
            "the setting lease_seconds in {file} is wrong: input should be greater than or equal to 1",
        ),
        ("port = ", "{file} is not TOML: Invalid value (at end of document)"),
    ],
)
def test_a_mistake_in_the_file_is_named_with_the_file(tmp_path: Path, text: str, words: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(BadConfiguration) as caught:
        read_settings({}, file)
    assert str(caught.value) == words.format(file=file)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("HAGGIS_PROT", "1", "there is no setting for HAGGIS_PROT of the environment"),
        ("HAGGIS_KEY", "1", "there is no setting for HAGGIS_KEY of the environment"),
        (
            "HAGGIS_PORT",
            "tcp://10.0.0.1:80",
            "the setting port from HAGGIS_PORT of the environment is wrong: input should",
        ),
        (
            "HAGGIS_LIMITS",
            "maybe",
            "the setting limits from HAGGIS_LIMITS of the environment is wrong: it should be true",
        ),
        (
            "HAGGIS_METRICS",
            "secret",
            "the setting metrics from HAGGIS_METRICS of the environment is wrong: it should be an",
        ),
    ],
)
def test_a_mistake_in_the_environment_is_named_with_its_variable(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, words: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadConfiguration) as caught:
        read_settings({}, None)
    assert str(caught.value).startswith(words)
    assert value not in str(caught.value), "it may be a password"


def test_the_command_says_it_in_a_sentence(tmp_path: Path) -> None:
    file = written(tmp_path, "thinkers = 0")
    for arguments, environment, words in (
        (["--config", str(file)], {}, f"the setting thinkers in {file} is wrong: input should be greater than"),
        ([], {"HAGGIS_CONFIG": str(file)}, f"the setting thinkers in {file} is wrong: input should be greater than"),
        ([], {"HAGGIS_FOO": "1"}, "there is no setting for HAGGIS_FOO of the environment"),
        (["--config", str(tmp_path / "none")], {}, f"{tmp_path / 'none'}: No such file or directory"),
        (["--behind-proxy", "--proxy", "*"], {}, "the setting proxies among the flags is wrong: '*' is no address"),
        (["--metrics", "nowhere"], {}, "the setting metrics among the flags is wrong"),
        (["--port", "99999"], {}, "Invalid value for '--port'"),
    ):
        done = haggis("serve", *arguments, **environment)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"haggis: {words}")
        assert len(done.stderr.splitlines()) == 1


# --- one definition --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FLAGS)
def test_a_flag_says_what_its_setting_says(name: str) -> None:
    flag, field = FLAGS[name], FIELDS[name]
    assert flag.help == field.description
    if isinstance(flag.show_default, str):
        assert flag.show_default in (str(field.default), name)
    bounds = {type(each): each for each in field.metadata}
    assert flag.min == getattr(bounds.get(Ge), "ge", None)
    assert flag.max == getattr(bounds.get(Le), "le", None)


def test_every_setting_has_a_description_and_a_good_default() -> None:
    assert all(field.description for field in FIELDS.values())
    assert all(not field.is_required() for field in FIELDS.values())
    assert Settings.model_validate(
        {name: f.default for name, f in FIELDS.items() if f.default is not PydanticUndefined}
    )


def test_the_page_lists_every_setting() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| (.*) \| (.*) \| (.*) \|$", DOCS.read_text("utf-8").partition("## Settings")[2], re.MULTILINE
    )
    listed = {name: (flag, default, words) for name, flag, default, words in rows if name in FIELDS}
    assert {name: words for name, (*_, words) in listed.items()} == {n: f.description for n, f in FIELDS.items()}
    assert {name for name, (flag, *_) in listed.items() if flag} == set(FLAGS)
    assert {name: default for name, (_, default, _) in listed.items()} == {
        n: told(f.default) for n, f in FIELDS.items()
    }


def told(default: object) -> str:
    """A default that says something by itself."""
    number = isinstance(default, int | float) and not isinstance(default, bool)
    return f"{default:g}" if number else f"`{default}`" if isinstance(default, str) else ""


def test_the_example_of_the_page_can_be_read(tmp_path: Path) -> None:
    example = re.findall(r"^```toml\n(.*?)^```", DOCS.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert example
    for text in example:
        assert read_settings({}, written(tmp_path, text)).log_format == "json"
