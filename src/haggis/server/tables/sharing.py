"""What a server shares with others on the same database: by itself nothing, it is the only one."""

from __future__ import annotations

from .live_table import LiveTable
from .presence import Presence


class Sharing:
    """What happens at a table here, told to others; what happened elsewhere, found out. `node.Node` has others."""

    async def start(self) -> None:
        """Join the others."""

    async def stop(self) -> None:
        """Leave them."""

    def opened(self, table: LiveTable, presence: Presence, /) -> None:
        """A table is in memory from now on."""

    def closed(self, table: str, /) -> None:
        """It has left the memory."""

    async def refresh(self, table: LiveTable, /) -> None:
        """Read what others have stored."""

    async def may_play(self, _table: str, /) -> bool:
        """Whether this server plays the table's bots and clocks; takes them if nobody has them."""
        return True

    def leases(self) -> int:
        """How many tables this server has leased."""
        return 0

    async def begin_review(self, _game: str, /) -> bool:
        """Whether the review of a table's game is this server's to make; not if another one makes it."""
        return True

    def end_review(self, _game: str, /) -> None:
        """It is made, or was stopped."""

    async def is_reviewed(self, _game: str, /) -> bool:
        """Whether another server makes the review."""
        return False

    def react(self, table: str, seat: int, reaction: str, /) -> None:
        """Show a reaction to those who are connected elsewhere."""

    async def tables_of(self, _player: str, /) -> list[str]:
        """The tables that a player is connected to, also elsewhere."""
        return []
