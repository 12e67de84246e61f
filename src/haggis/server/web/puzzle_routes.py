"""The REST requests about puzzles (docs/server.md, "Puzzles")."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Path, Query
from fastapi.responses import Response

from haggis.server.study.puzzling import find_puzzle, today
from haggis.server.wire.puzzle_view import (
    AnswerBody,
    AnswerView,
    ProgressView,
    PuzzleView,
    answer_of,
    answer_view,
    progress_view,
    puzzle_view,
    told_view,
)
from haggis.study.puzzles import Kind, Puzzle, puzzle_of_the_day

from .dependencies import Address, Asker, PlayerId, TheAsker, TheServices
from .routes import REFUSALS

router = APIRouter(prefix="/api", responses=REFUSALS)
PuzzleName = Annotated[str, Path(pattern=r"^[0-9a-z-]{1,40}$", examples=["014d7432"])]


async def _show(asker: Asker, puzzle: Puzzle) -> Response:
    """A hand may have a thousand plays: beside the event loop."""
    services = asker.services
    progress = await services.puzzling.progress(asker.player)
    return asker.given(await services.long_answers.write(asker.request, lambda: puzzle_view(puzzle, progress)))


@router.get("/me/puzzles", summary="How I do with puzzles")
async def my_progress(player: PlayerId, services: TheServices) -> ProgressView:
    return progress_view(await services.puzzling.progress(player))


@router.get("/puzzles/day", summary="The puzzle of the day", response_model=PuzzleView)
async def of_the_day(asker: TheAsker) -> Response:
    return await _show(asker, puzzle_of_the_day(today()))


@router.get("/puzzles/next", summary="A puzzle of about my rating that I have not tried", response_model=PuzzleView)
async def next_one(asker: TheAsker, kind: Annotated[Kind | None, Query()] = None) -> Response:
    return await _show(asker, await asker.services.puzzling.next(asker.player, kind))


@router.get("/puzzles/{puzzle}", summary="A puzzle by its name", response_model=PuzzleView)
async def by_name(puzzle: PuzzleName, asker: TheAsker) -> Response:
    return await _show(asker, find_puzzle(puzzle))


@router.post("/puzzles/{puzzle}/answer", summary="Answer a puzzle, or see its solution")
async def answer(
    puzzle: PuzzleName,
    body: Annotated[AnswerBody, Body()],
    player: PlayerId,
    address: Address,
    services: TheServices,
) -> AnswerView:
    asked = find_puzzle(puzzle)
    action = answer_of(body, asked)
    if await services.database.puzzles_of(player) is None:
        services.newcomers.take(address)
    told = await services.desk.quick(address, lambda: told_view(asked, action))  # first: it may be refused
    return answer_view(told, await services.puzzling.answer(player, asked, action))
