"""The wire between a guest's page and the server, with scissors."""

from __future__ import annotations

from playwright.sync_api import WebSocketRoute

from .guest import Guest

RESTART = 1012


class CutConnection:
    """Stands between the page and the server from the guest's next page load on."""

    def __init__(self, guest: Guest) -> None:
        self.opened: list[str] = []
        self.deaf = False
        """What the server says is lost on the way."""
        self._down = False
        self._page_ends: list[WebSocketRoute] = []
        guest.expected.append("WebSocket")
        guest.page.route_web_socket("**/live*", self._connect)

    def _connect(self, page_end: WebSocketRoute) -> None:
        if self._down:
            page_end.close(code=RESTART)
            return
        self.opened.append(page_end.url)
        self._page_ends.append(page_end)
        server_end = page_end.connect_to_server()
        server_end.on_message(lambda message: None if self.deaf else page_end.send(message))

    def cut(self) -> None:
        self._down = True
        for page_end in self._page_ends:
            page_end.close(code=RESTART)
        self._page_ends.clear()

    def restore(self) -> None:
        self._down = False
