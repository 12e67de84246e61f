"""What Hypothesis draws: rulesets, hands, rounds in the middle of play."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from haggis.rules import Action, Card, Cards, Game, Round, Ruleset
from haggis.rules.cards import COURTS, LOWEST, TEN
from haggis.rules.ruleset import CHOICES

BET_CHANCE = 0.15


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Any ruleset: every option drawn on its own."""
    players = draw(st.sampled_from((2, 3)))
    options = {option: draw(st.sampled_from(values)) for option, values in CHOICES.items()}
    if players == 2:
        options["bombed_trick"] = "chosen"
    bets = draw(st.sampled_from([(), (15, 30), (10,)]))
    end = draw(st.sampled_from([{"target": 250}, {"target": None, "rounds": 2}]))
    return Ruleset(players=players, bets=bets, **options, **end)


@st.composite
def small_hands(draw: st.DrawFn, suits: int, most: int = 7) -> Cards:
    """A few cards that lie close together, so that they combine, and some court cards."""
    low = draw(st.integers(LOWEST, TEN - 2))
    near = [Card(rank, suit) for rank in range(low, min(low + 4, TEN + 1)) for suit in range(suits)]
    courts = draw(st.sets(st.sampled_from(list(COURTS))))
    odd = [Card(rank, suit) for rank in (3, 5, 7, 9) for suit in range(suits)]
    pool = draw(st.sampled_from((near, near, odd)))
    return Cards([*draw(st.sets(st.sampled_from(pool), max_size=most - len(courts))), *courts])


def random_action(state: Round, rng: random.Random) -> Action:
    """A legal action; now and then a bet, in turn or out of it."""
    bets = [bet for seat in range(state.players) for bet in state.legal_bets(seat)]
    if bets and rng.random() < BET_CHANCE:
        return rng.choice(bets)
    return rng.choice(state.legal_actions())


def played(game: Game, actions: int, rng: random.Random) -> Game:
    """The game some random actions later; new rounds are dealt as needed, and the end of the game is the end."""
    for _ in range(actions):
        if game.over:
            return game
        game = game if game.round else game.deal(rng)
        if game.round:
            game = game.apply(random_action(game.round, rng))
    return game


@st.composite
def games(draw: st.DrawFn, most_actions: int = 120) -> Game:
    """A game some way into its first rounds."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    return played(Game.start(draw(rulesets())).deal(rng), draw(st.integers(0, most_actions)), rng)


@st.composite
def rounds(draw: st.DrawFn, most_actions: int = 60) -> Round:
    """A round in the middle of play or over."""
    state = draw(games(most_actions)).last_round
    assert state is not None
    return state
