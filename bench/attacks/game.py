"""Attacks by what the game offers: too many tables, hints, reviews, bets, names, links."""

from __future__ import annotations

import json
import time
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus

from haggis.rules import preset
from tests.study.games import play, text_of

from .attacker import Attack, Outcome, Target, at_table, client, flood, posted, repeat, request

ME, OPEN = {"kind": "me"}, {"kind": "open"}
EXPERT = {"kind": "bot", "level": "expert"}


def _told(target: Target, seconds: float, *messages: dict[str, Any]) -> Outcome:
    """Messages in turn, each as soon as the one before is answered; they name the latest state."""
    outcome, until = Outcome(), time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            with at_table(target) as socket:
                _talk(socket, messages, until, outcome)
        except InvalidStatus as error:
            outcome[str(error.response.status_code)] += 1
            time.sleep(0.05)
        except (ConnectionClosed, OSError) as error:
            outcome[str(error.rcvd.code) if isinstance(error, ConnectionClosed) and error.rcvd else "closed"] += 1
    return outcome


def _talk(socket: Any, messages: tuple[dict[str, Any], ...], until: float, outcome: Outcome) -> None:
    seq = json.loads(socket.recv())["state"]["seq"]
    number = 0
    while time.monotonic() < until:
        message = messages[number % len(messages)] | {"id": f"{time.perf_counter_ns()}"}
        if message.pop("dated", False):
            message["seq"] = seq
        socket.send(json.dumps(message))
        number += 1
        while True:
            answer = json.loads(socket.recv(timeout=5))
            seq = answer.get("state", answer).get("seq", seq)
            if answer.get("id") == message["id"]:
                break
        outcome[answer.get("code", answer["type"])] += 1


def bet_cycles(target: Target, seconds: float) -> Outcome:
    """A bet, taken back, and again, to make the ledger long."""
    return _told(target, seconds, {"type": "bet", "amount": 15, "dated": True}, {"type": "takeback", "dated": True})


def take_back_cycles(target: Target, seconds: float) -> Outcome:
    """A pass, taken back, and again."""
    return _told(target, seconds, {"type": "pass", "dated": True}, {"type": "takeback", "dated": True})


def reaction_flood(target: Target, seconds: float) -> Outcome:
    """Reactions as fast as they are answered."""
    return _told(target, seconds, {"type": "react", "reaction": "laugh"})


def describe_flood(target: Target, seconds: float) -> Outcome:
    """Questions what the hardest selections are, with a table and without."""
    body = {"cards": "2r 2o 2y 2g 3r 3o 3y 3g 4r 4o 4y 4g J Q K"}
    paths = ["/api/describe", f"/api/tables/{target.table}/describe"]
    return flood(target, seconds, lambda number: posted(target, paths[number % 2], body))


def hint_flood(target: Target, seconds: float) -> Outcome:
    """Hints by request, as fast as they are answered."""
    return flood(target, seconds, lambda _: posted(target, f"/api/tables/{target.table}/hint", {}))


def live_hint_flood(target: Target, seconds: float) -> Outcome:
    """Hints over the WebSocket, as fast as they are answered."""
    return _told(target, seconds, {"type": "hint"})


def table_flood(target: Target, seconds: float) -> Outcome:
    """Tables with two experts each, as fast as they are made."""
    body = {"seats": [ME, EXPERT, EXPERT], "pace": 0}
    return flood(target, seconds, lambda _: posted(target, "/api/tables", body))


def public_table_flood(target: Target, seconds: float) -> Outcome:
    """Public tables, to fill the lobby."""
    body = {"seats": [ME, OPEN], "public": True}
    return flood(target, seconds, lambda _: posted(target, "/api/tables", body))


def rematch_cycles(target: Target, seconds: float) -> Outcome:
    """A table is made, closed and made again by a rematch, and so on."""
    outcome, until = Outcome(), time.monotonic() + seconds
    with client(target) as http:
        table = target.table
        while time.monotonic() < until:
            for act in ("resign", "close", "rematch"):
                answer = http.post(f"/api/tables/{table}/{act}", json={})
                outcome[f"{answer.status_code}"] += 1
                if act == "rematch" and answer.is_success:
                    table = answer.json()["table"]
    return outcome


def sit_and_leave_cycles(target: Target, seconds: float) -> Outcome:
    """A seat is left and taken, again and again."""
    acts = ["leave", "sit"]
    return flood(target, seconds, lambda number: posted(target, f"/api/tables/{target.table}/{acts[number % 2]}", {}))


def link_guessing(target: Target, seconds: float) -> Outcome:
    """Tokens for a seat, guessed."""
    path = f"/api/tables/{target.table}/claim"
    return flood(target, seconds, lambda number: posted(target, path, {"token": f"{number:032x}"}))


def table_guessing(target: Target, seconds: float) -> Outcome:
    """Ids of tables, guessed."""
    return flood(target, seconds, lambda number: request(target, f"GET /api/tables/{number:016x}/state"))


def events_paging(target: Target, seconds: float) -> Outcome:
    """The events of a table in pages of one, and all at once; numbers that can't be."""
    queries = ["after=0&limit=1", "after=0&limit=1000", "after=999999&limit=1", "after=-1&limit=99999999999999999999"]
    path = f"/api/tables/{target.table}/events"
    return flood(target, seconds, lambda number: request(target, f"GET {path}?{queries[number % 4]}"))


def record_flood(target: Target, seconds: float) -> Outcome:
    """Records of long games are brought, again and again."""
    bodies = [{"text": each} for each in target.records]
    return flood(target, seconds, lambda number: posted(target, "/api/study/records", bodies[number % len(bodies)]))


def broken_records(target: Target, seconds: float) -> Outcome:
    """A megabyte that begins like a record and then makes no sense, or does not end, or of lines that are none."""
    texts = [target.records[0][:-1] + "[" * 10**6, '{"a":' * 140_000, '{"a": "' + "," * 10**6]
    texts += ["x\n" * 340_000, "{}\n" * 250_000]
    bodies = [{"text": text, "partial": partial} for text in texts for partial in (False, True)]
    return flood(target, seconds, lambda number: posted(target, "/api/study/records", bodies[number % len(bodies)]))


def review_flood(target: Target, seconds: float) -> Outcome:
    """A review is asked for, stopped and asked for again; an unfinished and a finished one are read."""
    with client(target) as http:
        finished = _review(http, text_of(play(preset("standard"), 1, level="greedy")))
        until = time.monotonic() + seconds
        while http.get(finished).json().get("status") != "done" and time.monotonic() < until:
            time.sleep(0.2)
        unfinished = _review(http, target.records[1])
    path = f"/api/study/games/{target.game}/review"
    looks = [request(target, f"GET {each}?after=0") for each in (path, unfinished, finished)]
    requests = [posted(target, path, {}), request(target, f"DELETE {path}"), *looks]
    return flood(target, seconds, lambda number: requests[number % len(requests)])


def _review(http: httpx.Client, record: str) -> str:
    """Bring a record and ask for its review: where it is."""
    game = http.post("/api/study/records", json={"text": record}).raise_for_status().json()["game"]
    path = f"/api/study/games/{game}/review"
    http.post(path, json={}).raise_for_status()
    return path


def solving_flood(target: Target, seconds: float) -> Outcome:
    """Every moment of a round is to be solved, and the round shown again."""
    path = f"/api/study/games/{target.game}/rounds/1"
    return flood(
        target,
        seconds,
        lambda number: request(target, f"GET {path}/solved/{number // 2 % 30}" if number % 2 else f"GET {path}"),
    )


def practice_flood(target: Target, seconds: float) -> Outcome:
    """Practice tables from every moment of a round."""
    path = f"/api/study/games/{target.game}/rounds/1/practice"
    return flood(target, seconds, lambda number: posted(target, f"{path}/{number % 10}", {}))


def puzzle_flood(target: Target, seconds: float) -> Outcome:
    """Puzzles are fetched and their solutions asked for."""
    with client(target) as http:
        name = http.get("/api/puzzles/day").raise_for_status().json()["name"]
    requests = [
        request(target, "GET /api/puzzles/next"),
        posted(target, f"/api/puzzles/{name}/answer", {"type": "reveal"}),
    ]
    return flood(target, seconds, lambda number: requests[number % 2])


def racing_actions(target: Target, seconds: float) -> Outcome:
    """The same action from eight connections at once."""
    body = {"type": "pass", "seq": 1}
    path = f"/api/tables/{target.table}/actions"

    def once(number: int) -> str:
        with client(target) as http:
            return str(http.post(path, json=body | {"id": f"{number}"}).status_code)

    return repeat(seconds, once)


ATTACKS: tuple[Attack, ...] = (
    bet_cycles,
    take_back_cycles,
    reaction_flood,
    describe_flood,
    hint_flood,
    live_hint_flood,
    link_guessing,
    table_guessing,
    events_paging,
    record_flood,
    broken_records,
    review_flood,
    solving_flood,
    puzzle_flood,
    racing_actions,
    sit_and_leave_cycles,
    practice_flood,
    rematch_cycles,
    table_flood,
    public_table_flood,
)
