"""The REST requests about me, the options, the lobby and the tables (docs/server.md, "REST")."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query
from fastapi.responses import JSONResponse

from haggis.rules import Cards, parse_reading, preset
from haggis.rules.rulebook import rulebook
from haggis.server.errors import BadRequest, NotNow, NotYours
from haggis.server.storage.database import Batch
from haggis.server.tables import commands, desk
from haggis.server.tables.events import Entry
from haggis.server.tables.live_table import now_millis
from haggis.server.tables.results import game_shape, record_of, statistics
from haggis.server.tables.summary import summary
from haggis.server.tables.table_state import Sitting
from haggis.server.wire.descriptions import describe as describe_cards
from haggis.server.wire.messages import (
    ActionMessage,
    CardsBody,
    DescribeBody,
    Empty,
    LevelBody,
    NameBody,
    SeatNumber,
    SitBody,
    TableBody,
    TokenBody,
)
from haggis.server.wire.responses import (
    Described,
    Done,
    ErrorBody,
    Events,
    Games,
    Health,
    Hint,
    Link,
    Made,
    Me,
    Options,
    RulesText,
    Seated,
    Sheets,
    State,
    Statistics,
    Summaries,
    TableAnswer,
    You,
)
from haggis.server.wire.state_view import sheets
from haggis.server.wire.table_options import options as all_options

from .dependencies import Address, Desk, Player
from .identity import check_name

_REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody} for status in (400, 401, 403, 404, 409, 413, 422, 429)
}
router = APIRouter(prefix="/api", responses=_REFUSALS)
TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{16}$", examples=["Hx3kQz8vWm2aB1cD"])]
FAR_FUTURE = 2**53


@router.get("/health", summary="Whether the server and its database are well")
async def health(services: Desk) -> Health:
    await services.storage.is_well()
    return Health(status="ok")


# --- me -----------------------------------------------------------------------------------------


@router.get("/me", summary="Who I am; gives a newcomer her identity")
async def me(player: Player, services: Desk) -> Me:
    name = await services.storage.name_of(player)
    return Me(id=player, name=name or await services.name_of(player), named=name is not None)


@router.put("/me", summary="Choose a nickname")
async def rename(body: NameBody, player: Player, services: Desk) -> Me:
    name = check_name(body.name)
    await services.storage.append(Batch(table="", name=(player, name)))
    for table in services.tables.kept_tables_of(player):
        await table.change(lambda sitting: commands.rename(sitting, player, name))
    return Me(id=player, name=name, named=True)


@router.get("/me/tables", summary="My unfinished tables")
async def my_tables(player: Player, services: Desk) -> Summaries:
    return Summaries(tables=await services.storage.tables_of(player))


@router.get("/me/games", summary="My finished games, the latest first")
async def my_games(
    player: Player,
    services: Desk,
    before: Annotated[int, Query(ge=0, le=FAR_FUTURE)] = FAR_FUTURE,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Games:
    rows = await services.storage.results_of(player, before, limit + 1)
    return Games(games=[game_shape(row) for row in rows[:limit]], more=len(rows) > limit)


@router.get("/me/statistics", summary="My results in numbers")
async def my_statistics(player: Player, services: Desk) -> Statistics:
    return statistics(await services.storage.sums_of(player))


# --- options and rules --------------------------------------------------------------------------


@router.get("/options", summary="Everything that can be chosen for a new table")
async def options() -> Options:
    return all_options()


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
            raise BadRequest(f"write a rule as option=value, not {each!r}")
        chosen = chosen.with_rule(option, value)
    return RulesText(markdown=rulebook(chosen))


@router.post("/describe", summary="What some cards are, without a table")
async def describe(body: DescribeBody) -> Described:
    on = None if body.on is None else parse_reading(body.on)
    return describe_cards(Cards(body.cards), on, preset(body.preset, players=body.players))


# --- the lobby ----------------------------------------------------------------------------------


@router.get("/tables", summary="The lobby")
async def lobby(services: Desk) -> Summaries:
    return Summaries(tables=await services.storage.lobby(now_millis()))


@router.post("/tables", status_code=201, summary="Make a table")
async def make_table(body: TableBody, player: Player, address: Address, services: Desk) -> Made:
    services.new_tables.take(address)
    return await services.tables.create(body, player, await services.name_of(player))


# --- one table: looking -------------------------------------------------------------------------


@router.get("/tables/{table}", summary="A table in a few words, and who I am there")
async def table_answer(table: TableId, player: Player, services: Desk) -> TableAnswer:
    sitting = (await services.tables.find(table)).table.sitting
    name = await services.name_of(player)
    you = You(seat=sitting.seat_of(player), host=player == sitting.host, player=player, name=name)
    return TableAnswer(summary=summary(sitting), you=you)


@router.get("/tables/{table}/state", summary="The state as I may know it")
async def state(table: TableId, player: Player, services: Desk) -> State:
    found = (await services.tables.find(table)).table
    return found.state_for(found.sitting.seat_of(player))


@router.get("/tables/{table}/events", summary="What happened at the table", response_model_exclude_unset=True)
async def events(
    table: TableId,
    services: Desk,
    after: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> Events:
    found = (await services.tables.find(table)).table.events_after(after)
    return Events(events=found[:limit], more=len(found) > limit)


@router.get("/tables/{table}/rounds", summary="The score sheets of all finished rounds")
async def rounds(table: TableId, services: Desk) -> Sheets:
    return Sheets(rounds=sheets((await services.tables.find(table)).table.sitting))


@router.get("/tables/{table}/record", summary="The game record, finished rounds only", response_model=dict[str, Any])
async def record(table: TableId, services: Desk) -> JSONResponse:
    sitting = (await services.tables.find(table)).table.sitting
    if sitting.game is None:
        raise NotNow("the game has not started yet")
    name = f'attachment; filename="haggis-{table}.json"'
    return JSONResponse(record_of(sitting), headers={"Content-Disposition": name})


@router.get("/tables/{table}/link", summary="My personal link to my seat")
async def link(table: TableId, player: Player, services: Desk) -> Link:
    sitting = (await services.tables.find(table)).table.sitting
    seat = desk.seat_at(sitting, player)
    token = services.signer.seat_token(table, seat, sitting.seats[seat].owner or "")
    return Link(link=f"/t/{table}#seat={token}")


# --- one table: coming and going ----------------------------------------------------------------


@router.post("/tables/{table}/sit", summary="Take an open seat, or my own again")
async def sit(table: TableId, body: SitBody, player: Player, services: Desk) -> Seated:
    found = (await services.tables.find(table)).table
    name = await services.name_of(player)
    await found.change(lambda sitting: commands.sit(sitting, player, name, body.seat))
    return Seated(seat=desk.seat_at(found.sitting, player))


@router.post("/tables/{table}/leave", summary="Leave my seat")
async def leave(table: TableId, _: Annotated[Empty, Body()], player: Player, services: Desk) -> Done:
    kept = await services.tables.find(table)
    done = await kept.table.change(lambda sitting: commands.leave(sitting, player))
    kept.presence.tell()
    return done


@router.post("/tables/{table}/seats/{seat}/bot", summary="Give an open or abandoned seat to a bot")
async def give_to_bot(table: TableId, seat: SeatNumber, body: LevelBody, player: Player, services: Desk) -> Done:
    kept = await services.tables.find(table)

    def make(sitting: Sitting) -> list[Entry]:
        if sitting.status == "open":
            return commands.add_bot(sitting, player, seat, body.level)
        away = kept.presence.is_away(commands.check_seat(sitting, seat))
        return commands.hand_over(sitting, player, seat, body.level, away)

    done = await kept.table.change(make)
    kept.presence.tell()
    return done


@router.post("/tables/{table}/claim", summary="Use a personal link to a seat")
async def claim(table: TableId, body: TokenBody, player: Player, services: Desk) -> Seated:
    found = (await services.tables.find(table)).table
    owners = [(number, seat.owner) for number, seat in enumerate(found.sitting.seats) if seat.owner]
    seats = [number for number, owner in owners if services.signer.is_seat_token(body.token, table, number, owner)]
    if not seats:
        raise NotYours("this link is not for a seat at this table")
    await found.change(lambda sitting: commands.claim(sitting, player, seats[0]))
    return Seated(seat=seats[0])


@router.post("/tables/{table}/rematch", summary="Play again with the same people")
async def rematch(
    table: TableId, _: Annotated[Empty, Body()], player: Player, address: Address, services: Desk
) -> Made:
    services.new_tables.take(address)
    return await services.tables.rematch(await services.tables.find(table), player, await services.name_of(player))


# --- one table: playing -------------------------------------------------------------------------


@router.post("/tables/{table}/actions", summary="Play, pass, bet, give, go on or take back")
async def act(table: TableId, body: Annotated[ActionMessage, Body()], player: Player, services: Desk) -> Done:
    return await desk.act((await services.tables.find(table)).table, player, body)


@router.post("/tables/{table}/describe", summary="What my selected cards are, and whether they beat the table")
async def describe_at(table: TableId, body: CardsBody, player: Player, services: Desk) -> Described:
    return desk.describe_at((await services.tables.find(table)).table, player, body.cards)


@router.post("/tables/{table}/hint", summary="What a strong player would do")
async def hint(table: TableId, _: Annotated[Empty, Body()], player: Player, services: Desk) -> Hint:
    services.hints.take(player)
    found = (await services.tables.find(table)).table
    return await desk.hint_at(found, player, services.tables.thinkers)
