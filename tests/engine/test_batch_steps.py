"""The batch simulator: equal to rounds played one by one, reproducible, without copies, fair."""

from __future__ import annotations

import gc
import random
import threading
from typing import Any

import numpy as np
import pytest
from lockstep import PAIRS, Lockstep
from numpy.typing import NDArray

from haggis.engine.batch import FIELDS, OBSERVATION, Batch, action_from_word, observe
from haggis.engine.convert import round_from_native
from haggis.rules import (
    BadRules,
    Bet,
    Give,
    HaggisError,
    IllegalAction,
    Pass,
    Play,
    Round,
    preset,
    sample_world,
    view_of,
)
from haggis.rules.cards import COURT_SHIFT, COURTS, number_cards
from haggis.rules.round import replay
from haggis.rules.scoring import pile_points
from haggis.testing import swap_unseen


def random_choices(batch: Batch, rng: np.random.Generator) -> NDArray[np.int64]:
    return rng.integers(np.diff(batch.offsets))


@pytest.mark.parametrize("bets", [False, True])
@pytest.mark.parametrize(("name", "players"), PAIRS)
def test_a_batch_plays_by_the_rules(name: str, players: int, bets: bool) -> None:
    """Every table beside a round of `haggis.rules`: actions, seat to act, observation, rewards."""
    rules, rng = preset(name, players=players), np.random.default_rng(1)
    batch = Batch(rules, 6, seed=3, bets=bets)
    states = [round_from_native(batch._native.round(table), rules=rules) for table in range(6)]
    for _ in range(90):
        for table, state in enumerate(states):
            compare(batch, table, state, bets)
        choices = random_choices(batch, rng)
        states = [state.apply(batch.action(i, int(choices[i]))) for i, state in enumerate(states)]
        batch.step(choices)
        for table, state in enumerate(states):
            assert batch.finished[table] == state.over
            assert batch.rewards[table].tolist() == [score.total if state.over else 0 for score in state.scores]
            if state.over:
                states[table] = round_from_native(batch._native.round(table), rules=rules)
    assert batch.rounds.sum() > 0


def compare(batch: Batch, table: int, state: Round, bets: bool) -> None:
    assert batch.seats[table] == state.turn
    begin, end = batch.offsets[table : table + 2]
    listed = {action_from_word(int(word), state.turn) for word in batch.words[begin:end]}
    offered = [bet for bet in state.legal_bets(state.turn) if bet.amount] if bets and state.ask == "turn" else []
    assert len(listed) == end - begin
    assert listed == {*state.legal_actions(), *offered}
    assert batch.observations[table].tolist() == observe(state).tolist()


@pytest.mark.parametrize(("name", "players"), PAIRS)
def test_an_observation_is_what_the_view_says(name: str, players: int) -> None:
    """Field by field, from the view alone."""
    rng = random.Random(2)
    for state in Lockstep(preset(name, players=players), rng).positions():
        if state.over:
            continue
        row, view = observe(state), view_of(state, state.turn)
        seats = [(state.turn + step) % players for step in range(players)]
        empty = [0] * (3 - players)

        def seen(field: str, row: Any = row) -> list[float]:
            return row[FIELDS[field]].tolist()  # type: ignore[no-any-return]

        assert seen("hand") == bits(view.hand.bits, 48)
        assert seen("unseen") == bits(view.unseen.bits, 45)
        assert seen("table") == bits(state.trick[-1].cards.bits if state.trick else 0, 48)
        assert seen("counts") == [view.counts[seat] for seat in seats] + empty
        assert seen("courts") == [bit for s in seats for bit in bits(view.courts[s].bits >> COURT_SHIFT, 3)] + 3 * empty
        assert seen("owner") == [bool(state.trick and state.trick[-1].seat == seat) for seat in seats] + empty
        assert seen("runner_up") == [len(state.trick) > 1 and state.trick[-2].seat == seat for seat in seats] + empty
        assert seen("out") == [1 + view.out.index(seat) if seat in view.out else 0 for seat in seats] + empty
        assert seen("bet_said") == [view.bets[seat] is not None for seat in seats] + empty
        assert seen("bet") == [view.bets[seat] or 0 for seat in seats] + empty
        assert seen("captured") == [pile_points(view.captured[s], view.rules) for s in seats] + empty
        hand_points = [sum(line.points for line in view.lines if line.seat == seat) for seat in seats]
        assert seen("hand_score") == hand_points + empty
        assert seen("trick") == [pile_points([play.cards for play in view.trick], view.rules)]
        assert seen("passes") == [state.passes]
        assert seen("leading") + seen("giving") == [not state.trick, state.ask == "give"]
        assert seen("may_bet") == [view.bets_open]
        on = state.on
        shape = [0, 0, 0, 0] if on is None else [0, 0, 0, on.rank + 1] if on.is_bomb else [*on, 0]
        assert seen("reading") == shape


def bits(value: int, size: int) -> list[int]:
    return [value >> bit & 1 for bit in range(size)]


@pytest.mark.parametrize(("name", "players"), PAIRS)
def test_hidden_cards_do_not_show(name: str, players: int) -> None:
    """Cards swapped that the seat to act can't see, and any deal that its view allows: the same row."""
    rng = random.Random(8)
    batch = Batch(preset(name, players=players), 2, seed=1)
    moved = 0
    for state in Lockstep(preset(name, players=players), rng).positions():
        if state.over:
            continue
        other = swap_unseen(state, state.turn, rng)
        moved += other != state
        batch.place(0, state)
        batch.place(1, other)
        assert batch.observations[0].tolist() == batch.observations[1].tolist()
        world = replay(state.rules, sample_world(view_of(state, state.turn), rng), state.actions)
        assert observe(world).tolist() == observe(state).tolist()
    assert moved > 5


def test_seeds_make_the_same_rounds_whatever_the_threads() -> None:
    rules = preset("standard", players=3)
    one, two = Batch(rules, 100, seed=4), Batch(rules, 100, seed=9, threads=2)
    two.reset(4)
    rng = np.random.default_rng(2)
    for _ in range(120):
        for name in ("observations", "seats", "words", "offsets", "rewards", "finished", "rounds"):
            assert np.array_equal(getattr(one, name), getattr(two, name)), name
        choices = random_choices(one, rng)
        one.step(choices)
        two.step(choices)
    assert not np.array_equal(Batch(rules, 1, seed=1).observations, Batch(rules, 1, seed=2).observations)


def test_deals_are_whole_decks_and_differ() -> None:
    rules = preset("standard")
    batch = Batch(rules, 50, seed=1)
    assert len({row.tobytes() for row in batch.field("hand")}) == 50
    assert (batch.field("hand").sum(axis=1) == 17).all()
    assert (batch.field("unseen").sum(axis=1) == len(number_cards(4)) - 14).all()
    assert (batch.field("hand")[:, COURT_SHIFT:] == 1).all()
    assert len(COURTS) == 3
    assert sorted(set(batch.seats.tolist())) == [0, 1]


def test_arrays_are_windows_without_copies() -> None:
    batch = Batch(preset("standard"), 3, seed=1)
    window = batch.observations
    assert window.shape == (3, OBSERVATION)
    assert window.base is not None
    assert np.shares_memory(window, batch.observations)
    assert np.shares_memory(batch.field("counts"), window)
    before = window.copy()
    batch.step([0, 0, 0])
    assert not np.array_equal(window, before)
    assert np.shares_memory(window, batch.observations)


@pytest.mark.parametrize("name", ["observations", "seats", "words", "offsets", "rewards", "finished", "rounds"])
def test_windows_cannot_be_written_and_outlive_the_batch(name: str) -> None:
    batch = Batch(preset("standard"), 200, seed=1)
    window = getattr(batch, name)
    kept = window.copy()
    with pytest.raises(ValueError, match="read-only"):
        window[...] = 0
    del batch
    gc.collect()
    Batch(preset("standard"), 200, seed=2)
    assert np.array_equal(window, kept)


def test_an_old_list_of_actions_stays_readable() -> None:
    batch = Batch(preset("standard"), 1, seed=1)
    old, rng = batch.words, np.random.default_rng(1)
    for _ in range(500):
        batch.step(random_choices(batch, rng))
    assert old.sum() >= 0


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ([0, 10**9], "table 1 has the actions 0 to"),
        ([-1, 0], "table 0 has the actions 0 to"),
        ([0], "one choice for each of the 2 tables"),
        ([], "row of whole numbers"),
        ([[0, 0]], "row of whole numbers"),
        ([0.0, 1.0], "row of whole numbers"),
        ([[0], [0, 1]], "row of whole numbers"),
        (["0", "1"], "row of whole numbers"),
        ([True, False], "row of whole numbers"),
        (None, "row of whole numbers"),
        (np.array([2**64 - 1, 0], dtype=np.uint64), "table 0 has the actions"),
    ],
)
def test_a_wrong_choice_is_refused_and_nothing_changes(choices: Any, words: str) -> None:
    batch = Batch(preset("standard"), 2, seed=1)
    before = batch.observations.copy()
    with pytest.raises(IllegalAction, match=words):
        batch.step(choices)
    assert np.array_equal(batch.observations, before)


def test_what_else_is_refused() -> None:
    batch = Batch(preset("standard"), 2, seed=1)
    *_, over = Lockstep(preset("standard"), random.Random(1)).positions()
    with pytest.raises(IllegalAction, match="the round is over"):
        batch.place(0, over)
    with pytest.raises(BadRules, match="other rules"):
        batch.place(0, next(Lockstep(preset("duel"), random.Random(1)).positions()))
    with pytest.raises(HaggisError, match="a table must be"):
        batch.place(2, over)
    with pytest.raises(HaggisError, match="there is no field 'score'"):
        batch.field("score")
    with pytest.raises(HaggisError, match="the choice must be"):
        batch.action(0, -1)


def test_words_of_actions() -> None:
    assert action_from_word(0, 2) == Pass(2)
    assert action_from_word(1 << 63 | 1, 2) == Give(2, 1)
    assert action_from_word(1 << 63 | 1 << 62 | 30, 2) == Bet(2, 30)
    assert isinstance(action_from_word(0x112 << 48 | 1, 2), Play)


def test_two_threads_may_share_nothing_but_never_crash() -> None:
    """A second thread that comes in while the first steps is refused in words."""
    batch = Batch(preset("standard"), 2000, seed=1)
    zeros, refused = np.zeros(2000, dtype=np.int64), []

    def work() -> None:
        for _ in range(30):
            try:
                batch.step(zeros)
                _ = batch.words.sum()
            except HaggisError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(refused) <= {"another thread is stepping this batch"}
