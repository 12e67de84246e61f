"""The bots as people: every level has a face, and what is said of its strength was measured."""

from __future__ import annotations

from experiments.level_strength import FILE, measured
from haggis.players import PLAYERS
from haggis.server.opponents import OPPONENTS
from haggis.server.wire.strength import MEASURED, strength_words

from .guests import BOT, ME, Guest
from .scenes import run


def test_every_level_is_somebody() -> None:
    assert list(OPPONENTS) == list(PLAYERS)
    people = [person for each in OPPONENTS.values() for person in each.people]
    assert len({person.name for person in people}) == len(people) == 3 * len(OPPONENTS)
    assert len({person.look for person in people}) == len(people)


def test_what_is_said_of_strength_is_what_was_measured() -> None:
    """If it isn't: `python -m experiments docs`."""
    assert measured() == MEASURED, FILE
    assert {"beginner", "casual"} <= {each["level"] for each in MEASURED} <= set(PLAYERS)
    for each in MEASURED:
        said = strength_words(each["level"])[each["players"]]
        assert f"{round(100 * each['out_first'])} of 100 rounds" in said
        assert f"{abs(each['points']):.0f} points a round" in said


def test_two_bots_of_a_level_have_two_names(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT, BOT)
        state = await ann.get(f"/tables/{table}/state")
        assert [seat["name"] for seat in state["seats"][1:]] == ["Hamish", "Bonnie"]

    run(scene())
