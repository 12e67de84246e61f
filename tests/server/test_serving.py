"""`haggis serve` as somebody starts it: it says where it is, or in one sentence why it isn't."""

from __future__ import annotations

import asyncio
import os
import resource
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic.ddl.impl import DefaultImpl
from filelock import FileLock
from sqlalchemy import Table

from haggis.server.settings import Settings
from haggis.server.storage.opening import BadDatabase, common_key, keep_private, one_server, open_database
from haggis.server.web.routes import options_as_json
from haggis.server.web.run import _config
from haggis.study.puzzles import all_puzzles
from tests.cli.running import haggis

from .backends import free_port
from .old_data import FIRST, old_sqlite
from .running_server import RunningServer


def test_a_port_in_use_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = haggis("serve", "--port", str(port), "--data", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"haggis: port {port} is in use: stop the other program, or choose another with --port\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--host", "nowhere.invalid"], "can't listen on nowhere.invalid"),
        (["--database", "foo"], "must be a URL"),
        (["--database", "postgresql+asyncpg://127.0.0.1:abc/haggis"], "must be a URL"),
        (["--database", f"postgresql+asyncpg://{'a' * 80}/haggis"], "the database can't be opened"),
        (["--metrics", f"{'a' * 80}:9464"], "metrics can't be told on"),
        (["--data", "~nobody.at.all/haggis"], "there is no home directory ~nobody.at.all"),
    ],
)
def test_what_can_t_be_served_is_said_in_a_sentence(tmp_path: Path, arguments: list[str], words: str) -> None:
    done = haggis("serve", "--port", "0", "--data", str(tmp_path), *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_key_without_content_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "signing-key").touch()
    done = haggis("serve", "--port", "0", "--data", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "haggis: the signing key is too short; delete it, and a new one is made\n"


def test_what_takes_a_while_is_made_before_the_first_visitor_comes(tmp_path: Path) -> None:
    made = (options_as_json, all_puzzles)
    for each in made:
        each.cache_clear()
    _config(Settings(data=tmp_path))
    assert [each.cache_info().currsize for each in made] == [1, 1]


def test_a_running_server_of_an_earlier_version_is_seen_and_a_stopped_one_is_not(tmp_path: Path) -> None:
    """It locked haggis.lock, whatever the ending of its database is."""
    url = f"sqlite+aiosqlite:///{tmp_path}/haggis.sqlite3"
    words = "another server, of an earlier version, uses a database called haggis in"
    with FileLock(tmp_path / "haggis.lock"), pytest.raises(BadDatabase, match=words), one_server(url):
        pass
    (tmp_path / "haggis.lock").touch()
    with one_server(url), one_server(f"sqlite+aiosqlite:///{tmp_path}/haggis.db"):
        pass


def refused(url: str) -> str:
    """Why a database can't be used."""
    with pytest.raises(BadDatabase) as caught:
        asyncio.run(open_database(url))
    return str(caught.value)


def test_a_database_that_can_t_be_used_is_said_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "haggis.sqlite3"
    url = f"sqlite+aiosqlite:///{file}"
    file.write_bytes(b"this is a letter, not a database" * 100)
    assert refused(url) == "the database is damaged, or no database at all"
    file.unlink()
    with sqlite3.connect(file) as newer:
        newer.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        newer.execute("INSERT INTO alembic_version VALUES ('9999')")
    newer.close()
    assert refused(url) == "the database was made by a newer version of Haggis; use that one"
    file.unlink()
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE events (id)")
    other.close()
    assert refused(url) == "the database is not one of Haggis"
    file.unlink()
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE recipes (id)")
    other.close()
    assert refused(url) == "the database is not one of Haggis"
    with sqlite3.connect(file) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)], "nothing is added to it"
    other.close()
    assert "No such file" in refused(f"sqlite+aiosqlite:///{tmp_path}/none/here.db")
    assert "Is a directory" in refused(f"sqlite+aiosqlite:///{tmp_path}")
    assert "take an async one" in refused(f"sqlite:///{file}")
    for memory in ("sqlite+aiosqlite://", "sqlite+aiosqlite:///:memory:"):
        assert "in memory would forget every game" in refused(memory)
    for scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        words = f"the URL of a PostgreSQL database begins with postgresql+asyncpg://, not with {scheme}://"
        assert refused(f"{scheme}://haggis@db.example/haggis") == words
    assert refused("oracle+no://a/b") == "there is no driver for the database oracle+no"


@pytest.mark.parametrize("option", ["sslmode=hidden", "prepared_statement_cache_size=hidden"])
def test_options_that_a_driver_does_not_know_are_named_without_their_values(tmp_path: Path, option: str) -> None:
    url = f"postgresql+asyncpg://ann:secret@127.0.0.1:{free_port()}/haggis?{option}"
    done = haggis("serve", "--port", "0", "--data", str(tmp_path), "--database", url)
    assert (done.returncode, done.stdout) == (2, "")
    name = option.partition("=")[0]
    hint = "; what others call sslmode is ssl here" if name == "sslmode" else ""
    assert done.stderr == f"haggis: the database driver can't use the URL's options as they are: {name}{hint}\n"


def test_a_database_that_is_away_or_nowhere_is_said_in_a_sentence_also_when_keys_are_shared() -> None:
    url = "postgresql+asyncpg://ann:secret@127.0.0.1:{}/haggis"
    for port in (free_port(), 99_999):
        with pytest.raises(BadDatabase, match="can't be opened") as caught:
            asyncio.run(common_key(url.format(port), bytes(32)))
        assert "secret" not in str(caught.value)
        assert "can't be opened" in refused(url.format(port))


def test_a_newer_database_is_refused_by_the_command_too(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "haggis.sqlite3") as newer:
        newer.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        newer.execute("INSERT INTO alembic_version VALUES ('9999')")
    newer.close()
    done = haggis("serve", "--port", "0", "--data", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "haggis: the database was made by a newer version of Haggis; use that one\n"


def test_the_database_is_for_its_owner_alone(tmp_path: Path, build: Callable[..., RunningServer]) -> None:
    server = build()
    files = sorted(server.data.glob("haggis.sqlite3*"))
    assert [file.suffix for file in files] == [".sqlite3", ".sqlite3-shm", ".sqlite3-wal", ".lock"]
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}


def test_ready_means_that_something_can_be_stored(build: Callable[..., RunningServer]) -> None:
    """The disk is full for a while (no file may grow): alive, but not ready; then ready again."""
    server = build()
    assert server.pid
    with httpx.Client(base_url=server.url, trust_env=False, timeout=30) as http:
        assert (http.get("/healthz").json(), http.get("/readyz").json()) == ({"status": "ok"}, {"status": "ready"})
        usual = resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        time.sleep(1.1)
        answer = http.get("/readyz")
        assert (answer.status_code, answer.json()["code"]) == (503, "trouble")
        assert int(answer.headers["retry-after"]) >= 1
        assert http.get("/healthz").status_code == 200
        answer = http.post("/api/tables", json={"seats": [{"kind": "me"}, {"kind": "open"}]})
        assert (answer.status_code, answer.json()["key"]) == (503, "trouble.not-saved")
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, usual)
        time.sleep(1.1)
        assert http.get("/readyz").status_code == 200


def test_a_database_that_is_taken_away_is_noticed(build: Callable[..., RunningServer]) -> None:
    """What is written to a file without a name would be lost at the end."""
    server = build()
    database = server.data / "haggis.sqlite3"
    elsewhere = database.with_name("elsewhere")
    with httpx.Client(base_url=server.url, trust_env=False, timeout=30) as http:
        database.rename(elsewhere)
        for _ in range(2):
            answer = http.put("/api/me", json={"name": "Ann"})
            assert (answer.status_code, answer.json()["key"]) == (503, "trouble.not-saved")
            assert http.get("/readyz").status_code == 503
            database.write_bytes(elsewhere.read_bytes())
        elsewhere.rename(database)
        assert http.put("/api/me", json={"name": "Ann"}).status_code == 200
        time.sleep(1.1)
        assert http.get("/readyz").status_code == 200


def test_what_is_no_file_is_left_as_it_is(tmp_path: Path) -> None:
    """Root could make a device, that all programs use, her own."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    pipe.chmod(0o666)
    with pytest.raises(BadDatabase, match=f"can't use {pipe} as a database: it is no file"):
        keep_private(f"sqlite+aiosqlite:///{pipe}")
    assert pipe.stat().st_mode & 0o777 == 0o666


def test_a_start_that_is_cut_off_while_it_brings_the_database_up_to_date_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = old_sqlite(tmp_path / "old")
    make = DefaultImpl.create_table

    def cut_off(self: DefaultImpl, table: Table, **options: Any) -> None:
        if table.name == "connections":  # the third of the latest version
            raise KeyboardInterrupt
        make(self, table, **options)

    with monkeypatch.context() as patched:
        patched.setattr(DefaultImpl, "create_table", cut_off)
        with pytest.raises(KeyboardInterrupt):
            asyncio.run(open_database(settings.database_url))
    with sqlite3.connect(settings.data / "haggis.sqlite3") as file:
        assert file.execute("SELECT version_num FROM alembic_version").fetchall() == [(FIRST,)]
        assert not file.execute("SELECT name FROM sqlite_master WHERE name IN ('reviews', 'nodes')").fetchall()
    file.close()
    asyncio.run(open_database(settings.database_url))


def test_it_serves_when_it_says_so(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "haggis", "serve", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        port = int(server.stdout.readline().split(":")[2].split()[0])
        answer = httpx.get(f"http://127.0.0.1:{port}/readyz", trust_env=False, timeout=5)
        assert answer.json() == {"status": "ready"}
        server.terminate()


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_the_printed_address_is_the_real_one(tmp_path: Path, host: str) -> None:
    command = [sys.executable, "-m", "haggis", "serve", "--host", host, "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        printed = server.stdout.readline().split()[4]
        try:
            assert httpx.get(f"{printed}/healthz", trust_env=False, timeout=30).json() == {"status": "ok"}
        finally:
            server.terminate()
