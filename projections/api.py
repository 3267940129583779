"""The one Python door to a ledger; the command line stands on it, and so can any program.

    with Ledger.open("sqlite:///club.db") as ledger:
        club = ledger.pool("club", on="1996-12-31")
        club.ratings()

What answers a question is loaded when the first one is asked, so importing this module and
opening a ledger cost next to nothing.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, cast
from weakref import WeakSet

from ledger.events.sentences import sentence
from ledger.log.clock import Clock, now
from projections.operations.audit_pages import audit_as_document, check_audit
from projections.operations.club_api import ClubApi, rulebooks
from projections.operations.maintenance_api import MaintenanceApi
from projections.operations.officer_api import OfficerApi
from projections.operations.pool_view import PoolView
from projections.operations.study_api import StudyApi
from projections.operations.submission_api import SubmissionApi
from projections.queries.arguments import DayLike, Moment, day_of, id_of, one_of, position_of
from projections.queries.frames import Document, Rows, Stream, as_json, frame
from projections.queries.open_database import OpenDatabase

if TYPE_CHECKING:
    from datetime import date

    from sqlalchemy import Engine

    from projections.interfaces.files.documents.files import ExportedFile
    from projections.operations.amend import Amending
    from projections.queries import answer_types as shapes

__all__ = ["Ledger", "PoolView", "as_json", "audit_as_document", "check_audit", "frame"]
__all__ += ["rulebooks"]

DEFAULT_DATABASE = "sqlite:///rating-ledger.db"
DATABASE_VARIABLE = "RATING_LEDGER_DATABASE"
READ_DATABASE_VARIABLE = "RATING_LEDGER_READ_DATABASE"


class Ledger(SubmissionApi, ClubApi, OfficerApi, StudyApi, MaintenanceApi):
    """A ledger in a database: events are appended, questions are answered.

    Threads may share it for asking.  ``clock`` dates what is appended, and decides whose name is
    withheld in an answer that names no day.

    ``read_database`` is a copy of which questions are asked, a standby server: no answer is older
    than what was appended or answered before, and asking never writes (docs/FAILOVER.md).
    """

    def __init__(
        self,
        database: str,
        clock: Clock = now,
        opened: OpenDatabase | None = None,
        *,
        read_database: str | None = None,
    ) -> None:
        self.database = database
        self._clock = clock
        self._database = opened or OpenDatabase(database, read_database)
        self._lock = Lock()
        self._views: WeakSet[PoolView] = WeakSet()

    @classmethod
    def open(
        cls,
        database: str | None = None,
        *,
        read_database: str | None = None,
        clock: Clock = now,
    ) -> Self:
        """The ledger in a database; without one, that of the environment variable
        ``RATING_LEDGER_DATABASE``, else ``rating-ledger.db`` in the current folder, and a copy
        for questions where ``RATING_LEDGER_READ_DATABASE`` names one.

        Nothing is asked of it yet; the first question is refused where no ledger is in it.
        """
        if database is None:
            database = os.environ.get(DATABASE_VARIABLE, DEFAULT_DATABASE)
            read_database = read_database or os.environ.get(READ_DATABASE_VARIABLE)
        return cls(database, clock, read_database=read_database)

    def __enter__(self) -> Self:
        """The ledger itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Leave the database."""
        self.close()

    def close(self) -> None:
        """Leave the database; views that are still open are closed with it."""
        with self._lock:
            views = list(self._views)
        for view in views:
            view.close()
        self._database.close()

    @property
    def engine(self) -> "Engine":
        """The engine for the database, in which there is an up-to-date ledger."""
        return self._database.engine

    def must_be_there(self) -> None:
        """Raise :class:`~ledger.events.problems.Refused` where there is no up-to-date ledger."""
        _ = self._database.copy

    def at_least(self, position: int) -> None:
        """From now on, no answer is older than this position of the log, which another program
        has appended, say.
        """
        self._database.see(position_of(position))

    def today(self) -> "date":
        """The day on which an answer is given."""
        return self._clock().date()

    def unless_grown(self, head: int) -> Self:
        """The same ledger, which writes only while the log ends at position ``head``.

        Where somebody else was quicker than whoever was shown what would follow,
        :class:`~ledger.events.problems.Refused` (``written-meanwhile``) is raised.
        """
        return type(self)(self.database, self._clock, self._database.expecting(position_of(head)))

    # --- writing -----------------------------------------------------------------------------

    def correct(  # noqa: PLR0913 - what is corrected, how, why and by whom
        self,
        event: str,
        *,
        set: Mapping[str, Any] | None = None,  # noqa: A002 - as the command line calls it
        strike: bool = False,
        reason: str,
        by: str,
        expect: int | None = None,
        dry_run: bool = False,
    ) -> "shapes.CorrectionAnswer":
        """Correct an event from what stands: set fields of it, or strike it.

        ``event`` is its id, or that of the game, tournament or player that it brought in;
        ``expect`` the position up to which you know the log.  The answer names whose figures
        change; a dry run writes nothing.

        Raises :class:`~ledger.events.problems.Refused` where it cannot be corrected so.
        """
        import orjson

        from ledger.events.json_lines import as_json as written
        from projections.operations.amend import Amendment

        if strike == bool(set):
            raise ValueError(sentence("say either what to set, or that it is struck"))
        changes = orjson.loads(written(set or {}, field="--set"))
        known = None if expect is None else position_of(expect)
        amendment = Amendment(
            event=id_of(event), reason=reason, changes=changes, strike=strike, expect=known
        )
        return self._amend(amendment, by=by, dry_run=dry_run)

    def merge(
        self, keep: str, drop: str, *, reason: str, by: str, dry_run: bool = False
    ) -> "shapes.CorrectionAnswer":
        """Join two registrations of one person: everything of ``drop`` belongs to ``keep``."""
        from projections.operations.amend import Joining

        joining = Joining(keep=id_of(keep), drop=id_of(drop), reason=reason)
        return self._amend(joining, by=by, dry_run=dry_run)

    def _amend(
        self, amendment: "Amending", *, by: str, dry_run: bool
    ) -> "shapes.CorrectionAnswer":
        from ledger.validation.submitter import submitter_name
        from projections.engine.registry import RegisteredRulebooks
        from projections.operations.amend import amend

        by = submitter_name(by)
        self.catch_up()
        amended = amend(
            self.engine,
            amendment,
            by=by,
            rulebooks=RegisteredRulebooks(),
            clock=self._clock,
            today=self.today(),
            dry_run=dry_run,
        )
        return cast("shapes.CorrectionAnswer", Document(amended.document()))

    def publish(
        self,
        pool: str,
        *,
        on: DayLike,
        reason: str | None = None,
        by: str,
        dry_run: bool = False,
    ) -> Mapping[str, Any]:
        """Note in the log what the list of a day says as it is known now: the log keeps its
        digest, and a replay proves it later.
        """
        from ledger.validation.submitter import submitter_name
        from projections.engine.registry import RegisteredRulebooks
        from projections.operations.publish import publish

        by, day = submitter_name(by), cast("date", day_of(on))
        self.catch_up(pool)
        return Document(
            publish(
                self.engine,
                pool,
                day,
                reason,
                by=by,
                rulebooks=RegisteredRulebooks(),
                clock=self._clock,
                today=self.today(),
                dry_run=dry_run,
            )
        )

    # --- asking ------------------------------------------------------------------------------

    def pool(
        self,
        name: str,
        *,
        on: DayLike | None = None,
        known_at: Moment | None = None,
        rulebook: str | None = None,
        set: Mapping[str, Any] | None = None,  # noqa: A002 - as the command line calls it
    ) -> "PoolView":
        """A view of a pool: as of a day, as known at a position or moment, under its own
        rulebooks or another one, with other readings set.

        Raises ValueError for what is no day, position or moment.
        """
        from projections.engine.replay.schedule import WhatIf

        cut = self._database.cut(on, known_at)
        what_if = WhatIf(rulebook, dict(set or {}))
        view = PoolView(
            id_of(name), cut, what_if, self._database.snapshot, self.today, self._follow
        )
        with self._lock:
            self._views.add(view)
        return view

    def pools(self) -> "Rows[shapes.PoolRow]":
        """Every pool: its rulebook, the last day on which anything happens, its size."""
        from projections.queries.listings import pool_rows

        with self._database.snapshot() as connection:
            return Rows(pool_rows(connection, self.today()))

    def games(
        self, tournament: str, *, on: DayLike | None = None, known_at: Moment | None = None
    ) -> "Rows[shapes.GameRow]":
        """The games of a tournament as they stand, by round and board."""
        from projections.queries.listings import games_of

        cut = self._database.cut(on, known_at)
        with self._database.snapshot() as connection:
            return Rows(games_of(connection, cut, self.today(), id_of(tournament)))

    def standings(  # noqa: PLR0913 - the two clocks and the what-if
        self,
        tournament: str,
        *,
        method: str = "waldstein",
        on: DayLike | None = None,
        known_at: Moment | None = None,
        rulebook: str | None = None,
        set: Mapping[str, Any] | None = None,  # noqa: A002 - as the command line calls it
    ) -> "shapes.Standings":
        """A tournament's table after Waldstein's paper, by one of its methods."""
        from projections.engine.replay.schedule import WhatIf
        from projections.queries.crosstable import standings

        cut, what_if = self._database.cut(on, known_at), WhatIf(rulebook, dict(set or {}))
        subject = id_of(tournament)
        with self._database.snapshot() as connection:
            document = standings(connection, cut, self.today(), subject, method, what_if)
        return cast("shapes.Standings", Document(document))

    def quality_series(
        self,
        tournaments: Sequence[str],
        *,
        on: DayLike | None = None,
        known_at: Moment | None = None,
        rulebook: str | None = None,
        set: Mapping[str, Any] | None = None,  # noqa: A002 - as the command line calls it
    ) -> "shapes.QualitySeries":
        """T of every player over successive tournaments of one group (Waldstein, section 5)."""
        from projections.engine.replay.schedule import WhatIf
        from projections.queries.crosstable import quality_series

        cut, what_if = self._database.cut(on, known_at), WhatIf(rulebook, dict(set or {}))
        ids = [id_of(each) for each in tournaments]
        with self._database.snapshot() as connection:
            found = quality_series(connection, cut, self.today(), ids, what_if)
        return cast("shapes.QualitySeries", Document(found))

    def published(
        self, pool: str, *, known_at: Moment | None = None
    ) -> "Rows[shapes.PublishedList]":
        """The published lists of a pool: what they said, and what they would say today.

        As known at a position, or a moment, those that stood there, and what they would have
        said then.
        """
        from projections.queries.published_lists import published

        cut = self._database.cut(None, known_at)
        with self._database.snapshot() as connection:
            found = published(connection, id_of(pool), self.today(), cut.known_at)
            return Rows(cast("list[shapes.PublishedList]", found))

    def log(
        self, after: int = 0, to: int | None = None, types: Sequence[str] = ()
    ) -> "Stream[shapes.LogEntry]":
        """The events as recorded, from position ``after`` + 1 on; of some types, or all.

        One state of the log, that of the first event read.  Raises ValueError for what is no
        position or type.
        """
        from ledger.events.facts import VOCABULARY
        from ledger.log.export import events

        first, last = position_of(after) + 1, None if to is None else position_of(to)
        wanted = tuple(one_of(each, VOCABULARY, "type of event", "type") for each in types)
        self.must_be_there()

        def entries() -> "Iterator[shapes.LogEntry]":
            with self._database.snapshot() as connection:
                for each in events(connection, first=first, last=last, types=wanted):
                    yield cast("shapes.LogEntry", each)

        return Stream(entries())

    def export_tournament(  # noqa: PLR0913 - the two clocks, the form and the pool
        self,
        tournament: str,
        form: str,
        *,
        pool: str = "",
        on: DayLike | None = None,
        known_at: Moment | None = None,
        rulebook: str | None = None,
        set: Mapping[str, Any] | None = None,  # noqa: A002 - as the command line calls it
        ranked_by: Sequence[str] = (),
    ) -> "ExportedFile":
        """A tournament as a file: ``trf16``, ``trf26``, ``h9``, ``csv`` or ``jsonl``.

        With a pool its figures stand beside the players, as they entered it.  ``ranked_by``:
        the methods of ``standings`` that decide between equal points; else they share ranks.
        """
        from projections.engine.replay.schedule import WhatIf
        from projections.interfaces.files.documents.files import tournament_as
        from projections.queries.answers import Question

        cut, what_if = self._database.cut(on, known_at), WhatIf(rulebook, dict(set or {}))
        with self._database.snapshot() as connection:
            question = Question(id_of(pool), self.today(), cut, what_if)
            return tournament_as(connection, id_of(tournament), form, question, ranked_by)
