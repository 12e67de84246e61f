"""The pages show the results as they are kept, each marked stale if it is."""

from __future__ import annotations

import json

import pytest

from experiments.__main__ import EXPERIMENTS
from experiments.results import ROOT, Experiment, with_tables

by_name = pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda experiment: experiment.name)


@by_name
def test_the_page_shows_the_results_as_they_are_kept(experiment: Experiment) -> None:
    """If it doesn't: `python -m experiments docs`, or first `sign` if no decision should have changed."""
    page = experiment.page.read_text()
    assert with_tables(page, [experiment]) == page


@by_name
def test_every_kept_result_is_of_a_listed_experiment(experiment: Experiment) -> None:
    assert {file.stem for file in experiment.folder.glob("*.json")} <= set(experiment.commands)


@by_name
def test_every_result_is_on_the_page(experiment: Experiment) -> None:
    page = experiment.page.read_text()
    assert all(f"`{result['command']}`" in page for result in experiment.kept().values())


@by_name
def test_what_an_experiment_writes_is_there(experiment: Experiment) -> None:
    assert all((ROOT / path).is_file() for path in experiment.writes)


def test_every_result_carries_its_version() -> None:
    for experiment in EXPERIMENTS:
        for file in experiment.folder.glob("*.json"):
            assert set(json.loads(file.read_text())["version"]) == {"commit", "code"}
