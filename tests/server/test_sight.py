"""What a seat is shown: from a view alone, and the same whatever the hidden cards are."""

from __future__ import annotations

import random
from dataclasses import replace

from haggis.rules import Game, Play, preset
from haggis.server import sight
from haggis.server.entries import Acted, BotSat, Created, Dealt, Plan, Sat, Started
from haggis.server.settings import Settings
from haggis.server.sight import state_for
from haggis.server.sitting import Sitting, begin, fold
from haggis.server.told import tell
from haggis.testing import random_action, swap_unseen

SETTINGS = Settings()


def seated(players: int, **rules: object) -> Sitting:
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
    sitting = begin("T" * 16, Created(plan=plan, host="p0", reserved=(None,) * players), 0)
    for seat in range(players - 1):
        sitting = fold(sitting, Sat(seat=seat, player=f"p{seat}", name=f"Player {seat}"), 0)
    return fold(sitting, BotSat(seat=players - 1, level="greedy", name="Greedy"), 0)


def dealt(sitting: Sitting, rng: random.Random) -> Sitting:
    started = fold(sitting, Started(), 0)
    assert started.game
    deal = started.game.deal(rng).round
    assert deal
    entry = Dealt(
        dealer=deal.deal.dealer,
        lead=deal.deal.lead,
        hands=tuple(map(str, deal.deal.hands)),
        haggis=str(deal.deal.haggis),
        salt="s",
    )
    return fold(started, entry, 0)


def test_hidden_cards_change_nothing_that_a_seat_or_a_spectator_sees() -> None:
    for seed in range(12):
        rng = random.Random(seed)
        sitting = dealt(seated(2 + seed % 2), rng)
        while sitting.round:
            for seat in (*range(len(sitting.seats)), None):
                swapped = replace(sitting.game, round=swap_unseen(sitting.round, 0 if seat is None else seat, rng))
                other = replace(sitting, game=swapped)
                assert state_for(sitting, seat, 0, 0, SETTINGS) == state_for(other, seat, 0, 0, SETTINGS)
            sitting = fold(sitting, Acted(action=str(random_action(sitting.round, rng)), by="player"), 0)


def test_a_spectator_sees_the_same_from_every_seat() -> None:
    rng = random.Random(3)
    sitting = dealt(seated(3), rng)
    while sitting.round:
        game = sitting.game
        assert isinstance(game, Game)
        seen = [sight.public_part(game.view(seat)) | sight.watched(game.view(seat), sitting) for seat in range(3)]
        assert seen[0] == seen[1] == seen[2]
        sitting = fold(sitting, Acted(action=str(random_action(sitting.round, rng)), by="player"), 0)


def test_a_bombed_trick_is_given_away_in_words_and_in_rights() -> None:
    """Three players: somebody bombs, both others pass, and she is asked who captures the trick."""
    rng = random.Random(1)
    sitting = dealt(seated(3), rng)
    assert sitting.round
    leader = sitting.round.turn
    for text in (f"{leader} play J Q as bomb:JQ", f"{(leader + 1) % 3} pass", f"{(leader + 2) % 3} pass"):
        sitting = fold(sitting, Acted(action=text, by="player"), 0)
    own = state_for(sitting, leader, 0, 0, SETTINGS)
    assert (own["ask"], own["may_give"]) == ("give", [seat for seat in range(3) if seat != leader])
    other = state_for(sitting, (leader + 1) % 3, 0, 0, SETTINGS)
    assert (other["ask"], other["asked"], other["turn"], other["may_give"]) == ("wait", "give", leader, [])
    entry = Acted(action=f"{leader} give {(leader + 1) % 3}", by="player")
    after = fold(sitting, entry, 0)
    event = tell(entry, sitting, after, 0)
    assert event["then"][0]["captor"] == (leader + 1) % 3
    assert len(event["words"]) == 2


def test_an_event_says_in_words_whose_time_ran_out() -> None:
    sitting = dealt(seated(2), random.Random(1))
    assert sitting.round
    leader = sitting.round.turn
    texts = f"{leader} play J as 1x1:J", f"{1 - leader} pass"
    for text, by in zip(texts, ("player", "clock"), strict=True):
        entry = Acted(action=text, by=by)
        before, sitting = sitting, fold(sitting, entry, 0)
        words = tell(entry, before, sitting, 0)["words"]
        late = f"{sitting.names[int(text[0])]}'s time ran out"
        assert words[1:2] == ([late] if by == "clock" else [])


def test_who_passed_is_shown_until_the_next_play() -> None:
    sitting = dealt(seated(3), random.Random(1))
    assert sitting.round
    leader = sitting.round.turn
    second = (leader + 1) % 3
    sitting = fold(sitting, Acted(action=f"{leader} play J as 1x1:J", by="player"), 0)
    sitting = fold(sitting, Acted(action=f"{second} pass", by="player"), 0)
    sitting = fold(sitting, Acted(action=f"{second} bet 15", by="player"), 0)
    assert state_for(sitting, 0, 0, 0, SETTINGS)["passed"] == [second]
    sitting = fold(sitting, Acted(action=f"{(leader + 2) % 3} play Q as 1x1:Q", by="player"), 0)
    assert state_for(sitting, 0, 0, 0, SETTINGS)["passed"] == []


def test_legal_plays_are_complete_and_in_the_usual_order() -> None:
    sitting = dealt(seated(2), random.Random(4))
    assert sitting.round
    assert sitting.game
    view = sitting.game.view(sitting.round.turn)
    shown = sight.legal(view)
    listed = {(cards, reading) for reading, plays in shown["plays"].items() for cards in plays}
    assert listed == {(str(combo.cards), str(combo.reading)) for combo in view.legal_plays()}
    assert all(Play(0, combo.cards, combo.reading).combo for combo in view.legal_plays())
