"""The part of the door by which events and tournament files come in.

What answers is loaded when it is asked, as everywhere in the door.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, cast

from projections.operations.pool_view import Progress, no_progress
from projections.queries.arguments import DayLike, day_of, id_of, one_of
from projections.queries.frames import Document

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from ledger.importing.matching.tournament_identity import IdentityChoice
    from ledger.importing.request import ImportRequest, InputFile
    from ledger.log.clock import Clock
    from ledger.log.event_log import Receipt
    from projections.queries.open_database import OpenDatabase

Event = Mapping[str, Any] | str | bytes


class SubmissionApi(ABC):
    """Events appended, tournament files imported."""

    _clock: "Clock"
    _database: "OpenDatabase"

    @property
    @abstractmethod
    def engine(self) -> "Engine":
        """The engine for the database, in which there is an up-to-date ledger."""

    @abstractmethod
    def today(self) -> "date":
        """The day on which an answer is given."""

    def append(
        self,
        events: Iterable[Event] | Event,
        *,
        by: str,
        source: str | None = None,
        dry_run: bool = False,
        progress: Progress = no_progress,
    ) -> "Receipt":
        """Append events of the contract, as dicts or as lines of JSON, all of them or none.

        A list, a generator, one text of lines or one dict.  ``source`` is that of the events
        that name none; a dry run checks them and writes nothing.
        Raises :class:`~ledger.events.problems.Refused` with every problem found, each with the
        number of its event.
        """
        from ledger.events.json_lines import numbered
        from ledger.validation.submission import append
        from ledger.validation.submitter import submitter_name
        from projections.engine.registry import RegisteredRulebooks

        return append(
            self.engine,
            numbered(events),
            by=submitter_name(by),
            rulebooks=RegisteredRulebooks(),
            clock=self._clock,
            progress=progress,
            source=source,
            dry_run=dry_run,
        )

    def import_file(  # noqa: PLR0913 - the file, how it is read, and what becomes of it
        self,
        name: str,
        content: bytes,
        *,
        pools: Sequence[str],
        format: str = "auto",  # noqa: A002 - as the command line calls it
        ended_on: DayLike | None = None,
        links: Mapping[str, str] | None = None,
        register_new: bool = False,
        same_as: str | None = None,
        another: bool = False,
        by: str,
        dry_run: bool = False,
    ) -> Mapping[str, Any]:
        """A tournament file, all of it or nothing; the document has ``problems`` if it is refused.

        ``links`` say who its players are, by their numbers.  It is a changed file of
        ``same_as``; with ``another``, of nothing known.  Raises ValueError for bad arguments.
        """
        from ledger.importing.formats.registry import READERS
        from ledger.importing.formats.tournament_report import SuppliedDetails
        from ledger.importing.matching.player_links import LinkChoice
        from ledger.importing.request import AUTO, ImportRequest, InputFile
        from ledger.validation.submitter import submitter_name
        from projections.operations.import_effect import RULEBOOKS, effect_of_import

        request = ImportRequest(
            format=one_of(format, [*READERS, AUTO], "format"),
            pools=tuple(map(id_of, pools)),
            by=submitter_name(by),
            rulebooks=RULEBOOKS,
            clock=self._clock,
            dry_run=dry_run,
            supplied=SuppliedDetails(ended_on=day_of(ended_on)),
            identity=_identity(same_as, another=another),
            choice=LinkChoice(links=dict(links or {}), register_new=register_new),
            effect=effect_of_import(self._clock),
        )
        return self._imported(InputFile(id_of(name), content), request)

    def _imported(self, file: "InputFile", request: "ImportRequest") -> Mapping[str, Any]:
        from ledger.importing.import_files import import_all
        from ledger.importing.outcome_document import document_of
        from projections.queries.people import known_players
        from projections.queries.presentation import as_known

        (outcome,) = import_all(self.engine, [lambda: file], request)
        with self.engine.connect() as connection:
            asked = outcome.proposed_players, request.pools, self.today()
            known = as_known(known_players(connection, *asked))
        return cast("Mapping[str, Any]", Document(document_of(outcome, known)))

    def names_changed(self, today: date) -> tuple[int, date | None]:
        """The last position at which somebody's name was withheld, erased or corrected; 0: none.

        And the last day up to ``today`` on which one began to be withheld, or no longer was; None:
        there was none.  What answers say about the past stays as it is but for names.
        """
        from projections.queries.name_changes import last_change_of_names

        with self._database.snapshot() as connection:
            return last_change_of_names(connection, today)


def _identity(same_as: str | None, *, another: bool) -> "IdentityChoice":
    from ledger.importing.matching.tournament_identity import IdentityChoice

    return IdentityChoice(same_as=None if same_as is None else id_of(same_as), another=another)
