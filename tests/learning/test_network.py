"""The engine's network computes what PyTorch does, and refuses files that are no network of its own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch

from haggis.engine import network as network_module
from haggis.engine.network import BadNetwork, Network, SelfPlay, features, self_play, shipped
from haggis.engine.search import Settings, search
from haggis.learning.model import ValueModel
from haggis.rules import Cards, Game, HaggisError, Play, Round, preset, sample_world

RULESETS = [preset("standard", players=2), preset("duel"), preset("standard", players=3), preset("tournament")]


def model_of(players: int) -> ValueModel:
    torch.manual_seed(3)
    model = ValueModel(players, 64)
    model.round_as_in_file()
    return model


def rounds_to_play_in(rules: object, count: int, seed: int) -> Iterator[Round]:
    """States of random games in which somebody is to play."""
    rng = random.Random(seed)
    for _ in range(count):
        game = Game.start(rules).deal(rng)  # type: ignore[arg-type]
        while game.round:
            if game.round.ask == "turn":
                yield game.round
            game = game.apply(rng.choice(game.round.legal_actions()))


@torch.no_grad()
def in_whole_steps(model: ValueModel) -> ValueModel:
    """With a first layer that the engine's whole numbers hold without rounding."""
    for weights in (model.first.weight, model.first_bias):
        weights.copy_(torch.round(weights * 16) / 16)
    return model


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize(("whole", "near"), [(True, 1e-4), (False, 5e-3)])
@torch.no_grad()
def test_the_engine_computes_what_pytorch_does(rules: object, *, whole: bool, near: float) -> None:
    """The first layer's rounding is all that sets them apart: half a point at most."""
    players = rules.players  # type: ignore[attr-defined]
    model = in_whole_steps(model_of(players)) if whole else model_of(players)
    network = Network(model.to_bytes())
    for state in rounds_to_play_in(rules, 3, seed=8):
        row = torch.tensor(features(state))
        leads, logits = model(row, torch.tensor([0]))
        found = network.value(state)
        for who in range(players):
            seat = (state.turn + who) % players
            assert found.leads[seat] / 100 == pytest.approx(float(leads[0, who]), abs=near)
            assert found.first_out[seat] == pytest.approx(float(torch.softmax(logits[0], 0)[who]), abs=near)
        assert sum(found.leads) == pytest.approx(0, abs=1e-3)


def test_suits_don_t_matter_but_for_the_cards_themselves() -> None:
    """Whoever exchanges suits while training may rename the features of cards only."""
    state = next(rounds_to_play_in(RULESETS[0], 1, seed=2))
    cards = [each for each in features(state) if each < 2 * 48]
    assert len(cards) == 34  # two hands of 17


@pytest.mark.parametrize("rules", RULESETS)
def test_looking_ahead_sees_no_hidden_card(rules: object) -> None:
    network = Network(model_of(rules.players).to_bytes())  # type: ignore[attr-defined]
    rng = random.Random(4)
    game = Game.start(rules).deal(rng)  # type: ignore[arg-type]
    for _ in range(8):
        assert game.round
        view = game.view(game.round.turn)
        looks = network.look_ahead(view, worlds=3, candidates=10, seed=1)
        other = Game.start(game.rules, game.names).deal_given(sample_world(view, rng))
        for action in game.round.actions:
            other = other.apply(action)
        assert network.look_ahead(other.view(view.seat), worlds=3, candidates=10, seed=1) == looks
        assert all(game.can(look.action) for look in looks)
        game = game.apply(looks[0].action)


@pytest.mark.parametrize("players", [2, 3])
def test_the_package_has_a_network_for_each_number_of_players(players: int) -> None:
    state = next(rounds_to_play_in(preset("standard", players=players), 1, seed=2))
    network = shipped(players)
    assert network.players == players
    assert all(0 < chance < 1 for chance in network.value(state).first_out)


def test_the_networks_in_the_package_are_small() -> None:
    folder = Path(network_module.__file__).parent / "networks"
    assert sum(file.stat().st_size for file in folder.iterdir()) < 3_000_000


def test_a_search_uses_the_network_that_it_is_given() -> None:
    view = Game.start(RULESETS[0]).deal(random.Random(4)).view(0)
    view = view if view.ask == "turn" else Game.start(RULESETS[0]).deal(random.Random(4)).view(1)
    other = search(view, Settings(nodes=50), seed=1, network=Network(model_of(2).to_bytes()))
    assert other != search(view, Settings(nodes=50), seed=1)
    with pytest.raises(HaggisError, match="another number of players"):
        search(view, Settings(nodes=50), seed=1, network=shipped(3))


def test_forgotten_cards_may_be_in_any_hand_again() -> None:
    rng = random.Random(4)
    game = Game.start(RULESETS[0]).deal(rng)
    while game.round and len(game.round.actions) < 20:
        game = game.apply(rng.choice(game.round.legal_actions()))
    assert game.round
    view = game.view(game.round.turn)
    played = Cards(card for action in view.actions if isinstance(action, Play) for card in action.cards.numbers)
    network = shipped(2)
    with_all, forgetful = (
        network.look_ahead(view, worlds=20, candidates=5, seed=1, forgotten=forgotten)
        for forgotten in (Cards(), played)
    )
    assert {look.action for look in with_all} == {look.action for look in forgetful}
    assert [look.lead for look in with_all] != [look.lead for look in forgetful]


def test_self_play_is_the_same_for_a_seed_and_adds_up() -> None:
    network = Network(model_of(3).to_bytes())
    how = SelfPlay(worlds=2, candidates=4, lambda_=0.5)
    once, again = (self_play(RULESETS[2:], network, how, rounds=6, seed=5) for _ in range(2))
    halves = [self_play(RULESETS[2:], network, how, rounds=3, seed=5, first=first) for first in (0, 3)]
    for column, same, first, last in zip(once, again, *halves, strict=True):
        assert np.array_equal(column, same)
        assert np.array_equal(column, np.concatenate([first, last]))
    assert once.sizes.sum() == len(once.features)
    assert np.abs(once.leads.sum(1)).max() < 1e-4
    assert set(once.first_out) <= {0, 1, 2}


def damaged() -> Iterator[tuple[bytes, str]]:
    good = model_of(2).to_bytes()
    yield b"", "it is cut off"
    yield good[:-2], "it is cut off"
    yield good + b"\0\0", "it is too long"
    yield b"haggisv9" + good[8:], "it is no value network of this version"
    yield good[:8] + (4).to_bytes(4, "little") + good[12:], "it is for another number of players"
    yield good[:12] + (7).to_bytes(4, "little") + good[16:], "it was trained with other features"
    yield good[:16] + (33).to_bytes(4, "little") + good[20:], "its first layer has a bad width"
    yield good[:-2] + np.array(np.nan, "<f2").tobytes(), "it holds something that is not a number"
    yield good[:20] + np.array([6e4], "<f2").tobytes() + good[22:], "the numbers of its first layer are too large"


@pytest.mark.parametrize(("data", "reason"), list(damaged()))
def test_a_bad_file_is_refused_with_name_and_reason(data: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "net.bin"
    path.write_bytes(data)
    with pytest.raises(BadNetwork, match=rf"net\.bin can't be used: {reason}"):
        Network.load(path)
    with pytest.raises(BadNetwork, match=r"none\.bin can't be read: No such file"):
        Network.load(tmp_path / "none.bin")


def test_a_network_for_others_is_refused() -> None:
    state = next(rounds_to_play_in(RULESETS[2], 1, seed=2))
    with pytest.raises(Exception, match="for another number of players"):
        Network(model_of(2).to_bytes()).value(state)
    assert isinstance(state.legal_actions()[0], Play)
