"""Messages that nobody should send: refused with words, and the connection lives on."""

from __future__ import annotations

from .guests import BOT, ME, Guest
from .scenes import run, until_asked, until_closed

BAD_MESSAGES = [
    "",
    "{",
    "null",
    "7",
    "[]",
    "{}",
    '{"type": "play"}',
    '{"type": "dance", "id": "x"}',
    '{"type": "pass"}',
    '{"type": "pass", "id": ""}',
    '{"type": "pass", "id": 7}',
    '{"type": "pass", "id": "' + "x" * 65 + '"}',
    '{"type": "pass", "id": "a\\u0000b"}',
    '{"type": "pass", "id": "x", "more": 1}',
    '{"type": "bet", "id": "x", "amount": "15"}',
    '{"type": "bet", "id": "x", "amount": -1}',
    '{"type": "bet", "id": "x", "amount": 1e9}',
    '{"type": "give", "id": "x", "to": 9}',
    '{"type": "play", "id": "x", "cards": "' + "3r " * 40 + '"}',
    '{"type": "play", "id": "x", "cards": ["3r"]}',
    "[" * 3000,
    '{"type": "\\ud800", "id": "x"}',
]


def test_messages_that_make_no_sense(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT)
        async with ann.at(table) as connection:
            for text in BAD_MESSAGES:
                await connection.websocket.send(text)
                answer = await connection.hear("error")
                assert (answer["code"], answer["id"]) == ("bad-request", None), text
                assert 0 < len(answer["words"]) < 400
            await connection.websocket.send(b"\x00\x01")
            assert (await connection.hear("error"))["words"] == "messages are text, not bytes"
            await connection.websocket.send('{"type": "pass", "id": "x"}' + " " * 5000)
            assert (await connection.hear("error"))["code"] == "too-large"
            assert (await connection.ask("ping"))["type"] == "ok"

    run(scene())


def test_actions_that_the_rules_refuse(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT)
        async with ann.at(table) as connection:
            await until_asked(connection)
            seq = connection.state["seq"]
            absent = next(
                card for card in ("2r", "3r", "4r", "5r", "6r", "7r", "8r") if card not in connection.state["hand"]
            )
            for fields, code, words in (
                ({"cards": absent}, "illegal", f"you don't hold {absent}"),
                ({"cards": "3x"}, "notation", "'3x' has no known suit: the suits are r, o, y, g, b"),
                ({"cards": "J J"}, "notation", "J is named twice"),
                ({"cards": "2b"}, "illegal", "2b is not in play"),
                ({"cards": "K", "reading": "9x9:Z"}, "notation", "'9x9:Z' is not a reading"),
                ({"cards": ""}, "illegal", "a play needs at least one card"),
            ):
                answer = await connection.ask("play", **fields)
                assert (answer["code"], answer["words"][: len(words)]) == (code, words)
            assert (await connection.ask("give", to=1))["code"] == "illegal"
            assert connection.state["seq"] == seq

    run(scene())


def test_a_huge_message_ends_the_connection_only(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT)
        async with ann.at(table) as connection:
            await connection.websocket.send("x" * 100_000)
            _, code = await until_closed(connection)
            assert code == 1009
        async with ann.at(table) as connection:
            assert (await connection.ask("ping"))["type"] == "ok"

    run(scene())
