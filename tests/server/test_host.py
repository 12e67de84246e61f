"""Ending games, and what the host of a table may do with its seats."""

from __future__ import annotations

from .guests import BOT, ME, OPEN, Guest
from .scenes import act, run, two_people


async def seats(guest: Guest, table: str) -> list[tuple[str, str]]:
    state = await guest.get(f"/tables/{table}/state")
    return [(seat["kind"], seat["name"]) for seat in state["seats"]]


def test_a_game_against_bots_can_be_closed_and_is_no_longer_listed(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT)
        assert [each["table"] for each in (await ann.get("/me/tables"))["tables"]] == [table]
        await ann.post(f"/tables/{table}/close")
        assert (await ann.get("/me/tables"))["tables"] == []
        assert (await ann.get("/me/games"))["games"] == []
        state = await ann.get(f"/tables/{table}/state")
        assert (state["status"], state["deadline"]) == ("closed", None)
        refusal = await ann.post(f"/tables/{table}/actions", {"type": "pass", "id": "x", "seq": state["seq"]}, 409)
        assert refusal["words"] == "this table is closed already"
        await ann.post(f"/tables/{table}/close", status=409)

    run(scene())


def test_nothing_happens_by_itself_at_a_closed_table(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT, BOT, pace=0.2)
        await ann.post(f"/tables/{table}/close")
        async with ann.at(table) as here:
            seq = here.state["seq"]
            assert (await here.ask("hint"))["code"] == "not-now"
            assert here.state["seq"] == seq

    run(scene())


def test_who_resigns_has_a_bot_play_on_for_good(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        async with ann.at(table) as here:
            await bob.post(f"/tables/{table}/resign")
            while here.state["seats"][1]["kind"] != "bot":
                await here.receive()
            event = (await ann.get(f"/tables/{table}/events?limit=1000"))["events"][-1]
            events = [event] if event["kind"] == "replaced" else here.events[-3:]
            assert any(each["words"] == ["Bob resigns; Morag plays on"] for each in events)
        assert (await bob.get("/me/tables"))["tables"] == []
        await bob.post(f"/tables/{table}/sit", status=409)
        await ann.post(f"/tables/{table}/resign")  # the last person: nobody plays on
        assert (await ann.get(f"/tables/{table}/state"))["status"] == "closed"

    run(scene())


def test_the_next_person_is_host_when_the_host_resigns(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        async with bob.at(table) as here:
            assert here.state["host_seat"] == 0
            await ann.post(f"/tables/{table}/resign")
            while here.state["host_seat"] != 1:
                await here.receive()
        assert (await bob.get(f"/tables/{table}"))["you"]["host"]

    run(scene())


def test_the_host_frees_and_swaps_seats_before_the_game(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url, OPEN)
        assert await seats(ann, table) == [("person", "Ann"), ("person", "Bob"), ("open", "")]
        await bob.post(f"/tables/{table}/swap", {"seats": [0, 1]}, 403)
        await ann.post(f"/tables/{table}/swap", {"seats": [0, 2]})
        assert await seats(ann, table) == [("open", ""), ("person", "Bob"), ("person", "Ann")]
        await ann.post(f"/tables/{table}/seats/1/remove")
        assert (await seats(ann, table))[1] == ("open", "")
        await ann.post(f"/tables/{table}/seats/2/remove", status=409)
        assert (await bob.get("/me/tables"))["tables"] == []

    run(scene())


def test_the_host_sends_somebody_away_in_the_middle_of_a_game(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        await bob.post(f"/tables/{table}/seats/0/remove", status=403)
        await ann.post(f"/tables/{table}/seats/1/remove")
        assert await seats(ann, table) == [("person", "Ann"), ("bot", "Morag")]
        await ann.post(f"/tables/{table}/seats/1/remove", status=409)
        await ann.post(f"/tables/{table}/swap", {"seats": [0, 1]}, 409)

    run(scene())


def test_only_the_host_closes_a_table_of_people(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        refusal = await bob.post(f"/tables/{table}/close", status=403)
        assert refusal["words"] == "only the host of the table can do that"
        async with bob.at(table) as here:
            await ann.post(f"/tables/{table}/close")
            while here.state["status"] != "closed":
                await here.receive()

    run(scene())


def test_who_sits_down_is_here_and_no_longer_watches(url: str) -> None:
    """The friend was connected before she took the seat: nobody else has come or gone since."""

    async def scene() -> None:
        ann, bob = Guest(url), Guest(url)
        table = await ann.make_table(ME, OPEN)
        await bob.get("/me")
        async with ann.at(table) as first, bob.at(table):
            while not first.presence.get("watchers"):
                await first.receive()
            await bob.post(f"/tables/{table}/sit")
            while first.presence["watchers"]:
                await first.receive()
            assert [seat["here"] for seat in first.presence["seats"]] == [True, True]

    run(scene())


def test_a_reaction_reaches_everybody_and_comes_from_seats_only(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        async with ann.at(table) as first, bob.at(table) as second, Guest(url).at(table) as watcher:
            assert (await second.ask("react", reaction="clap"))["type"] == "ok"
            assert await first.hear("reaction") == {"type": "reaction", "seat": 1, "reaction": "clap"}
            await watcher.hear("reaction")
            assert (await watcher.ask("react", reaction="clap"))["code"] == "not-yours"
            await first.send({"type": "react", "id": "r", "reaction": "insult"})
            assert (await first.hear("error"))["code"] == "bad-request"
            await act(first if first.state["ask"] == "turn" else second)

    run(scene())


def test_the_rules_of_a_table_are_told_without_notation(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT, preset="rogers-2024", options={"haggis": "nobody"})
        rules = await ann.get(f"/tables/{table}/rules")
        assert (rules["preset"], rules["changed"]) == ("rogers-2024", ["who gets the haggis"])
        assert rules["rules"]["bet_wins"] == "points"
        assert "Nobody takes the haggis" in rules["markdown"]
        assert "1x3" not in rules["markdown"]
        assert "`Tg`" not in rules["markdown"]

    run(scene())


def test_what_is_meant_for_other_people_on_the_seats_is_refused(url: str) -> None:
    async def scene() -> None:
        ann, bob = Guest(url), Guest(url)
        table = await ann.make_table(ME, OPEN, OPEN)
        seen = (await ann.get(f"/tables/{table}/state"))["seq"]
        await ann.post(f"/tables/{table}/swap", {"seats": [1, 2], "seq": seen})
        for path, body in (
            ("swap", {"seats": [1, 2]}),
            ("seats/1/remove", {}),
            ("leave", {}),
            ("sit", {}),
            ("resign", {}),
        ):
            answer = await ann.post(f"/tables/{table}/{path}", {**body, "seq": seen}, 409)
            assert answer["key"] == "table.moved-on"
        seen = (await bob.get(f"/tables/{table}/state"))["seq"]
        assert (await bob.post(f"/tables/{table}/sit", {"seat": 1, "seq": seen + 9}, 409))["key"] == "table.not-yet"
        await bob.post(f"/tables/{table}/sit", {"seat": 1, "seq": seen})
        seen = (await ann.get(f"/tables/{table}/state"))["seq"]
        await ann.post(f"/tables/{table}/seats/1/remove", {"seq": seen})
        await Guest(url).post(f"/tables/{table}/sit", {"seat": 1})
        await ann.post(f"/tables/{table}/seats/1/remove", {"seq": seen}, 409)
        assert (await ann.get(f"/tables/{table}"))["summary"]["seats"][1]["kind"] == "person"

    run(scene())
