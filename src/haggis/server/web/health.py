"""Whether the server is alive (`/healthz`), and whether it can keep what it is told (`/readyz`)."""

from __future__ import annotations

from fastapi import APIRouter

from haggis.server.wire.responses import Health

from .dependencies import TheServices

router = APIRouter()


@router.head("/healthz", include_in_schema=False)
@router.get("/healthz", summary="Whether the server is alive")
async def healthz() -> Health:
    return Health(status="ok")


@router.head("/readyz", include_in_schema=False)
@router.get("/readyz", summary="Whether the server can store what it is told")
async def readyz(services: TheServices) -> Health:
    await services.readiness.check()
    return Health(status="ready")
