"""The measurement of attacks still works: a few of each kind, with few people."""

from __future__ import annotations

import pytest

from bench.attacks.__main__ import broken
from bench.attacks.attacker import repeat
from bench.attacks.measuring import ATTACKS, PATIENT, PATIENT_SECONDS, measure, verdict
from bench.measuring import ROOT
from haggis.server.limits import REQUEST_SECONDS

SHORT = ["ping_flood", "packed_frames", "bet_cycles", "link_guessing", "review_flood"]


def test_attacks_are_sent_answered_and_measured() -> None:
    found = measure(SHORT, tables=2, seconds=1)
    quiet, *phases = found["phases"]
    assert quiet["answers"] == {}
    assert [each["attack"] for each in phases] == SHORT
    assert all(each["answers"] and each["actions"] and each["megabytes"] > 20 for each in phases)
    assert phases[0]["answers"]["closed"]
    assert phases[1]["answers"]["1002"]
    assert phases[3]["answers"]["403"]
    assert phases[4]["answers"]["200"]
    assert found["server_failures"] == 0
    assert not [each for each in broken(found) if not each.endswith("slow")], "this machine may be busy"


def test_an_attack_that_is_broken_itself_does_not_pass_for_harmless() -> None:
    with pytest.raises(ZeroDivisionError):
        repeat(1, lambda number: str(1 // (number % 2)))


def test_there_are_more_than_thirty_attacks_each_with_its_sentence() -> None:
    assert len(ATTACKS) > 33
    assert all(each.__doc__ for each in ATTACKS.values())


@pytest.mark.parametrize("page", ["security.md", "operations.md"])
def test_the_pages_tell_how_many_there_are(page: str) -> None:
    assert f" {len(ATTACKS)} attacks" in (ROOT / "docs" / page).read_text(encoding="utf-8")


def test_attacks_that_wait_for_the_server_to_lose_its_patience_outlast_it() -> None:
    assert set(ATTACKS) >= PATIENT
    assert PATIENT_SECONDS > REQUEST_SECONDS + 2


def test_what_the_server_did_in_few_words() -> None:
    answers = {"429": 3, "too-many": 1, "1009": 2, "closed": 1, "422": 5, "200": 1, "500": 1, "ok": 1}
    assert verdict(answers) == "refused 5, limited 4, closed 3, answered 2, failed 1"


def test_a_broken_bar_is_named() -> None:
    phase = {
        "attack": "x",
        "p99_ms": 300.0,
        "megabytes": 500.0,
        "people_refused": 0,
        "people_cut_off": 1,
        "answers": {"500": 1},
    }
    complaints = broken({"server_failures": 1.0, "phases": [phase]})
    assert complaints == [
        "1.0 failures of the server",
        "x: slow",
        "x: too much memory",
        "x: people were cut off",
        "x: a 500",
    ]
