"""After the game: replay, review and puzzles, by mouse, by keys alone and by finger."""

from __future__ import annotations

import json
from functools import cache

import pytest
from playwright.sync_api import FilePayload, expect

from haggis.rules import Play, preset
from haggis.study.puzzles import all_puzzles
from tests.study.games import kept_records, play, text_of

from .conftest import NewGuest
from .guest import Guest, press_on, reach, resize
from .test_everyone import PHONE, choose_by_keys, findings
from .test_in_sight import COVERED, CUT

DROP = """text => {
  const moved = new DataTransfer();
  moved.items.add(new File([text], "game.json"));
  for (const kind of ["dragover", "drop"])
    window.dispatchEvent(new DragEvent(kind, {dataTransfer: moved, bubbles: true, cancelable: true}));
}"""
SIZES = [(360, 640), (390, 844), (844, 390), (820, 1180), (1280, 720)]
BOXES = """all => all.map(one => one.getBoundingClientRect()).map(box => [box.x, box.y, box.width, box.height])"""
# Plays that reach out of the trick, which shows nothing outside of itself.
CLIPPED = """() => {
  const trick = document.querySelector(".trick").getBoundingClientRect();
  return [...document.querySelectorAll(".play:not(.older) .card svg")].filter(card => {
    const box = card.getBoundingClientRect();
    return box.top < trick.top - 1 || box.bottom > trick.bottom + 1;
  }).map(card => card.outerHTML.slice(0, 80));
}"""
WAY_BACK = """address => {
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}"""
SWIPE = """([from, to]) => {
  const main = document.querySelector("main");
  const at = x => ({pointerType: "touch", clientX: x, clientY: 300, bubbles: true});
  main.dispatchEvent(new PointerEvent("pointerdown", at(from)));
  main.dispatchEvent(new PointerEvent("pointerup", at(to)));
}"""


@cache
def record() -> str:
    return text_of(play(preset("standard"), 7, level="regular", rounds=2))


def open_record(guest: Guest, text: str) -> None:
    guest.page.goto("/games")
    file: FilePayload = {"name": "game.json", "mimeType": "application/json", "buffer": text.encode()}
    guest.page.locator("input[type=file]").set_input_files(file)


def at(guest: Guest, round_number: int, action: int) -> None:
    """The replay shows this moment, and so does its link."""
    shown = guest.page.locator(f'[data-round="{round_number}"][data-action="{action}"]')
    expect(shown).to_be_visible()
    assert guest.page.url.endswith(f"/{round_number}/{action}")


def test_a_record_is_stepped_through_and_asked_about_by_keys_alone(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    open_record(guest, record())
    at(guest, 1, 0)
    actions = json.loads(record())["rounds"][0]["actions"]
    for key, action in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", len(actions)), ("Home", 0)):
        guest.page.keyboard.press(key)
        at(guest, 1, action)
    guest.page.keyboard.press("End")
    for key, moment in (("ArrowRight", (2, 0)), ("ArrowLeft", (1, len(actions))), ("Home", (1, 0))):
        guest.page.keyboard.press(key)
        at(guest, *moment)
    reach(guest, "Moment of the round")
    for _ in range(12):
        guest.page.keyboard.press("ArrowRight")
    at(guest, 1, 12)
    hands = guest.page.locator(".seat .open-hand")
    expect(hands).to_have_count(2)
    assert not findings(guest)
    guest.page.keyboard.press("Tab")
    press_on(guest, "Forward")
    at(guest, 1, 13)
    reach(guest, "All hands")  # the words of the list
    guest.page.keyboard.press("B")
    expect(hands).to_have_count(1)
    expect(guest.page.locator(".opponent .back").first).to_be_visible()
    guest.page.keyboard.press("Shift+Tab")
    guest.page.keyboard.press("PageDown")
    at(guest, 2, 0)
    link = guest.page.url
    guest.page.goto("/")
    guest.page.goto(link)
    at(guest, 2, 0)
    press_on(guest, "Weigh the dealt hand")
    expect(guest.page.get_by_role("dialog").get_by_text("to go out first")).to_be_visible()
    guest.page.keyboard.press("Escape")
    guest.page.goto(f"{link.removesuffix('/2/0')}/1/{len(actions) - 1}")
    press_on(guest, "Best play, all cards open")
    expect(guest.page.get_by_role("dialog").get_by_text("Proved by the solver")).to_be_visible()
    assert not findings(guest)


def test_a_finger_turns_the_moments_and_a_spoilt_file_is_shown_up_to_its_fault(new_guest: NewGuest) -> None:
    guest = new_guest("Ann", **PHONE)
    spoilt = json.loads(record())
    spoilt["rounds"][0]["actions"][5] = "0 play 2r as 1x1:9"
    guest.expected.append("422")
    guest.page.goto("/")
    guest.page.evaluate(DROP, json.dumps(spoilt))
    expect(guest.page.get_by_role("alert")).to_contain_text("Line 1: round 1, action 6")
    guest.button("Show it up to there").click()
    at(guest, 1, 0)
    for from_, to, action in ((300, 100, 1), (300, 100, 2), (100, 300, 1)):
        guest.page.evaluate(SWIPE, [from_, to])
        at(guest, 1, action)
    guest.page.keyboard.press("End")
    at(guest, 1, 5)
    expect(guest.page.get_by_text("The record breaks off here. Line 1: round 1, action 6")).to_be_visible()
    for size in SIZES:
        resize(guest, size)
        assert guest.page.evaluate(COVERED, [".refusal", ".play, figcaption, .say, .seat, .steps"]) == [], size
    resize(guest, (390, 844))
    guest.button("Log, scores, graph").click()
    expect(guest.page.locator("dialog .log li").first).to_be_visible()
    assert not findings(guest)


def test_the_address_of_a_replay_says_what_is_shown(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    open_record(guest, record())
    at(guest, 1, 0)
    game = guest.page.url.removesuffix("/1/0")
    actions = [len(each["actions"]) for each in json.loads(record())["rounds"]]
    for false, shown in (("/99/1", (2, 1)), ("/1/999", (1, actions[0])), ("/0/2", (1, 2))):
        guest.page.goto(game + false)
        at(guest, *shown)
        guest.page.evaluate(WAY_BACK, game + false)
        expect(guest.page).to_have_url(f"{game}/{shown[0]}/{shown[1]}")
    guest.page.evaluate(WAY_BACK, f"{game}/2/3")
    at(guest, 2, 3)
    guest.expected.append("404")
    guest.page.goto("/replay/nosuchgame123456/1/1")
    expect(guest.page.get_by_text("There is no such game", exact=True)).to_be_visible()


def test_names_in_a_record_leave_the_cards_and_points_their_place(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    game = json.loads(text_of(play(preset("standard", players=3), 7, level="regular")))
    open_record(guest, json.dumps(game | {"seats": ["Wilhelmina " * 20, "", "W" * 200]}))
    at(guest, 1, 0)
    expect(guest.page.locator(".seat b").get_by_text("Player 2", exact=True)).to_be_visible()
    for size in SIZES:
        resize(guest, size)
        boxes = guest.page.eval_on_selector_all(".seat, .seat .open-hand", BOXES)
        for seat, hand in zip(boxes[::2], boxes[1::2], strict=True):
            assert hand[2] > seat[2] / 2, size
            assert hand[1] + hand[3] <= seat[1] + seat[3], size
            assert seat[3] < size[1] / 5, size


def to_a_trick_of_two(guest: Guest) -> None:
    """To the first moment at which two plays lie on the table."""
    for moment in range(2, 40):
        guest.page.get_by_role("slider").fill(str(moment))
        at(guest, 1, moment)
        if guest.page.locator("[data-trick] .play").count() == 2:
            return
    pytest.fail("nobody answered a lead")


def test_a_replay_of_three_is_whole_on_every_screen(new_guest: NewGuest) -> None:
    """Seats stay where they are when hands are empty; plays lie apart; what happened is told to its end."""
    guest = new_guest("Ann")
    open_record(guest, text_of(play(preset("standard", players=3), 7, level="regular")))
    at(guest, 1, 0)
    to_a_trick_of_two(guest)
    seats: dict[tuple[int, int], object] = {}
    for size in SIZES:
        resize(guest, size)
        seats[size] = guest.page.eval_on_selector_all(".seat", BOXES)
        plays = guest.page.eval_on_selector_all("[data-trick] .play", BOXES)
        (x, y, width, height), (other_x, other_y, _, _) = sorted(plays)
        assert x + width <= other_x or y + height <= other_y or other_y < y, size
        assert guest.page.locator("[data-trick] .card svg").first.evaluate("card => card.clientWidth") > 28, size
        assert guest.page.eval_on_selector_all("[data-trick] figcaption", CUT) == [], size
    guest.page.get_by_role("slider").fill("1000")
    expect(guest.page.locator(".say")).to_contain_text("The round scores")
    for size in SIZES:
        resize(guest, size)
        assert guest.page.eval_on_selector_all(".seat", BOXES) == seats[size], size
        assert guest.page.eval_on_selector_all(".say", CUT) == [], size
        assert guest.page.evaluate(COVERED, [".say", ".seat, .steps, .play"]) == [], size


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("kind", ["hidden", "opening"])
def test_why_a_puzzle_is_solved_so_covers_nothing(new_guest: NewGuest, kind: str, players: int) -> None:
    guest = new_guest("Ann")
    some = (each for each in all_puzzles() if each.kind == kind and each.state.trick)
    guest.page.goto(f"/puzzles/{next(each.name for each in some if each.state.players == players)}")
    guest.button("Show the solution").click()
    answer = guest.page.locator(".answer")
    expect(answer).to_be_visible()
    for size in SIZES:
        resize(guest, size)
        assert guest.page.eval_on_selector_all(".answer, figcaption", CUT) == [], size
        assert guest.page.evaluate(CLIPPED) == [], size
        answer.scroll_into_view_if_needed()
        expect(answer).to_be_in_viewport(ratio=0.99)
        expect(guest.button("Next puzzle")).to_be_visible()
        above = ".play, .task, .bar dd, .opponent, .told .card"
        assert guest.page.evaluate(COVERED, [".answer", above]) == [], size


def test_a_wrong_answer_is_told_what_it_leads_to_and_a_shown_solution_what_it_costs(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    first, second = [each for each in all_puzzles() if each.kind == "open" and each.state.trick][:2]
    guest.page.goto(f"/puzzles/{first.name}")
    wrong = next(action for action in first.state.legal_actions() if action != first.solution)
    assert isinstance(wrong, Play)
    for card in wrong.cards:
        guest.choose(str(card))
    guest.page.locator(".act .play").click()
    expect(guest.page.get_by_role("heading", name="Not this time.")).to_be_visible()
    expect(guest.page.locator(".answer").get_by_text("Your answer")).to_contain_text("points in the end")
    assert not findings(guest)
    guest.page.goto(f"/puzzles/{second.name}")
    guest.page.get_by_role("button", name="Show the solution costs rating and").click()
    expect(guest.page.get_by_role("heading", name="The solution")).to_be_visible()
    assert not findings(guest)


def test_the_way_back_leads_to_the_puzzle_before_with_its_answer(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.page.goto(f"/puzzles/{all_puzzles()[0].name}")
    guest.button("Show the solution").click()
    solution = guest.page.get_by_role("heading", name="The solution")
    expect(solution).to_be_visible()
    first = guest.page.url
    told = guest.page.locator(".answer").inner_text()
    guest.button("Next puzzle").click()
    expect(guest.button("Show the solution")).to_be_visible()
    second = guest.page.url
    assert second != first
    for look in (guest.page.go_back, guest.page.reload):
        look()
        expect(solution).to_be_visible()
        expect(guest.page).to_have_url(first)
        assert guest.page.locator(".answer").inner_text() == told
    guest.page.go_forward()
    expect(guest.button("Show the solution")).to_be_visible()
    expect(guest.page).to_have_url(second)
    assert guest.api("GET", "/api/me/puzzles")["failed"] == 1


def test_a_game_is_reviewed_and_its_moments_are_shown_and_played_again_by_keys_alone(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    open_record(guest, text_of(play(preset("standard"), 3, level="beginner")))
    at(guest, 1, 0)
    press_on(guest, "Review")
    expect(guest.page.get_by_role("heading", name="What cost most")).to_be_visible(timeout=120_000)
    expect(guest.page.locator("article .open-hand").first).to_be_visible()
    expect(guest.page.get_by_text("points lost a decision").first).to_be_visible()
    expect(guest.page.get_by_text("Levels compare only at 1000 nodes a decision")).to_be_visible()
    for words in ("the deal", "the rest", "others' play", "own play", "not the sum of"):
        expect(guest.page.locator("dl").get_by_text(f"{words} ")).to_have_count(2)
    expect(guest.page.locator("article .truth").get_by_text("Best with all hands known")).to_have_count(3)
    assert not findings(guest)
    resize(guest, (390, 844))
    assert not findings(guest)
    resize(guest, (820, 1180))
    boxes = guest.page.eval_on_selector_all("article", BOXES)
    rows = {y: max(x + width for x, other, width, _ in boxes if other == y) for _, y, _, _ in boxes}
    assert len(boxes) == 3
    assert max(rows.values()) - min(rows.values()) < 1, "a row of key moments has a hole"
    press_on(guest, "Show it in the replay")
    expect(guest.page.locator("[data-action]")).to_be_visible()
    guest.page.keyboard.press("ArrowRight")
    expect(guest.page.locator(".judged .grade")).to_be_visible()
    guest.page.keyboard.press("ArrowLeft")
    press_on(guest, "Play on from here")
    expect(guest.page.locator(".mine .act, .mine .play").first).to_be_visible()
    assert "/t/" in guest.page.url


def test_a_review_is_stopped_and_asked_for_again_by_keys_alone(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    open_record(guest, json.dumps(max(kept_records(), key=lambda kept: len(kept["rounds"]))))
    at(guest, 1, 0)
    press_on(guest, "Review")
    progress = guest.page.get_by_text("decisions judged")
    for _ in range(2):
        expect(progress).to_be_visible()
        press_on(guest, "Stop")
        expect(guest.page.get_by_text("The review was stopped.")).to_be_visible()
        expect(progress).to_be_hidden()
        assert not findings(guest)
        press_on(guest, "Review it again")
    expect(progress).to_be_visible()
    press_on(guest, "Stop")
    expect(guest.button("Review it again")).to_be_visible()


def test_a_puzzle_is_solved_by_keys_alone(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.go_home()
    press_on(guest, "Puzzles")
    expect(guest.page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    solution = next(
        each
        for each in all_puzzles()
        if each.kind == "open" and isinstance(each.solution, Play) and len(each.solution.cards) == 1
    )
    guest.page.goto(f"/puzzles/{solution.name}")
    assert isinstance(solution.solution, Play)
    card = str(solution.solution.cards)
    expect(guest.card(card)).to_be_visible()
    assert not findings(guest)
    resize(guest, (390, 844))
    assert not findings(guest)
    choose_by_keys(guest, card)
    guest.page.keyboard.press("Enter")
    expect(guest.page.get_by_role("heading", name="Right.")).to_be_visible()
    expect(guest.page.locator("dl dd").nth(1)).to_have_text("1")
    assert not findings(guest)
    press_on(guest, "Next puzzle")
    expect(guest.button("Show the solution")).to_be_visible()
    press_on(guest, "What is proved?")
    expect(guest.page.locator("dialog .proof")).to_be_visible()
    guest.page.keyboard.press("Escape")
    press_on(guest, "Show the solution")
    expect(guest.page.get_by_role("heading", name="The solution")).to_be_visible()
