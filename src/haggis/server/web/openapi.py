"""The contract as one document: OpenAPI for REST, with the messages of the WebSocket among its schemas.

`python -m haggis.server.web.openapi FILE` writes it (`make wire`); the page's types are generated from that file.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import Response
from pydantic_core import to_json

import haggis
from haggis.server.wire.client_messages import CLIENT_MESSAGE
from haggis.server.wire.server_messages import SERVER_MESSAGE

from . import health, host_routes, puzzle_routes, routes, study_routes, websocket
from .services import services_of

SCHEMAS = "#/components/schemas/"


class Api(FastAPI):
    """The REST routes and the WebSocket, described."""

    _packed: bytes | None = None

    def __init__(self, **options: Any) -> None:
        super().__init__(
            title="Haggis",
            version=haggis.__version__,
            description="Tables, games and players of Haggis. docs/server.md says what everything means.",
            openapi_url=None,
            docs_url=None,
            redoc_url=None,
            **options,
        )
        self.include_router(websocket.router)
        self.include_router(routes.router)
        self.include_router(host_routes.router)
        self.include_router(study_routes.router)
        self.include_router(puzzle_routes.router)
        self.include_router(health.router)
        self.add_route("/api/openapi.json", self._contract, include_in_schema=False)

    async def _contract(self, request: Request) -> Response:
        return await services_of(request).long_answers.send_packed(request, self.packed())

    def packed(self) -> bytes:
        """The document as it is sent: always the same, and many milliseconds of work."""
        if self._packed is None:
            self._packed = gzip.compress(to_json(self.openapi()))
        return self._packed

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            _add_messages(super().openapi())
        return super().openapi()


def _add_messages(document: dict[str, Any]) -> None:
    """The messages both ways, and where they are spoken."""
    schemas: dict[str, Any] = document["components"]["schemas"]
    for name, adapter in (("ClientMessage", CLIENT_MESSAGE), ("ServerMessage", SERVER_MESSAGE)):
        schema = adapter.json_schema(ref_template=SCHEMAS + "{model}")
        schemas.update(schema.pop("$defs", {}))
        schemas[name] = schema
    live = {"client": {"$ref": f"{SCHEMAS}ClientMessage"}, "server": {"$ref": f"{SCHEMAS}ServerMessage"}}
    document["x-websockets"] = {"/api/tables/{table}/live": live}


def document() -> str:
    return json.dumps(Api().openapi(), indent=1) + "\n"


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.parent.mkdir(exist_ok=True)
    file.write_text(document(), encoding="utf-8")
