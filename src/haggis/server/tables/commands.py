"""What can be asked of a table. The commands themselves stand in `play_commands` and `seat_commands`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .events import TableEvent
from .table_state import TableState


class Command(Protocol):
    """A wish as a value. It changes nothing: it says which events it leads to, or refuses in words."""

    def events(self, state: TableState) -> Sequence[TableEvent]:
        """The events to store on this state; none if there is nothing to do."""
        ...
