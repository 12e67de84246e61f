"""The lesson, done by somebody who does what it asks for."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import expect

from .guest import Guest

TASKS = {
    "Sets: cards of one rank": "6r 6o",
    "Runs: one suit, in a row": "4g 5g 6g",
    "Sequences of pairs": "4r 4y 5r 5y",
    "Beat it, or pass": "8r 8g",
    "Court cards are wild": "8b 9b J",
    "Bombs": "J Q",
}


def steps(guest: Guest) -> Iterator[str]:
    """The title of each step, once its cards are chosen; then the step is ended, and the next one comes."""
    heading = guest.page.get_by_role("heading", level=1)
    while True:
        title = heading.inner_text()
        for card in TASKS.get(title, "").split():
            guest.page.locator(f'[data-card="{card}"]').click()
        yield title
        if not guest.button("Next").count():
            return
        play = guest.page.locator(".try")
        if play.count():
            expect(guest.button("Next")).to_be_disabled()
            play.click()
        if title in TASKS:
            expect(guest.page.get_by_text("Aye, that's it.")).to_be_visible()
        guest.button("Next").click()
        expect(heading).not_to_have_text(title)
