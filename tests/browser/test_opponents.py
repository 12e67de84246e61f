"""Choosing a game: opponents with faces, rules explained where they are chosen, and rows that stay put."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from .conftest import DESKTOP, NewGuest
from .guest import Guest, resize, retell

PHONE = {"width": 390, "height": 844}
SHORTENED = "all => all.filter(name => name.scrollWidth > name.clientWidth).map(name => name.textContent)"
BEYOND = """all => all.filter(token => {
  const room = token.closest(".opponent").getBoundingClientRect();
  return token.getBoundingClientRect().right > room.right;
}).map(token => token.textContent)"""
DRAWN = "svg => svg.getBoundingClientRect().width > 20 && svg.querySelectorAll('path').length > 5"


def open_setup(guest: Guest, path: str) -> Locator:
    guest.page.goto(path)
    if path == "/":
        guest.button("Change the game").click()
    guest.page.get_by_role("group", name="Players").wait_for()
    guest.page.get_by_text("Single rules").click()
    return guest.page.locator("main")


def test_opponents_have_names_faces_and_a_measured_strength(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    setup = open_setup(guest, "/")
    setup.get_by_role("group", name="Players").get_by_text("3").click()
    for place, name in ((1, "Morag"), (2, "Ewan")):
        opponent = setup.get_by_role("group", name=f"Opponent {place}")
        expect(opponent.get_by_role("radio", checked=True)).to_have_accessible_name(f"{name} Casual")
        assert all(opponent.locator("label svg").evaluate_all(f"all => all.map({DRAWN})"))
    options = guest.api("GET", "/api/options")
    first = setup.get_by_role("group", name="Opponent 1")
    for level in options["levels"]:
        first.get_by_role("radio", name=level["people"][0]["name"]).check(force=True)
        expect(first.get_by_text(level["plays"]["words"])).to_be_visible()
        if strength := level["strength"].get("3", level["strength"].get("2")):  # else nobody has measured it yet
            expect(first.get_by_text(strength["words"])).to_be_visible()
    guest.button("Play now").click()
    expect(guest.page.locator(".opponent .face svg")).to_have_count(2)
    names = guest.page.locator(".opponent .name").all_inner_texts()
    assert names == [options["levels"][-1]["people"][0]["name"], "Morag"]


def test_names_of_opponents_are_whole_beside_a_bet(new_guest: NewGuest) -> None:
    guest = new_guest("Ann", viewport=PHONE)
    retell(guest, lambda state: state.update(bets=[0, 30, 30]))
    guest.set_table({"kind": "bot", "level": "strong"}, {"kind": "bot", "level": "strong"})
    expect(guest.page.locator(".opponent .name")).to_have_text(["Catriona", "Duncan"])
    expect(guest.page.locator(".opponent .bet")).to_have_text(["Bet 30", "Bet 30"])
    for size in [(390, 844), (360, 640), (844, 390), (820, 1180), (1280, 720)]:
        resize(guest, size)
        assert guest.page.eval_on_selector_all(".opponent .name, .where", SHORTENED) == [], size
        assert guest.page.eval_on_selector_all(".opponent .tokens > *", BEYOND) == [], size


def test_pace_rounds_and_single_rules_reach_the_table(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    setup = open_setup(guest, "/")
    setup.get_by_role("group", name="The game ends").get_by_text("3 rounds", exact=True).click()
    pace = setup.get_by_role("slider")
    assert (pace.get_attribute("min"), pace.get_attribute("max"), pace.input_value()) == ("0", "3", "0.8")
    pace.fill("0")
    setup.get_by_role("group", name="Who gets the haggis").get_by_text("Nobody", exact=True).click()
    setup.get_by_role("group", name="Bets").get_by_text("No bets").click()
    expect(setup.get_by_text("for 3 rounds, rules: Standard, changed")).to_be_visible()
    with guest.page.expect_request("**/api/tables") as asked:
        guest.button("Play now").click()
    body = asked.value.post_data_json
    assert (body["pace"], body["rounds"], body["options"]) == (0, 3, {"haggis": "nobody", "bets": []})
    guest.table = guest.page.wait_for_url("**/t/*") or guest.page.url.rsplit("/", 1)[-1]
    rules = guest.api("GET", f"/api/tables/{guest.table}/rules")
    assert (rules["rules"]["haggis"], rules["rules"]["bets"], rules["rules"]["rounds"]) == ("nobody", [], 3)
    guest.page.goto("/")
    expect(guest.page.get_by_text("for 3 rounds, rules: Standard, changed")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("path", ["/", "/friends"])
def test_no_row_of_choices_shifts_under_the_pointer(new_guest: NewGuest, path: str, size: dict[str, int]) -> None:
    guest = new_guest("Ann", viewport=size)
    setup = open_setup(guest, path)
    setup.get_by_role("group", name="Players").get_by_text("3").click()
    top = "label => { const box = label.getBoundingClientRect(); return [box.x, box.y + scrollY]; }"
    for group in setup.get_by_role("group").all():
        for label in group.locator("label:has([type=radio])").all():
            if not label.is_visible():
                continue  # a preset for two has taken its row away
            label.scroll_into_view_if_needed()
            before = label.evaluate(top)
            label.click()
            guest.page.evaluate("() => new Promise(requestAnimationFrame)")
            assert label.evaluate(top) == before, label.inner_text()


def test_every_preset_and_option_is_explained_where_it_is_chosen(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    setup = open_setup(guest, "/")
    setup.get_by_role("group", name="Players").get_by_text("3").click()
    options = guest.api("GET", "/api/options")
    for choice in options["choices"]:
        title = str(choice["words"])
        named = guest.page.get_by_role("group", name=title[0].upper() + title[1:], exact=True)
        group = setup.locator(".explained").filter(has=named)
        for place, value in enumerate(choice["values"]):
            group.locator("label").nth(place).click()
            expect(group.get_by_text(value["words"].replace("**", ""))).to_be_visible()
    presets = setup.locator(".explained").first
    for place in range(len(options["presets"])):
        presets.locator("label").nth(place).click()
        expect(presets.locator("p.shown")).not_to_be_empty()
        assert "-20" not in presets.inner_text()
