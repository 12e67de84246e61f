"""What routes ask for: the services, the caller's identity (a cookie, given to those who come without), the address."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response

from .identity import COOKIE, COOKIE_SECONDS, new_player
from .rate_limits import address_of
from .services import Services, services_of


def _services(request: Request) -> Services:
    return services_of(request)


TheServices = Annotated[Services, Depends(_services)]


def _player(request: Request, response: Response, services: TheServices) -> str:
    cookie = request.cookies.get(COOKIE)
    player = new_player() if cookie is None else services.signer.player_in(cookie)
    if cookie is None or request.url.path == "/api/me":
        response.set_cookie(
            COOKIE,
            services.signer.cookie_for(player),
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
    return player


PlayerId = Annotated[str, Depends(_player)]
"""The player who asks; a newcomer gets her identity with the answer."""


def _address(request: Request) -> str:
    return address_of(request)


Address = Annotated[str, Depends(_address)]
