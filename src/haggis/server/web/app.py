"""The application: routes, the guard before them, and words for everything that goes wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse

from haggis.rules import HaggisError
from haggis.server.english import say
from haggis.server.errors import Code, UnknownIdentity
from haggis.server.settings import Settings
from haggis.server.wire.refusals import refused
from haggis.server.wire.validation import complaint

from .access import Access
from .long_answers import COMPRESS_FROM, LEVEL
from .metrics_page import PATH, measured, metrics_page
from .middleware import Guard, refusal
from .openapi import Api
from .services import Services, services_of
from .static_files import page_router

SENTENCES = {404: "request.nothing-here", 405: "request.wrong-method", 413: "request.too-long"}
CODES: dict[int, Code] = {404: "not-found", 413: "too-large"}
JSON_BROKEN = "json_invalid"


def create_app(settings: Settings) -> Api:
    """The whole server as an ASGI application."""
    services = Services(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with services.running():
            with measured(services):
                yield

    app = Api(lifespan=lifespan)
    app.state.services = services
    app.add_route(PATH, metrics_page, include_in_schema=False)
    app.include_router(page_router(settings.page))
    app.add_middleware(GZipMiddleware, minimum_size=COMPRESS_FROM, compresslevel=LEVEL)
    app.add_middleware(Guard, services=services)
    app.add_middleware(Access)
    app.add_exception_handler(HaggisError, _refused)
    app.add_exception_handler(RequestValidationError, _misread)
    app.add_exception_handler(HTTPException, _http_error)
    return app


async def _refused(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HaggisError):
        raise error
    response = refusal(error)
    if isinstance(error, UnknownIdentity):
        response.delete_cookie(services_of(request).signer.cookie_name, httponly=True, samesite="lax")
    return response


async def _misread(_: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, RequestValidationError):
        raise error
    errors = error.errors()
    status = 400 if errors[0]["type"] == JSON_BROKEN else 422
    return JSONResponse(refused("bad-request", complaint(errors)), status)


async def _http_error(_: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):
        raise error
    why = say(SENTENCES.get(error.status_code, "request.unreadable"))
    return JSONResponse(
        refused(CODES.get(error.status_code, "bad-request"), why), error.status_code, headers=error.headers
    )
