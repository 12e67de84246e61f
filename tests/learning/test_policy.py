"""The engine's policy computes what PyTorch does, sees no hidden card, and refuses files that are none of its own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch

from haggis.engine.network import BadNetwork, shipped
from haggis.engine.policy import STYLES, Policy, policy_play, shipped_policy, view_features
from haggis.engine.search import Settings, search
from haggis.learning.policy_model import PolicyModel
from haggis.rules import Game, HaggisError, Ruleset, preset, sample_world
from tests.learning.views import views_to_play

RULESETS = [preset("standard", players=2), preset("duel"), preset("standard", players=3), preset("tournament")]


def model_of(players: int) -> PolicyModel:
    torch.manual_seed(3)
    model = PolicyModel(players, 64)
    model.round_as_in_file()
    return model


@torch.no_grad()
def in_whole_steps(model: PolicyModel) -> PolicyModel:
    """With a first layer that bytes and the engine's whole numbers hold without rounding."""
    for weights in (model.first.weight, model.first_bias):
        weights.copy_(torch.round(weights * 16) / 16)
    model.first.weight[:, 0] = 127 / 128  # so that every row is in steps of 1/128
    model.dense[0].weight[:, 0] = 0  # type: ignore[operator, index]  # that neuron is for nothing else
    return model


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize(("whole", "near"), [(True, 1e-4), (False, 5e-3)])
@torch.no_grad()
def test_the_engine_computes_what_pytorch_does(rules: Ruleset, *, whole: bool, near: float) -> None:
    model = in_whole_steps(model_of(rules.players)) if whole else model_of(rules.players)
    policy = Policy(model.to_bytes())
    for _, view in views_to_play(rules, 2, seed=8):
        shared, of_actions = view_features(view)
        sizes = [len(each) for each in of_actions]
        features = torch.tensor([feature for each in of_actions for feature in each])
        starts = torch.tensor(np.cumsum(sizes) - sizes)
        whose = torch.zeros(len(sizes), dtype=torch.int64)
        expected = model(torch.tensor(shared), torch.tensor([0]), features, starts, whose)
        found = policy.logits(view)
        assert [len(logits) for _, logits in found] == [len(STYLES)] * len(sizes)
        np.testing.assert_allclose([logits for _, logits in found], expected, rtol=0, atol=near)


@pytest.mark.parametrize("rules", RULESETS)
def test_a_policy_sees_no_hidden_card(rules: Ruleset) -> None:
    policy, rng = Policy(model_of(rules.players).to_bytes()), random.Random(4)
    for game, view in list(views_to_play(rules, 2, seed=5))[::3]:
        assert game.round
        other = Game.start(game.rules, game.names).deal_given(sample_world(view, rng))
        for action in game.round.actions:
            other = other.apply(action)
        assert policy.logits(other.view(view.seat)) == policy.logits(view)
        assert all(game.can(action) for action, _ in policy.logits(view))


@pytest.mark.parametrize("players", [2, 3])
def test_the_package_has_a_policy_for_each_number_of_players(players: int) -> None:
    _, view = next(views_to_play(preset("standard", players=players), 1, seed=2))
    assert shipped_policy(players).players == players
    assert len({logits[0] for _, logits in shipped_policy(players).logits(view)}) > 1


def test_a_search_uses_the_policy_that_it_is_given() -> None:
    _, view = next(views_to_play(RULESETS[0], 1, seed=2))
    other = search(view, Settings(nodes=50), seed=1, policy=Policy(model_of(2).to_bytes()))
    assert other != search(view, Settings(nodes=50), seed=1)
    with pytest.raises(HaggisError, match="the policy is for another number of players"):
        search(view, Settings(nodes=50), seed=1, policy=shipped_policy(3))


@pytest.mark.parametrize("with_policy", [False, True])
def test_rounds_to_learn_from_are_the_same_for_a_seed_and_add_up(*, with_policy: bool) -> None:
    policy = Policy(model_of(3).to_bytes()) if with_policy else None

    def play(rounds: range, threads: int = 0) -> list[np.ndarray[tuple[int], np.dtype[np.generic]]]:
        found = policy_play(RULESETS[2:], shipped(3), policy, rounds=rounds, seed=5, nodes=12, threads=threads)
        return list(found)

    once, again = play(range(4)), play(range(4), threads=1)
    for column, same, first, last in zip(once, again, play(range(2)), play(range(2, 4)), strict=True):
        assert np.array_equal(column, same)
        assert np.array_equal(column, np.concatenate([first, last]))
    shared, shared_sizes, features, sizes, actions, styles, targets = once
    assert (shared_sizes.sum(), sizes.sum()) == (len(shared), len(features))
    assert (len(shared_sizes), actions.sum(), len(sizes)) == (len(actions), len(sizes), len(targets))
    assert len(styles) == len(actions)
    assert styles.max() < len(STYLES)
    ends = np.cumsum(actions, dtype=np.int64)
    np.testing.assert_allclose(np.add.reduceat(targets, ends - actions), 1, atol=1e-5)


def damaged() -> Iterator[tuple[bytes, str]]:
    good = model_of(2).to_bytes()
    yield b"", "it is cut off"
    yield good[:-2], "it is cut off"
    yield good + b"\0\0", "it is too long"
    yield b"haggisp9" + good[8:], "it is no policy network of this version"
    yield good[:8] + (4).to_bytes(4, "little") + good[12:], "it is for another number of players"
    yield good[:12] + (7).to_bytes(4, "little") + good[16:], "it was trained with other features"
    yield good[:16] + (33).to_bytes(4, "little") + good[20:], "its first layer has a bad width"
    yield good[:20] + (9).to_bytes(4, "little") + good[24:], "it was trained with other styles"
    yield good[:24] + np.array(np.nan, "<f2").tobytes() + good[26:], "it holds something that is not a number"
    yield good[:24] + np.array([6e4], "<f2").tobytes() + good[26:], "the numbers of its first layer are too large"


@pytest.mark.parametrize(("data", "reason"), list(damaged()))
def test_a_bad_file_is_refused_with_name_and_reason(data: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "policy.bin"
    path.write_bytes(data)
    with pytest.raises(BadNetwork, match=rf"policy\.bin can't be used: {reason}"):
        Policy.load(path)
    with pytest.raises(BadNetwork, match=r"none\.bin can't be read: No such file"):
        Policy.load(tmp_path / "none.bin")
