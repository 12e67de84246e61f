"""The REST requests about one table beyond playing: its rules, ending it, and the rights of its host."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body

from haggis.server.tables.commands import Command
from haggis.server.tables.host_commands import CloseTable, Remove, Resign, Swap
from haggis.server.tables.seat_commands import WhileSeated
from haggis.server.wire.client_messages import SeatNumber
from haggis.server.wire.requests import Empty, SeatsBody, SwapBody
from haggis.server.wire.responses import Done, done
from haggis.server.wire.rules_page import TableRules, table_rules
from haggis.server.wire.table_options import DEFAULT_LEVEL

from .dependencies import Address, PlayerId, TheServices
from .routes import REFUSALS, TableId
from .services import Services

router = APIRouter(prefix="/api/tables/{table}", responses=REFUSALS)


@router.get("/rules", summary="The rules of this table, in words and by option")
async def rules(table: TableId, address: Address, services: TheServices) -> TableRules:
    return table_rules((await services.tables.find(table, address)).table.state.rules)


@router.post("/resign", summary="Give my seat to a bot for good")
async def resign(table: TableId, body: SeatsBody, player: PlayerId, address: Address, services: TheServices) -> Done:
    return await _perform(services, table, address, WhileSeated(Resign(player, DEFAULT_LEVEL), body.seq))


@router.post("/close", summary="End the game for everybody")
async def close(
    table: TableId, _: Annotated[Empty, Body()], player: PlayerId, address: Address, services: TheServices
) -> Done:
    return await _perform(services, table, address, CloseTable(player))


@router.post("/seats/{seat}/remove", summary="Send somebody from the table")
async def remove(
    table: TableId,
    seat: SeatNumber,
    body: SeatsBody,
    player: PlayerId,
    address: Address,
    services: TheServices,
) -> Done:
    return await _perform(services, table, address, WhileSeated(Remove(player, seat, DEFAULT_LEVEL), body.seq))


@router.post("/swap", summary="Let two seats change places before the game")
async def swap(table: TableId, body: SwapBody, player: PlayerId, address: Address, services: TheServices) -> Done:
    return await _perform(services, table, address, WhileSeated(Swap(player, *body.seats), body.seq))


async def _perform(services: Services, table: str, address: str, command: Command) -> Done:
    return done(await (await services.tables.find(table, address)).table.perform(command))
