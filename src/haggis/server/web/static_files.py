"""The page's files. They are built by Vite into this package; without them one sentence says so."""

from __future__ import annotations

import gzip
from mimetypes import guess_type
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from haggis.server.english import say
from haggis.server.errors import NotFound

from .long_answers import PACKED, unpacks

NOT_BUILT = (
    "The page is not built: run `make page` in a checkout of Haggis and serve from there (`make play` does both).\n"
)
LONGEST_PATH = 200
"""No file of the page has a longer one; to look for one in 4,000 folders takes 13 ms."""
WORTH_PACKING = {".js", ".css", ".svg"}
FOREVER = "public, max-age=31536000, immutable"


def page_router(directory: Path) -> APIRouter:
    """Serves files that exist, and index.html for every other path, so that the page can route."""
    router = APIRouter()
    root = directory.resolve()
    packed = _packed_files(root)

    @router.head("/{path:path}", include_in_schema=False)
    @router.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path == "api" or path.startswith("api/"):
            raise NotFound(say("request.nothing-here"))
        if path in packed and unpacks(request):
            headers = {"Cache-Control": FOREVER, **PACKED}
            return Response(packed[path], media_type=guess_type(path)[0], headers=headers)
        return _file(root, path)

    return router


def _packed_files(root: Path) -> dict[str, bytes]:
    """What can be made much shorter, once for all visitors. Only files whose names change with what is in them."""
    files = [file for file in (root / "assets").glob("*") if file.suffix in WORTH_PACKING]
    return {f"assets/{file.name}": gzip.compress(file.read_bytes(), mtime=0) for file in files}


def _existing(root: Path, path: str) -> Path | None:
    """The file of that name, if there is one and it is the page's."""
    if len(path) > LONGEST_PATH:
        return None
    try:
        wanted = (root / path).resolve()
        return wanted if wanted.is_relative_to(root) and wanted.is_file() else None
    except (OSError, ValueError):  # a name that no file can have
        return None


def _file(root: Path, path: str) -> Response:
    wanted = _existing(root, path)
    if wanted is not None:
        cache = FOREVER if path.startswith("assets/") else "no-cache"
        return FileResponse(wanted, headers={"Cache-Control": cache})
    if path.startswith("assets/"):
        raise NotFound(say("request.no-file"))
    index = root / "index.html"
    if not index.is_file():
        return PlainTextResponse(NOT_BUILT, 404)
    return FileResponse(index, headers={"Cache-Control": "no-cache"})
