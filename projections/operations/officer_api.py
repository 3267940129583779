"""The part of the door that a rating officer uses: what would follow, and what is to be looked at.

What answers is loaded when it is asked, as everywhere in the door.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from projections.queries.arguments import id_of
from projections.queries.frames import Rows

if TYPE_CHECKING:
    from datetime import date

    from sqlalchemy import Engine

    from projections.operations.amend import Amending
    from projections.queries import answer_types as own
    from projections.queries import answer_types as shapes
    from projections.queries.open_database import OpenDatabase


class OfficerApi(ABC):
    """Events with their consequences, written as they were shown; people entered twice."""

    _database: "OpenDatabase"

    @property
    @abstractmethod
    def engine(self) -> "Engine":
        """The engine for the database, in which there is an up-to-date ledger."""

    @abstractmethod
    def today(self) -> "date":
        """The day on which an answer is given."""

    @abstractmethod
    def _amend(
        self, amendment: "Amending", *, by: str, dry_run: bool
    ) -> "shapes.CorrectionAnswer": ...

    def record(
        self, type_: str, data: Mapping[str, Any], *, by: str, dry_run: bool = False
    ) -> "shapes.CorrectionAnswer":
        """Append one event of the contract, a decision for example; whose figures change by it.

        A dry run writes nothing.

        Raises :class:`~ledger.events.problems.Refused` with all that is wrong with it.
        """
        from projections.operations.amend import NewEvent

        known = {name: value for name, value in data.items() if value is not None}
        return self._amend(NewEvent(type=type_, data=known), by=by, dry_run=dry_run)

    def event_as_it_stands(self, name: str) -> "own.EventAsItStands":
        """An event by its id, or that of the game, tournament or player that it brought in."""
        from projections.queries.find_event import event_as_it_stands

        with self.engine.connect() as connection:
            return event_as_it_stands(connection, id_of(name))

    def namesakes(self, name: str) -> "Rows[shapes.KnownPlayerRow]":
        """Whoever of the register has, or once had, a name in any spelling."""
        from projections.queries.data_quality import namesakes

        with self._database.snapshot() as connection:
            return Rows(namesakes(connection, id_of(name), self.today()))

    def possible_doubles(self) -> "Rows[own.PossibleDouble]":
        """Registrations that may be one person's: the same name or number, nothing against it."""
        from projections.queries.data_quality import possible_doubles

        with self._database.snapshot() as connection:
            return Rows(possible_doubles(connection, self.today()))
