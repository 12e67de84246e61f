"""Options in the names of players: what they change, and what is refused."""

from __future__ import annotations

import random
from importlib import resources
from pathlib import Path

import pytest

from haggis.engine.network import BadNetwork
from haggis.players import Advice, Clock, UnknownPlayer, advise, make_player
from haggis.players.options import BadOption, Options, parse_options
from haggis.rules import HaggisError, Round, View, preset, view_of
from haggis.rules.deal import shuffled

USUAL = Options(clock=Clock(millis=200))


def test_without_options_everything_is_usual() -> None:
    assert parse_options("strong", "", USUAL) == USUAL


def test_options_change_what_they_name() -> None:
    found = parse_options("strong", "nodes=1500,rollouts=off,candidates=3,bets=off", USUAL)
    assert found == Options(
        USUAL.settings.replace(rollouts=False, candidates=3), Clock(nodes=1500), insists=True, bets=False
    )
    assert parse_options("strong", "millis=50", USUAL).clock == Clock(millis=50)


@pytest.mark.parametrize(
    ("name", "used"), [("strong", Clock(millis=50)), ("strong:nodes=7", Clock(nodes=7)), ("skilled", Clock(millis=50))]
)
def test_a_time_in_the_name_counts_more_than_what_all_are_given(
    name: str, used: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def note(view: View, clock: Clock, **how: object) -> Advice:
        asked.append(clock)
        return advise(view, Clock(nodes=1), seed=1)

    monkeypatch.setattr("haggis.players.searcher.advise", note)
    state = Round.start(preset("standard"), shuffled(2, 0, 1, random.Random(1)))
    make_player(name, 1, arena=True).choose(view_of(state, state.turn), Clock(millis=50))
    assert asked == [used]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("colour=red", "strong has no option 'colour'; there are millis, bets, nodes,"),
        ("rollouts=maybe", "rollouts of strong is on or off, not maybe"),
        ("candidates=-1", "candidates of strong is a whole number, not -1"),
        ("candidates=0", "the number of candidates must be a whole number from 1"),
        ("nodes", "nodes of strong is a whole number, not"),
    ],
)
def test_what_is_wrong_with_an_option_is_said(text: str, words: str) -> None:
    with pytest.raises(HaggisError, match=words):
        make_player(f"strong:{text}", seed=1, arena=True)


def test_a_name_with_options_is_the_name() -> None:
    assert make_player("strong:nodes=10", seed=1, arena=True).name == "strong:nodes=10"


def test_only_players_who_search_have_options() -> None:
    with pytest.raises(UnknownPlayer, match="greedy takes no options"):
        make_player("greedy:nodes=10", seed=1, arena=True)
    with pytest.raises(BadOption):
        make_player("expert:x", seed=1, arena=True)


def test_options_are_for_the_arena() -> None:
    with pytest.raises(UnknownPlayer, match="there is no player 'strong:nodes=10'"):
        make_player("strong:nodes=10", seed=1)


def network_file(players: int) -> str:
    return str(resources.files("haggis.engine") / "networks" / f"{players}.bin")


def test_a_network_of_ones_own_plays() -> None:
    rules = preset("standard")
    view = view_of(Round.start(rules, shuffled(2, 0, 0, random.Random(1))), 0)
    mine = make_player(f"network:{network_file(2)}", seed=5, arena=True)
    assert mine.choose(view, Clock()) == make_player("network", seed=5, arena=True).choose(view, Clock())
    with pytest.raises(HaggisError, match="for another number of players"):
        make_player(f"network:{network_file(3)}", seed=5, arena=True).choose(view, Clock())


def test_a_file_without_a_network_is_refused(tmp_path: Path) -> None:
    for file, words in ((tmp_path / "none.bin", "can't be read"), (Path(__file__), "can't be used")):
        with pytest.raises(BadNetwork, match=words):
            make_player(f"network:{file}", seed=1, arena=True)
