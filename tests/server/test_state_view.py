"""What a seat is shown: from a view alone, and the same whatever the hidden cards are."""

from __future__ import annotations

import random
from dataclasses import replace

from haggis.rules import Game, Play, preset
from haggis.server.tables.clocks import Clocks
from haggis.server.tables.events import Acted, BotSat, Created, Dealt, Plan, Sat, Started
from haggis.server.tables.history import step_of
from haggis.server.tables.table_state import TableState, begin, fold
from haggis.server.wire.event_view import event_view
from haggis.server.wire.legal_view import legal
from haggis.server.wire.state_view import round_part, spectator_part, state_for
from haggis.testing import random_action, swap_unseen

NO_CLOCKS = Clocks(0, None, None)


def seated(players: int, **rules: object) -> TableState:
    plan = Plan(
        rules=preset("standard", players=players).to_json(),
        players=players,
        public=False,
        takeback=False,
        hints=False,
        unseen=True,
        move_seconds=None,
        pace=0,
    )
    state = begin("T" * 16, Created(plan=plan, host="p0", reserved=(None,) * players), 0)
    for seat in range(players - 1):
        state = fold(state, Sat(seat=seat, player=f"p{seat}", name=f"Player {seat}"), 0)
    return fold(state, BotSat(seat=players - 1, level="greedy", name="Greedy"), 0)


def dealt(state: TableState, rng: random.Random) -> TableState:
    started = fold(state, Started(), 0)
    assert started.game
    deal = started.game.deal(rng).round
    assert deal
    event = Dealt(
        dealer=deal.deal.dealer,
        lead=deal.deal.lead,
        hands=tuple(map(str, deal.deal.hands)),
        haggis=str(deal.deal.haggis),
        salt="s",
    )
    return fold(started, event, 0)


def test_hidden_cards_change_nothing_that_a_seat_or_a_spectator_sees() -> None:
    for seed in range(12):
        rng = random.Random(seed)
        state = dealt(seated(2 + seed % 2), rng)
        while state.round:
            for seat in (*range(len(state.seats)), None):
                swapped = replace(state.game, round=swap_unseen(state.round, 0 if seat is None else seat, rng))
                other = replace(state, game=swapped)
                assert state_for(state, seat, NO_CLOCKS) == state_for(other, seat, NO_CLOCKS)
            state = fold(state, Acted(action=str(random_action(state.round, rng)), by="player"), 0)


def test_a_spectator_sees_the_same_from_every_seat() -> None:
    rng = random.Random(3)
    state = dealt(seated(3), rng)
    while state.round:
        game = state.game
        assert isinstance(game, Game)
        seen = [round_part(game.view(seat)) | spectator_part(game.view(seat), state) for seat in range(3)]
        assert seen[0] == seen[1] == seen[2]
        state = fold(state, Acted(action=str(random_action(state.round, rng)), by="player"), 0)


def test_a_bombed_trick_is_given_away_in_words_and_in_rights() -> None:
    """Three players: somebody bombs, both others pass, and she is asked who captures the trick."""
    rng = random.Random(1)
    state = dealt(seated(3), rng)
    assert state.round
    leader = state.round.turn
    for text in (f"{leader} play J Q as bomb:JQ", f"{(leader + 1) % 3} pass", f"{(leader + 2) % 3} pass"):
        state = fold(state, Acted(action=text, by="player"), 0)
    own = state_for(state, leader, NO_CLOCKS)
    assert (own["ask"], own["may_give"]) == ("give", [seat for seat in range(3) if seat != leader])
    other = state_for(state, (leader + 1) % 3, NO_CLOCKS)
    assert (other["ask"], other["asked"], other["turn"], other["may_give"]) == ("wait", "give", leader, [])
    event = Acted(action=f"{leader} give {(leader + 1) % 3}", by="player")
    after = fold(state, event, 0)
    event = event_view(step_of(event, state, after, 0), after)
    assert event["then"][0]["captor"] == (leader + 1) % 3
    assert len(event["words"]) == 2


def test_an_event_says_in_words_whose_time_ran_out() -> None:
    state = dealt(seated(2), random.Random(1))
    assert state.round
    leader = state.round.turn
    texts = f"{leader} play J as 1x1:J", f"{1 - leader} pass"
    for text, by in zip(texts, ("player", "clock"), strict=True):
        event = Acted(action=text, by=by)
        before, state = state, fold(state, event, 0)
        words = event_view(step_of(event, before, state, 0), state)["words"]
        late = f"{state.names[int(text[0])]}'s time ran out"
        assert words[1:2] == ([late] if by == "clock" else [])


def test_who_passed_is_shown_until_the_next_play() -> None:
    state = dealt(seated(3), random.Random(1))
    assert state.round
    leader = state.round.turn
    second = (leader + 1) % 3
    state = fold(state, Acted(action=f"{leader} play J as 1x1:J", by="player"), 0)
    state = fold(state, Acted(action=f"{second} pass", by="player"), 0)
    state = fold(state, Acted(action=f"{second} bet 15", by="player"), 0)
    assert state_for(state, 0, NO_CLOCKS)["passed"] == [second]
    state = fold(state, Acted(action=f"{(leader + 2) % 3} play Q as 1x1:Q", by="player"), 0)
    assert state_for(state, 0, NO_CLOCKS)["passed"] == []


def test_legal_plays_are_complete_and_in_the_usual_order() -> None:
    state = dealt(seated(2), random.Random(4))
    assert state.round
    assert state.game
    view = state.game.view(state.round.turn)
    shown = legal(view)
    listed = {(cards, reading) for reading, plays in shown["plays"].items() for cards in plays}
    assert listed == {(str(combo.cards), str(combo.reading)) for combo in view.legal_plays()}
    assert all(Play(0, combo.cards, combo.reading).combo for combo in view.legal_plays())
