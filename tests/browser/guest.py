"""Somebody at the page: clicks what a person would click, and waits for conditions, never for time."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

Json = dict[str, Any]

SETTLED = """seq => {
  const board = document.querySelector("[data-cloth]");
  return board && board.dataset.idle === "true" && Number(board.dataset.seq) > seq;
}"""
TWO_FRAMES = "() => new Promise(next => requestAnimationFrame(() => requestAnimationFrame(next)))"
BOT = {"kind": "bot", "level": "greedy"}
ME = {"kind": "me"}
OPEN = {"kind": "open"}


def plays_but_bombs(state: Json) -> list[tuple[str, str]]:
    """Legal plays, as cards and reading; a bomb would end in a question."""
    plays = state["legal"]["plays"].items()
    return [(cards, reading) for reading, found in plays for cards in found if "bomb" not in reading]


class Guest:
    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.troubles: list[str] = []
        self.expected: list[str] = []
        """Parts of console messages that belong to the test, like a connection it cut."""
        self.table = ""

    def hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not any(part in text for part in self.expected):
            self.troubles.append(f"{kind}: {text}")

    # --- coming and going ---

    def go_home(self) -> None:
        self.page.goto("/")
        expect(self.button("Play now")).to_be_enabled()

    def api(self, method: str, path: str, body: Json | None = None) -> Any:
        """An answer of the server to this browser, whatever page it shows."""
        return self.page.context.request.fetch(path, method=method, data=body).json()

    def set_table(self, *seats: Json, **more: object) -> str:
        """A new table by REST, then opened; quick bots unless said otherwise."""
        made = self.api("POST", "/api/tables", {"seats": [ME, *seats], "pace": 0, **more})
        assert "link" in made, made
        self.open(made["link"])
        return str(made["link"])

    def open(self, link: str) -> None:
        self.page.goto(link)
        self.table = link.rsplit("/", 1)[-1]

    # --- looking ---

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    @property
    def board(self) -> Locator:
        return self.page.locator("[data-cloth]")

    @property
    def words(self) -> Locator:
        return self.page.locator(".say .words")

    @property
    def sheet(self) -> Locator:
        return self.page.locator("dialog .round-end")

    def card(self, card: str) -> Locator:
        return self.page.locator(f'.hand [data-card="{card}"]')

    def state(self) -> Json:
        """What the server says that this seat may know."""
        found: Json = self.api("GET", f"/api/tables/{self.table}/state")
        return found

    def settled(self, after: int = -1) -> None:
        """The page has shown everything up to some event after number `after`."""
        self.page.wait_for_function(SETTLED, arg=after)

    def caught_up(self) -> Json:
        """The state, once the page shows it."""
        state = self.state()
        self.settled(after=state["seq"] - 1)
        return state

    def asked(self) -> Json:
        """Waits until this seat is asked for something, or the round is over; the state then."""
        self.page.wait_for_function(
            """() => {
              const board = document.querySelector("[data-cloth]");
              return board && board.dataset.idle === "true" && ["turn", "give", "over"].includes(board.dataset.ask);
            }"""
        )
        return self.caught_up()

    # --- acting ---

    def choose(self, cards: str) -> None:
        for card in cards.split():
            self.card(card).click()
            expect(self.card(card)).to_have_attribute("aria-pressed", "true")

    def play(self, cards: str, words: str = "") -> None:
        """Clicks the cards, the reading if one is named, and the play button."""
        seq = self.state()["seq"]
        self.choose(cards)
        if words and self.page.get_by_role("group", name="Play it as").count():
            self.page.get_by_role("group", name="Play it as").get_by_role("button", name=words, exact=True).click()
        self.page.locator(".act .play").click()
        self.settled(seq)

    def pass_(self) -> None:
        seq = self.state()["seq"]
        self.button("Pass").click()
        self.settled(seq)

    def turn(self) -> bool:
        """One sensible action with the mouse: the longest cheap play, else a pass. False: the round is over."""
        state = self.asked()
        if state["ask"] == "over":
            return False
        if state["ask"] == "give":
            self.page.locator(".question button").first.click()
            self.settled(state["seq"])
            return True
        plays = plays_but_bombs(state)
        if not plays:
            self.pass_()
            return True
        cards, reading = max(plays, key=lambda play: (len(play[0].split()), -"JQK".count(play[0][-1])))
        self.play(cards, state["legal"]["words"][reading])
        return True

    def finish_round(self) -> None:
        for _ in range(100):
            if not self.turn():
                return
        raise AssertionError("the round did not end")


def sit_together(host: Guest, *others: Guest, **wishes: object) -> str:
    """A table for these people, all of them seated in this order, and the game begun; its link."""
    link = host.set_table(*[OPEN] * len(others), **wishes)
    for guest in others:
        guest.open(link)
        guest.button("Sit down here").first.click()
        expect(guest.button("Sit down here")).to_have_count(0)
    for guest in (host, *others):
        expect(guest.board).to_be_visible()
    return link


def seat_of(guests: list[Guest], state: Json) -> Guest:
    """The guest whose turn it is; guests in the order of their seats."""
    return guests[state["turn"]]


def finish_together(people: list[Guest]) -> None:
    """Plays the round to its end; people in the order of their seats, bots only behind them."""
    while (state := people[0].caught_up())["ask"] != "over":
        if state["turn"] < len(people):
            seat_of(people, state).turn()
        people[0].settled(state["seq"])


def retell(guest: Guest, change: Callable[[Json], None]) -> None:
    """From the next page load on, the page is told every state as `change` leaves it."""

    def connect(page_end: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            told = json.loads(message)
            if told.get("state"):
                change(told["state"])
            page_end.send(json.dumps(told))

        page_end.connect_to_server().on_message(pass_on)

    guest.page.route_web_socket("**/live*", connect)


NAMED = "() => { const on = document.activeElement; return on.getAttribute('aria-label') ?? on.textContent.trim(); }"


def reach(guest: Guest, words: str) -> None:
    """Tab up to what is called so, or begins with these words: nobody touches a mouse."""
    for _ in range(80):
        if guest.page.evaluate(NAMED).startswith(words):
            return
        guest.page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard never reaches {words!r}")


def press_on(guest: Guest, words: str) -> None:
    reach(guest, words)
    guest.page.keyboard.press("Enter")


def resize(guest: Guest, size: tuple[int, int]) -> None:
    """Another screen; what follows its size by a script has two frames for it."""
    guest.page.set_viewport_size({"width": size[0], "height": size[1]})
    guest.page.evaluate(TWO_FRAMES)
