"""Reviews on their way: refused, stopped, finished, and made by other servers."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from haggis.rules import preset
from haggis.server.english import say
from haggis.server.errors import TooMany, Trouble
from haggis.server.storage.database import Batch, Database
from haggis.server.storage.study_rows import ReviewRow
from haggis.server.study import reviews as reviews_module
from haggis.server.study.desk import Desk
from haggis.server.study.games import StudyGame
from haggis.server.study.reviews import Finished, Reviews, version
from haggis.server.tables.sharing import Sharing
from haggis.server.tables.table_state import Seat
from haggis.server.wire.review_view import WRITING
from tests.study.games import play

from .scenes import run


class FullDesk(Desk):
    async def review(self, owner: str, work: Callable[[], object]) -> Any:
        raise TooMany(say("limit.thinking"), 2)


def reviews_at(desk: Desk) -> tuple[Reviews, StudyGame]:
    game = play(preset("standard"), 3)
    study = StudyGame("0" * 32, game, tuple(Seat("person", name) for name in game.names))
    return Reviews(Database("sqlite+aiosqlite://", 0), desk, WRITING, 10, Sharing()), study


def test_a_review_for_which_there_is_no_room_is_refused_and_not_left_waiting() -> None:
    async def scene() -> None:
        desk = FullDesk()
        reviews, study = reviews_at(desk)
        for _ in range(2):
            with pytest.raises(TooMany):
                await reviews.ask(study, "p_ann", "here")
        assert (await reviews.look(study, "p_ann", "here")).status == "none"
        desk.stop()

    run(scene())


def test_a_review_that_is_stopped_before_it_began_can_be_asked_for_again() -> None:
    async def scene() -> None:
        desk = FullDesk()
        reviews, study = reviews_at(desk)
        asked = asyncio.create_task(reviews.ask(study, "p_ann", "here"))
        left = asyncio.create_task(reviews.leave(study, "p_ann"))
        assert (await asked).status == "stopped"
        assert (await left).status == "stopped"
        await asyncio.sleep(0)
        assert (await reviews.look(study, "p_ann", "here")).status == "none"
        desk.stop()

    run(scene())


class QuickDesk(Desk):
    async def review(self, owner: str, work: Callable[[], object]) -> Any:
        return Finished("a review", b"an answer")


class CountingDesk(Desk):
    """It counts the reviews that are made, and lets them wait."""

    def __init__(self) -> None:
        super().__init__()
        self.made = 0
        self.let = asyncio.Event()

    async def review(self, owner: str, work: Callable[[], object]) -> Any:
        self.made += 1
        await self.let.wait()
        return Finished("a review", b"an answer")


@pytest.mark.parametrize("study", ["a record", "a table"])
def test_a_review_asked_for_twice_runs_once(study: str) -> None:
    """At the same moment, while it is being made, and when it is done."""

    async def scene() -> None:
        desk, database = CountingDesk(), SlowDatabase()
        database.stored.set()
        game = at_a_table() if study == "a table" else replace(at_a_table(), id="0" * 32, table=False)
        reviews = Reviews(database, desk, WRITING, 10, Sharing())
        await asyncio.gather(*(reviews.ask(game, player, "here") for player in ("p_ann", "p_bob")))
        assert (await reviews.ask(game, "p_cay", "there")).status in ("waiting", "running")
        desk.let.set()
        while (await reviews.look(game, "p_ann", "here")).status != "done":
            await asyncio.sleep(0.01)
        assert (await reviews.ask(game, "p_bob", "here")).answer == b"an answer"
        assert desk.made == 1
        desk.stop()

    run(scene())


class SlowDatabase(Database):
    """It stores when it is let; what others have stored can be chosen."""

    def __init__(self, *, shared: bool = False) -> None:
        super().__init__("sqlite+aiosqlite://", 0)
        self.shared = shared
        self.storing, self.stored = asyncio.Event(), asyncio.Event()
        self.row: ReviewRow | None = None

    async def append(self, batch: Batch) -> None:
        self.storing.set()
        await self.stored.wait()

    async def review_of(self, game: str) -> ReviewRow | None:
        return self.row


def at_a_table() -> StudyGame:
    game = play(preset("standard"), 3)
    return StudyGame("0" * 16, game, tuple(Seat("person", name) for name in game.names), table=True)


def test_a_review_is_not_told_as_done_before_it_is_stored() -> None:
    async def scene() -> None:
        desk, database, study = QuickDesk(), SlowDatabase(), at_a_table()
        reviews = Reviews(database, desk, WRITING, 10, Sharing())
        await reviews.ask(study, "p_ann", "here")
        await database.storing.wait()
        assert (await reviews.look(study, "p_ann", "here")).status != "done"
        database.stored.set()
        while (found := await reviews.look(study, "p_ann", "here")).status != "done":
            await asyncio.sleep(0.01)
        assert found.answer == b"an answer"
        desk.stop()

    run(scene())


class Neighbour(Sharing):
    """Another server has the lease of a review, until it lets it go."""

    def __init__(self, *, makes: bool = True) -> None:
        self.makes = makes
        self.held = False

    async def begin_review(self, _game: str, /) -> bool:
        self.held = not self.makes
        return self.held

    def end_review(self, _game: str, /) -> None:
        self.held = False

    async def is_reviewed(self, _game: str, /) -> bool:
        return self.makes or self.held


def test_a_review_that_another_server_gave_up_can_be_made_here() -> None:
    """It was cut off there, or could not be stored: nobody waits for ever."""

    async def scene() -> None:
        desk, database, study, neighbour = QuickDesk(), SlowDatabase(shared=True), at_a_table(), Neighbour()
        database.stored.set()
        reviews = Reviews(database, desk, WRITING, 10, neighbour)
        assert (await reviews.ask(study, "p_ann", "here")).status == "running"
        assert (await reviews.look(study, "p_ann", "here")).status == "running"
        assert (await reviews.leave(study, "p_ann")).status == "stopped"
        neighbour.makes = False
        assert (await reviews.look(study, "p_ann", "here")).status == "none"
        assert (await reviews.leave(study, "p_ann")).status == "none"
        found = await reviews.ask(study, "p_ann", "here")
        assert (found.status, found.answer) == ("done", b"an answer"), "what is told as done comes with it"
        await asyncio.sleep(0)
        assert not neighbour.held
        desk.stop()

    run(scene())


def test_a_review_that_another_server_made_meanwhile_is_not_made_again() -> None:
    async def scene() -> None:
        desk, database, study = Desk(), SlowDatabase(shared=True), at_a_table()
        stored = ReviewRow(study.id, version(), '{"decisions":[]}')

        class JustDone(Neighbour):
            async def begin_review(self, _game: str, /) -> bool:
                database.row = stored
                return await super().begin_review(_game)

        sharing = JustDone(makes=False)
        found = await Reviews(database, desk, WRITING, 10, sharing).ask(study, "p_ann", "here")
        assert found.status == "done"
        assert found.answer
        assert json.loads(gzip.decompress(found.answer))["review"] == {"decisions": []}
        assert not sharing.held
        desk.stop()

    run(scene())


def test_a_stored_review_is_made_anew_when_levels_were_measured_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        desk, database, study = Desk(), SlowDatabase(), at_a_table()
        database.row = ReviewRow(study.id, version(), '{"decisions":[]}')
        first, second = (Reviews(database, desk, WRITING, 10, Sharing()) for _ in range(2))
        assert (await first.look(study, "p_ann", "here")).status == "done"
        monkeypatch.setattr("haggis.study.levels._written", lambda: '{"2": {"casual": 1.0}}')
        assert (await second.look(study, "p_ann", "here")).status == "none"
        desk.stop()

    run(scene())


def test_a_review_that_could_not_be_begun_is_nobody_s() -> None:
    async def scene() -> None:
        desk, study, sharing = Desk(), at_a_table(), Neighbour(makes=False)

        class Broken(SlowDatabase):
            async def review_of(self, game: str) -> ReviewRow | None:
                if sharing.held:
                    raise Trouble(say("trouble.no-database"))
                return None

        with pytest.raises(Trouble):
            await Reviews(Broken(shared=True), desk, WRITING, 10, sharing).ask(study, "p_ann", "here")
        assert not sharing.held
        desk.stop()

    run(scene())


def test_a_review_that_is_finished_while_the_database_is_asked_is_told_as_done() -> None:
    async def scene() -> None:
        desk, study = QuickDesk(), at_a_table()

        class Late(SlowDatabase):
            async def review_of(self, game: str) -> ReviewRow | None:
                while self.storing.is_set() and reviews._jobs:
                    self.stored.set()
                    await asyncio.sleep(0)
                return None

        database = Late()
        reviews = Reviews(database, desk, WRITING, 10, Sharing())
        await reviews.ask(study, "p_ann", "here")
        await database.storing.wait()
        assert (await reviews.look(study, "p_ann", "here")).answer == b"an answer"
        desk.stop()

    run(scene())


def test_in_a_cluster_a_review_goes_on_when_its_last_asker_here_leaves() -> None:
    """Others may have asked for it at other servers."""

    async def scene() -> None:
        desk, database, study = QuickDesk(), SlowDatabase(shared=True), at_a_table()
        reviews = Reviews(database, desk, WRITING, 10, Neighbour(makes=False))
        await reviews.ask(study, "p_ann", "here")
        assert (await reviews.leave(study, "p_ann")).status == "stopped"
        database.stored.set()
        while (found := await reviews.look(study, "p_ann", "here")).status != "done":
            assert found.status != "none"
            await asyncio.sleep(0.01)
        desk.stop()

    run(scene())


def test_only_so_much_of_finished_reviews_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews_module, "MOST_KEPT_BYTES", 3 * len(b"an answer"))

    async def scene() -> None:
        desk = QuickDesk()
        reviews, study = reviews_at(desk)
        games = [replace(study, id=f"{number:032}") for number in range(4)]
        for each in games:
            await reviews.ask(each, "p_ann", "here")
            while (await reviews.look(each, "p_ann", "here")).status != "done":
                await asyncio.sleep(0)
            await reviews.look(games[0], "p_ann", "here")
        found = [(await reviews.look(each, "p_ann", "here")).status for each in games]
        assert found == ["done", "none", "done", "done"], "the one that nobody looked at for longest is forgotten"
        desk.stop()

    run(scene())


def test_who_never_asked_for_a_review_does_not_stop_it() -> None:
    async def scene() -> None:
        desk = Desk()
        reviews, study = reviews_at(desk)
        asked = asyncio.create_task(reviews.ask(study, "p_ann", "here"))
        left = asyncio.create_task(reviews.leave(study, "p_bob"))
        assert (await asked).status != "stopped"
        assert (await left).status == "stopped"
        reviews.stop()
        desk.stop()

    run(scene())
