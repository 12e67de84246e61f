"""A whole game: deals, who deals and leads next, the end."""

from __future__ import annotations

import random
from dataclasses import FrozenInstanceError, replace

import pytest

from haggis.rules import Cards, Game, GameWon, IllegalAction, Pass, Round, Ruleset, parse_action, preset
from haggis.rules.deal import chosen
from haggis.rules.game import by_dealer, by_rotation, winner
from tests.rules.table import QUICK_2, QUICK_3, quick, refused, rules

HANDS = tuple(map(Cards, QUICK_2))


def dealt(ruleset: Ruleset) -> Game:
    """The first round of a quick game, seat 0 on the lead."""
    hands = tuple(map(Cards, QUICK_2 if ruleset.players == 2 else QUICK_3))
    return Game.start(ruleset).deal_given(chosen(hands, ruleset.players - 1, 0))


def finished(ruleset: Ruleset) -> Game:
    """The same after the whole quick round."""
    game = dealt(ruleset)
    for action in quick(ruleset).actions:
        game = game.apply(action)
    return game


def current(game: Game) -> Round:
    """The round being played."""
    assert game.round is not None
    return game.round


def between(ruleset: Ruleset, totals: tuple[int, ...], rounds: int = 1) -> Game:
    """A game with these totals after so many rounds."""
    return replace(Game.start(ruleset), finished=(quick(ruleset),) * rounds, totals=totals)


def test_a_new_game() -> None:
    game = Game.start(rules(players=3))
    assert (game.totals, game.names, game.over, game.last_round) == (
        (0, 0, 0),
        ("seat 0", "seat 1", "seat 2"),
        False,
        None,
    )


def test_as_many_names_as_players() -> None:
    with refused(IllegalAction, "the rules are for 2 players, not 3"):
        Game.start(rules(), ("Ann", "Bob", "Cy"))


@pytest.mark.parametrize("players", [2, 3])
def test_equal_seeds_give_equal_deals(players: int) -> None:
    new = Game.start(rules(players=players))
    assert new.deal(random.Random(11)) == new.deal(random.Random(11))
    assert new.deal(random.Random(11)) != new.deal(random.Random(12))


def test_a_seed_gives_the_deal_that_it_always_gave() -> None:
    deal = current(Game.start(rules()).deal(random.Random(7))).deal
    assert (deal.dealer, deal.lead, str(deal.haggis)) == (1, 0, "2o 2g 3r 3y 4o 4g 6y 8o")


@pytest.mark.parametrize("players", [2, 3])
def test_the_first_dealer_is_drawn_and_her_left_leads(players: int) -> None:
    new = Game.start(rules(players=players))
    seats = {new.next_seats(random.Random(seed)) for seed in range(40)}
    assert seats == {(dealer, (dealer + 1) % players) for dealer in range(players)}


def test_a_current() -> None:
    game = dealt(rules())
    assert current(game).deal == chosen(HANDS, 1, 0)


def test_no_deal_in_the_middle_of_a_round() -> None:
    with refused(IllegalAction, "this round is not over yet"):
        dealt(rules()).deal(random.Random(1))


def test_no_deal_after_the_end() -> None:
    with refused(IllegalAction, "the game is over"):
        between(rules(), (250, 0)).deal(random.Random(1))


def test_no_action_before_the_deal_or_after_the_end() -> None:
    with refused(IllegalAction, "the next round has not been dealt yet"):
        Game.start(rules()).apply(Pass(0))
    with refused(IllegalAction, "the game is over"):
        between(rules(), (250, 0)).apply(Pass(0))
    with refused(IllegalAction, "no round is being played"):
        Game.start(rules()).apply_unchecked(Pass(0))


def test_can_asks_the_round() -> None:
    game = dealt(rules())
    assert game.can(parse_action("0 play 2r"))
    assert not game.can(Pass(0))
    assert not Game.start(rules()).can(Pass(0))


def test_a_round_adds_to_the_totals() -> None:
    # As in test_scoring: 85 + 26 and 10.
    game = finished(rules())
    assert (game.totals, game.round, len(game.finished)) == ((111, 10), None, 1)
    assert game.last_round == game.finished[0]
    assert game.deal(random.Random(1)).view(0).rounds_played == 1


def test_events_of_actions_reach_the_game() -> None:
    assert [type(event).__name__ for event in finished(rules()).events] == ["WentOut", "TrickTaken", "RoundScored"]
    assert dealt(rules()).events == ()


def test_the_game_is_won_with_the_round_that_reaches_the_target() -> None:
    game = finished(rules(target=111))
    assert game.winner == 0
    assert game.events[-1] == GameWon(0, (111, 10))


def test_the_game_goes_on_one_point_below_the_target() -> None:
    game = finished(rules(target=112))
    assert not game.over
    assert not any(isinstance(event, GameWon) for event in game.events)


def test_a_game_of_rounds() -> None:
    short = preset(rounds=1)
    assert finished(short).winner == 0
    assert finished(preset(rounds=2)).winner is None


@pytest.mark.parametrize(
    ("totals", "who"),
    [
        ((249, 100), None),
        ((250, 100), 0),
        ((100, 300), 1),
        ((260, 270), 1),
        ((260, 260), None),
    ],
)
def test_who_has_won_at_a_target_of_250(totals: tuple[int, int], who: int | None) -> None:
    assert winner(rules(), totals, 3) == who


@pytest.mark.parametrize(
    ("totals", "played", "who"),
    [
        ((90, 100, 0), 5, None),
        ((90, 100, 0), 6, 1),
        ((100, 100, 0), 6, None),
        ((130, 100, 0), 7, 0),
        ((0, 0, 0), 6, None),
    ],
)
def test_who_has_won_after_six_rounds(totals: tuple[int, int, int], played: int, who: int | None) -> None:
    assert winner(preset(players=3, rounds=6), totals, played) == who


def test_a_tie_at_the_top_is_played_on() -> None:
    tied = between(rules(), (260, 260))
    assert not tied.over
    again = tied.deal(random.Random(3))
    assert again.round is not None
    assert not again.over


def test_a_tie_below_the_top_does_not_matter() -> None:
    assert between(rules(players=3), (250, 100, 100)).winner == 0


@pytest.mark.parametrize(
    ("totals", "first_out", "seats"),
    [
        ((10, 30, 20), 2, (1, 0)),
        ((30, 30, 20), 1, (1, 2)),  # most tied: the first out deals
        ((30, 30, 20), 2, (2, 2)),  # even if she is not among the tied; dealer and leader are then one
        ((30, 10, 10), 1, (0, 1)),  # fewest tied: left of the dealer leads
        ((10, 10, 30), 1, (2, 0)),
        ((10, 30, 10), 1, (1, 2)),
        ((20, 20, 20), 1, (1, 2)),
        ((50, 50), 0, (0, 1)),
        ((10, 50), 0, (1, 0)),
    ],
)
def test_the_next_dealer_by_points(totals: tuple[int, ...], first_out: int, seats: tuple[int, int]) -> None:
    assert by_dealer(totals, first_out) == seats


@pytest.mark.parametrize(
    ("totals", "last_lead", "seats"),
    [
        ((10, 30, 20), 1, (2, 0)),
        ((10, 10, 20), 0, (0, 1)),  # tied: the first after the last leader
        ((10, 10, 20), 1, (2, 0)),
        ((10, 20, 10), 2, (2, 0)),
        ((10, 20, 20), 0, (2, 0)),  # the last leader again, if she alone has fewest
        ((20, 20, 20), 1, (1, 2)),
        ((50, 50), 1, (1, 0)),
    ],
)
def test_the_next_leader_by_rotation(totals: tuple[int, ...], last_lead: int, seats: tuple[int, int]) -> None:
    assert by_rotation(totals, last_lead) == seats


def test_the_next_deal_has_the_dealer_and_leader_of_the_rules() -> None:
    game = finished(rules(players=3)).deal(random.Random(1))  # totals 119, 101, 0
    assert (current(game).deal.dealer, current(game).deal.lead) == (0, 2)


def test_a_given_deal_must_have_the_right_dealer_and_leader() -> None:
    with refused(IllegalAction, "seat 0 deals and seat 1 leads, not 0 and 0"):
        Game.start(rules()).deal_given(chosen(HANDS, 0, 0))
    later = finished(rules(target=500))  # seat 0 leads with 111 to 10
    with refused(IllegalAction, "seat 0 deals and seat 1 leads, not 1 and 0"):
        later.deal_given(chosen(HANDS, 1, 0))
    assert current(later.deal_given(chosen(HANDS, 0, 1))).turn == 1


def test_a_view_needs_a_deal() -> None:
    with refused(IllegalAction, "no round has been dealt yet"):
        Game.start(rules()).view(0)


def test_the_view_of_a_game_has_names_and_totals() -> None:
    view = replace(finished(rules()), names=("Ann", "Bob")).view(1)
    assert (view.names, view.totals, view.ask) == (("Ann", "Bob"), (111, 10), "over")


def test_a_game_does_not_change() -> None:
    game = dealt(rules())
    with pytest.raises(FrozenInstanceError):
        game.totals = (1, 2)  # type: ignore[misc]
    game.apply(parse_action("0 play 2r"))
    assert game == dealt(rules())
