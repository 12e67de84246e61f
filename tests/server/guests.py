"""People who visit a server in tests: browsers without a picture."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from haggis.server.wire.server_messages import SERVER_MESSAGE

PATIENCE = 30
Message = dict[str, Any]
BOT = {"kind": "bot", "level": "greedy"}
ME = {"kind": "me"}
OPEN = {"kind": "open"}
DECIDING = {"play", "pass", "bet", "give", "next", "takeback", "answer_takeback"}
IDS = (f"id-{number}" for number in itertools.count(1))


def check_sentence(refusal: Message) -> None:
    """Every refusal has words, and a key of its own with values."""
    assert refusal["words"]
    assert refusal["key"] != "other", refusal
    assert isinstance(refusal["values"], dict)


class Guest:
    """One browser: a cookie, REST requests, connections."""

    def __init__(self, url: str) -> None:
        self.url = url
        once = httpx.Limits(max_keepalive_connections=0)
        self.http = httpx.AsyncClient(base_url=url, trust_env=False, verify=False, timeout=PATIENCE, limits=once)
        self.heard: list[str] = []
        """The text of everything that was ever received, answers and messages."""

    def by(self, url: str) -> Guest:
        """The same browser, led to another node."""
        same = Guest(url)
        same.http.cookies = self.http.cookies
        return same

    async def get(self, path: str, status: int = 200) -> Any:
        return self._checked(await self.http.get(f"/api{path}"), status)

    async def post(self, path: str, body: object = None, status: int = 200) -> Any:
        return self._checked(await self.http.post(f"/api{path}", json={} if body is None else body), status)

    async def put(self, path: str, body: object, status: int = 200) -> Any:
        return self._checked(await self.http.put(f"/api{path}", json=body), status)

    async def delete(self, path: str, status: int = 200) -> Any:
        return self._checked(await self.http.delete(f"/api{path}"), status)

    def _checked(self, response: httpx.Response, status: int) -> Any:
        self.heard.append(response.text)
        assert response.status_code == status, response.text
        answer = response.json()
        if status >= 400:
            check_sentence(answer)
        return answer

    async def make_table(self, *seats: Message, **wishes: object) -> str:
        made = await self.post("/tables", {"seats": seats, "pace": 0, **wishes}, 201)
        return str(made["table"])

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @asynccontextmanager
    async def at(self, table: str, after: int | None = None) -> AsyncIterator[Connection]:
        """A connection to a table, welcomed."""
        query = "" if after is None else f"?after={after}"
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/live{query}"
        headers = {"Cookie": self.cookie} if self.http.cookies else {}
        # A full queue would let the goodbye wait behind messages that nobody reads.
        limits = {"max_size": None, "max_queue": None}
        async with connect(address, additional_headers=headers, proxy=None, **limits) as websocket:
            connection = Connection(websocket, self.heard)
            await connection.hear("welcome")
            yield connection


class Connection:
    """One WebSocket; it keeps the latest state and all events, and finds gaps."""

    def __init__(self, websocket: ClientConnection, heard: list[str]) -> None:
        self.websocket = websocket
        self._heard = heard
        self.state: Message = {}
        self.welcome: Message = {}
        self.events: list[Message] = []
        self.presence: Message = {}

    async def receive(self) -> Message:
        """The next message, whatever it is."""
        async with asyncio.timeout(PATIENCE):
            text = await self.websocket.recv()
        assert isinstance(text, str)
        self._heard.append(text)
        message: Message = json.loads(text)
        assert SERVER_MESSAGE.validate_python(message) == message, "a message that the contract doesn't know"
        if message["type"] == "error":
            check_sentence(message)
        if message["type"] == "welcome":
            self.welcome = message
        if message["type"] == "presence":
            self.presence = message
        if message["type"] in ("welcome", "update"):
            self._take(message)
        return message

    def _take(self, message: Message) -> None:
        for event in message["events"]:
            assert not self.events or event["seq"] == self.events[-1]["seq"] + 1, "an event is missing"
            self.events.append(event)
            assert len(event["words"]) == len(event["sentences"])
        self.state = message["state"]
        assert not self.events or self.state["seq"] == self.events[-1]["seq"]

    async def hear(self, kind: str) -> Message:
        """The next message of one kind; others are taken in on the way."""
        while (message := await self.receive())["type"] != kind:
            pass
        return message

    async def until(self, **wanted: object) -> Message:
        """Listen until the state has these values."""
        while any(self.state.get(name) != value for name, value in wanted.items()):
            await self.receive()
        return self.state

    async def event(self, kind: str) -> Message:
        """Listen until something of this kind has happened."""
        while not (found := [event for event in self.events if event["kind"] == kind]):
            await self.receive()
        return found[-1]

    async def send(self, message: Message) -> None:
        await self.websocket.send(json.dumps(message))

    async def ask(self, type_: str, **fields: object) -> Message:
        """Send something and wait for its answer."""
        message = {"type": type_, "id": next(IDS)} | ({"seq": self.state["seq"]} if type_ in DECIDING else {}) | fields
        await self.send(message)
        while (answer := await self.receive()).get("id") != message["id"]:
            pass
        return answer


def chosen_action(state: Message, rng: random.Random) -> Message | None:
    """A legal action for whoever sees this state, or None if nothing is asked."""
    action = _chosen(state, rng)
    return action and action | {"seq": state["seq"]}


def _chosen(state: Message, rng: random.Random) -> Message | None:
    if state["may_bet"] and rng.random() < 0.1:
        return {"type": "bet", "amount": rng.choice(state["may_bet"])}
    if state["ask"] == "turn":
        plays = [(cards, reading) for reading, all_cards in state["legal"]["plays"].items() for cards in all_cards]
        if plays and (not state["may_pass"] or rng.random() < 0.8):
            cards, reading = max(rng.sample(plays, min(4, len(plays))), key=lambda play: len(play[0]))
            return {"type": "play", "cards": cards, "reading": reading}
        return {"type": "pass"}
    if state["ask"] == "give":
        return {"type": "give", "to": rng.choice(state["may_give"])}
    if state["ask"] == "over" and state["status"] == "playing" and state["seat"] not in state["ready"]:
        return {"type": "next"}
    return None


async def play_to_the_end(connection: Connection, rng: random.Random) -> None:
    """Act whenever asked, until the game is over."""
    while connection.state["status"] != "over":
        action = chosen_action(connection.state, rng)
        if action is None:
            await connection.receive()
        else:
            await connection.ask(**{"type_": action.pop("type")} | action)
