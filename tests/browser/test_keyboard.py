"""With the keyboard alone, and for those who listen: the accessibility tree says all that a player needs."""

from __future__ import annotations

import re
import time
from collections import Counter

from playwright.sync_api import Page, expect

from .conftest import NewGuest
from .guest import BOT, Guest, Json, plays_but_bombs, press_on, sit_together

PATIENCE = 60
KEYS = {"10": "0", "Jack": "j", "Queen": "q", "King": "k"}
ORDER = [*map(str, range(2, 11)), "Jack", "Queen", "King"]
SUITS = "red|orange|yellow|green|blue"
ON_A_CARD = "!!document.activeElement.dataset.card"


class Listener:
    """Plays by what the accessibility tree says, and by nothing else."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: set[str] = set()

    def tree(self) -> str:
        return self.page.locator("body").aria_snapshot()

    def status(self, tree: str) -> str:
        found = re.search(r'status: "?([^"\n]+)', tree[tree.find('region "You"') :])
        return found[1] if found else ""

    def ranks(self, tree: str) -> Counter[str]:
        hand = tree[tree.find('toolbar "Your hand"') : tree.find('button "By rank"')]
        numbers = re.findall(rf'button "(?:{SUITS}) (\d+)"', hand)
        return Counter([*numbers, *re.findall(r'button "(Jack|Queen|King)"', hand)])

    def until(self, *signs: str) -> str:
        """The tree, once its status begins with one of these, or a dialog is there."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            tree = self.tree()
            self.heard.add(self.status(tree))
            if 'dialog "' in tree or self.status(tree).startswith(signs):
                return tree
        raise AssertionError(f"never heard {signs}:\n{self.tree()}")

    def type(self, rank: str, times: int) -> str:
        for _ in range(times):
            self.page.keyboard.press(KEYS.get(rank, rank))
        return self.until("red", "orange", "yellow", "green", "blue", "Jack", "Queen", "King")

    def turn(self) -> bool:
        """One action; False when the round is over."""
        tree = self.until("Your lead", "Beat the", "Nothing beats")
        if 'dialog "' in tree:
            return False
        ranks, asked = self.ranks(tree), self.status(tree)
        if asked.startswith("Your lead"):
            rank = min(ranks, key=ORDER.index)
            chosen = self.type(rank, 1 if rank in KEYS and rank != "10" else ranks[rank])
            assert 'button "Play ' in chosen, chosen
            self.act("Enter")
        elif not self.beat(asked, ranks):
            self.act("p")
        return True

    def beat(self, asked: str, ranks: Counter[str]) -> bool:
        """A single, pair or three of a kind is beaten with the next higher one, if there is one."""
        found = re.search(r"(single|pair of|three) (\w+?)s?,", asked)
        if not found:
            return False
        size = {"single": 1, "pair of": 2, "three": 3}[found[1]]
        to_beat = ORDER.index({"J": "Jack", "Q": "Queen", "K": "King"}.get(found[2], found[2]))
        higher = [rank for rank in ORDER[to_beat + 1 :] if ranks[rank] >= size]
        if not higher:
            return False
        assert "beats the table" in self.status(self.type(higher[0], size))
        self.act("Enter")
        return True

    def told(self, tree: str) -> int:
        """How many things have happened, by the log."""
        return tree[tree.find('list "What happened"') :].count("listitem")

    def act(self, key: str) -> None:
        before = self.told(self.tree())
        self.page.keyboard.press(key)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            tree = self.tree()
            if 'dialog "' in tree or self.told(tree) > before:
                return
        raise AssertionError(f"{key} did nothing")


def test_a_round_by_keyboard_reading_only_the_accessibility_tree(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.set_table(BOT, rounds=1)
    listener = Listener(guest.page)
    for _ in range(100):
        if not listener.turn():
            break
    tree = listener.tree()
    assert re.search(r'heading ".*(went out first|wins?)" \[level=2\]', tree), tree
    assert any(re.match(rf"(({SUITS}) \d+|Jack|Queen|King)", heard) for heard in listener.heard)
    replayed = guest.page.locator('[data-round="1"][data-action="0"]')
    press_on(guest, "Replay")  # of the end sheet
    expect(replayed).to_be_visible()
    guest.page.goto("/")
    press_on(guest, "My games")
    expect(guest.page.get_by_role("link", name="Record")).to_be_visible()
    press_on(guest, "Replay")
    expect(replayed).to_be_visible()
    assert guest.table in guest.page.url


def test_why_not_is_announced_in_words(new_guest: NewGuest) -> None:
    """First of cards that are nothing, then of a card that is too low: their names, and the reason."""
    people = [new_guest("Ann"), new_guest("Bob")]
    sit_together(*people)
    turn = people[0].caught_up()["turn"]
    leader, other = people[turn], people[1 - turn]
    status = other.page.get_by_role("region", name="You").get_by_role("status")
    region = status.element_handle()
    other.choose(" ".join(other.state()["hand"].split()[:9:4]))
    expect(status).to_have_text(re.compile(rf"^(({SUITS}) \d+, ){{2}}({SUITS}) \d+: .*combination"))
    other.page.keyboard.press("Escape")
    leader.play("K")
    state = other.asked()
    useful = {card for plays in state["legal"]["plays"].values() for cards in plays for card in cards.split()}
    useless = next(card for card in state["hand"].split() if card not in useful)
    other.choose(useless)
    expect(status).to_have_text(re.compile(rf"^({SUITS}) \d+: .*must beat the single K"))
    assert region.evaluate("one => one.isConnected"), "a region that is replaced is not read out"


def one_action(guest: Guest, state: Json) -> None:
    plays = [cards for cards, _ in plays_but_bombs(state)]
    if not plays:
        guest.page.keyboard.press("p")
        return
    cards = max(plays, key=lambda found: len(found.split())).split()
    type_ranks(guest, cards)
    guest.page.keyboard.press("Enter")


def type_ranks(guest: Guest, cards: list[str]) -> None:
    for card in cards:
        guest.page.keyboard.press(card[0].replace("T", "0").lower())
    expect(guest.page.locator(".hand [aria-pressed=true]")).to_have_count(len(cards))


def test_the_focus_survives_every_play_and_pass(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.set_table(BOT, rounds=1)
    guest.asked()
    guest.page.keyboard.press("c")
    for _ in range(100):
        state = guest.asked()
        if state["ask"] == "over":
            break
        guest.page.wait_for_function(f"() => {ON_A_CARD}")
        if not plays_but_bombs(state):
            guest.page.get_by_role("button", name="Pass").focus()
        one_action(guest, state)
        guest.settled(state["seq"])
    expect(guest.sheet).to_be_visible()
    assert guest.page.evaluate("!!document.activeElement.closest('dialog')")


def test_one_key_reaches_the_hand_from_anywhere(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.set_table(BOT)
    guest.asked()
    for key in ("c", "ArrowRight"):
        guest.button("Settings").focus()
        guest.page.keyboard.press(key)
        assert guest.page.evaluate(ON_A_CARD), key


def test_a_play_is_one_key_a_card_and_enter(new_guest: NewGuest) -> None:
    """Two of a rank on the lead, or a run: the suits that fit are found."""
    guest = new_guest("Ann")
    guest.set_table(BOT)
    state = guest.asked()
    plays = [cards for cards, _ in plays_but_bombs(state)]
    cards = max(plays, key=lambda found: (len(found.split()) == 3, len(found.split()))).split()
    type_ranks(guest, cards)
    expect(guest.page.locator(".act .play")).to_be_enabled()
    guest.page.keyboard.press("Enter")
    guest.settled(state["seq"])
    assert len(guest.state()["hand"].split()) == len(state["hand"].split()) - len(cards)


def test_a_play_is_one_click_a_card_and_one_more_and_a_double_click_plays_one_card(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.set_table(BOT)
    state = guest.asked()
    while len(state["legal"]["plays"]) < 1:
        guest.pass_()
        state = guest.asked()
    cards = max((cards for cards, _ in plays_but_bombs(state)), key=lambda found: len(found.split())).split()
    for card in cards:
        guest.card(card).click()
    guest.page.locator(".act .play").click()
    guest.settled(state["seq"])
    for card in cards:
        expect(guest.card(card)).to_have_count(0)
    state = guest.asked()
    while not (single := next((cards for cards, _ in plays_but_bombs(state) if len(cards.split()) == 1), "")):
        guest.pass_()
        state = guest.asked()
        assert state["ask"] == "turn"
    guest.card(single).dblclick()
    guest.settled(state["seq"])
    expect(guest.card(single)).to_have_count(0)


def test_a_double_click_beside_other_chosen_cards_plays_nothing(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.set_table(BOT)
    state = guest.asked()
    first, *_, last = state["hand"].split()
    guest.choose(first)
    guest.card(last).dblclick()
    expect(guest.card(last)).to_have_attribute("aria-pressed", "false")
    assert guest.state()["seq"] == state["seq"]


def test_a_hint_takes_the_focus_and_gives_it_back(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.set_table(BOT)
    guest.asked()
    guest.page.keyboard.press("h")
    expect(guest.page.get_by_role("region", name="would do").get_by_role("listitem").first).to_be_visible()
    guest.page.wait_for_function("() => !!document.activeElement.closest('.hints li')")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_function(f"() => {ON_A_CARD}")
