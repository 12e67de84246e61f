"""`haggis bot`: the other end of the protocol, as a program and as a library."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import Any

import pytest

from haggis.players import ArenaOnly, UnknownPlayer
from haggis.players.client import Client
from haggis.rules import Game, Play, View, parse_action, preset, view_of
from tests.cli.running import haggis, printed

HELLO = json.dumps({"hello": "haggis-bot/1"})


def asked(players: int = 2, seed: int = 1) -> View:
    game = Game.start(preset("standard", players=players)).deal(random.Random(seed))
    return game.view(game.round.turn if game.round else 0)


def request(view: View, number: int = 41, **more: Any) -> bytes:
    return json.dumps({"id": number, "millis": 1000, "view": view.to_json()} | more).encode()


def test_a_program_answers_hello_and_requests() -> None:
    view = asked()
    typed = f"{HELLO}\n\n{request(view).decode()}\n"
    hello, answer = map(json.loads, printed("bot", "greedy", typed=typed).splitlines())
    assert hello == {"name": "haggis greedy", "protocol": "haggis-bot/1"}
    assert answer["id"] == 41
    assert isinstance(parse_action(answer["action"]), Play)


def test_it_answers_before_the_input_ends() -> None:
    command = [sys.executable, "-m", "haggis", "bot", "random"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as bot:
        assert bot.stdin is not None
        assert bot.stdout is not None
        bot.stdin.write(HELLO + "\n")
        bot.stdin.flush()
        assert json.loads(bot.stdout.readline())["protocol"] == "haggis-bot/1"
        bot.stdin.close()
        assert bot.wait(timeout=60) == 0


def test_the_same_request_gets_the_same_answer_whatever_came_before() -> None:
    views = [asked(seed=seed) for seed in range(8)]
    forwards, backwards = Client("random", 1), Client("random", 1)
    first = [forwards.answer(request(view)) for view in views]
    again = [backwards.answer(request(view)) for view in reversed(views)]
    assert first == again[::-1]
    assert first != [Client("random", 2).answer(request(view)) for view in views]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"pardon?", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "not an object"),
        (b"{}", "neither a hello"),
        (b'{"id": 1, "view": 5}', "the view"),
        (b'{"id": 1, "view": {"seats": 3}}', ""),
    ],
)
def test_a_line_that_is_no_request_is_answered_with_an_error(line: bytes, words: str) -> None:
    answer = Client("greedy", 1).answer(line)
    assert words in answer["error"]
    assert "action" not in answer


def test_a_seat_that_is_not_asked_gets_an_error_with_its_id() -> None:
    game = Game.start(preset("standard")).deal(random.Random(1))
    assert game.round is not None
    answer = Client("greedy", 1).answer(request(view_of(game.round, 1 - game.round.turn), 7))
    assert answer == {"id": 7, "error": "nothing is asked of this seat"}


def test_who_is_not_known_is_refused() -> None:
    with pytest.raises(UnknownPlayer):
        Client("nobody", 1)
    done = haggis("bot", "cmd:true")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no player" in done.stderr


def test_a_cheat_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from haggis.players import PLAYERS
    from tests.arena.sitters import Cheat

    monkeypatch.setitem(PLAYERS, "cheat", lambda _seed: Cheat())
    with pytest.raises(ArenaOnly, match="arena only"):
        Client("cheat", 1)
