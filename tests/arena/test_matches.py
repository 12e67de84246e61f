"""Duplicate matches: who sits where, what is counted, and that nothing depends on how it was played."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from haggis.arena import BadMatch, Hooks, Match, MatchResult, Sprt, fill_seats, make_match, play_match, summarise
from haggis.arena.match import derived_seed
from haggis.players import PLAYERS, ArenaOnly, Clock, UnknownPlayer, make_player
from haggis.players.host import default_action
from haggis.rules import Bet, Cards, Game, Give, Pass, Play, Ruleset, preset, record
from haggis.rules.record import read_lines

from .sitters import AnswersWith, BadBettor, Bettor, Cheat, PassesAlways, Plain, Raises, Shy

TWO = preset("standard")
THREE = preset("standard", players=3)
NO_BETS = TWO.with_rule("bets", "none")


@pytest.fixture(autouse=True)
def sitters(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for kind in (Plain, Bettor, Shy, Cheat, Raises, PassesAlways, BadBettor):
        monkeypatch.setitem(PLAYERS, kind.__name__.lower(), lambda _seed, kind=kind: kind())
    yield
    Bettor.asked.clear()
    Cheat.seen.clear()


def played(*names: str, rules: Ruleset | None = None, length: int = 6, **options: Any) -> MatchResult:
    rules = rules or (TWO, THREE)[len(names) - 2]
    return play_match(make_match(names, rules, length, **options))


def outcome(result: MatchResult) -> dict[str, Any]:
    """What a match says, without what depends on the time that it took."""
    wire = summarise(result).to_json()
    for seat in wire["seats"]:
        del seat["ms_mean"], seat["ms_p99"]
    del wire["seconds"]
    return wire


def records(match: Match, jobs: int = 1) -> list[str]:
    lines: list[str] = []
    play_match(match, jobs=jobs, hooks=Hooks(on_record=lines.append))
    return lines


# --- seats and deals ---


@pytest.mark.parametrize("rules", [TWO, THREE])
def test_everybody_sits_in_each_seat_of_each_deal(rules: Ruleset) -> None:
    match = Match(("a", "b", "c")[: rules.players], rules, 4)
    for deal in range(4):
        for seat in range(rules.players):
            assert sorted(seating[seat] for seating in match.seatings(deal)) == list(range(rules.players))


def test_over_two_deals_everybody_has_everybody_to_the_left_equally_often() -> None:
    match = Match(("a", "b", "c"), THREE, 2)
    lefts = [(s[seat], s[(seat + 1) % 3]) for deal in (0, 1) for s in match.seatings(deal) for seat in range(3)]
    assert {lefts.count(pair) for pair in lefts} == {3}
    assert len(set(lefts)) == 6


def test_the_same_cards_are_dealt_in_every_seating() -> None:
    lines = records(make_match(("greedy", "random"), TWO, 4, keep_records=True))
    first, turned, second, _ = map(json.loads, lines)
    assert first["seats"] == turned["seats"][::-1]
    assert [game["rounds"][0][key] for game in (first, turned) for key in ("hands", "dealer")] == [
        first["rounds"][0]["hands"],
        first["rounds"][0]["dealer"],
    ] * 2
    assert first["rounds"][0]["hands"] != second["rounds"][0]["hands"]


def test_rounds_are_rounded_up_to_whole_deals() -> None:
    assert played("plain", "plain", length=5).rounds == 6
    assert played("plain", "plain", "plain", length=4).rounds == 6
    assert make_match(("plain", "plain"), TWO, 1000).deals == 500


@pytest.mark.parametrize("names", [("greedy", "greedy"), ("random", "random"), ("greedy",) * 3])
def test_against_itself_the_difference_is_exactly_nothing(names: tuple[str, ...]) -> None:
    difference = summarise(played(*names, length=12)).difference
    assert difference == (0.0, (0.0, 0.0))


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    seeds = {derived_seed(seed, deal, seat) for seed in range(10) for deal in range(100) for seat in range(3)}
    assert len(seeds) == 3000
    assert derived_seed(1, 2, 3) == derived_seed(1, 2, 3)


# --- what is counted ---


def test_points_add_up_to_those_of_the_records() -> None:
    match = make_match(("greedy", "random"), TWO, 20, keep_records=True)
    points = dict.fromkeys(match.names, 0)
    outs = dict.fromkeys(match.names, 0)
    for wire in read_lines(records(match)):
        game = record.read(wire)
        for name, total in zip(game.names, game.totals, strict=True):
            points[name] += total
        outs[game.names[game.finished[0].out[0]]] += 1
    summary = summarise(play_match(match))
    for seat in summary.seats:
        assert seat.points.mean == pytest.approx(points[seat.name] / 20)
        assert seat.first_out == pytest.approx(outs[seat.name] / 20)
    assert summary.difference.mean == pytest.approx((points["greedy"] - points["random"]) / 20)


def test_the_difference_is_to_the_mean_of_the_others() -> None:
    summary = summarise(played("greedy", "random", "plain", length=9))
    first, *others = (seat.points.mean for seat in summary.seats)
    assert summary.difference.mean == pytest.approx(first - sum(others) / 2)


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        (preset("standard", target=60), ("greedy", "random")),
        (preset("duel", rounds=2), ("greedy", "random")),
        (preset("tournament", target=60), ("greedy", "random", "greedy")),
        (preset("rogers-2024", players=3, target=40), ("greedy", "random", "greedy")),
        (preset("rogers-2025", rounds=2), ("greedy", "random", "greedy")),
    ],
)
def test_whole_games_are_won_and_recorded(rules: Ruleset, names: tuple[str, ...]) -> None:
    match = make_match(names, rules, len(names) * 2, whole_games=True, keep_records=True)
    games = [record.read(wire) for wire in read_lines(records(match))]
    summary = summarise(play_match(match))
    assert all(game.over for game in games)
    assert summary.games == len(games) == len(names) * 2
    assert summary.rounds == sum(len(game.finished) for game in games)
    assert sum(seat.games_won.mean for seat in summary.seats if seat.games_won) == pytest.approx(1)


def test_a_single_round_starts_from_nothing_and_keeps_the_rules() -> None:
    (wire, *_) = read_lines(records(make_match(("greedy", "random"), TWO, 2, keep_records=True)))
    game = record.read(wire)
    assert (game.rules, len(game.finished), game.winner) == (TWO, 1, None)


def test_there_is_no_interval_from_a_single_deal() -> None:
    wire = outcome(played("greedy", "random", length=2))
    assert wire["difference"]["ci95"] is None
    assert wire["seats"][0]["ci95"] is None


def test_json_has_what_is_promised() -> None:
    wire = json.loads(json.dumps(summarise(played("greedy", "random", clock=Clock(nodes=10))).to_json()))
    assert wire["rounds"] == 6
    for seat in wire["seats"]:
        assert {"name", "points_per_round", "first_out", "ms_mean", "ms_p99", "faults"} <= seat.keys()
    low, high = wire["difference"]["ci95"]
    assert low <= wire["difference"]["mean"] <= high
    assert wire["clock"] == {"millis": None, "nodes": 10}


def test_no_view_is_built_for_a_seat_that_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    views: list[int] = []
    look = Game.view
    monkeypatch.setattr(Game, "view", lambda game, seat: views.append(seat) or look(game, seat))
    summary = summarise(played("greedy", "random", rules=NO_BETS))
    assert len(views) == sum(seat.decisions for seat in summary.seats)


# --- the same, however it is played ---


@pytest.mark.parametrize("names", [("greedy", "random"), ("random", "greedy", "random")])
def test_two_processes_tell_the_same_as_one(names: tuple[str, ...]) -> None:
    match = make_match(names, (TWO, THREE)[len(names) - 2], 12, seed=5, keep_records=True)
    assert outcome(play_match(match, jobs=2)) == outcome(play_match(match))
    assert records(match, jobs=2) == records(match)


def test_another_seed_is_another_match() -> None:
    assert outcome(played("greedy", "random", seed=1)) != outcome(played("greedy", "random", seed=2))


def test_early_stopping_does_not_depend_on_the_number_of_processes() -> None:
    match = make_match(("greedy", "random"), NO_BETS, 200, keep_records=True)
    alone, together = (play_match(match, jobs=jobs, sprt=Sprt(0, 20)) for jobs in (1, 2))
    assert alone.stopped == "sprt"
    assert alone.verdict == "high"
    assert len(alone.deals) < match.deals
    assert outcome(alone) == outcome(together)


def test_an_interrupted_match_tells_what_was_finished() -> None:
    def stop(result: Any) -> None:
        if result.deal == 3:
            raise KeyboardInterrupt

    result = play_match(make_match(("plain", "random"), TWO, 100), hooks=Hooks(on_played=stop))
    assert result.stopped == "interrupted"
    assert summarise(result).rounds == 6


def test_a_match_interrupted_at_once_has_no_result() -> None:
    def stop(_line: str) -> None:
        raise KeyboardInterrupt

    match = make_match(("plain", "random"), TWO, 100, keep_records=True)
    with pytest.raises(KeyboardInterrupt):
        play_match(match, hooks=Hooks(on_record=stop))


def test_nothing_finished_is_nothing_to_report() -> None:
    with pytest.raises(BadMatch, match="not one deal"):
        summarise(MatchResult(make_match(("plain", "plain"), TWO, 2)))


# --- bets ---


def test_bets_out_of_turn_are_placed_at_the_start_by_who_does_not_lead() -> None:
    summary = summarise(played("bettor", "plain", length=20))
    bettor, plain = summary.seats
    assert bettor.bets_won + bettor.bets_lost == 10  # of twenty rounds it leads ten, and is asked to play there
    assert (plain.bets_won, plain.bets_lost, bettor.faults) == (0, 0, 0)
    assert all(view.actions == () for view in Bettor.asked)


def test_a_waiting_player_is_asked_after_every_action_until_it_has_played() -> None:
    played("shy", "plain", "plain", length=3)
    assert any(len(view.actions) > 0 for view in Bettor.asked)
    for view in Bettor.asked:
        assert view.ask == "wait"
        assert view.bets_open
        assert view.counts[view.seat] == 17
        assert not view.actions or view.actions[-1].seat != view.seat


def test_nobody_is_asked_for_a_bet_where_there_is_no_betting() -> None:
    played("bettor", "plain", rules=NO_BETS)
    assert Bettor.asked == []


def test_a_bet_that_is_none_is_a_fault_and_is_not_placed() -> None:
    seat = summarise(played("badbettor", "plain")).seats[0]
    assert seat.faults > 0
    assert "a bet is 0, 15 or 30 points, not 7" in seat.reasons
    assert seat.bets_won + seat.bets_lost == 0


# --- faults ---


@pytest.mark.parametrize(
    ("name", "reason"),
    [("raises", "LookupError: I have lost my glasses"), ("passesalways", "you have the lead: play something")],
)
def test_a_player_that_fails_is_reported_and_the_match_goes_on(name: str, reason: str) -> None:
    summary = summarise(played(name, "plain"))
    bad, good = summary.seats
    assert summary.rounds == 6
    assert bad.faults > 0
    assert good.faults == 0
    assert any(reason in said for said in bad.reasons)


@pytest.mark.parametrize("answer", [None, "0 pass", 7, Pass(0), Pass(1), Bet(0, 15), Bet(1, 15)])
def test_whatever_a_player_answers_the_match_goes_on(answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "odd", lambda _seed: AnswersWith(answer))
    summary = summarise(played("odd", "plain"))
    assert summary.rounds == 6
    assert summary.seats[0].faults > 0


def test_what_is_done_for_a_player_that_fails_is_a_pass_or_the_lowest_lead() -> None:
    """`plain` does the same by itself: against each other they are equal."""
    assert summarise(played("raises", "plain", length=10)).difference.mean == 0


def test_a_failing_player_gives_a_bombed_trick_to_the_left() -> None:
    game = Game.start(THREE).deal(random.Random(1))
    assert game.round is not None
    seat = game.round.turn
    for action in (Play(seat, Cards("J Q")), Pass((seat + 1) % 3), Pass((seat + 2) % 3)):
        game = game.apply(action)
    assert default_action(game.view(seat)) == Give(seat, (seat + 1) % 3)


# --- cheats ---


def test_a_cheat_is_shown_the_round_in_the_arena_and_marked_there() -> None:
    match = make_match(("cheat", "plain"), TWO, 4, keep_records=True)
    summary = summarise(play_match(match))
    assert Cheat.seen
    assert [seat["cheats"] for seat in summary.to_json()["seats"]] == [True, False]
    assert match.shown_names == ("cheat (cheats)", "plain")
    assert json.loads(records(match)[0])["seats"] == ["cheat (cheats)", "plain"]


def test_a_cheat_sits_down_nowhere_else() -> None:
    with pytest.raises(ArenaOnly, match="plays in the arena only"):
        make_player("cheat", 1)


# --- refusals ---


def test_matches_that_make_no_sense_are_refused() -> None:
    with pytest.raises(UnknownPlayer):
        make_match(("plain", "nobody"), TWO, 2)
    with pytest.raises(BadMatch):
        make_match(("plain",), TWO, 2)
    with pytest.raises(BadMatch):
        make_match(("plain", "plain"), TWO, 0)


def test_the_last_player_named_takes_the_seats_that_are_left() -> None:
    assert fill_seats(["a", "b"], 3) == ("a", "b", "b")
    assert fill_seats(["a", "b"], 2) == ("a", "b")
    for names in (["a"], ["a", "b", "c"]):
        with pytest.raises(BadMatch):
            fill_seats(names, 2)
