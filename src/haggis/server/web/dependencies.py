"""What routes ask for: the services, the caller's identity (a cookie, given to those who come without), the address.

All of them are coroutines: others would each be called in a thread, which costs more than what they do, and memory.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response

from .identity import COOKIE_SECONDS, new_player, player_of
from .rate_limits import address_of
from .services import Services, services_of


async def _services(request: Request) -> Services:
    return services_of(request)


TheServices = Annotated[Services, Depends(_services)]


async def _player(request: Request, response: Response, services: TheServices) -> str:
    name = services.signer.cookie_name
    player = player_of(request.cookies, services.signer) or new_player()
    if name not in request.cookies or request.url.path == "/api/me":
        response.set_cookie(
            name,
            services.signer.cookie_for(player),
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
    return player


PlayerId = Annotated[str, Depends(_player)]
"""The player who asks; a newcomer gets her identity with the answer."""


async def _address(request: Request) -> str:
    return address_of(request)


Address = Annotated[str, Depends(_address)]


class Asker:
    """Who asks where a route makes the answer itself: FastAPI gives a newcomer her cookie with its own ones only."""

    def __init__(self, request: Request, response: Response, player: str, services: Services) -> None:
        self.request, self.player, self.services = request, player, services
        self.address = address_of(request)
        self._response = response

    def given(self, answer: Response) -> Response:
        """The answer, with the cookie of a newcomer."""
        answer.headers.raw.extend(self._response.headers.raw)
        return answer


async def _asker(request: Request, response: Response, player: PlayerId, services: TheServices) -> Asker:
    return Asker(request, response, player, services)


TheAsker = Annotated[Asker, Depends(_asker)]
