"""One server and one browser for all tests of a worker; a guest is a fresh browser profile."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect, sync_playwright

from .guest import Guest
from .running_server import RunningServer

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src/haggis/server/static"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
DESKTOP = {"width": 1440, "height": 900}
PATIENCE_MS = 20_000

expect.set_options(timeout=PATIENCE_MS)

NewGuest = Callable[..., Guest]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    assert (STATIC / "index.html").is_file(), "the page is not built: run `make page`"
    found = RunningServer(tmp_path_factory.mktemp("server"))
    found.open()
    yield found
    found.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    subprocess.run(["sh", str(ROOT / "scripts/need-chromium")], check=True)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def new_guest(server: RunningServer, browser: Browser) -> Iterator[NewGuest]:
    """Makes guests, who are at no page yet; afterwards none may have seen an error or called another machine."""
    guests: list[Guest] = []

    def arrive(name: str = "", *, motion: str = "reduce", **profile: object) -> Guest:
        context = browser.new_context(
            base_url=server.url,
            reduced_motion=motion,
            **{"viewport": DESKTOP, "color_scheme": "dark", **profile},  # type: ignore[arg-type]
        )
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        guest = Guest(page, server.url)
        _watch(page, guest)
        guests.append(guest)
        if name:
            guest.api("PUT", "/api/me", {"name": name})
        return guest

    yield arrive
    for guest in guests:
        guest.page.context.close()
    assert not [trouble for guest in guests for trouble in guest.troubles]


def _watch(page: Page, guest: Guest) -> None:
    """Collects requests to other machines, and whatever the console complains about."""

    def stay_home(request: Request) -> None:
        if not request.url.startswith((guest.url, "data:", "blob:")):
            guest.troubles.append(f"a request left the machine: {request.url}")

    page.on("request", stay_home)
    page.on("pageerror", lambda error: guest.troubles.append(str(error)))
    page.on("console", lambda message: guest.hear(message.type, message.text))
