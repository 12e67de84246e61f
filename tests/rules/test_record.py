"""The game record: what it holds, and replaying to any action."""

from __future__ import annotations

import random

import pytest

from haggis.rules import BadRecord, Cards, Game, preset, record
from tests.rules.records import GOOD, broken_off, put, spoiled, two_rounds
from tests.rules.table import QUICK_2, quick, refused, rules

# --- writing and reading ---


def test_a_record_has_what_the_format_says() -> None:
    # Round 1: 85 + 26 to 10. Round 2 likewise for Bob, and 15 for Ann's lost bet: 10 + 85 + 26 + 15 = 136; Ann 121.
    assert list(GOOD) == ["format", "rules", "seats", "rounds", "totals"]
    assert (GOOD["format"], GOOD["seats"], GOOD["totals"]) == ("haggis-record/1", ["Ann", "Bob"], [121, 136])
    first, second = GOOD["rounds"]
    assert (first["dealer"], first["lead"], first["out"]) == (1, 0, [0])
    assert first["hands"][0] == str(Cards(QUICK_2[0]))
    assert first["haggis"] == "9r 9o 9y 9g Tr To Ty Tg"
    assert first["actions"][1:] == ["1 pass", "0 play J Q K as bomb:JQK"]
    assert second["actions"][0] == "0 bet 15"
    assert second["scores"] == [{"hand": 0, "cards": 10, "bets": 0}, {"hand": 85, "cards": 26, "bets": 15}]


def test_the_rules_of_a_record_name_every_option() -> None:
    assert GOOD["rules"] == {
        "preset": "standard",
        "courts": "lower",
        "sets": "any",
        "bets": [15, 30],
        "bet_wins": "out",
        "lost_bet": "sharers",
        "bombed_trick": "chosen",
        "haggis": "first-out",
        "leftovers": "first-out",
        "points": "standard",
        "next_lead": "dealer",
        "target": 150,
    }


def test_a_won_game_names_its_winner() -> None:
    wire = record.write(record.read(spoiled(put("rules", "target", 130)) | {"winner": 1}))
    assert wire["winner"] == 1


def test_a_game_broken_off_has_no_winner_and_its_round_no_score() -> None:
    wire = broken_off()
    assert "winner" not in wire
    assert wire["totals"] == [111, 10]
    assert set(wire["rounds"][1]) == {"dealer", "lead", "hands", "haggis", "actions"}
    assert record.read(wire) == record.replay_to(GOOD, 2, 2)


def test_null_stands_for_a_field_that_is_not_given() -> None:
    wire = record.write(Game.start(preset("standard", players=2)).deal(random.Random(1)))
    wire["winner"] = wire["rounds"][-1]["out"] = wire["rounds"][-1]["scores"] = None
    assert record.read(wire).round is not None


def test_a_game_without_rounds() -> None:
    new = Game.start(rules(players=3), ("a", "b", "c"))
    assert record.read(record.write(new)) == new


def test_unknown_keys_are_ignored() -> None:
    wire = spoiled(put("rounds", 0, "weather", "rain")) | {"place": "Inverness"}
    assert record.read(wire) == two_rounds()


def test_a_give_is_written_only_where_there_is_a_choice() -> None:
    def gives(name: str, players: int) -> list[str]:
        return [str(action) for action in quick(rules(name, players)).actions if "give" in str(action)]

    assert gives("standard", 3) == ["0 give 1", "1 give 0"]
    assert gives("tournament", 3) == gives("standard", 2) == []


def test_a_file_of_games() -> None:
    lines = [record.write_line(two_rounds()), "\n", record.write_line(two_rounds())]
    assert [record.read(wire) for wire in record.read_lines(lines)] == [two_rounds()] * 2
    assert lines[0].count("\n") == 1


# --- replaying ---


@pytest.mark.parametrize(("number", "action"), [(1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 4)])
def test_replay_to_any_action(number: int, action: int) -> None:
    game = record.replay_to(GOOD, number, action)
    assert game.last_round is not None
    texts = [str(done) for done in game.last_round.actions]
    assert texts == GOOD["rounds"][number - 1]["actions"][:action]
    assert len(game.finished) == (number if len(texts) == len(GOOD["rounds"][number - 1]["actions"]) else number - 1)


@pytest.mark.parametrize(("number", "action"), [(0, 0), (1, 4), (3, 0), (1, -1)])
def test_replay_to_an_action_that_is_not_there(number: int, action: int) -> None:
    with refused(BadRecord, f"there is no action {action} in round {number}"):
        record.replay_to(GOOD, number, action)


def test_replay_shows_the_start_every_deal_and_every_action() -> None:
    assert len(list(record.replay(GOOD))) == 1 + (1 + 3) + (1 + 4)
