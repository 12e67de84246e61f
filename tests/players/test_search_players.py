"""The players that think: fair, reproducible, legal, and not fools."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from haggis.engine.evaluation import evaluate
from haggis.engine.search import BetOutlook, Choice, Settings, outlook, search
from haggis.players import PLAYERS, Clock, advice, advise, betting, make_player, searcher
from haggis.players.bet_calibration import Calibration, calibrated
from haggis.players.bet_calibration_data import CALIBRATIONS
from haggis.players.betting import best_bet, turns_taken, weigh_bets
from haggis.players.registry import YARDSTICKS, ArenaOnly
from haggis.rules import Bet, Cards, Game, HaggisError, Pass, Round, View, parse_action, preset, view_of
from haggis.rules.deal import chosen
from haggis.rules.ruleset import PRESET_PLAYERS
from haggis.testing import random_action, swap_unseen

FAIR = [name for name in (*PLAYERS, *YARDSTICKS) if name != "clairvoyant"]
TABLES = [(name, players) for name, counts in PRESET_PLAYERS.items() for players in counts]
QUICK = Clock(nodes=60)


def positions(rules_name: str, players: int, seed: int, every: int = 7) -> Iterator[Round]:
    """Positions in which somebody is asked, from random rounds."""
    rng = random.Random(seed)
    game = Game.start(preset(rules_name, players=players, rounds=3))
    while not game.over:
        game = game.deal(rng)
        while game.round:
            if len(game.round.actions) % every == 0:
                yield game.round
            game = game.apply(random_action(game.round, rng))


def asked(state: Round) -> View:
    return view_of(state, state.turn)


@pytest.mark.parametrize("name", FAIR)
@pytest.mark.parametrize("players", [2, 3])
def test_a_choice_does_not_depend_on_cards_that_the_seat_cannot_see(name: str, players: int) -> None:
    rng = random.Random(5)
    for state in positions("standard", players, seed=3):
        other = swap_unseen(swap_unseen(state, state.turn, rng), state.turn, rng)
        choices = [make_player(name, seed=9, arena=True).choose(asked(each), QUICK) for each in (state, other)]
        assert choices[0] == choices[1]


@pytest.mark.parametrize("name", FAIR)
@pytest.mark.parametrize(("rules_name", "players"), TABLES)
def test_every_player_plays_every_preset_legally(name: str, rules_name: str, players: int) -> None:
    for number, state in enumerate(positions(rules_name, players, seed=11)):
        state.verify(make_player(name, seed=number, arena=True).choose(asked(state), QUICK))


@pytest.mark.parametrize(("rules_name", "players"), TABLES)
def test_bets_out_of_turn_are_legal(rules_name: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is asked at any time, as if the betting were about to end."""
    monkeypatch.setattr(searcher, "may_close_soon", lambda _view: True)
    for wins in betting.MARGIN:
        monkeypatch.setitem(betting.MARGIN, wins, {players: -99})
    placed = []
    for state in positions(rules_name, players, seed=2):
        for seat in set(range(players)) - {state.turn}:
            if bet := make_player("strong", seed=1).bet(view_of(state, seat), QUICK):
                assert state.can(bet)
                placed.append(bet)
    assert placed or not preset(rules_name, players=players).bets


def seven_pairs() -> Round:
    """Seat 1 leads; seat 0 holds seven pairs in a row, and court cards to get the lead."""
    hands = tuple(
        map(Cards, ("4r 5r 6r 7r 8r 9r Tr 4o 5o 6o 7o 8o 9o To", "2y 3y 4y 5y 6y 2g 3g 4g 5g 6g 2r 3r 2o 3o"))
    )
    return Round.start(preset("standard", players=2), chosen(hands, dealer=0, lead=1))


def test_a_bet_is_placed_out_of_turn_before_the_betting_may_end() -> None:
    """Seat 1 comes down to seven cards, all low."""
    state = seven_pairs()
    early = make_player("strong", seed=1).bet(view_of(state, 0), QUICK)
    for text in ("1 play 2y 3y 4y 5y 6y 2g 3g J Q K as 2x5:6", "0 pass"):
        state = state.apply(parse_action(text))
    bet = make_player("strong", seed=1).bet(view_of(state, 0), QUICK)
    assert (early, bet) == (None, Bet(0, 30))
    assert state.can(bet)


def test_the_same_nodes_decide_the_same_whatever_the_threads() -> None:
    for state in positions("standard", 2, seed=8, every=12):
        found = [search(asked(state), Settings(nodes=300, threads=threads), seed=4) for threads in (1, 2, 3)]
        assert found[0] == found[1] == found[2]


def test_another_seed_draws_other_worlds() -> None:
    state = next(iter(positions("standard", 2, seed=8)))
    one, other = (search(asked(state), Settings(nodes=200), seed=seed)[0].worth for seed in (1, 2))
    assert one != other


def last_trick() -> Round:
    """Seat 0 is on the lead with 5r and 9r, seat 1 has three cards left."""
    hands = tuple(
        map(Cards, ("2r 3r 4r 5r 2o 3o 4o 5o 2y 3y 4y 5y 2g 9r", "6r 7r 8r 6o 7o 8o 6y 7y 8y 6g 7g 8g 9o 9y"))
    )
    state = Round.start(preset("standard", players=2), chosen(hands, dealer=1, lead=0))
    for text in (
        "0 play 2r 3r 4r 2o 3o 4o 2y 3y 4y as 3x3:4",
        "1 pass",
        "0 play 5o 5y K as 3x1:5",
        "1 pass",
        "0 play 2g as 1x1:2",
        "1 pass",
        "0 play J as 1x1:J",
        "1 pass",
        "0 play Q as 1x1:Q",
        "1 pass",
    ):
        state = state.apply(parse_action(text))
    return state


def test_going_out_at_once_is_never_missed() -> None:
    state = last_trick().apply(parse_action("0 play 9r as 1x1:9")).apply(parse_action("1 pass"))
    for name in ("heuristic", "strong"):
        assert str(make_player(name, seed=1, arena=True).choose(asked(state), QUICK)) == "0 play 5r as 1x1:5"


def strong_hand(bet_wins: str = "out") -> Round:
    """Seat 0 leads and can shed nearly everything in a few long combinations."""
    hands = tuple(
        map(Cards, ("2r 3r 4r 5r 6r 7r 8r 9r Tr 8o 9o To 8y 9y", "2o 3o 4o 5o 6o 7o 2y 3y 4y 5y 6y 7y 2g 3g"))
    )
    return Round.start(preset("standard", players=2).with_rule("bet_wins", bet_wins), chosen(hands, dealer=1, lead=0))


def test_a_game_of_rounds_is_decided_in_its_last_round() -> None:
    state = next(iter(positions("standard", 2, seed=8)))
    early, last = (
        search(view_of(state, state.turn, totals=(300, 0), rounds_played=played), Settings(nodes=60), seed=1)[0]
        for played in (0, state.rules.rounds - 1)
    )
    assert early.error > 0
    assert last.error < early.error / 100  # hardly anything that happens now changes who wins


def test_a_hand_that_goes_out_first_is_bet_on() -> None:
    view = view_of(strong_hand(), 0)
    assert outlook(view, [15, 30], seed=1, worlds=200)[30].chance > 0.7
    assert best_bet(view, seed=1) == Bet(0, 30)
    assert make_player("strong", seed=1).choose(view, QUICK) == Bet(0, 30)


def test_advice_says_what_every_action_and_every_bet_is_worth() -> None:
    view = view_of(strong_hand(), 0)
    found = advise(view, QUICK, seed=1)
    assert {choice.action for choice in found.candidates} <= set(view.legal_actions())
    assert found.candidates == search(view, Settings(nodes=60), seed=1)
    assert found.bets == weigh_bets(view, 1)
    assert [weighed.gain for weighed in found.bets] == sorted((weighed.gain for weighed in found.bets), reverse=True)
    assert {weighed.bet.amount for weighed in found.bets} == {15, 30}
    assert all(0 < weighed.chance < 1 for weighed in found.bets)
    assert found.action == found.bet == found.bets[0].bet == Bet(0, 30)


def test_advice_after_the_betting_is_to_play() -> None:
    found = advise(view_of(strong_hand().apply(Bet(0, 15)), 0), QUICK, seed=1)
    assert (found.bets, found.bet) == ([], None)
    assert found.action == found.candidates[0].action


def test_advice_on_a_bet_that_does_not_pay_says_what_it_would_lose() -> None:
    hopeless = view_of(strong_hand(), 1)
    assert best_bet(hopeless, seed=1) is None
    assert all(weighed.gain < 0 and not weighed.pays for weighed in weigh_bets(hopeless, seed=1))


@pytest.mark.parametrize(("name", "players"), [("strong", 2), ("strong", 3)])
def test_a_strong_player_does_what_advice_says(name: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[advice.Advice] = []
    monkeypatch.setattr(searcher, "advise", lambda *asked, **how: given.append(advise(*asked, **how)) or given[-1])
    for state in positions("standard", players, seed=3):
        assert make_player(name, seed=9).choose(asked(state), QUICK) == given[-1].action


def test_advice_is_for_who_is_asked() -> None:
    with pytest.raises(HaggisError, match="another seat is asked"):
        advise(view_of(strong_hand(), 1), QUICK, seed=1)


def test_a_player_without_bets_does_not_bet() -> None:
    action = make_player("strong:bets=off", seed=1, arena=True).choose(view_of(strong_hand(), 0), QUICK)
    assert not isinstance(action, Bet)


def test_a_bet_is_placed_before_cards_and_not_before_a_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of(strong_hand(), 0)
    assert make_player("strong", seed=1).choose(view, QUICK) == Bet(0, 30)
    only_pass = [Choice(Pass(0), worth=0, error=0, points=0, first_out=1)]
    monkeypatch.setattr(advice, "search", lambda *_asked, **_how: only_pass)
    assert make_player("strong", seed=1).choose(view, QUICK) == Pass(0)


def said(chance: float) -> Callable[..., dict[int, BetOutlook]]:
    """The network's word, as if it were so."""
    return lambda _view, bets, _seed, **_how: {bet: BetOutlook(chance, bet, -bet) for bet in bets}


def test_a_chance_that_is_calibrated_below_one_half_is_not_bet_on(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of(strong_hand(), 0)
    monkeypatch.setitem(CALIBRATIONS["out"], 2, Calibration(1.0, -0.5, 0.0))
    monkeypatch.setattr(betting, "outlook", said(0.6))
    assert best_bet(view, seed=1) is None
    monkeypatch.setattr(betting, "outlook", said(0.95))
    assert best_bet(view, seed=1) == Bet(0, 30)


def test_a_bet_on_points_asks_for_the_points_of_each_amount() -> None:
    seen = outlook(view_of(strong_hand("points"), 0), [15, 30, 90], seed=1, worlds=200)
    assert seen[15].chance >= seen[30].chance > seen[90].chance
    assert best_bet(view_of(strong_hand("points"), 0), seed=1) == Bet(0, 30)


@pytest.mark.parametrize("players", [2, 3])
def test_who_does_not_bet_plays_as_her_twin_who_may_not(players: int) -> None:
    """Otherwise matches about bets would measure the luck of searching, too."""
    for state in positions("standard", players, seed=3):
        bettor, twin = (make_player(name, seed=9, arena=True) for name in ("strong", "strong:bets=off"))
        for _ in range(2):
            action = bettor.choose(asked(state), QUICK)
            if isinstance(action, Bet):
                break
            assert twin.choose(asked(state), QUICK) == action


def test_calibration_keeps_the_order_of_chances() -> None:
    chances = [calibrated(chance / 100, 30, 0, CALIBRATIONS["out"][2]) for chance in range(0, 101, 5)]
    assert chances == sorted(chances)
    assert 0 < chances[0] < chances[-1] < 1


def test_the_same_chance_is_bet_on_at_first_and_not_later(monkeypatch: pytest.MonkeyPatch) -> None:
    state = seven_pairs()
    monkeypatch.setitem(CALIBRATIONS["out"], 2, Calibration(1.0, 0.0, -4.0))
    monkeypatch.setattr(betting, "outlook", said(0.85))
    bets = []
    for card in ("2y", "3y", "4y", "5y"):
        state = state.apply(parse_action(f"1 play {card} as 1x1:{card[0]}"))
        bets.append(best_bet(view_of(state, 0), seed=1))
        state = state.apply(Pass(0))
    assert bets[0] == Bet(0, 30)
    assert bets[-1] is None


def test_a_rivals_bet_takes_no_turn() -> None:
    state = strong_hand()
    assert turns_taken(view_of(state.apply(Bet(1, 30)), 0)) == turns_taken(view_of(state, 0)) == 0


def test_evaluations_name_every_kind_of_play_once() -> None:
    """Twins that differ only in suits are one candidate: three 2s of equal suits, one single 2."""
    hands = tuple(
        map(Cards, ("2r 2o 2y 4r 4o 4y 6r 6o 6y 8r 8o 8y Tr To", "3r 3o 3y 3g 5r 5o 5y 5g 7r 7o 7y 7g 9r 9o"))
    )
    state = Round.start(preset("standard", players=2), chosen(hands, dealer=1, lead=0))
    singles = [each.action for each in evaluate(asked(state)) if str(each.action).endswith("1x1:2")]
    assert len(singles) == 2  # a 2 of a suit with a ten, or the 2 of the suit without


def test_the_cheat_is_refused_outside_the_arena() -> None:
    with pytest.raises(ArenaOnly, match="arena only"):
        make_player("clairvoyant", seed=1)


def test_the_cheat_sees_what_it_is_shown() -> None:
    state = strong_hand()
    cheat = make_player("clairvoyant", seed=1, arena=True)
    cheat.peek(state)  # type: ignore[attr-defined]
    state.verify(cheat.choose(asked(state), QUICK))


@pytest.mark.parametrize("nodes", [0, -1, 10**12])
def test_a_senseless_budget_is_refused(nodes: int) -> None:
    with pytest.raises(HaggisError, match="number of nodes"):
        search(asked(strong_hand()), Settings(nodes=nodes), seed=1)


@pytest.mark.parametrize("seconds", [float("nan"), -1.0, float("inf")])
def test_a_senseless_time_is_refused(seconds: float) -> None:
    with pytest.raises(HaggisError, match="time to think"):
        search(asked(strong_hand()), Settings(seconds=seconds), seed=1)


def test_search_refuses_a_view_that_is_not_asked() -> None:
    with pytest.raises(HaggisError, match="another seat is asked"):
        search(view_of(strong_hand(), 1), Settings(nodes=10), seed=1)
