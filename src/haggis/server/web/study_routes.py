"""The REST requests about games to study: replay, single moments, reviews (docs/server.md, "Study")."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Request
from fastapi.responses import Response

from haggis.server.english import say
from haggis.server.errors import NotFound
from haggis.server.study.games import StudyGame, of_table
from haggis.server.study.practice import check_round, practice_plan, practice_seats, rounds_up_to
from haggis.server.study.records import games_in, read_record
from haggis.server.study.reviews import Found
from haggis.server.tables.new_table import created_by
from haggis.server.wire.client_messages import SeatNumber
from haggis.server.wire.replay_view import (
    GameOutline,
    RecordGames,
    ReplayRound,
    outline,
    record_games,
    replay_round,
)
from haggis.server.wire.requests import Empty, RecordBody, RecordsBody
from haggis.server.wire.responses import Made, made
from haggis.server.wire.review_view import ReviewAnswer, unfinished_answer
from haggis.server.wire.study_view import OpeningView, SolvedView, opening_view, solved_view

from .dependencies import Address, Asker, PlayerId, TheAsker, TheServices
from .long_answers import json_answer, unpacks, written_answer
from .routes import REFUSALS
from .services import Services

router = APIRouter(prefix="/api/study", responses=REFUSALS)
GameId = Annotated[str, Path(max_length=64, examples=["Hx3kQz8vWm2aB1cD"])]
"""The id of a table, or of a record that was brought."""
RoundNumber = Annotated[int, Path(ge=1, le=1000)]
ActionNumber = Annotated[int, Path(ge=0, le=1000)]
RECORD_ID = 32


async def find(services: Services, game: str, address: str) -> StudyGame:
    if len(game) == RECORD_ID:
        return services.records.find(game)
    try:
        found = await services.tables.find(game, address)
    except NotFound as error:
        raise NotFound(say("study.unknown")) from error
    return of_table(found.table)


@router.post("/records", summary="Bring a game record to look at")
async def bring(body: RecordBody, player: PlayerId, address: Address, services: TheServices) -> GameOutline:
    study = await services.desk.quick(address, lambda: read_record(body.text, body.number, partial=body.partial))
    services.records.keep(study)
    return outline(study, player)


@router.post("/records/games", summary="Which games a file with game records holds")
async def games_of_file(body: RecordsBody, address: Address, services: TheServices) -> RecordGames:
    return record_games(await services.desk.quick(address, lambda: games_in(body.text)))


@router.get("/games/{game}", summary="A game to study: who played, its rounds")
async def game_outline(game: GameId, player: PlayerId, address: Address, services: TheServices) -> GameOutline:
    return outline(await find(services, game, address), player)


@router.get("/games/{game}/rounds/{number}", summary="Every moment of a round", response_model=ReplayRound)
async def moments(
    game: GameId, number: RoundNumber, request: Request, address: Address, services: TheServices
) -> Response:
    study = await find(services, game, address)
    check_round(study, number)
    packed = unpacks(request)
    return await services.desk.quick(
        address, lambda: written_answer(lambda: replay_round(study, number), packed=packed)
    )


@router.get("/games/{game}/rounds/{number}/opening", summary="What a dealt hand promised")
async def opening(
    game: GameId,
    number: RoundNumber,
    address: Address,
    services: TheServices,
    seat: Annotated[SeatNumber, Query()] = 0,
) -> OpeningView:
    study = await find(services, game, address)
    return await services.desk.quick(address, lambda: opening_view(study, number, seat))


@router.get("/games/{game}/rounds/{number}/solved/{action}", summary="Best play of an ending with open cards")
async def solved(
    game: GameId, number: RoundNumber, action: ActionNumber, address: Address, services: TheServices
) -> SolvedView:
    study = await find(services, game, address)
    return await services.desk.quick(address, lambda: solved_view(study, number, action))


@router.post(
    "/games/{game}/rounds/{number}/practice/{action}", status_code=201, summary="Play on from a moment, for practice"
)
async def practise(
    game: GameId,
    number: RoundNumber,
    action: ActionNumber,
    _: Annotated[Empty, Body()],
    player: PlayerId,
    address: Address,
    services: TheServices,
) -> Made:
    study = await find(services, game, address)
    moment, rounds = await services.desk.quick(address, lambda: rounds_up_to(study, number, action))
    services.new_tables.take(address)
    name = await services.name_of(player)
    seats = practice_seats(study, moment)
    created = created_by(player, practice_plan(study), study.rules_version)
    return made(await services.tables.take_up(created, seats, name, rounds, address))


@router.post("/games/{game}/review", summary="Have a game reviewed", response_model=ReviewAnswer)
async def ask_review(game: GameId, _: Annotated[Empty, Body()], asker: TheAsker) -> Response:
    study = await find(asker.services, game, asker.address)
    return await _review(asker, await asker.services.reviews.ask(study, asker.player, asker.address))


@router.get("/games/{game}/review", summary="How far a review is", response_model=ReviewAnswer)
async def review_so_far(game: GameId, asker: TheAsker, after: Annotated[int, Query(ge=0, le=100_000)] = 0) -> Response:
    study = await find(asker.services, game, asker.address)
    return await _review(asker, await asker.services.reviews.look(study, asker.player, asker.address), after)


@router.delete("/games/{game}/review", summary="Stop a review", response_model=ReviewAnswer)
async def stop_review(game: GameId, asker: TheAsker) -> Response:
    study = await find(asker.services, game, asker.address)
    return await _review(asker, await asker.services.reviews.leave(study, asker.player))


async def _review(asker: Asker, found: Found, after: int = 0) -> Response:
    if found.answer is not None:
        return asker.given(await asker.services.long_answers.send_packed(asker.request, found.answer))
    return asker.given(json_answer(unfinished_answer(found, after)))
