"""The measurement of reviews beside bots still works."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from pathlib import Path

from bench.fairness import Reviewing, bots
from bench.server import server
from tests.study.games import one_round


def test_a_review_is_looked_at_until_it_is_done(tmp_path: Path) -> None:
    reviewing = Reviewing(one_round(3))
    with server(str(tmp_path), review_nodes=20) as (url, _):
        asyncio.run(reviewing.run(url))
    found = reviewing.figures()
    assert 0 < found["first_s"] <= found["whole_s"]
    assert found["players"] == 3
    assert found["judged"] == found["decisions"] > 20


def test_a_review_that_was_cut_off_says_how_far_it_came() -> None:
    reviewing = Reviewing(one_round())
    reviewing.look({"status": "waiting", "done": 0, "total": 30}, 0.1)
    reviewing.look({"status": "running", "done": 2, "total": 30}, 0.4)
    reviewing.look({"status": "running", "done": 5, "total": 30}, 0.9)
    assert reviewing.figures() == {"players": 2, "first_s": 0.4, "whole_s": None, "judged": 5, "decisions": 30}


def test_bots_are_measured_beside_a_review() -> None:
    reviewing = Reviewing(one_round())
    found = bots(Namespace(skilled=0, experts=0, hints=0, seconds=2), [reviewing], 1)
    assert found["greedy"]["answers"] > 0
    assert reviewing.total > 0
