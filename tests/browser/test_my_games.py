"""My games: listed, carried on, ended; my name and my order of cards stay as I left them."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from .conftest import NewGuest
from .guest import BOT, Guest, sit_together

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def unfinished(guest: Guest) -> Locator:
    return guest.page.get_by_role("listitem").filter(has=guest.page.get_by_role("link", name="Carry on"))


def test_all_unfinished_games_are_listed_and_can_be_deleted(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    for _ in range(5):
        guest.set_table(BOT)
    guest.page.goto("/")
    expect(unfinished(guest)).to_have_count(3)
    guest.page.get_by_role("link", name="All 5 unfinished games").click()
    expect(unfinished(guest)).to_have_count(5)
    unfinished(guest).first.get_by_role("button", name="Delete").click()
    guest.page.get_by_role("dialog").get_by_role("button", name="No, keep it").click()
    expect(unfinished(guest)).to_have_count(5)
    unfinished(guest).first.get_by_role("button", name="Delete").click()
    guest.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(unfinished(guest)).to_have_count(4)
    guest.open(f"/t/{guest.table}")  # the latest, so the first of the list
    expect(guest.page.get_by_role("heading", name="The table is closed")).to_be_visible()


def test_leaving_asks_first_and_resigning_is_for_good(new_guest: NewGuest) -> None:
    ann, bob = new_guest("Ann"), new_guest("Bob")
    link = sit_together(ann, bob)
    bob.button("Settings").click()
    bob.button("Leave the game").click()
    bob.button("No, play on").click()
    assert bob.state()["seats"][1]["left"] is False
    bob.button("Leave the game").click()
    bob.button("Resign").click()
    expect(bob.button("Play now")).to_be_visible()
    expect(unfinished(bob)).to_have_count(0)
    expect(ann.page.locator(".side .log li").filter(has_text="Bob resigns")).to_be_visible()
    bob.open(link)
    expect(bob.page.get_by_text("You are watching", exact=True)).to_be_visible()
    expect(bob.button("Take your seat back")).to_have_count(0)


def test_a_name_is_kept_without_saving(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.go_home()
    guest.page.get_by_label("Your name").fill("Morven")
    guest.button("Play now").click()
    expect(guest.board).to_be_visible()
    assert guest.api("GET", "/api/me")["name"] == "Morven"
    guest.table = guest.page.url.rsplit("/", 1)[-1]
    assert guest.state()["seats"][0]["name"] == "Morven"
    guest.page.goto("/")
    expect(guest.page.get_by_label("Your name")).to_have_value("Morven")


def test_a_newcomer_is_one_person(new_guest: NewGuest) -> None:
    """Several parts of a page ask who she is; two answers at once would be two people."""
    guest = new_guest()
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/api/me") else None)
    guest.go_home()
    expect(guest.page.get_by_label("Your name")).not_to_have_value("")
    assert len(asked) == 1


def order(guest: Guest) -> list[str]:
    found: list[str] = guest.page.eval_on_selector_all(".fan [data-card]", "all => all.map(one => one.dataset.card)")
    return found


def drag_to(guest: Guest, card: str, other: str) -> None:
    """Drags a card onto another with the mouse, slowly enough to look at it on the way."""
    start, end = guest.card(card).bounding_box(), guest.card(other).bounding_box()
    assert start
    assert end
    mouse = guest.page.mouse
    mouse.move(start["x"] + 10, start["y"] + 24)
    mouse.down()
    mouse.move(start["x"] + 24, start["y"] + 22, steps=3)
    mouse.move(end["x"] + 12, end["y"] + end["height"] - 12, steps=6)


def test_a_card_is_dragged_from_row_to_row_on_a_phone_and_stays_there(new_guest: NewGuest) -> None:
    guest = new_guest("Ann", **PHONE)
    guest.set_table(BOT)
    guest.asked()
    before = order(guest)
    columns = (len(before) + 1) // 2
    card, other = before[1], before[columns + 2]
    drag_to(guest, card, other)
    on_top = guest.page.evaluate(
        """card => {
          const dragged = document.querySelector(`.hand [data-card="${card}"]`);
          dragged.style.pointerEvents = "auto";
          const box = dragged.getBoundingClientRect();
          const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          dragged.style.pointerEvents = "";
          return dragged.contains(top);
        }""",
        card,
    )
    guest.page.mouse.up()
    assert on_top, "the dragged card is below another one"
    expect(guest.button("By hand")).to_be_visible()
    after = order(guest)
    assert after.index(card) >= columns
    guest.page.reload()
    guest.settled()
    assert order(guest) == after


def test_a_rematch_takes_one_tap_each(new_guest: NewGuest) -> None:
    ann, bob = new_guest("Ann"), new_guest("Bob")
    both = [ann, bob]
    sit_together(*both, rounds=1)
    old = ann.table
    while ann.caught_up()["winner"] is None:
        state = ann.caught_up()
        if state["ask"] == "over":  # a tie asks for one more round
            for guest in both:
                guest.button("Next round").click()
        else:
            both[state["turn"]].turn()
        ann.settled(state["seq"])
    ann.button("Rematch").click()
    expect(ann.page.get_by_role("listitem").filter(has_text="Waiting for Bob")).to_be_visible()
    eve = new_guest("Eve")
    eve.open(ann.page.url)
    expect(eve.page.get_by_role("listitem").filter(has_text="Waiting for Bob")).to_be_visible()
    expect(eve.button("Sit down here")).to_have_count(0)
    phone = bob.page.context.new_page()  # Bob, too, by the link
    phone.goto(ann.page.url)
    expect(phone.get_by_role("button", name="Sit down here")).to_have_count(1)
    phone.close()
    bob.button("Join the rematch").click()
    for guest in both:
        expect(guest.page.locator(".where")).to_contain_text("Round 1")
        expect(guest.sheet).to_be_hidden()
        assert old not in guest.page.url
    assert ann.page.url.rsplit("/", 1) == bob.page.url.rsplit("/", 1)
