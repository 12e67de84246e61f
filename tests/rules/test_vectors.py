"""All of the conformance data, line by line."""

from __future__ import annotations

from typing import Any

import pytest

from haggis.rules import (
    Cards,
    Deal,
    Round,
    Ruleset,
    divide,
    legal_plays,
    parse_action,
    parse_reading,
    perft,
    preset,
    readings,
    record,
)
from haggis.rules.game import by_dealer, by_rotation, next_seats
from haggis.rules.position import read_position
from haggis.rules.round import replay
from tests.conformance import lines, numbered

CHUNK = 50
READINGS = numbered("readings.jsonl")


def by_line(name: str) -> pytest.MarkDecorator:
    """One test a line of the file, named by the line's number."""
    return pytest.mark.parametrize("line", [pytest.param(line, id=f"line{n}") for n, line in numbered(name)])


def combo_text(cards: Cards, reading: object) -> str:
    """The vectors sort the cards of a play as text."""
    return f"{' '.join(sorted(str(cards).split()))} as {reading}"


@pytest.mark.parametrize("first", range(0, len(READINGS), CHUNK), ids=lambda first: f"from_line{first + 1}")
def test_readings(first: int) -> None:
    for number, line in READINGS[first : first + CHUNK]:
        rules = Ruleset(players=line["players"], courts=line["courts"], sets=line["sets"])
        found = [str(reading) for reading in readings(Cards(line["cards"]), rules)]
        assert sorted(found) == sorted(line["readings"]), f"line {number}: {line['cards']}"


@by_line("plays.jsonl")
def test_plays(line: dict[str, Any]) -> None:
    on = parse_reading(line["on"]) if line["on"] else None
    found = legal_plays(Cards(line["hand"]), on, preset(line["preset"], players=line["players"]))
    assert len(found) == line["count"]
    if line["plays"] is not None:
        assert sorted(combo_text(*combo) for combo in found) == sorted(line["plays"])


def played(rules: Ruleset, wire: dict[str, Any]) -> Round:
    """A round of a record, replayed without the record's own reader."""
    deal = Deal(wire["dealer"], wire["lead"], tuple(map(Cards, wire["hands"])), Cards(wire["haggis"]))
    return replay(rules, deal, map(parse_action, wire["actions"]))


@by_line("games.jsonl")
def test_games(line: dict[str, Any]) -> None:
    rules = Ruleset.from_json(line["rules"], len(line["seats"]))
    totals = (0,) * rules.players
    for number, wire in enumerate(line["rounds"]):
        done = played(rules, wire)
        assert done.over, f"round {number + 1}"
        assert list(done.out) == wire["out"], f"round {number + 1}"
        assert [score._asdict() for score in done.scores] == wire["scores"], f"round {number + 1}"
        totals = tuple(total + score.total for total, score in zip(totals, done.scores, strict=True))
        for following in line["rounds"][number + 1 : number + 2]:
            assert next_seats(rules.next_lead, totals, done) == (following["dealer"], following["lead"])
    assert list(totals) == line["totals"]


@by_line("games.jsonl")
def test_games_are_honest_records(line: dict[str, Any]) -> None:
    game = record.read(line)
    assert game.winner == line["winner"]
    assert record.read(record.write(game)) == game


@by_line("leads.jsonl")
def test_leads(line: dict[str, Any]) -> None:
    totals = tuple(line["totals"])
    found = (
        by_dealer(totals, line["first_out"])
        if line["next_lead"] == "dealer"
        else by_rotation(totals, line["previous_lead"])
    )
    assert found == (line["dealer"], line["lead"])


@by_line("perft.jsonl")
def test_perft(line: dict[str, Any]) -> None:
    position = read_position(line)
    for depth, count in enumerate(line["perft"], 1):
        assert perft(position, depth) == count, divided(position, depth)


def divided(position: Round, depth: int) -> str:
    return f"depth {depth}:\n" + "\n".join(f"{action}: {count}" for action, count in divide(position, depth))


def test_the_vectors_are_all_there() -> None:
    sizes = {name: len(lines(f"{name}.jsonl")) for name in ("readings", "plays", "games", "leads", "perft")}
    assert sizes == {"readings": 742, "plays": 100, "games": 98, "leads": 60, "perft": 35}
