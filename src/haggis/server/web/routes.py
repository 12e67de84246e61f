"""The REST requests about me, the options, the lobby and the tables (docs/server.md, "REST")."""

from __future__ import annotations

import functools
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request
from fastapi.responses import Response
from pydantic_core import to_json

from haggis.rules import Cards, parse_reading, preset
from haggis.server.english import say
from haggis.server.errors import BadRequest, NotNow, NotYours
from haggis.server.names import check_name
from haggis.server.storage.database import Batch
from haggis.server.tables.clocks import now_millis
from haggis.server.tables.permissions import seat_for, view_for, view_for_hint
from haggis.server.tables.seat_commands import Claim, GiveToBot, Leave, RenewLink, Sit, WhileSeated
from haggis.server.tables.summary import read_summaries, summary_of
from haggis.server.tables.table_state import TableState
from haggis.server.wire.client_messages import ActionMessage, SeatNumber, carry_out
from haggis.server.wire.descriptions import Described, describe_for
from haggis.server.wire.descriptions import describe as describe_cards
from haggis.server.wire.event_view import events_view
from haggis.server.wire.game_record import record_of
from haggis.server.wire.hints import Hint, hint_view
from haggis.server.wire.refusals import ErrorBody
from haggis.server.wire.requests import (
    CardsBody,
    DescribeBody,
    Empty,
    LevelBody,
    NameBody,
    SeatsBody,
    ShareBody,
    SitBody,
    TableBody,
    TokenBody,
    plan_of,
    seats_of,
)
from haggis.server.wire.responses import (
    Done,
    EventList,
    GameList,
    Health,
    Link,
    Made,
    Me,
    Seated,
    SheetList,
    TableAnswer,
    TableList,
    done,
    made,
    you_at,
)
from haggis.server.wire.rules_page import RulesText, rules_text
from haggis.server.wire.score_sheets import sheets
from haggis.server.wire.state_view import StateView, state_for
from haggis.server.wire.statistics import Statistics, finished_games, statistics_view
from haggis.server.wire.table_options import DEFAULT_LEVEL, Options
from haggis.server.wire.table_options import options as all_options

from .dependencies import Address, PlayerId, TheServices
from .services import Services

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody} for status in (400, 401, 403, 404, 409, 413, 422, 429)
}
router = APIRouter(prefix="/api", responses=REFUSALS)
TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{16}$", examples=["Hx3kQz8vWm2aB1cD"])]
FAR_FUTURE = 2**53


@router.get("/health", summary="Whether the server and its database are well")
async def health(services: TheServices) -> Health:
    await services.database.is_well()
    return Health(status="ok")


# --- me -----------------------------------------------------------------------------------------


@router.get("/me", summary="Who I am; gives a newcomer her identity")
async def me(player: PlayerId, services: TheServices) -> Me:
    name = await services.database.name_of(player)
    return Me(id=player, name=name or await services.name_of(player), named=name is not None)


@router.put("/me", summary="Choose a nickname")
async def rename(body: NameBody, player: PlayerId, address: Address, services: TheServices) -> Me:
    name = check_name(body.name)
    if await services.database.name_of(player) is None:
        services.newcomers.take(address)
    await services.database.append(Batch(table="", name=(player, name)))
    await services.tables.rename(player, name, address)
    return Me(id=player, name=name, named=True)


@router.get("/me/tables", summary="My unfinished tables")
async def my_tables(player: PlayerId, services: TheServices) -> TableList:
    return TableList(tables=read_summaries(await services.database.tables_of(player)))


@router.get("/me/games", summary="My finished games, the latest first")
async def my_games(
    player: PlayerId,
    services: TheServices,
    before: Annotated[int, Query(ge=0, le=FAR_FUTURE)] = FAR_FUTURE,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> GameList:
    rows = await services.database.results_of(player, before, limit + 1)
    return GameList(games=finished_games(rows[:limit]), more=len(rows) > limit)


@router.get("/me/statistics", summary="My results in numbers")
async def my_statistics(player: PlayerId, services: TheServices) -> Statistics:
    return statistics_view(await services.database.sums_of(player))


# --- options and rules --------------------------------------------------------------------------


@router.get("/options", summary="Everything that can be chosen for a new table", response_model=Options)
async def options() -> Response:
    return Response(options_as_json(), media_type="application/json")


@functools.cache
def options_as_json() -> bytes:
    """Always the same, and many milliseconds of work."""
    return to_json(all_options())


@router.get("/rules", summary="The rules of exactly one game, as Markdown")
async def rules(
    preset_name: Annotated[str, Query(alias="preset", max_length=40)] = "standard",
    players: Annotated[int | None, Query(ge=2, le=3)] = None,
    rule: Annotated[list[Annotated[str, Query(max_length=60)]] | None, Query(max_length=20)] = None,
) -> RulesText:
    chosen = preset(preset_name, players=players)
    for each in rule or []:
        option, equals, value = each.partition("=")
        if not equals:
            raise BadRequest(say("request.no-rule", given=repr(each)))
        chosen = chosen.with_rule(option, value)
    return rules_text(chosen)


@router.post("/describe", summary="What some cards are, without a table")
async def describe(body: DescribeBody) -> Described:
    on = None if body.on is None else parse_reading(body.on)
    return describe_cards(Cards(body.cards), on, preset(body.preset, players=body.players))


# --- the lobby ----------------------------------------------------------------------------------


@router.get("/tables", summary="The lobby")
async def lobby(services: TheServices) -> TableList:
    return TableList(tables=read_summaries(await services.database.lobby(now_millis())))


@router.post("/tables", status_code=201, summary="Make a table")
async def make_table(body: TableBody, player: PlayerId, address: Address, services: TheServices) -> Made:
    services.new_tables.take(address)
    name = await services.name_of(player)
    async with services.public_tables.making(address, public=body.public):
        return made(await services.tables.create(plan_of(body), seats_of(body), player, name))


# --- one table: looking -------------------------------------------------------------------------


@router.get("/tables/{table}", summary="A table in a few words, and who I am there")
async def table_answer(table: TableId, player: PlayerId, address: Address, services: TheServices) -> TableAnswer:
    state = (await services.tables.find(table, address)).table.state
    return TableAnswer(summary=summary_of(state), you=you_at(state, player, await services.name_of(player)))


@router.get("/tables/{table}/state", summary="The state as I may know it")
async def state(table: TableId, player: PlayerId, address: Address, services: TheServices) -> StateView:
    opened = await services.tables.find(table, address)
    opened.presence.asked(player)
    found = opened.table
    return state_for(found.state, found.state.seat_of(player), found.clocks())


@router.get("/tables/{table}/events", summary="What happened at the table", response_model=EventList)
async def events(
    table: TableId,
    request: Request,
    address: Address,
    services: TheServices,
    after: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> Response:
    page = await services.tables.events(table, after, limit, address)
    return await services.long_answers.write(
        request, lambda: EventList(events=events_view(page.steps, page.state), more=page.more)
    )


@router.get("/tables/{table}/rounds", summary="The score sheets of all finished rounds", response_model=SheetList)
async def rounds(table: TableId, request: Request, address: Address, services: TheServices) -> Response:
    state = (await services.tables.find(table, address)).table.state
    return await services.long_answers.write(request, lambda: SheetList(rounds=sheets(state)))


@router.get("/tables/{table}/record", summary="The game record, finished rounds only", response_model=dict[str, Any])
async def record(table: TableId, request: Request, address: Address, services: TheServices) -> Response:
    state = (await services.tables.find(table, address)).table.state
    if state.game is None:
        raise NotNow(say("table.not-started"))
    answer = await services.long_answers.write(request, lambda: record_of(state))
    answer.headers["Content-Disposition"] = f'attachment; filename="haggis-{table}.json"'
    return answer


@router.get("/tables/{table}/link", summary="My personal link to my seat")
async def link(table: TableId, player: PlayerId, address: Address, services: TheServices) -> Link:
    return _link((await services.tables.find(table, address)).table.state, player, services)


@router.post("/tables/{table}/link", summary="A new personal link; the old ones open nothing any more")
async def renew_link(
    table: TableId, _: Annotated[Empty, Body()], player: PlayerId, address: Address, services: TheServices
) -> Link:
    found = (await services.tables.find(table, address)).table
    await found.perform(RenewLink(player))
    return _link(found.state, player, services)


def _link(state: TableState, player: str, services: Services) -> Link:
    seat = seat_for(state, player)
    return Link(link=f"/t/{state.id}#seat={services.signer.seat_token(state.id, seat, state.seats[seat])}")


# --- one table: coming and going ----------------------------------------------------------------


@router.post("/tables/{table}/sit", summary="Take an open seat, or my own again")
async def sit(table: TableId, body: SitBody, player: PlayerId, address: Address, services: TheServices) -> Seated:
    found = (await services.tables.find(table, address)).table
    asked = Sit(player, await services.name_of(player), body.seat, body.share)
    await found.perform(WhileSeated(asked, body.seq))
    return Seated(seat=seat_for(found.state, player))


@router.post("/tables/{table}/leave", summary="Leave my seat")
async def leave(table: TableId, body: SeatsBody, player: PlayerId, address: Address, services: TheServices) -> Done:
    found = await services.tables.find(table, address)
    return done(await found.table.perform(WhileSeated(Leave(player), body.seq)))


@router.post("/tables/{table}/seats/{seat}/bot", summary="Give an open or abandoned seat to a bot")
async def give_to_bot(
    table: TableId, seat: SeatNumber, body: LevelBody, player: PlayerId, address: Address, services: TheServices
) -> Done:
    found = await services.tables.find(table, address)
    return done(await found.table.perform(GiveToBot(player, seat, body.level, found.presence.away, DEFAULT_LEVEL)))


@router.post("/tables/{table}/claim", summary="Use a personal link to a seat")
async def claim(table: TableId, body: TokenBody, player: PlayerId, address: Address, services: TheServices) -> Seated:
    found = (await services.tables.find(table, address)).table
    owned = [(number, seat) for number, seat in enumerate(found.state.seats) if seat.owner]
    linked = [each for each in owned if services.signer.is_seat_token(body.token, table, *each)]
    if not linked:
        raise NotYours(say("table.wrong-link"))
    number, seat = linked[0]
    await found.perform(Claim(player, number, seat.owner, seat.links))
    return Seated(seat=number)


@router.post("/tables/{table}/rematch", summary="Play again with the same people")
async def rematch(table: TableId, body: ShareBody, player: PlayerId, address: Address, services: TheServices) -> Made:
    services.new_tables.take(address)
    old = (await services.tables.find(table, address)).table
    name = await services.name_of(player)
    async with services.public_tables.making(address, public=old.state.plan.public and old.state.rematch is None):
        return made(await services.tables.rematch(old, Sit(player, name, share=body.share), address))


# --- one table: playing -------------------------------------------------------------------------


@router.post("/tables/{table}/actions", summary="Play, pass, bet, give, go on or take back")
async def act(
    table: TableId, body: Annotated[ActionMessage, Body()], player: PlayerId, address: Address, services: TheServices
) -> Done:
    found = await services.tables.find(table, address, player)
    found.presence.asked(player)
    return done(await carry_out(body, found.table, player))


@router.post("/tables/{table}/describe", summary="What my selected cards are, and whether they beat the table")
async def describe_at(
    table: TableId, body: CardsBody, player: PlayerId, address: Address, services: TheServices
) -> Described:
    view = view_for((await services.tables.find(table, address)).table.state, player)
    return describe_for(view, Cards(body.cards))


@router.post("/tables/{table}/hint", summary="What a strong player would do")
async def hint(
    table: TableId, _: Annotated[Empty, Body()], player: PlayerId, address: Address, services: TheServices
) -> Hint:
    services.hints.take(player)
    view = view_for_hint((await services.tables.find(table, address)).table.state, player)
    return hint_view(await services.tables.thinkers.advise(view, address), view)
