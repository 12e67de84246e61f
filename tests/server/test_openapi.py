"""The OpenAPI document is complete, and whatever is made up from it, the server answers without breaking."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import httpx

SECONDS = 15


def test_schemathesis_finds_no_server_error(url: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [
            str(Path(sys.executable).with_name("schemathesis")),
            "run",
            f"{url}/api/openapi.json",
            "--checks=not_a_server_error",
            "--max-examples=25",
            "--max-time",
            str(SECONDS),
            "--no-shrink",
            "--seed=7",
            "--warnings=off",
            "--no-color",
            "--generation-database=none",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=os.environ | {"NO_PROXY": "127.0.0.1"},
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert httpx.get(f"{url}/api/health", trust_env=False).json() == {"status": "ok"}


def test_every_request_is_described_with_its_answers(url: str) -> None:
    document = httpx.get(f"{url}/api/openapi.json", trust_env=False).json()
    api = [path for name, path in document["paths"].items() if name.startswith("/api/")]
    operations = [operation for path in api for operation in path.values()]
    assert len(operations) >= 25
    for operation in operations:
        assert operation["summary"]
        assert {"422", "429"} <= operation["responses"].keys()
        success = next(answer for status, answer in operation["responses"].items() if status in ("200", "201"))
        assert success["content"]["application/json"]["schema"]
