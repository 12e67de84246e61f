"""Players who err as people do: each habit does what it says, and none of them loses a game by itself."""

from __future__ import annotations

import pytest

from haggis.players import Clock
from haggis.players.levels import PERSONS
from haggis.players.person import Habits, Person
from haggis.players.registry import LEVELS, PLAYERS
from haggis.rules import Cards, Pass, Play, Round, parse_action, preset, view_of
from haggis.rules.deal import chosen

CLOCK = Clock()


def long_hand() -> Round:
    """Seat 0 leads and holds long combinations."""
    hands = tuple(
        map(Cards, ("2r 3r 4r 5r 6r 7r 8r 9r Tr 8o 9o To 8y 9y", "2o 3o 4o 5o 6o 7o 2y 3y 4y 5y 6y 7y 2g 3g"))
    )
    return Round.start(preset("standard", players=2).with_rule("bets", "none"), chosen(hands, dealer=1, lead=0))


def first_action(state: Round, habits: Habits, seed: int = 1) -> Play | Pass:
    action = Person("somebody", seed, habits).choose(view_of(state, state.turn), CLOCK)
    assert isinstance(action, Play | Pass)
    return action


def sizes(habits: Habits) -> set[int]:
    played = [first_action(long_hand(), habits, seed) for seed in range(20)]
    return {len(action.cards) for action in played if isinstance(action, Play)}


def test_who_overlooks_everything_plays_singles_and_pairs() -> None:
    assert max(sizes(Habits(noise=30.0))) > 2
    assert max(sizes(Habits(noise=30.0, overlook=1.0))) <= 2


def test_who_likes_to_pass_passes_and_who_hates_it_does_not() -> None:
    state = long_hand().apply(parse_action("0 play 2r as 1x1:2"))
    assert isinstance(first_action(state, Habits(passing=500.0)), Pass)
    assert isinstance(first_action(state, Habits(passing=-500.0)), Play)


def test_who_likes_court_cards_spends_them_and_who_saves_them_does_not() -> None:
    state = long_hand().apply(parse_action("0 play 2r as 1x1:2"))
    spent = first_action(state, Habits(courts=500.0, passing=-500.0))
    assert isinstance(spent, Play)
    assert spent.cards.courts
    saved = first_action(state, Habits(courts=-500.0, passing=-500.0))
    assert isinstance(saved, Play)
    assert not saved.cards.courts


def test_who_loves_bombs_throws_one() -> None:
    state = long_hand().apply(parse_action("0 play 2r as 1x1:2"))
    thrown = first_action(state, Habits(bombs=500.0))
    assert isinstance(thrown, Play)
    assert thrown.reading.is_bomb


def test_forgetting_changes_what_is_thought_possible() -> None:
    """She forgets what was played before this trick: all of it, and nothing else."""
    state = long_hand()
    for text in ("0 play 2r as 1x1:2", "1 pass", "0 play 3r as 1x1:3"):
        state = state.apply(parse_action(text))
    forgetful = Person("somebody", 1, Habits(forget=1.0))
    assert forgetful._forgotten(view_of(state, 1)) == Cards("2r")
    assert Person("somebody", 1, Habits())._forgotten(view_of(state, 1)) == Cards()


def test_the_same_seed_decides_the_same() -> None:
    for habits in PERSONS.values():
        assert first_action(long_hand(), habits, 4) == first_action(long_hand(), habits, 4)


@pytest.mark.parametrize("name", PERSONS)
def test_going_out_is_never_overlooked(name: str) -> None:
    """The network's look at it is the only action then."""
    hands = tuple(
        map(Cards, ("2r 3r 4r 5r 6r 7r 8r 9r Tr 2o 3o 4o 5o 6o", "7o 8o 9o To 2y 3y 4y 5y 6y 7y 8y 9y Ty 2g"))
    )
    state = Round.start(preset("standard", players=2).with_rule("bets", "none"), chosen(hands, dealer=1, lead=0))
    for text in ("0 play 2o 3o 4o 5o 6o J Q K as 1x8:9", "1 pass"):
        state = state.apply(parse_action(text))
    for seed in range(5):
        action = PLAYERS[name](seed).choose(view_of(state, 0), CLOCK)
        assert isinstance(action, Play)
        assert action.cards == state.hands[0]


def test_every_level_is_a_player() -> None:
    assert set(LEVELS) <= set(PLAYERS)
    assert all(PLAYERS[name](1).name == name for name in LEVELS)


def test_with_three_players_habits_weigh_less() -> None:
    habits = Habits(noise=2.0, courts=-1.0, bombs=4.0, passing=1.0, with_three=0.5)
    assert habits.for_players(2) == habits
    assert habits.for_players(3) == Habits(noise=1.0, courts=-0.5, bombs=2.0, passing=0.5, with_three=0.5)
