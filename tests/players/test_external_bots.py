"""Bots that behave and bots that don't, as real programs: a match always ends, and nothing is left."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from haggis.arena import Hooks, Summary, make_match, play_match, summarise
from haggis.players import BadBot, BotFault, Clock, External, UnknownPlayer, external, make_player, process
from haggis.rules import Game, View, preset, record
from haggis.rules.record import read_lines

from .programs import bad_bot, children, command, documented_bot, open_files, processes

PATIENT = Clock(millis=30_000)
QUICK = Clock(millis=30)


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    files, before = open_files(), children()
    yield
    assert open_files() == files
    assert children() == before


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that must be waited for is not waited for long."""
    monkeypatch.setattr(process, "END_SECONDS", 0.1)


def play(name: str, clock: Clock = PATIENT, rounds: int = 2, players: int = 2) -> Summary:
    names = (name, "greedy", "greedy")[:players]
    return summarise(play_match(make_match(names, preset("standard", players=players), rounds, clock=clock)))


@pytest.mark.parametrize("players", [2, 3])
def test_the_documented_bot_plays_without_a_fault(tmp_path: Path, players: int) -> None:
    seat = play(command(tmp_path, documented_bot()), rounds=12, players=players).seats[0]
    assert (seat.faults, seat.reasons, seat.log) == (0, [], "")
    assert seat.decisions > 50


def test_a_bot_keeps_its_process_from_round_to_round(tmp_path: Path) -> None:
    marks = tmp_path / "starts"
    noting = f"open({str(marks)!r}, 'a').write('x')\n"
    assert play(command(tmp_path, noting + documented_bot()), rounds=6).seats[0].faults == 0
    assert marks.read_text() == "x"


BAD = {
    "dies": ("sys.exit(3)", "exit code 3"),
    "is killed": ("os.kill(os.getpid(), signal.SIGSEGV)", "ended by signal 11"),
    "writes garbage": ("say('pardon?')", "not JSON: 'pardon?'"),
    "writes bytes that are no text": (r"sys.stdout.buffer.write(b'\xff\xfe\n'); sys.stdout.flush()", "not JSON"),
    "answers with a list": ("say('[1, 2]')", "not an object"),
    "answers very deep": ("say('[' * 100_000)", "not JSON"),
    "answers without an action": ("say(json.dumps({'id': request['id']}))", "no action"),
    "answers with nonsense": ("answer(request, action='0 sing')", "not an action"),
    "answers for another seat": ("answer(request, action=f\"{1 - request['view']['seat']} bet 0\")", "for seat"),
    "bets again and again": ("answer(request)", "you have bet already"),
    "plays what it doesn't hold": ("answer(request, action=f\"{request['view']['seat']} play 5b\")", "not in play"),
    "answers with another id": ("answer(request, id=request['id'] + 1)", "the answer has the id"),
    "answers with a true id": ("answer(request, id=True if request['id'] == 1 else None)", "the answer has the id"),
    "writes an endless line": ("while True: sys.stdout.write('x' * 100_000)", "more than 1,000,000 bytes"),
    "writes 100 MB on a line": ("say('x' * 100_000_000)", "more than 1,000,000 bytes"),
    "floods its output": ("while True: say('{\"id\": 0}')", "the answer has the id 0"),
    "closes its output": ("os.close(1); time.sleep(60)", "closed its standard output"),
    "closes its input": ("answer(request); os.close(0); time.sleep(60)", "closed its standard input"),
}


@pytest.mark.parametrize(("body", "reason"), BAD.values(), ids=BAD.keys())
def test_a_bad_bot_never_stops_a_match(tmp_path: Path, body: str, reason: str) -> None:
    summary = play(command(tmp_path, bad_bot(body)))
    bad, good = summary.seats
    assert summary.rounds == 2
    assert bad.faults > 0
    assert good.faults == 0
    assert any(reason in said for said in bad.reasons), bad.reasons


def test_a_bot_that_floods_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "MOST_UNASKED", 100_000)
    seat = play(command(tmp_path, bad_bot("while True: say('{}' + ' ' * 10_000)")), rounds=4).seats[0]
    assert any("floods" in reason for reason in seat.reasons), seat.reasons


def test_a_late_answer_is_a_fault_and_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers every second request, with both answers: the late one must not be taken for the other."""
    monkeypatch.setattr(external, "GRACE_SECONDS", 0.05)
    setup = "waiting = []"
    body = """\
waiting.append(request)
if len(waiting) == 2:
    for each in waiting:
        answer(each, action="0 sing" if each is waiting[0] else "0 dance")
    waiting.clear()"""
    seat = play(command(tmp_path, bad_bot(body, setup)), Clock(millis=200)).seats[0]
    assert "the answer was late" in seat.reasons
    assert any("dance" in reason for reason in seat.reasons)
    assert not any("sing" in reason for reason in seat.reasons)


def test_a_bot_that_hangs_is_ended_after_three_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "GRACE_SECONDS", 0.02)
    start = time.monotonic()
    seat = play(command(tmp_path, bad_bot("time.sleep(600)")), QUICK).seats[0]
    assert "the bot is not running: it was late 3 times in succession" in seat.reasons
    assert time.monotonic() - start < 30


def test_a_bot_that_never_reads_blocks_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "GRACE_SECONDS", 0.02)
    monkeypatch.setattr(external, "START_SECONDS", 0.1)
    seat = play(command(tmp_path, "import time; time.sleep(600)"), QUICK).seats[0]
    assert any("did not say hello" in reason for reason in seat.reasons)


def test_a_bot_that_ignores_sigterm_and_its_children_are_ended(tmp_path: Path) -> None:
    """Deaf to SIGTERM and to the end of its input, and so is a child that it has."""
    pids = tmp_path / "pids"
    setup = f"""
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = os.fork()
open({str(pids)!r}, "a").write(f"{{os.getpid()}} ")
if child == 0:
    os.close(0), os.close(1), os.close(2)
    time.sleep(600)
"""
    deaf = bad_bot("answer(request, action='0 sing')", setup) + "\ntime.sleep(600)\n"
    assert play(command(tmp_path, deaf)).seats[0].faults > 0
    started = set(map(int, pids.read_text().split()))
    assert len(started) == 2
    deadline = time.monotonic() + 10
    while started & {pid for pid, (state, _, _) in processes().items() if state not in "ZX"}:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_another_greeting_is_refused(tmp_path: Path) -> None:
    greeting = json.dumps({"name": "Old", "protocol": "haggis-bot/0"})
    seat = play(command(tmp_path, f"print({greeting!r}, flush=True)\nfor _ in iter(input, 0): pass")).seats[0]
    assert any("it greets with" in reason for reason in seat.reasons)


def test_a_dead_bot_is_started_again_but_not_for_ever(tmp_path: Path) -> None:
    marks = tmp_path / "starts"
    dying = bad_bot("sys.exit(0)", f"open({str(marks)!r}, 'a').write('x')")
    summary = play(command(tmp_path, dying), rounds=12)
    assert marks.read_text() == "x" * (1 + external.MOST_RESTARTS)
    assert summary.seats[0].faults == summary.seats[0].decisions


def test_the_end_of_the_log_is_kept(tmp_path: Path) -> None:
    body = "sys.stderr.write('x' * 300_000 + 'famous last words'); sys.stderr.flush(); sys.exit(1)"
    seat = play(command(tmp_path, bad_bot(body))).seats[0]
    assert seat.log.endswith("famous last words")
    assert len(seat.log) <= process.LOG_TAIL


def test_a_traceback_reaches_the_report(tmp_path: Path) -> None:
    seat = play(command(tmp_path, bad_bot("raise LookupError('where is my hand?')"))).seats[0]
    assert "LookupError: where is my hand?" in seat.log
    assert any("exit code 1" in reason for reason in seat.reasons)


def test_a_bot_that_is_forgotten_is_ended(tmp_path: Path) -> None:
    """No call of `close`: going out of scope is enough (the fixture looks for what is left)."""
    player = make_player(command(tmp_path, documented_bot()), 1, arena=True)
    view = _first_view()
    assert player.choose(view, PATIENT).seat == view.seat
    assert player.bet(view, PATIENT) is None


def test_a_closed_bot_can_be_closed_again(tmp_path: Path) -> None:
    player = External(command(tmp_path, documented_bot()).removeprefix("cmd:"))
    player.choose(_first_view(), PATIENT)
    player.close()
    player.close()


def test_an_impatient_user_leaves_no_bot_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while a bot is being waited for: the fixture looks for what is left."""
    player = External(command(tmp_path, bad_bot("answer(request)") + "\ntime.sleep(600)\n").removeprefix("cmd:"))
    player.choose(_first_view(), PATIENT)

    def interrupt(_seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", interrupt)
    with pytest.raises(KeyboardInterrupt):
        player.close()


def test_who_is_told_to_leave_while_a_bot_starts_leaves_none_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the start of the program and the note whom to end, nothing may happen."""

    def leave(*_: object) -> None:
        sys.exit(0)

    def started(*arguments: Any, **options: Any) -> Any:
        program = subprocess.Popen(*arguments, **options)
        signal.raise_signal(signal.SIGTERM)
        return program

    monkeypatch.setattr(process, "subprocess", SimpleNamespace(Popen=started, PIPE=subprocess.PIPE))
    bot = External(command(tmp_path, "import time\ntime.sleep(600)\n").removeprefix("cmd:"))
    before = signal.signal(signal.SIGTERM, leave)
    try:
        with pytest.raises(SystemExit):
            bot.choose(_first_view(), PATIENT)
        assert signal.getsignal(signal.SIGTERM) is leave
    finally:
        signal.signal(signal.SIGTERM, before)
        bot.close()


def test_a_bot_that_is_down_says_why(tmp_path: Path) -> None:
    player = External(command(tmp_path, bad_bot("sys.exit(7)")).removeprefix("cmd:"))
    for _ in range(2):
        with pytest.raises(BotFault, match="exit code 7"):
            player.choose(_first_view(), PATIENT)


@pytest.mark.parametrize(
    ("name", "words"),
    [("cmd:", "wants a program"), ("cmd:no-such-program-anywhere", "no program"), ("cmd:sh 'x", "can't be read")],
)
def test_a_program_that_does_not_exist_is_refused_at_once(name: str, words: str) -> None:
    with pytest.raises(BadBot, match=words):
        make_match((name, "greedy"), preset("standard"), 2)


def test_only_the_arena_runs_programs() -> None:
    with pytest.raises(UnknownPlayer):
        make_player("cmd:true", 1)


def test_a_file_that_is_no_program_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_bytes(b"\x00\x01 not a program")
    file.chmod(0o755)
    seat = play(f"cmd:{file}").seats[0]
    assert any("can't be started" in reason for reason in seat.reasons), seat.reasons


def test_records_of_a_match_with_a_bad_bot_hold(tmp_path: Path) -> None:
    name = command(tmp_path, bad_bot("say('pardon?')"))
    match = make_match((name, "greedy"), preset("standard"), 4, clock=PATIENT, keep_records=True)
    lines: list[str] = []
    play_match(match, hooks=Hooks(on_record=lines.append))
    assert [len(record.read(wire).finished) for wire in read_lines(lines)] == [1, 1, 1, 1]
    assert json.loads(lines[0])["seats"] == [name, "greedy"]


def _first_view() -> View:
    game = Game.start(preset("standard")).deal(random.Random(1))
    return game.view(game.round.turn if game.round else 0)
