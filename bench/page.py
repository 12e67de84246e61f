"""How soon the page is there: first paint and transfer of cold loads, and no layout shift in the first seconds.

Each load has a browser profile of its own: nothing is in a cache. Writes bench/results/page.json with
the calibration beside it. The page must be built (`make page`).

    python -m bench.page [--loads 10]
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import statistics
import tempfile
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from .measuring import calibration_seconds, write
from .server import server

PAINT = """() => new Promise(done => new PerformanceObserver(list => {
  const paint = list.getEntriesByName("first-contentful-paint")[0];
  if (paint) done(paint.startTime);
}).observe({type: "paint", buffered: true}))"""
SHIFT = """() => new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => { for (const shift of list.getEntries()) sum += shift.value; })
    .observe({type: "layout-shift", buffered: true});
  setTimeout(() => done(sum), 500);
})"""
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def load(browser: Browser, url: str) -> dict[str, float]:
    """One cold load: milliseconds to the first paint, bytes over the wire, layout shift."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    sent = 0

    def count(event: dict[str, Any]) -> None:
        nonlocal sent
        sent += int(event["encodedDataLength"])

    network = context.new_cdp_session(page)
    network.on("Network.loadingFinished", count)
    network.send("Network.enable")
    page.goto(url)
    page.get_by_role("button", name="Play now").wait_for()
    figures = {"paint": page.evaluate(PAINT), "shift": page.evaluate(SHIFT), "bytes": float(sent)}
    context.close()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loads", type=int, default=10)
    loads = parser.parse_args().loads
    with tempfile.TemporaryDirectory() as data, server(data) as (url, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        found = [load(browser, url) for _ in range(loads)]
        browser.close()
    paints = [each["paint"] for each in found]
    figures = {
        "loads": loads,
        "first_paint_median_ms": round(statistics.median(paints)),
        "first_paint_worst_ms": round(max(paints)),
        "transfer_kB": round(max(each["bytes"] for each in found) / 1000, 1),
        "layout_shift_worst": round(max(each["shift"] for each in found), 4),
        "load_average": [round(load, 2) for load in os.getloadavg()],
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "calibration_s": round(calibration_seconds(), 6),
    }
    print(write("page", figures))


if __name__ == "__main__":
    main()
