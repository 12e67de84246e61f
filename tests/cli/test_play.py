"""A game in the terminal, typed by a test."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from running import haggis, printed

from haggis.cli.play import _Table
from haggis.players import Clock
from haggis.rules import Action, Bet, Game, View, preset

ALWAYS_LEGAL = "pass\n" * 200


def test_a_whole_round_is_played_and_recorded(tmp_path: Path) -> None:
    """Somebody who never gets the lead can pass to the end: greedy leads and goes out."""
    file = tmp_path / "games.jsonl"
    shown = printed(
        "play", "--seed", "3", "--rule", "rounds=1", "--record", str(file), "--name", "Ann", typed=ALWAYS_LEGAL
    )
    assert "greedy goes out first" in shown
    assert "85 points" in shown  # Ann still holds all of her 17 cards: 17 x 5
    assert "Every game holds: 1 game, 1 round," in printed("verify", str(file))


def test_mistakes_are_explained_and_asked_again(tmp_path: Path) -> None:
    shown = printed("play", "--seed", "3", typed="bet 20\n3x\n2r\nbet 15\nbet 15\nhelp\nmoves\nquit\n")
    for words in (
        "a bet is 0, 15 or 30 points, not 20",
        "no known suit",
        "you don't hold 2r",
        "Guest bets 15 points",
        "you have bet already",
        "What you can type",
        "J Q K as bomb:JQK",
        "Stopped here",
    ):
        assert words in shown


def test_the_game_so_far_is_kept_when_the_input_ends(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert haggis("play", "--seed", "3", "--players", "3", "--record", str(file), typed="pass\n").returncode == 0
    assert "Every game holds" in printed("verify", str(file))


def test_the_same_seed_deals_the_same_cards() -> None:
    first, again, other = (printed("play", "--seed", seed, typed="quit\n") for seed in ("5", "5", "6"))
    assert first == again != other


class Broken:
    name = "broken"

    def choose(self, view: View, clock: Clock) -> Action:
        raise RuntimeError(f"no idea what to do with {view.hand}")

    def bet(self, view: View, clock: Clock) -> Bet | None:
        return None


def test_a_bot_that_fails_does_not_stop_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    table = _Table(Game.start(preset("standard", rounds=1)), {0: Broken(), 1: Broken()}, random.Random(1))
    table.play()
    shown = capsys.readouterr().out
    assert table.game.over
    assert "made a fault (RuntimeError" in shown
    assert "no idea" not in shown
