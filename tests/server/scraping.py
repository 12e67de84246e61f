"""Reads `/metrics` as Prometheus does."""

from __future__ import annotations

import httpx
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample


def samples(url: str) -> list[Sample]:
    answer = httpx.get(f"{url}/metrics", trust_env=False, timeout=30)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain")
    return [sample for family in text_string_to_metric_families(answer.text) for sample in family.samples]


def value(url: str, name: str, **labels: str) -> float:
    """The sum of a metric's samples that have these labels."""
    return sum(
        sample.value for sample in samples(url) if sample.name == name and labels.items() <= sample.labels.items()
    )
