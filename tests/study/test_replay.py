"""A record as moments; what does not hold is refused at its line and action, and replayed up to there if asked."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest

from haggis.rules import HaggisError, preset
from haggis.study import replay as replaying
from haggis.study.replay import (
    BadReplay,
    GameText,
    final_game,
    moments_of_round,
    read_games,
    replay,
    replay_game,
    replay_text,
)
from tests.study.games import kept_records, one_round, play, record_of, text_of

TWO_ROUNDS = play(preset("standard"), 3, rounds=2)


def test_every_moment_is_there_forwards_and_back() -> None:
    found = replay_game(TWO_ROUNDS)
    places = [(each.round_number, each.action) for each in found.moments]
    sizes = [len(played.actions) for played in TWO_ROUNDS.finished]
    assert places == [(number, action) for number, size in enumerate(sizes, 1) for action in range(size + 1)]
    assert found.game == TWO_ROUNDS
    assert found.refusal is None


def test_a_moment_shows_all_hands_or_what_a_seat_saw() -> None:
    moment = replay_game(TWO_ROUNDS).before(2, 6)
    assert moment.last == TWO_ROUNDS.finished[1].actions[4]
    assert len(moment.state.hands) == 2
    assert moment.view(1).hand == moment.state.hands[1]
    assert str(moment.state.hands[0]) not in json.dumps(moment.view(1).to_json())


@pytest.mark.parametrize("number", [1, 2])
def test_the_moments_of_one_round_are_those_of_the_whole_replay(number: int) -> None:
    whole = [each for each in replay_game(TWO_ROUNDS).moments if each.round_number == number]
    assert list(moments_of_round(TWO_ROUNDS, number)) == whole
    with pytest.raises(HaggisError, match="there is no round 3: the game has 2 rounds"):
        next(moments_of_round(TWO_ROUNDS, 3))


def test_the_final_game_is_that_of_the_replay_also_where_a_record_breaks_off() -> None:
    record = record_of(TWO_ROUNDS)
    assert final_game(GameText(1, record)) == (TWO_ROUNDS, None)
    record["rounds"][1]["actions"][3] = "0 play 2r as 1x1:9"
    with pytest.raises(BadReplay, match="round 2, action 4"):
        final_game(GameText(1, record))
    game, refusal = final_game(GameText(1, record), as_far_as_it_holds=True)
    expected = replay(GameText(1, record), as_far_as_it_holds=True)
    assert game == expected.game
    assert str(refusal) == str(expected.refusal)


def test_a_moment_that_is_not_there_is_refused() -> None:
    with pytest.raises(HaggisError, match="there is no action 100 in round 1"):
        replay_game(TWO_ROUNDS).before(1, 100)


def test_every_kept_record_is_replayed() -> None:
    for number, record in enumerate(kept_records()[::12]):
        found = replay(GameText(number + 1, record))
        assert list(found.game.totals) == record["totals"]


def test_a_file_has_a_game_a_line_or_one_over_many_lines() -> None:
    line = text_of(TWO_ROUNDS)
    assert [game.game for game in replay_text(f"{line}\n\n{line}\n")] == [TWO_ROUNDS, TWO_ROUNDS]
    assert replay_text(json.dumps(record_of(TWO_ROUNDS), indent=2))[0].game == TWO_ROUNDS


def spoiled(action: str) -> dict[str, Any]:
    record = record_of(TWO_ROUNDS)
    record["rounds"][1]["actions"][3] = action
    return record


def test_the_mark_that_an_editor_puts_before_a_file_is_no_part_of_it() -> None:
    text = text_of(one_round())
    assert read_games("\ufeff" + text) == read_games(text)


def test_an_illegal_action_is_refused_at_its_line_and_place() -> None:
    games = read_games(f"{text_of(TWO_ROUNDS)}\n\n{json.dumps(spoiled('0 play 2r 2o K Q J as 5x1:2'))}\n")
    with pytest.raises(BadReplay, match="line 3: round 2, action 4: ") as refused:
        replay(games[1])
    error = refused.value
    assert (error.line, error.round_number, error.action) == (3, 2, 4)
    assert error.to_json()["sentence"] == str(error)


def test_in_a_record_over_many_lines_the_line_is_that_of_the_action() -> None:
    text = "\n" + json.dumps(spoiled("0 play 2r 2o K Q J as 5x1:2"), indent=2)
    line = next(number for number, each in enumerate(text.splitlines(), 1) if "2r 2o K Q J" in each)
    with pytest.raises(BadReplay, match=f"line {line}: round 2, action 4: ") as refused:
        replay_text(text)
    assert line > 40
    assert refused.value.line == line


def test_in_a_record_over_many_lines_a_wrong_score_is_found_in_its_round() -> None:
    record = record_of(TWO_ROUNDS)
    record["rounds"][1]["scores"][0]["cards"] += 1
    text = json.dumps(record, indent=2)
    lines = [number for number, each in enumerate(text.splitlines(), 1) if '"hands": [' in each]
    with pytest.raises(BadReplay, match=f"line {lines[1] - 3}: round 2: "):
        replay_text(text)


def test_the_line_of_what_is_no_json_is_where_it_stands() -> None:
    lines = json.dumps(record_of(TWO_ROUNDS), indent=2).splitlines()
    lines[9] = "  nonsense"
    with pytest.raises(BadReplay, match=r"line 10: this is not JSON \(.* at column 3\)"):
        read_games("\n".join(lines))
    with pytest.raises(BadReplay, match=r"line 12: this is not JSON \(.* at column 3\)"):
        read_games("\n\n" + "\n".join(lines))


def test_a_line_that_is_no_json_leaves_the_other_games_if_asked() -> None:
    line = text_of(TWO_ROUNDS)
    text = f"{line}\nnonsense\n{line}\n"
    with pytest.raises(BadReplay, match="line 2: this is not JSON"):
        read_games(text)
    first, broken, last = read_games(text, as_far_as_it_holds=True)
    assert [replay(each).game for each in (first, last)] == [TWO_ROUNDS, TWO_ROUNDS]
    for look in (replay, final_game):
        with pytest.raises(BadReplay, match="line 2: this is not JSON"):
            look(broken, as_far_as_it_holds=True)
    with pytest.raises(BadReplay, match="line 1: this is not JSON"):
        read_games("nonsense\n{broken}", as_far_as_it_holds=True)


@pytest.mark.parametrize("bad", ["x", "1", "{}"])
def test_of_a_file_of_bad_lines_only_some_are_read(bad: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    game_text = replaying._game_text

    def noted(number: int, line: str) -> GameText:
        read.append(number)
        return game_text(number, line)

    monkeypatch.setattr(replaying, "_game_text", noted)
    line = text_of(one_round())
    text = f"{line}\n" + f"{bad}\n" * (3 * replaying.MOST_BAD_LINES)
    with pytest.raises(BadReplay, match="line 2: this is not"):
        read_games(text)
    assert read == [1, 2]
    read.clear()
    with pytest.raises(BadReplay, match="line 2: this is not"):
        read_games(text, as_far_as_it_holds=True)
    assert len(read) == replaying.MOST_BAD_LINES + 2
    few = f"{bad}\n" * replaying.MOST_BAD_LINES + line
    assert replay(read_games(few, as_far_as_it_holds=True)[-1]).game == one_round()


def test_an_illegal_action_is_told_also_where_the_file_was_cut_off_behind_it() -> None:
    text = json.dumps(spoiled("0 play 2r 2o K Q J as 5x1:2"))
    (game,) = read_games(text[: text.index("2r 2o K Q J") + 80])
    assert game.cut_off
    with pytest.raises(BadReplay, match="line 1: round 2, action 4: "):
        replay(game)


def test_what_holds_before_an_illegal_action_is_replayed_if_asked() -> None:
    found = replay(GameText(1, spoiled("nonsense")), as_far_as_it_holds=True)
    assert (found.moments[-1].round_number, found.moments[-1].action) == (2, 3)
    assert found.refusal is not None
    assert found.refusal.action == 4
    assert found.game.round == replay_game(TWO_ROUNDS).before(2, 4).game.round


@pytest.mark.parametrize("indent", [None, 1])
def test_a_record_that_was_cut_off_is_replayed_to_its_last_whole_action(indent: int | None) -> None:
    text = json.dumps(record_of(TWO_ROUNDS), indent=indent)
    place = text.rindex('"actions"') + 100
    (game,) = read_games(text[:place])
    end = text[:place].rstrip().count("\n") + 1
    with pytest.raises(BadReplay, match=f"line {end}: the file ends in the middle of round 2, after"):
        replay(game)
    found = replay(game, as_far_as_it_holds=True)
    last = found.moments[-1]
    assert last.round_number == 2
    assert last.action >= 1
    assert last.state == replay_game(TWO_ROUNDS).before(2, last.action + 1).state


@pytest.mark.parametrize("share", range(5, 100, 5))
def test_wherever_a_record_is_cut_off_it_is_said_in_a_sentence(share: int) -> None:
    text = text_of(TWO_ROUNDS)
    with pytest.raises(BadReplay, match="line 1: "):
        replay_text(text[: len(text) * share // 100])


@pytest.mark.parametrize(
    "text",
    ['{"a": "' + "," * 10**6, '{"a": "' + '\\"' * 10**5 + "[{", '{"a": [' + "[]," * 10**5, '{"a": ' + "," * 10**6],
    ids=["commas", "quotes", "lists", "no-value"],
)
def test_a_long_text_that_ends_nowhere_is_tried_a_few_times_only(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    monkeypatch.setattr(replaying, "_parsed", tried.append)
    with contextlib.suppress(BadReplay):
        read_games(text)
    assert len(tried) < 6


def test_a_cut_off_text_is_mended_only_as_deep_as_a_record_may_be() -> None:
    record = '{"format": "haggis-record/1", "more": '
    (game,) = read_games(record + '{"a":' * 10 + "1")
    assert game.cut_off
    with pytest.raises(BadReplay, match="line 1: this is not JSON"):
        read_games(record + '{"a":' * 100 + "1")


def test_what_looks_like_json_inside_a_string_is_left_alone() -> None:
    (game,) = read_games('{"format": "haggis-record/1", "a": [1, {"b": "] } \\" [, "}, "c, {')
    assert game.record == {"format": "haggis-record/1", "a": [1, {"b": '] } " [, '}]}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is no game in it"),
        ("[1, 2]", "not a game record"),
        ('{"chess": true}', "not a game record"),
        ('{"format": 7}', "not a game record"),
        ('{"format": "haggis-record/2"}', "the format is 'haggis-record/2', not 'haggis-record/1'"),
        ("hello", "this is not JSON"),
        ("{broken}", "this is not JSON"),
        (f'{{"format": {"1" * 5000}}}', "line 1: there is a number of more than 4300 digits in it"),
        ("[" * 100_000, "this is not JSON"),
    ],
)
def test_what_is_not_ours_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadReplay, match=words):
        replay_text(text)


def test_a_game_of_very_many_rounds_is_refused_and_replayed_up_to_there_if_asked() -> None:
    record = record_of(play(preset("standard"), 4, rounds=3))
    many = record | {"rounds": record["rounds"] + [record["rounds"][-1]] * 9_997}
    with pytest.raises(BadReplay, match="a game of 10000 rounds is too long: at most 2 are looked at"):
        replay(GameText(1, many), most_rounds=2)
    found = replay(GameText(1, many), most_rounds=2, as_far_as_it_holds=True)
    assert found.moments[-1].round_number == 2
    assert found.game.round is None


def test_a_game_without_a_deal_is_refused() -> None:
    with pytest.raises(BadReplay, match="there is no game in it"):
        replay(GameText(1, record_of(one_round()) | {"rounds": [], "totals": [0, 0]}))
