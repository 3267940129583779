"""The Python façade: open a ledger, append events, ask questions.

The command line, the HTTP API and the pages use it, and so can any program.

    with Ledger.open("sqlite:///club.db") as ledger:
        club = ledger.pool("club", on="1996-12-31")
        club.ratings()

Operations and queries are imported when they are first called, so importing this module and
opening a ledger are cheap.
"""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from datetime import date
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Self, Unpack, cast
from weakref import WeakSet

from ledger.log.clock import Clock, now
from projections.engine.replay.permission import (
    CostsReplay,
    replays_are_forbidden,
    without_replays,
)
from projections.operations.catalogue import OPERATIONS, offered, operation_of
from projections.pool_view import PoolView, Progress, ViewSources, ignore_progress
from projections.queries.arguments import (
    ClockArguments,
    DayLike,
    Moment,
    SpanArguments,
    TournamentFileArguments,
    WhatIfArguments,
    day_of,
    id_of,
    one_of,
    position_of,
)
from projections.queries.frames import Document, Rows, Stream, as_answer, as_json, frame
from projections.queries.open_database import OpenDatabase

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from ledger.log.event_log import Receipt
    from projections.accounts.roles import Account
    from projections.engine.history.as_of import AsOf
    from projections.engine.replay.schedule import WhatIf
    from projections.files.documents.files import ExportedFile
    from projections.operations import accounts as account_operations
    from projections.operations import (
        corrections,
        describe,
        register,
        running,
        second_pair,
        submissions,
    )
    from projections.operations import import_file as importing
    from projections.operations import pools as pool_operations
    from projections.operations.operation import AnswerT, Method, Request
    from projections.queries import answer_types as shapes
    from projections.queries.answers import Question
    from projections.queries.labels import Labels
    from projections.queries.log_lines import LogPage
    from projections.queries.site_settings import SiteSettings
    from projections.study import answer_types as study_shapes

Event = Mapping[str, Any] | str | bytes

__all__ = ["Ledger", "PoolView", "as_json", "audit_as_document", "check_audit", "frame"]
__all__ += ["CostsReplay", "replays_are_forbidden", "rulebooks", "without_replays"]

DEFAULT_DATABASE = "sqlite:///rating-ledger.db"
DATABASE_VARIABLE = "RATING_LEDGER_DATABASE"
READ_DATABASE_VARIABLE = "RATING_LEDGER_READ_DATABASE"
KEY_VARIABLE = "RATING_LEDGER_KEY"
BACKUPS_VARIABLE = "RATING_LEDGER_BACKUPS"


class Ledger:
    """A ledger in a database: it appends events and answers queries.

    Threads may share it for queries.  ``clock`` dates appended events, and decides which names are
    withheld in an answer that names no day.

    ``read_database`` is a copy for queries, a standby server: no answer is older
    than what was appended or answered before, and queries never write
    (docs/how-to/set-up-failover.md).
    """

    _view = PoolView

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
        self._account: Account | None = None
        self._expected_head: int | None = None

    @classmethod
    def open(
        cls, database: str | None = None, *, read_database: str | None = None, clock: Clock = now
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

    def __exit__(self, *_: object) -> None:
        """Close the ledger."""
        self.close()

    def close(self) -> None:
        """Close the connections and all open views."""
        with self._lock:
            views = list(self._views)
        for view in views:
            view.close()
        self._database.close()

    @property
    def engine(self) -> "Engine":
        """The engine for the database, in which there is an up-to-date ledger."""
        engine = self._database.engine
        if self._expected_head is not None:
            from ledger.log.event_log import expecting

            engine = expecting(engine, self._expected_head)
        if self._account is not None:
            from ledger.log.event_log import permitting
            from projections.operations.rights import AccountPermit

            engine = permitting(engine, AccountPermit(self._account))
        return engine

    def require_ledger(self) -> None:
        """Raise :class:`~ledger.events.problems.Refused` if there is no up-to-date ledger."""
        _ = self._database.copy

    def at_least(self, position: int) -> None:
        """Answer from this position of the log or later, also if another program appended it."""
        self._database.see(position_of(position))

    def require_latest(self) -> None:
        """Answer from the current head of the log or later."""
        from ledger.log.event_log import head_of

        with self.engine.connect() as connection:
            self._database.see(head_of(connection).size)
        self._database.see_read_models()

    def today(self) -> date:
        """The day on which an answer is given."""
        return self._clock().date()

    def expecting_head(self, head: int) -> Self:
        """Return the same ledger, which writes only while the log ends at position ``head``.

        If the log has grown since the preview,
        :class:`~ledger.events.problems.Refused` (``written-meanwhile``) is raised.
        """
        return self._limited(_expected_head=position_of(head))

    def used_by(self, account: "Account | None") -> Self:
        """Return the same ledger, which writes what the account may write alone.

        A request that another officer has to approve is kept until then, and
        :class:`~projections.operations.second_pair.Waits` is raised.  None: it writes everything.
        """
        return self if account is None else self._limited(_account=account)

    def _limited(self, **limits: object) -> Self:
        """Return the same ledger, with the same connections, limited in what it writes."""
        same = copy(self)
        vars(same).update(limits)
        return same

    # --- writing -----------------------------------------------------------------------------

    if TYPE_CHECKING:
        accept = Method(submissions.AcceptSubmission)
        add_account = Method(account_operations.AddAccount)
        add_player = Method(register.AddPlayer)
        add_players = Method(register.AddPlayers)
        add_token = Method(account_operations.AddToken)
        adopt = Method(pool_operations.Adopt)
        approve = Method(second_pair.Approve)
        change_role = Method(account_operations.ChangeRole)
        calculate_file = Method(running.CalculateFile)
        close_account = Method(account_operations.CloseAccount)
        comment = Method(submissions.Comment)
        correct = Method(corrections.Correct)
        decide_rating = Method(corrections.DecideRating)
        decide_rule = Method(corrections.DecideRule)
        discard = Method(submissions.Discard)
        limit_account = Method(account_operations.LimitAccount)
        describe_list = Method(describe.DescribeList)
        describe_site = Method(describe.DescribeSite)
        forget = Method(register.Forget)
        import_file = Method(importing.ImportFile)
        merge = Method(register.Merge)
        publish = Method(pool_operations.Publish)
        rename = Method(register.Rename)
        reset_password = Method(account_operations.ResetPassword)
        revoke_token = Method(account_operations.RevokeToken)
        second_pair = Method(second_pair.SecondPair)
        send_back = Method(submissions.SendBack)
        submit = Method(submissions.SubmitFile)
        submit_running = Method(running.SubmitRunning)
        withdraw_running = Method(running.WithdrawRunning)
        withhold = Method(register.Withhold)

    def do(self, request: "Request[AnswerT]") -> "AnswerT":
        """Carry out an operation.

        Raises :class:`~ledger.events.problems.Refused` with everything that is wrong with the
        request, each problem under the name of the request's field.
        """

        from projections.operations.operation import OperationContext

        operation = operation_of(type(request))
        key_file = os.environ.get(KEY_VARIABLE, "")
        context = OperationContext(self.engine, self._clock, key_file, self._account)
        if self._account is None:
            answer = operation.perform(request, context)
        else:
            from projections.operations.second_pair import perform

            answer = perform(self._account, operation, request, context)
        return cast("AnswerT", Document(answer))

    def record(
        self, type_: str, data: Mapping[str, Any], *, by: str, dry_run: bool = False
    ) -> "shapes.CorrectionAnswer":
        """Append one event of the contract, and show whose figures change by it.

        A dry run writes nothing.

        Raises :class:`~ledger.events.problems.Refused` with all that is wrong with it.
        """
        from projections.operations.corrections import Record, record
        from projections.operations.operation import OperationContext

        asked = Record(type=type_, data=data, by=by, dry_run=dry_run)
        answer = record(asked, OperationContext(self.engine, self._clock))
        return cast("shapes.CorrectionAnswer", Document(answer))

    # --- queries -----------------------------------------------------------------------------

    def pool(self, name: str, **asked: "Unpack[WhatIfArguments]") -> "PoolView":
        """A view of a pool: as of a day (``on``), as known at a position or moment
        (``known_at``), under another ``rulebook`` than its own, with other readings ``set``.

        Raises ValueError for what is not a day, position or moment.
        """
        as_of, what_if = self._at(**asked)
        sources = ViewSources(self._database, self.today, self._follow)
        view = self._view(id_of(name), as_of, what_if, sources)
        with self._lock:
            self._views.add(view)
        return view

    def pools(self) -> "Rows[shapes.PoolRow]":
        """Every pool: its rulebook, the last day on which anything happens, its size."""
        from projections.queries.listings import pool_rows

        with self._database.snapshot() as connection:
            index, lists = self._database.search_index(), self._database.whole_lists()
            return Rows(pool_rows(connection, index, lists, self.today()))

    def games(
        self, tournament: str, *, on: DayLike | None = None, known_at: Moment | None = None
    ) -> "Rows[shapes.GameRow]":
        """Return the games of a tournament with corrections applied, by round and board."""
        from projections.queries.listings import games_of

        as_of = self._database.as_of(on, known_at)
        with self._database.snapshot() as connection:
            return Rows(games_of(connection, as_of, self.today(), id_of(tournament)))

    def standings(
        self, tournament: str, *, method: str = "waldstein", **asked: "Unpack[WhatIfArguments]"
    ) -> "shapes.Standings":
        """A tournament's table after Waldstein's paper, by one of its methods."""
        from projections.queries.crosstable import standings

        question, subject = self._question(**asked), id_of(tournament)
        with self._database.snapshot() as connection:
            document = standings(connection, question, subject, method)
        return as_answer(document)

    def quality_series(
        self, tournaments: Sequence[str], **asked: "Unpack[WhatIfArguments]"
    ) -> "shapes.QualitySeries":
        """T of every player over successive tournaments of one group (Waldstein, section 5)."""
        from projections.queries.crosstable import quality_series

        question, ids = self._question(**asked), [id_of(each) for each in tournaments]
        with self._database.snapshot() as connection:
            found = quality_series(connection, question, ids)
        return as_answer(found)

    def _question(self, pool: str = "", **asked: "Unpack[WhatIfArguments]") -> "Question":
        from projections.queries.answers import Question

        as_of, what_if = self._at(**asked)
        return Question(id_of(pool), self.today(), as_of, what_if)

    def _at(
        self,
        *,
        on: DayLike | None = None,
        known_at: Moment | None = None,
        rulebook: str | None = None,
        set: Mapping[str, Any] | None = None,  # noqa: A002 - as the command line calls it
    ) -> "tuple[AsOf, WhatIf]":
        """The two clocks of a question, and its rulebook."""
        from projections.engine.replay.schedule import WhatIf

        return self._database.as_of(on, known_at), WhatIf(rulebook, dict(set or {}))

    def running_version(self) -> str:
        """A text that differs as soon as a running tournament does, in whichever pool."""
        from projections.submissions.running import version

        with self._database.snapshot() as connection:
            return version(connection)

    def live_names_held_back(self, pool: str) -> Collection[str]:
        """The names in running tournaments that are not shown until an officer submits them."""
        from projections.submissions.running import held_back, running_tournaments

        with self._database.snapshot() as connection:
            running = running_tournaments(connection, id_of(pool))
            return set(held_back(connection, running, self.today()).values())

    def published(
        self, pool: str, *, known_at: Moment | None = None
    ) -> "Rows[shapes.PublishedList]":
        """List the published lists, and what has changed since.

        As known at a position, or a moment, those that stood there, and what they would have
        said then.
        """
        from projections.queries.published_lists import published

        as_of = self._database.as_of(None, known_at)
        with self._database.snapshot() as connection:
            found = published(connection, id_of(pool), self.today(), as_of.known_at)
            return Rows(found)

    def log(
        self, after: int = 0, to: int | None = None, types: Sequence[str] = ()
    ) -> "Stream[shapes.LogEntry]":
        """The events as recorded, from position ``after`` + 1 on; of some types, or all.

        One state of the log, that of the first event read.  Raises ValueError for a wrong
        position or type.
        """
        from ledger.events.facts import VOCABULARY
        from ledger.log.export import events

        first, last = position_of(after) + 1, None if to is None else position_of(to)
        wanted = tuple(one_of(each, VOCABULARY, "type of event", "type") for each in types)
        self.require_ledger()

        def entries() -> "Iterator[shapes.LogEntry]":
            with self._database.snapshot() as connection:
                for each in events(connection, first=first, last=last, types=wanted):
                    yield cast("shapes.LogEntry", each)

        return Stream(entries())

    def export_tournament(
        self,
        tournament: str,
        form: str,
        *,
        pool: str = "",
        ranked_by: Sequence[str] = (),
        **asked: "Unpack[TournamentFileArguments]",
    ) -> "ExportedFile":
        """A tournament as a file: ``trf16``, ``trf26``, ``h9``, ``uschess``, ``aga`` or ``csv``.

        With a pool its figures stand beside the players, as they entered it.  ``ranked_by``:
        the methods of ``standings`` that decide between equal points; else they share ranks.
        ``chief_arbiter`` and ``deputies`` replace those of the file that was submitted; the log
        has no names of arbiters.
        """
        from ledger.importing.formats.tournament_report import Officials
        from projections.files.documents.files import GivenAtExport, tournament_as

        officials = Officials(
            chief_arbiter=asked.pop("chief_arbiter", None),
            deputies=tuple(asked.pop("deputies", ())),
        )
        given = GivenAtExport(ranked_by=ranked_by, officials=officials)
        question = self._question(pool, **cast("WhatIfArguments", asked))
        with self._database.snapshot() as connection:
            return tournament_as(connection, id_of(tournament), form, question, given)

    def accounts(self) -> "Rows[shapes.AccountRow]":
        """Every account by name, closed ones too; no secrets."""
        from projections.accounts.store import AccountStore

        return Rows(AccountStore(self.engine, self._clock).all())

    def tokens(self, account: str | None = None) -> "Rows[shapes.TokenRow]":
        """The tokens of an account, or of all, by account and age; no secrets."""
        from projections.accounts.store import AccountStore

        return Rows(AccountStore(self.engine, self._clock).tokens(account))

    def pending(self, account: str | None = None) -> "Rows[shapes.SubmissionRow]":
        """The tournament files that wait for an officer, of an account or of all, oldest first."""
        from projections.queries.pending import pending_row
        from projections.submissions.store import SubmissionStore

        waiting = SubmissionStore(self.engine, self._clock).waiting(account)
        return Rows(pending_row(each) for each in waiting)

    # --- appending events and tournament files --------------------------------------------------

    def append(  # noqa: PLR0913 - each is an option of the command
        self,
        events: Iterable[Event] | Event,
        *,
        by: str,
        source: str | None = None,
        dry_run: bool = False,
        accept: Collection[int] = (),
        progress: Progress = ignore_progress,
    ) -> "Receipt":
        """Append events of the contract, as dicts or as lines of JSON, all of them or none.

        A list, a generator, one text of lines or one dict.  ``source`` is that of the events
        that name none; a dry run checks them and writes nothing.  ``accept`` has the numbers of
        registrations that are implausible, such as of a year to come, and right.
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
            accept=accept,
        )

    def names_changed(self, today: date) -> tuple[int, date | None]:
        """The last position at which somebody's name was withheld, erased or corrected; 0: none.

        And the last day up to ``today`` on which one began to be withheld, or no longer was; None:
        there was none.  What answers say about the past stays as it is but for names.
        """
        from projections.queries.positions import last_change_of_names

        with self._database.snapshot() as connection:
            return last_change_of_names(connection, today)

    # --- positions, names, rulebooks, the register ----------------------------------------------

    def positions(self) -> "shapes.Positions":
        """Return the end of the log, and the position of each pool's read model."""
        from projections.queries.positions import positions

        with self._database.snapshot() as connection:
            return positions(connection)

    def site(self) -> "shapes.SiteAnswer":
        """The settings of the site: its name and looks, and the titles of its lists."""
        from projections.queries.site_settings import as_document

        return cast("shapes.SiteAnswer", Document(as_document(self.site_settings())))

    def site_settings(self) -> "SiteSettings":
        """The settings of the site as pages and files use them."""
        from projections.queries.site_settings import site_settings

        with self._database.snapshot() as connection:
            return site_settings(connection)

    def logo(self) -> bytes | None:
        """The content of the site's logo; None if it has none."""
        from projections.queries.site_settings import logo

        with self._database.snapshot() as connection:
            return logo(connection)

    def erased_data_remain(self) -> bool:
        """True if erased data can still be read in the files of the database."""
        from ledger.log.erasure import is_due

        with self._database.snapshot() as connection:
            return is_due(connection)

    def disk_is_full(self) -> bool:
        """True if nothing can be written because the disk of the database is full.

        Of a database that is away nothing is known.
        """
        from ledger.events.problems import Refused
        from ledger.log.full_disk import is_full

        with suppress(Refused):
            return is_full(self.engine)
        return False

    def doctor(
        self, *, backups: str | None = None, against: str | None = None
    ) -> "Rows[shapes.Examined]":
        """Examine the ledger as its administrator would, even one that cannot be used.

        ``backups``: the folder of its backups, else that of the environment variable
        ``RATING_LEDGER_BACKUPS``.  ``against``: a head that was noted, ``POSITION:HASH``;
        ValueError for what is none.
        """
        from ledger.log.database import connect
        from ledger.log.verification import Note
        from projections.queries.doctor import Subject, examine

        folder = backups or os.environ.get(BACKUPS_VARIABLE)
        noted = None if against is None else Note.read(against)
        engine = connect(self.database)
        try:
            at = Subject(engine, self._clock(), Path(folder) if folder else None, noted)
            return Rows(examine(at))
        finally:
            engine.dispose()

    def wipe_erased_data(self) -> bool:
        """Wipe erased data that remain out of the database's files; True if none is left."""
        from ledger.log.erasure import wipe_where_due

        return wipe_where_due(self.engine)

    def position_of_event(self, id_: str) -> int | None:
        """Return the position of an event by its id; None if there is none."""
        from projections.queries.positions import position_of_event

        with self._database.snapshot() as connection:
            return position_of_event(connection, id_)

    def read_search_index(self) -> None:
        """Bring the index by which players and tournaments are found to the end of the log."""
        with self._database.snapshot() as connection:
            self._database.search_index().follow(connection, self.today())

    # --- by name -----------------------------------------------------------------------------

    def find_player(self, text: str, *, whole: bool = False) -> str:
        """The id of the player with this id, number or name; words of a name will do unless
        ``whole``, if they are not the beginning of somebody else's.

        Raises :class:`~ledger.events.problems.Refused`, with the candidates, where it is not one.
        """
        from projections.queries.find_by_name import find_player

        with self._database.snapshot() as connection:
            index = self._database.search_index()
            return find_player(connection, index, id_of(text), self.today(), whole=whole)

    def find_tournament(self, text: str, *, whole: bool = False) -> str:
        """The id of the tournament with this id or name; ``whole``: words will not do."""
        from projections.queries.find_by_name import find_tournament

        with self._database.snapshot() as connection:
            index = self._database.search_index()
            return find_tournament(connection, index, id_of(text), self.today(), whole=whole)

    def named(self, text: str) -> Sequence[str]:
        """The ids of the players and tournaments that a text may name, best fits first."""
        from projections.queries.find_by_name import named

        with self._database.snapshot() as connection:
            return named(connection, self._database.search_index(), text, self.today())

    def find_subject(self, text: str) -> str:
        """The id of what a correction is about: an id as it is, or that of the tournament or
        player of this whole name.
        """
        from projections.queries.find_by_name import find_subject

        with self._database.snapshot() as connection:
            index = self._database.search_index()
            return find_subject(connection, index, id_of(text), self.today())

    def find_game(self, tournament: str, *words: str, either_colour: bool = False) -> str:
        """The id of a game, by tournament, round and White, or by tournament, White and Black.

        ``either_colour``: the players may be named the other way round, as for a draw.
        """
        from projections.queries.find_by_name import find_game

        with self._database.snapshot() as connection:
            said = [id_of(each) for each in (tournament, *words)]
            index = self._database.search_index()
            return find_game(connection, index, said, self.today(), either_colour=either_colour)

    # --- rulebooks ---------------------------------------------------------------------------

    def adoptions(self, pool: str) -> "Rows[shapes.Adoption]":
        """The rulebooks of a pool, by the days from which they govern it."""
        from projections.operations.pools import adoptions

        with self._database.snapshot() as connection:
            return Rows(cast("list[shapes.Adoption]", adoptions(connection, id_of(pool))))

    # --- the register ------------------------------------------------------------------------

    def register_entry(self, player: str) -> "shapes.RegisterEntry":
        """Return a player's entry in the register, and his figures in every pool."""
        from projections.queries.people import register_entry

        with self._database.snapshot() as connection:
            return register_entry(connection, id_of(player), self.today())

    def known_players(
        self, players: Iterable[str], pools: Iterable[str]
    ) -> "Rows[shapes.KnownPlayerRow]":
        """Return the public data of some players, and their figures in some pools."""
        from projections.queries.people import known_players

        asked = {id_of(each) for each in players}, [id_of(each) for each in pools]
        with self._database.snapshot() as connection:
            return Rows(known_players(connection, *asked, self.today()))

    def persons_concerned(self, players: Iterable[str]) -> "shapes.PersonsConcerned":
        """Return some players with the number of their games, and what contradicts a merge."""
        from projections.queries.people import persons_concerned

        with self._database.snapshot() as connection:
            asked = [id_of(each) for each in players]
            return persons_concerned(connection, asked, self.today())

    def like_withheld(self, registrations: Mapping[str, str]) -> Collection[str]:
        """Return the players, of those to be registered by a name, whose name is like a
        withheld one; nobody who is registered already.
        """
        from ledger.validation.ledger_state import LedgerState
        from projections.engine.history.names import names_like_withheld

        with self._database.snapshot() as connection:
            ledger = LedgerState(connection)
            ledger.read_players(registrations)
            new = {id_: name for id_, name in registrations.items() if not ledger.player(id_)}
            like = names_like_withheld(connection, new.values(), self.today())
            return {player for player, name in new.items() if name in like}

    # --- single events and their effect ---------------------------------------------------------

    def event_as_it_stands(self, name: str) -> "shapes.EffectiveEvent":
        """An event by its id, or that of the game, tournament or player that it brought in."""
        from projections.queries.find_by_name import event_as_it_stands

        with self.engine.connect() as connection:
            return event_as_it_stands(connection, id_of(name))

    def log_page(
        self, until: int, most: int, type_: str = "", about: "Sequence[str]" = ()
    ) -> "LogPage":
        """The last lines of the log up to a position, many games of a tournament as one, of all
        events or of a type, or ``about`` a text and the ids that it names.
        """
        from projections.queries.log_lines import log_page

        with self._database.snapshot() as connection:
            return log_page(connection, until, most, type_, about)

    def descriptions(self, entries: Sequence[Mapping[str, Any]]) -> Sequence[str]:
        """Return each event in words: ``Round 1, Reck – Viehoff, 1 : 0``.

        ``entries``: events with their ``type`` and ``data``, as :meth:`log` gives them.
        """
        from projections.queries.event_descriptions import descriptions

        with self._database.snapshot() as connection:
            return descriptions(connection, entries, self.today())

    def labels(self, players: Iterable[str], tournaments: Iterable[str] = ()) -> "Labels":
        """The names of some players and tournaments, as far as they may be shown today."""
        from projections.queries.event_descriptions import labels

        asked = {id_of(each) for each in players}, {id_of(each) for each in tournaments}
        with self._database.snapshot() as connection:
            return labels(connection, *asked, self.today())

    def namesakes(self, name: str) -> "Rows[shapes.KnownPlayerRow]":
        """Return the registered players who have, or once had, a name in any spelling."""
        from projections.watch.data_quality import namesakes

        with self._database.snapshot() as connection:
            return Rows(namesakes(connection, id_of(name), self.today()))

    def possible_doubles(self) -> "Rows[shapes.PossibleDouble]":
        """Registrations that may be one person's: the same name or number, nothing against it."""
        from projections.watch.data_quality import possible_doubles

        with self._database.snapshot() as connection:
            return Rows(possible_doubles(connection, self.today()))

    def signal_answers(self) -> "Mapping[str, shapes.SignalAnswer]":
        """Return the answers of officers to signals of irregularities, by the signals."""
        from projections.watch.answered import answered

        with self._database.snapshot() as connection:
            return answered(connection)

    # --- studies --------------------------------------------------------------------------------

    def compare(
        self,
        pool: str,
        first: str | None,
        second: str | None,
        *,
        set: Mapping[str, Any] | None = None,  # noqa: A002 - as the command line calls it
        explained: int = 0,
        **clocks: "Unpack[ClockArguments]",
    ) -> "study_shapes.Comparison":
        """Two rulebooks on one history: both lists, how alike they are, who differs most.

        Each as if it had always governed; None: what the pool adopted.  ``set``: readings of the
        second.  ``explained``: of how many who gain, and as many who lose, it is said why.
        """
        from projections.study.compare import Side, comparison

        sides = (Side(rulebook=first), Side(rulebook=second, parameters=dict(set or {})))
        question = self._question(pool, **clocks)
        with self._database.snapshot() as connection:
            found = comparison(connection, question, sides, explained)
        return cast("study_shapes.Comparison", Document(found))

    def predict(
        self,
        pool: str,
        *,
        rulebooks: Sequence[str] = (),
        set: Mapping[str, Any] | None = None,  # noqa: A002 - as the command line calls it
        baselines: Sequence[str] = (),
        forecasts: Mapping[str, str | Path | Mapping[str, float]] | None = None,
        **span: "Unpack[SpanArguments]",
    ) -> "study_shapes.Prediction":
        """Return each rulebook's forecasts of every game, scored.

        ``rulebooks``: each as if it had always governed; none: those that did.  ``set``: readings
        for those that know them.  ``baselines``: forecasts for comparison.  ``forecasts``: others'
        by name, as shares by games or a CSV with the columns ``game`` and ``expected``.
        ``first``, ``last``: the days of the games that are scored.
        """
        from projections.study.baselines import read_forecasts
        from projections.study.predict import Contest, prediction

        given = {
            name: each if isinstance(each, Mapping) else read_forecasts(Path(each))
            for name, each in (forecasts or {}).items()
        }
        contest = Contest(
            pool=id_of(pool),
            rulebooks=tuple(dict.fromkeys(rulebooks)),
            parameters=dict(set or {}),
            baselines=tuple(dict.fromkeys(baselines)),
            given=given,
            first=day_of(span.pop("first", None)),
            last=day_of(span.pop("last", None)),
        )
        as_of, _ = self._at(**cast("ClockArguments", span))
        with self._database.snapshot() as connection:
            found = prediction(connection, as_of, contest)
        return cast("study_shapes.Prediction", Document(found))

    def sweep(  # noqa: PLR0913 - what is varied, and who works it out
        self,
        pool: str,
        rulebook: str,
        vary: Mapping[str, str | Sequence[Any]],
        *,
        folder: str | Path,
        sample: int | None = None,
        seed: int = 1,
        workers: int = 1,
        scheduler: str | None = None,
        progress: Callable[[int], None] = ignore_progress,
        **clocks: "Unpack[ClockArguments]",
    ) -> "study_shapes.SweepAnswer":
        """The readings with the best forecasts: chosen on the past, scored on the next season.

        ``vary``: the values to try by the names of the readings, a list or text such as
        ``20:40:5`` or ``normal,table``; every combination, or ``sample`` of them drawn at random.
        ``folder`` keeps the results; an interrupted sweep continues from there.
        ``workers``: processes of this machine; ``scheduler``: a Dask cluster instead.
        """
        from projections.study.sweep import Sweep, grid, some_of, swept, values_of
        from projections.study.workers import by_cluster, by_processes

        values = {
            name: values_of(each) if isinstance(each, str) else each for name, each in vary.items()
        }
        settings: Sequence[Mapping[str, Any]] = grid(values)
        if sample is not None:
            settings = some_of(settings, sample, seed)
        asked = Sweep(pool=id_of(pool), rulebook=rulebook, settings=settings, folder=Path(folder))
        work = by_processes(workers) if scheduler is None else by_cluster(scheduler)
        as_of, _ = self._at(**clocks)
        with self._database.snapshot() as connection:
            found = swept(connection, as_of, asked, work, progress)
        return cast("study_shapes.SweepAnswer", Document(found))

    @staticmethod
    def study_rows(document: Mapping[str, Any]) -> list[dict[str, Any]]:
        """An answer of ``compare``, ``predict`` or ``sweep`` as flat rows."""
        from projections.study.flat import flat_rows

        return flat_rows(document)

    @staticmethod
    def study_table(document: Mapping[str, Any], form: str) -> bytes:
        """An answer of ``compare``, ``predict`` or ``sweep`` as a file: ``csv`` or ``parquet``
        (extra ``arrow``).
        """
        from projections.files.documents.files import flat_rows_as
        from projections.study.flat import flat_rows

        return flat_rows_as(flat_rows(document), form)

    # --- the tree over the log, and its checkpoints ---------------------------------------------

    def checkpoints(self) -> "Rows[shapes.CheckpointRow]":
        """The signed checkpoints of the log, the oldest first."""
        from ledger.log.checkpoints import kept

        with self._database.snapshot() as connection:
            rows = [each.document() for each in kept(connection)]
        return Rows(cast("list[shapes.CheckpointRow]", rows))

    def checkpoint(self) -> "shapes.CheckpointRow | None":
        """The newest checkpoint; None as long as none is signed."""
        from ledger.log.checkpoints import latest

        with self._database.snapshot() as connection:
            found = latest(connection)
        return None if found is None else cast("shapes.CheckpointRow", found.document())

    def proof(self, pool: str, player: str, day: DayLike | None = None) -> "shapes.RowProof":
        """Return the proof of a player's row of the list published for a day, or of the newest.

        Raises :class:`~ledger.events.problems.Refused` if it was not published, or not signed.
        """
        from projections.queries.answers import Question
        from projections.queries.published_lists import proof_of_row

        question = Question(id_of(pool), self.today())
        with self._database.snapshot() as connection:
            found = proof_of_row(connection, question, id_of(player), day_of(day))
        return cast("shapes.RowProof", Document(found))

    def tile(self, level: int | None, index: int, width: int) -> bytes | None:
        """Return a tile of the tree as C2SP tlog-tiles describes it; level None: its entries.

        None if the log has not grown so far.
        """
        from ledger.log.tree import LogTree

        with self._database.snapshot() as connection:
            tree = LogTree(connection)
            if level is None:
                return tree.entries(index, width)
            return tree.tile(level, index, width)

    # --- derived tables and verification --------------------------------------------------------

    def catch_up(self, pool: str | None = None, progress: Progress = ignore_progress) -> None:
        """Bring the read model of a pool, or of all, to the end of the log.

        Where it is behind, questions are answered by a replay; who may write calls it first.
        """
        from projections.engine.read_model.generations import catch_up

        for name in self._pool_names(pool):
            catch_up(self.engine, name, progress)
        self._database.see_read_models()

    def _follow(self, pool: str, progress: Progress) -> None:
        """Catch up before a question, where questions are asked of what can be written."""
        if not self._database.has_copy:
            self.catch_up(pool, progress)

    def rebuild(
        self,
        pool: str | None = None,
        *,
        check: bool = False,
        progress: Progress = ignore_progress,
        workers: int = 1,
        scheduler: str | None = None,
    ) -> "shapes.RebuildAnswer":
        """Replay a pool, or all, from the log into new derived tables; ``check`` only compares;
        ``workers``: number of worker processes, which share the pools, or a single pool;
        ``scheduler``: a Dask cluster instead, which shares the pools.
        """
        from ledger.log import tree
        from projections.engine.read_model.generations import combined_outcome, rebuilt_pools
        from projections.queries.cluster import workers_of

        if pool is None and not check:
            tree.rebuild(self.engine)
        names = self._pool_names(pool)
        parts = rebuilt_pools(
            self.engine,
            names,
            workers,
            progress,
            only_check=check,
            elsewhere=None if scheduler is None else workers_of(workers, scheduler),
        )
        return cast("shapes.RebuildAnswer", Document(combined_outcome(list(parts))))

    def verify(
        self,
        against: str | None = None,
        progress: Progress = ignore_progress,
        *,
        workers: int = 1,
        scheduler: str | None = None,
    ) -> "shapes.Verification":
        """Recompute the chain of hashes, every event and the digests of the derived tables;
        ``against`` is a head noted elsewhere, ``POSITION:HASH``, ValueError if it is none;
        ``workers``: number of worker processes, which share the events; ``scheduler``: a Dask
        cluster instead.
        """
        from ledger.log.verification import Note
        from projections.operations.verify import verify_everything
        from projections.queries.cluster import workers_of

        note = None if against is None else Note.read(against)
        shared_by = workers_of(workers, scheduler)
        document = verify_everything(self.engine, progress, note, shared_by).document()
        return cast("shapes.Verification", Document(document))

    def _pool_names(self, pool: str | None) -> Sequence[str]:
        from projections.engine.read_model.generations import must_have_pool, pools

        with self.engine.connect() as connection:
            if pool is None:
                return pools(connection)
            must_have_pool(connection, id_of(pool))
        return [pool]


for _operation in OPERATIONS:
    setattr(Ledger, _operation.name, offered(_operation))


def rulebooks(name: str | None = None) -> "Rows[shapes.RulebookRow]":
    """The rulebooks that a pool can adopt, or one of them, each with its parameters.

    Raises :class:`~ledger.events.problems.Refused` if there is none of that name.
    """
    from projections.queries.listings import rulebook_rows

    return Rows(rulebook_rows(name))


def check_proof(
    text: str, keys: Sequence[str], rotations: Sequence[str] = ()
) -> Mapping[str, Any]:
    """Check the proof of a row of a published list from the text alone; no ledger is asked.

    ``keys``: the public keys that must have signed, in the form ``NAME+ID+KEY``; ``rotations``:
    the notes by which keys named their successors.
    """
    from projections.checking.proof import checked_proof

    return Document(checked_proof(text, keys, rotations))


def audit_as_document(
    audit: "shapes.AuditDocument", form: str = ".html", *, lang: str = "en", of_list: str = ""
) -> str:
    """An audit as a document to be sent, under the title of a list: ``.html`` or ``.md``."""
    from projections.files.documents.audit import written
    from projections.i18n.languages import chosen_language

    return written(cast("Mapping[str, Any]", audit), form, chosen_language(lang), of_list)


def check_audit(text: str, name: str = "the text") -> Mapping[str, Any]:
    """Recompute an audit document from its own numbers; no ledger and no rulebook is asked.

    ``name`` is what the text is called in a refusal.

    Raises :class:`~ledger.events.problems.Refused` if the text contains no audit.
    """
    from projections.files.documents.audit_check import checked_document
    from projections.i18n.languages import language

    return Document(checked_document(text, name, language))
