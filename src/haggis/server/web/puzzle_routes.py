"""The REST requests about puzzles (docs/server.md, "Puzzles")."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Path, Query

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
    solution_view,
)
from haggis.study.puzzles import Kind, puzzle_of_the_day

from .dependencies import Address, PlayerId, TheServices
from .routes import REFUSALS

router = APIRouter(prefix="/api", responses=REFUSALS)
PuzzleName = Annotated[str, Path(pattern=r"^[0-9a-z-]{1,40}$", examples=["014d7432"])]


@router.get("/me/puzzles", summary="How I do with puzzles")
async def my_progress(player: PlayerId, services: TheServices) -> ProgressView:
    return progress_view(await services.puzzling.progress(player))


@router.get("/puzzles/day", summary="The puzzle of the day")
async def of_the_day(player: PlayerId, services: TheServices) -> PuzzleView:
    return puzzle_view(puzzle_of_the_day(today()), await services.puzzling.progress(player))


@router.get("/puzzles/next", summary="A puzzle of about my rating that I have not tried")
async def next_one(player: PlayerId, services: TheServices, kind: Annotated[Kind | None, Query()] = None) -> PuzzleView:
    return puzzle_view(await services.puzzling.next(player, kind), await services.puzzling.progress(player))


@router.get("/puzzles/{puzzle}", summary="A puzzle by its name")
async def by_name(puzzle: PuzzleName, player: PlayerId, services: TheServices) -> PuzzleView:
    return puzzle_view(find_puzzle(puzzle), await services.puzzling.progress(player))


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
    solution = await services.desk.quick(address, lambda: solution_view(asked))  # first: it may be refused
    return answer_view(solution, await services.puzzling.answer(player, asked, action))
