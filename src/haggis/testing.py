"""A checker that anybody can point at the rules: random games, examined after every action.

>>> from haggis import preset
>>> check_game(preset("duel", rounds=1), seed=1).rounds
1

It is meant for tests (ours and other people's): a failure raises `CheckFailed`, which says what
broke and gives the position as JSON, ready for `haggis.rules.position.read_position`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from .rules import record
from .rules.actions import Action, Bet, Give, Pass, Play, parse_action
from .rules.cards import COURTS, Card, Cards, number_cards
from .rules.combos import Reading, parse_reading
from .rules.errors import HaggisError
from .rules.game import Game
from .rules.position import read_position, write_position
from .rules.round import Round
from .rules.ruleset import Ruleset
from .rules.scoring import pile_points
from .rules.view import View, sample_world, view_of

BET_CHANCE = 0.1
MOST_ACTIONS = 400  # far more than any round can have: 51 cards and the passes between them


class CheckFailed(AssertionError):
    """The rules broke a promise."""


@dataclass(frozen=True)
class Report:
    """What a check has seen."""

    rounds: int = 0
    actions: int = 0
    legal: int = 0
    refused: int = 0

    def __add__(self, other: Report) -> Report:
        return Report(
            self.rounds + other.rounds,
            self.actions + other.actions,
            self.legal + other.legal,
            self.refused + other.refused,
        )


def check_game(rules: Ruleset, seed: int) -> Report:
    """Play one random game to its end and check every state on the way."""
    rng = random.Random(seed)
    game = Game.start(rules)
    report = Report()
    while not game.over:
        game = game.deal(rng)
        game, seen = _check_round(game, rng)
        report += seen
    _demand(record.read(json.loads(record.write_line(game))) == game, "the record replays to another game", None)
    return report


def _check_round(game: Game, rng: random.Random) -> tuple[Game, Report]:
    report = Report(rounds=1)
    while game.round:
        report += check_state(game.round, rng)
        game = game.apply(random_action(game.round, rng))
        _demand(report.actions < MOST_ACTIONS, "the round does not end", game.round)
    check_score(game.finished[-1])
    return game, report


def check_state(state: Round, rng: random.Random) -> Report:
    """Everything that must hold of a round in the middle of play."""
    check_conservation(state)
    check_round_trips(state)
    for seat in range(state.players):
        check_view(state, seat, rng)
    return Report(actions=1, legal=check_legal(state), refused=check_illegal(state, rng))


def random_action(state: Round, rng: random.Random) -> Action:
    """A random action; now and then somebody, in turn or not, places a bet first."""
    bets = [bet for seat in range(state.players) for bet in state.legal_bets(seat)]
    if bets and rng.random() < BET_CHANCE:
        return rng.choice(bets)
    return rng.choice(state.legal_actions())


def check_conservation(state: Round) -> None:
    """No card appears, vanishes or is doubled, and neither does a point."""
    piles = [*state.hands, state.deal.haggis, *(cards for pile in state.captured for cards in pile)]
    piles += [play.cards for play in state.trick]
    deck = [*number_cards(state.rules.suits), *(list(COURTS) * state.players)]
    _demand(sorted(card for pile in piles for card in pile) == sorted(deck), "cards were lost or doubled", state)
    whole = len(deck) if state.rules.points == "flat" else sum(card.points for card in deck)
    _demand(pile_points(piles, state.rules) == whole, "points were lost or doubled", state)


def check_score(done: Round) -> None:
    """The points for cards are all given out, but for what the rules give to nobody."""
    check_conservation(done)
    kept = [done.deal.haggis] if done.rules.haggis == "nobody" else []
    if done.rules.leftovers == "nobody":
        kept += list(done.hands)
    given = sum(score.cards for score in done.scores)
    deck = [*done.hands, done.deal.haggis, *(cards for pile in done.captured for cards in pile)]
    _demand(given == pile_points(deck, done.rules) - pile_points(kept, done.rules), "card points don't add up", done)
    _demand(all(line.points >= 0 for line in done.lines), "a line takes points away", done)


def check_round_trips(state: Round) -> None:
    """Text and JSON say the same as the value they were made from."""
    for action in state.actions[-1:]:
        _demand(parse_action(str(action)) == action, f"{action} reads back as something else", state)
    _demand(
        read_position(json.loads(json.dumps(write_position(state)))) == state, "the position reads back wrong", state
    )
    for hand in state.hands:
        _demand(Cards(str(hand)) == hand, f"{hand} reads back as something else", state)
    if state.on:
        _demand(parse_reading(str(state.on)) == state.on, f"{state.on} reads back as something else", state)


def check_view(state: Round, seat: int, rng: random.Random) -> None:
    """A view survives the wire, leaks no hidden card, and every sampled world agrees with it."""
    view = view_of(state, seat)
    _demand(View.from_json(json.loads(json.dumps(view.to_json()))) == view, "the view reads back wrong", state)
    swapped = swap_unseen(state, seat, rng)
    _demand(view_of(swapped, seat) == view, f"the view of seat {seat} changes with cards it can't see", state)
    world = sample_world(view, rng)
    _demand(world.hands[seat] == state.deal.hands[seat], "a sampled world changes one's own hand", state)
    world.verify()


def swap_unseen(state: Round, seat: int, rng: random.Random) -> Round:
    """The same round with two cards swapped that `seat` can't see; unchanged if there are none."""
    places = [hand.numbers if other != seat else Cards() for other, hand in enumerate(state.hands)]
    hidden = [(place, card) for place, cards in enumerate([*places, state.deal.haggis]) for card in cards]
    first = rng.choice(hidden) if hidden else None
    others = [pair for pair in hidden if first and pair[0] != first[0]]
    return _swapped(state, first, rng.choice(others)) if first and others else state


def _swapped(state: Round, first: tuple[int, Card], second: tuple[int, Card]) -> Round:
    def swap(cards: Cards, place: int) -> Cards:
        for (mine, gone), (_, come) in ((first, second), (second, first)):
            if mine == place:
                return cards - Cards([gone]) | Cards([come])
        return cards

    dealt = tuple(swap(hand, place) for place, hand in enumerate(state.deal.hands))
    deal = state.deal._replace(hands=dealt, haggis=swap(state.deal.haggis, state.players))
    return replace(state, deal=deal, hands=tuple(swap(hand, place) for place, hand in enumerate(state.hands)))


def check_legal(state: Round) -> int:
    """Every legal action is accepted; how many there were."""
    actions = [*state.legal_actions(), *(bet for seat in range(state.players) for bet in state.legal_bets(seat))]
    _demand(len(set(actions)) == len(actions), "an action is offered twice", state)
    for action in actions:
        try:
            state.apply(action)
        except HaggisError as error:
            raise _failure(f"{action} is offered but refused: {error}", state) from error
    return len(actions)


def check_illegal(state: Round, rng: random.Random) -> int:
    """A sample of illegal actions is refused and leaves the round as it was; how many there were."""
    legal = {str(action) for action in state.legal_actions()}
    legal |= {str(bet) for seat in range(state.players) for bet in state.legal_bets(seat)}
    before = replace(state)
    tried = [action for action in _suspects(state, rng) if str(action) not in legal]
    for action in tried:
        _demand(not state.can(action), f"{action} is illegal but accepted", state)
    _demand(state == before, "a refused action changed the round", state)
    return len(tried)


def _suspects(state: Round, rng: random.Random) -> Iterator[Action]:
    """Actions that are usually illegal: out of turn, wrong cards, wrong readings, wrong moments."""
    for seat in range(-1, state.players + 1):
        yield Pass(seat)
        yield Bet(seat, rng.choice((-15, 0, 1, 15, 20, 30)))
        yield Give(seat, rng.randrange(-1, state.players + 1))
    hand = list(state.hands[state.turn]) or list(COURTS)
    for _ in range(10):
        cards = Cards(rng.sample(hand, rng.randint(1, min(5, len(hand)))))
        yield Play(state.turn, cards, Reading(rng.randint(1, 3), rng.randint(1, 4), rng.randint(2, 13)))
    yield Play(state.turn, Cards(), Reading(1, 1, 2))
    for seat, held in enumerate(state.hands):
        for card in held:
            yield Play(seat, Cards([card]), Reading(1, 1, card.rank))


def _demand(holds: bool, complaint: str, state: Round | None) -> None:  # noqa: FBT001  # reads like assert
    if not holds:
        raise _failure(complaint, state)


def _failure(complaint: str, state: Round | None) -> CheckFailed:
    where = f"\n{json.dumps(write_position(state))}" if state else ""
    return CheckFailed(complaint + where)
