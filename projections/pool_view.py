"""A view of one pool: the cut of a question, and all queries at it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar, Unpack, cast
from weakref import finalize

from projections.queries.arguments import DayLike, day_of, id_of, limit_of
from projections.queries.frames import Document, Rows, Stream, as_answer

if TYPE_CHECKING:
    from datetime import date

    from projections.engine.history.as_of import AsOf
    from projections.engine.replay.schedule import WhatIf
    from projections.files.documents.files import ExportedFile
    from projections.queries import answer_types as shapes
    from projections.queries.answer_types import DataQualityIssue
    from projections.queries.answers import Answers
    from projections.queries.calculator_request import CalculatorRequest
    from projections.queries.first_figures import ResultArguments
    from projections.queries.labels import Labels
    from projections.queries.list_filter import ListFilter
    from projections.queries.open_database import OpenDatabase
    from projections.queries.row_cache import RowCache
    from projections.queries.tournament_table import Winner
    from projections.queries.whole_list import ComparedList, WholeList
    from projections.watch.scope import Scope

Progress = Callable[[int], None]
RowT = TypeVar("RowT")


def ignore_progress(_: int) -> None:
    """Ignore progress reports."""


class ViewSources(NamedTuple):
    """The parts of a ledger that its views use."""

    database: "OpenDatabase"
    day_of_answers: "Callable[[], date]"
    catch_up: Callable[[str, Progress], None]


class PoolView:
    """One question's cut of a pool: every answer comes from one consistent state.

    The state is that of the first question; it is held until the view is closed, by ``close``, at
    the end of a ``with`` block, or with the ledger.  Asking writes nothing.
    """

    def __init__(self, name: str, as_of: "AsOf", what_if: "WhatIf", sources: ViewSources) -> None:
        self.name = name
        self.as_of = as_of
        self.what_if = what_if
        self._sources = sources
        self._search_index = sources.database.search_index
        self._lock = RLock()
        self._give_back: finalize[..., PoolView] | None = None
        self._answers: Answers | None = None

    def __enter__(self) -> Self:
        """The view itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the view."""
        self.close()

    def close(self) -> None:
        """Close the view's connection; a further question opens a new state."""
        with self._lock:
            self._answers = None
            if self._give_back is not None:
                self._give_back()
                self._give_back = None

    @contextmanager
    def answers(self) -> "Iterator[Answers]":
        """Yield the answers, while no other thread uses them."""
        from projections.queries.answers import Answers, Question

        with self._lock:
            if self._answers is None:
                question = Question(
                    self.name, self._sources.day_of_answers(), self.as_of, self.what_if
                )
                connection = self._sources.database.snapshot()
                # A view that is garbage-collected unclosed returns its connection at once, too.
                self._give_back = finalize(self, connection.close)
                try:
                    self._answers = Answers(connection, question)
                except BaseException:
                    self.close()
                    raise
            yield self._answers

    def _stream(self, rows_of: "Callable[[Answers], Iterator[RowT]]") -> Stream[RowT]:
        """Rows that are read from the state one by one, by one thread at a time."""
        with self.answers() as answers:
            return Stream(self._one_by_one(answers, rows_of(answers)))

    def _one_by_one(self, state: "Answers", rows: Iterator[RowT]) -> Iterator[RowT]:
        while True:
            with self._lock:
                if self._answers is not state:
                    raise ValueError("the view was closed before all rows had been read")
                try:
                    row = next(rows)
                except StopIteration:
                    return
            yield row

    def catch_up(self, progress: Progress = ignore_progress) -> None:
        """Bring the read model to the end of the log, if that is what the view asks about."""
        from ledger.log.event_log import head_of

        with self._sources.database.snapshot() as connection:
            head = head_of(connection).size
        is_about_now = self.as_of.known_at is None or self.as_of.known_at >= head
        if is_about_now and not self.what_if:
            self._sources.catch_up(self.name, progress)

    @property
    def day(self) -> "date":
        """The day on which figures are valued: asked for, else the last on which anything was."""
        with self.answers() as answers:
            return answers.day

    @property
    def rulebook(self) -> str | None:
        """The rulebook that governs on that day; None if none does."""
        with self.answers() as answers:
            return answers.rulebook

    def why_empty(self) -> str:
        """Return the reason for an empty list, from the last tournaments."""
        from projections.queries.tournament_list import reason_list_is_empty

        with self.answers() as answers:
            return reason_list_is_empty(answers)

    @property
    def position(self) -> int:
        """The last event that the answers know."""
        with self.answers() as answers:
            return answers.card_history.position

    def summary(self) -> "shapes.PoolRow":
        """The pool itself: its rulebook, the last day on which anything happens, its size."""
        from projections.queries.listings import pool_row

        with self.answers() as answers:
            return pool_row(answers, self._search_index(), self._sources.database.whole_lists())

    def ratings(
        self,
        *,
        lapsed: bool = False,
        everyone: bool = False,
        only: "ListFilter | None" = None,
        live: bool = False,
        columns: Collection[str] | str = (),
    ) -> "Rows[shapes.RatingRow]":
        """The rating list of the day, strongest first: players who hold a figure.

        With ``lapsed`` also those whose figure has lapsed, with ``everyone`` all registered;
        ``only`` those of a club, a birth year and the like; with further ``columns``, such as
        ``club`` and ``change``.  ``live``: running tournaments are counted as they stand, and
        each row says whether it is ``provisional``.
        """
        from projections.queries.list_filter import columns_in
        from projections.queries.people import narrowed
        from projections.queries.rating_list import ListOfRows, with_columns

        with self.answers() as answers:
            source = answers
            if live:
                from projections.queries.live_list import Live

                source = Live(answers)
            everybody = source.ratings(lapsed=lapsed, everyone=everyone)
            found = narrowed(source, everybody, only) if only else everybody
            whole = ListOfRows(source, everybody)
            return Rows(with_columns(source, whole, found, columns_in(columns)))

    def whole_list(self) -> "WholeList":
        """The rating list of the day, lapsed ratings included, to filter and to sort.

        It is kept, so that only what has changed is read for the next state.
        """
        with self.answers() as answers:
            return self._sources.database.whole_lists().of(answers)

    def compared_list(self) -> "ComparedList":
        """The same without the persons on it, which take long to be read first."""
        with self.answers() as answers:
            return self._sources.database.whole_lists().compared(answers)

    def named(self, query: str) -> Collection[str]:
        """The players whose names have the words of a query, as the search index knows them."""
        if not query:
            return ()
        index = self._search_index()
        with self.answers() as answers:
            return index.named(answers.connection, query, answers.question.today)

    def rows_of(
        self, whole: "ComparedList", players: Collection[str], columns: Collection[str] = ()
    ) -> "Sequence[shapes.RatingRow]":
        """The rows of some players of that list, with further columns."""
        with self.answers() as answers:
            return whole.rows(answers, players, columns)

    def trends(self, players: Collection[str]) -> Mapping[str, Sequence[float | None]]:
        """The figures of some players at the quarters of the last two years, oldest first."""
        from projections.queries.rating_list import trends

        with self.answers() as answers:
            return trends(answers, players)

    @property
    def compared_with(self) -> "date | None":
        """The day of the published list that the column ``change`` compares with, if any."""
        from projections.queries.rating_list import list_before

        with self.answers() as answers:
            before = answers.once(list_before)
            return None if before is None else before.day

    def ranks(self, player: str) -> "Sequence[shapes.Rank]":
        """A player's place in the rating list of the day, in the club and the age class."""
        from projections.queries.list_ranks import ranks_in

        return ranks_in(self.whole_list(), player)

    def people(
        self, players: Collection[str], day: "date | None" = None
    ) -> "Mapping[str, shapes.PersonRow]":
        """Names, years of birth and clubs, those of a ``day``, of some players by their ids."""
        from projections.queries.people import people

        with self.answers() as answers:
            return people(answers, players, day=day)

    def tournament_names(self, tournaments: Collection[str]) -> Mapping[str, str]:
        """The names of those ids that are tournaments."""
        from projections.queries.listings import tournament_names

        with self.answers() as answers:
            return tournament_names(answers, tournaments)

    def descriptions(self, entries: Sequence[Mapping[str, Any]]) -> Sequence[str]:
        """Return each event in words: ``Round 1, Reck – Viehoff, 1 : 0``."""
        from projections.queries.event_descriptions import descriptions

        with self.answers() as answers:
            return descriptions(answers.connection, entries, answers.question.today)

    def labels(
        self, players: Iterable[str], tournaments: Iterable[str] = (), games: Iterable[str] = ()
    ) -> "Labels":
        """The names of some players and tournaments as they may be shown, and games in words."""
        from projections.queries.event_descriptions import labels

        with self.answers() as answers:
            today = answers.question.today
            return labels(answers.connection, {*players}, {*tournaments}, today, {*games})

    def submission(self, tournament: str) -> "shapes.Submission":
        """A tournament as it was submitted and as it stands, with what was corrected since."""
        from projections.queries.tournament_list import submission

        with self.answers() as answers:
            return submission(answers, id_of(tournament))

    def player(self, player: str, kept: "RowCache | None" = None) -> "shapes.PlayerRecord":
        """One player's record; ``kept``: the rows of long ones that a server keeps."""
        from projections.queries.player_record import named_record

        with self.answers() as answers:
            record = named_record(answers, id_of(player), kept)
            return as_answer(record)

    def profile(self, player: str, kept: "RowCache | None" = None) -> "shapes.PlayerProfile":
        """A player at a glance: ranks, peak, score by colour, opponents, and changes.

        ``kept``: as for :meth:`player`.
        """
        from projections.queries.player_profile import player_profile
        from projections.queries.player_record import player_record

        with self.answers() as answers:
            record = player_record(answers, id_of(player), kept)
            found = player_profile(answers, record, self.ranks(record["player"]))
            return as_answer(found)

    def player_to_read(self, player: str, kept: "RowCache") -> "shapes.PlayerRead":
        """One player's record without the name; ``kept``: as for :meth:`player`."""
        from projections.queries.player_record import player_record

        with self.answers() as answers:
            return player_record(answers, id_of(player), kept)

    def tournament(self, tournament: str) -> "shapes.TournamentEvaluation":
        """One tournament's evaluation, or the reason why it is not rated."""
        with self.answers() as answers:
            return as_answer(answers.tournament(id_of(tournament)))

    def crosstable(self, tournament: str) -> "shapes.FinalTable":
        """A tournament's final table: places with tie-breaks, results, and rating changes."""
        from projections.queries.tournament_table import final_table

        with self.answers() as answers:
            return as_answer(final_table(answers, id_of(tournament)))

    def winners(self, tournaments: Sequence[str]) -> "Mapping[str, Sequence[Winner]]":
        """Those who won each of some tournaments that have ended; several share a first place."""
        from projections.queries.tournament_table import winners

        with self.answers() as answers:
            return winners(answers, tournaments)

    def tournament_forms(self, tournament: str, among: Collection[str]) -> Sequence[str]:
        """Those forms of :meth:`Ledger.export_tournament` that can express a tournament."""
        from projections.files.documents.files import writable_forms

        with self.answers() as answers:
            return writable_forms(answers, id_of(tournament), among)

    def tournament_games(self, tournament: str) -> "Rows[shapes.GameRow]":
        """The games of a tournament of the pool, by round and board."""
        from projections.queries.listings import games_of_tournament

        with self.answers() as answers:
            return Rows(games_of_tournament(answers, id_of(tournament)))

    def audit(self, player: str, tournament: str | None = None) -> "shapes.AuditDocument":
        """The calculation of a figure, step by step; without a tournament, the current one."""
        from projections.queries.audit import audit
        from projections.queries.audit_sources import complete

        subject = None if tournament is None else id_of(tournament)
        with self.answers() as answers:
            document = complete(answers, audit(answers, id_of(player), subject))
        return cast("shapes.AuditDocument", Document(document))

    def live(self) -> "shapes.LiveDocument":
        """The running tournaments as they stand, and whose ratings they would move."""
        from projections.queries.live_list import Live

        with self.answers() as answers:
            return as_answer(Live(answers).document())

    def running(self) -> "Rows[shapes.RunningHead]":
        """The heads of the running tournaments; nothing is evaluated."""
        from projections.queries.live_list import heading_of
        from projections.submissions.running import running_tournaments

        with self.answers() as answers:
            return Rows(map(heading_of, running_tournaments(answers.connection, self.name)))

    def calculate(
        self, player: str = "unrated", *games: str, **conditions: Any
    ) -> "shapes.Calculation":
        """Return the rulebook's evaluation of games that are not recorded.

        A game is ``opponent=result``: ``1850=1``, ``anna=½``; without a result it is still open.
        ``conditions``: the other fields of
        :class:`~projections.queries.calculator_request.CalculatorRequest`, such as ``born``.
        """
        from projections.queries.calculator_request import CalculatorRequest

        asked = {"player": id_of(player), "game": [id_of(each) for each in games], **conditions}
        return self.calculation(CalculatorRequest(**asked))

    def calculation(self, request: "CalculatorRequest") -> "shapes.Calculation":
        """Return the rulebook's evaluation of unrecorded games for a request of an interface."""
        from projections.queries.calculator import calculation
        from projections.queries.calculator_scenario import scenario_of

        with self.answers() as answers:
            found = calculation(answers, scenario_of(answers, self._search_index(), request))
        return as_answer(found)

    def tournaments(  # noqa: PLR0913 - each narrows the list
        self,
        query: str = "",
        *,
        first: DayLike | None = None,
        last: DayLike | None = None,
        after: str | None = None,
        limit: int | None = None,
        format_: str = "",
    ) -> "Stream[shapes.TournamentRow]":
        """The pool's tournaments, newest first: by words of the name or a part of the id, from
        the day ``first`` to ``last``, those after the tournament ``after``, ``limit`` of them,
        all or those of a ``format_`` (swiss, round-robin, team).
        """
        from projections.queries.listings import Selection
        from projections.queries.tournament_list import tournaments

        selection = Selection(
            query=query,
            first=day_of(first),
            last=day_of(last),
            after=after,
            limit=limit_of(limit),
            format=format_,
        )
        index = self._search_index()
        return self._stream(lambda answers: tournaments(answers, index, selection))

    def data_quality(self, looked_at: int = 200) -> "Stream[DataQualityIssue]":
        """Of the newest ``looked_at`` tournaments those that are not rated, with the reason,
        have no games, or are round robins in which pairs have not met.
        """
        from projections.watch.data_quality import data_quality

        return self._stream(lambda answers: data_quality(answers, looked_at))

    def watch(self, scope: "Scope | None" = None) -> "shapes.Watch":
        """Return the signals of irregularities among the tournaments of ``scope``.

        They are questions for officers; names are those that may be shown.
        """
        from projections.watch.scope import Scope
        from projections.watch.watching import watch

        wanted = scope or Scope()
        with self.answers() as answers:
            return cast("shapes.Watch", Document(watch(answers, wanted)))

    def players(
        self, query: str = "", *, after: str | None = None, limit: int | None = None
    ) -> "Rows[shapes.PlayerRow]":
        """The players whom ``query`` names, best first, then by name; unrated ones too.

        By the words of the name in any order, spelling or part, by the id or a part of it, or by
        a number; typing errors are forgiven if nothing fits as typed.
        """
        from projections.queries.listings import Selection, players

        selection = Selection(query=query, after=after, limit=limit_of(limit))
        with self.answers() as answers:
            return Rows(players(answers, self._search_index(), selection))

    def review(
        self,
        player: str | None = None,
        *,
        first: DayLike | None = None,
        last: DayLike | None = None,
    ) -> "shapes.SeasonReview":
        """A season in review, of the pool or of one player: tournaments that ended from the day
        ``first`` to ``last``, otherwise in the year of the view's day.
        """
        from projections.queries.season_review import season_of

        own = None if player is None else id_of(player)
        with self.answers() as answers:
            return as_answer(season_of(answers, day_of(first), day_of(last), own).review)

    def games(self) -> "Stream[shapes.GameRow]":
        """Every game of the pool's tournaments, oldest first."""
        from projections.queries.listings import games

        return self._stream(games)

    def evaluations(self, *, by_game: bool = False) -> Stream[dict[str, Any]]:
        """Every evaluation as a flat row, oldest first; ``by_game``: one row per game counted.

        The rows of each tournament's answer, without the lists in them.  Where a rulebook books
        game by game, a tournament under way on the day has the rows of what was booked by then.
        """
        from projections.queries.flat_rows import evaluations, evaluations_by_game

        return self._stream(evaluations_by_game if by_game else evaluations)

    def diff(
        self, other: "PoolView", *, player: str | None = None
    ) -> "Rows[shapes.DifferenceRow]":
        """Return the players who differ between this state and another, with amounts and reasons.

        Raises ValueError for views of two pools.
        """
        from projections.queries.explanations import compared

        with self._answers_before_and_after(other) as (before, after):
            only = None if player is None else [after.registered(id_of(player))]
            found = compared(after.connection, before, after, only)
            return Rows(found)

    def news(self, other: "PoolView", lang: str = "en") -> "shapes.NewsOfChanges":
        """Return the changes between this state and another, as one paragraph in a language.

        Raises ValueError for views of two pools, and for a language that is none of the pages'.
        """
        from projections.i18n.languages import chosen_language
        from projections.queries.news import news

        spoken = chosen_language(lang)
        with self._answers_before_and_after(other) as (before, after):
            found = news(before, after)
        paragraph = str(spoken.translate(found["paragraph"]))
        return cast("shapes.NewsOfChanges", Document({**found, "paragraph": paragraph}))

    @contextmanager
    def _answers_before_and_after(self, other: "PoolView") -> "Iterator[tuple[Answers, Answers]]":
        """Yield the answers for this state, and for the other one."""
        if self.name != other.name:
            raise ValueError(f"{self.name!r} and {other.name!r} are two pools: compare one")
        first, second = sorted((self, other), key=id)  # one order, against deadlocks
        with first.answers(), second.answers(), self.answers() as before, other.answers() as after:
            yield before, after

    def export_ratings(
        self,
        form: str,
        only: "ListFilter | None" = None,
        *,
        columns: Collection[str] | str = (),
        by_club: bool = False,
        lang: str = "en",
    ) -> "ExportedFile":
        """The rating list as a file: ``csv``, ``xlsx-csv`` or ``json`` for programs, ``xlsx``,
        ``html`` or ``pdf`` (extra ``pdf``) for people, in the language ``lang``.

        ``only`` part of it; with further ``columns`` as :meth:`ratings` has them; ``by_club``: in
        order of clubs, on paper in two columns.
        """
        from projections.files.documents.files import ratings_as
        from projections.i18n.languages import chosen_language
        from projections.queries.list_filter import EVERYBODY, columns_in
        from projections.queries.rating_list import ListShape

        further = tuple(columns_in(columns))
        shape = ListShape(only=only or EVERYBODY, columns=further, by_club=by_club)
        spoken = chosen_language(lang)
        with self.answers() as answers:
            return ratings_as(answers, form, shape, spoken)

    def export_player(
        self, player: str, form: str, *, lang: str = "en", address: str = ""
    ) -> "ExportedFile":
        """A player's card to hand out: ``html``, ``pdf`` (extra ``pdf``) or ``xlsx``.

        ``address``: of the player's page, printed as a QR code.
        """
        from projections.files.documents.files import card_as
        from projections.i18n.languages import chosen_language

        spoken = chosen_language(lang)
        with self.answers() as answers:
            return card_as(answers, id_of(player), form, spoken, address)

    def export_audit(
        self, player: str, tournament: str | None = None, form: str = "html", *, lang: str = "en"
    ) -> "ExportedFile":
        """An audit as a document to send: ``html``, ``md`` or ``pdf`` (extra ``pdf``).

        HTML and Markdown contain the data that :func:`check_audit` recomputes.
        """
        from projections.files.documents.files import audit_as
        from projections.i18n.languages import chosen_language

        spoken = chosen_language(lang)
        with self.answers() as answers:
            return audit_as(answers, self.audit(player, tournament), form, spoken)

    def export_review(
        self,
        form: str,
        player: str | None = None,
        *,
        first: DayLike | None = None,
        last: DayLike | None = None,
        lang: str = "en",
    ) -> "ExportedFile":
        """A season in review as a file in a language: ``html`` or ``pdf`` (extra ``pdf``)."""
        from projections.files.documents.season_review import review_as
        from projections.i18n.languages import chosen_language
        from projections.queries.site_settings import site_settings

        spoken = chosen_language(lang)
        with self.answers() as answers:
            title = site_settings(answers.connection).title_of(answers.question.pool)
        return review_as(self.review(player, first=first, last=last), form, spoken, title)

    def export_evaluation(
        self, tournament: str, form: str, *, lang: str = "en", address: str = ""
    ) -> "ExportedFile":
        """A tournament's evaluation: ``html``, ``pdf`` (extra ``pdf``) or ``xlsx`` in a language.

        ``csv`` for programs, in English, with the columns that the federation prints.
        ``address``: of the tournament's page, printed as a QR code.
        """
        from projections.files.documents.files import evaluation_as
        from projections.i18n.languages import chosen_language

        spoken = chosen_language(lang)
        with self.answers() as answers:
            return evaluation_as(answers, id_of(tournament), form, spoken, address)

    def export_club_report(self, club: str, season: int) -> "ExportedFile":
        """Return a club's report for a season, by its first year (LASK Regel 7), as CSV."""
        from projections.files.documents.files import club_report_as

        with self.answers() as answers:
            return club_report_as(answers, club, season)

    def propose_rating(
        self,
        player: str,
        tournament: str | None = None,
        *,
        by: str,
        from_day: "DayLike | None" = None,
        **result: "Unpack[ResultArguments]",
    ) -> dict[str, Any]:
        """A first figure as the rulebook proposes it: a ``rating.decided`` to be appended.

        ``result``: the ``points`` out of so many ``games``, and their ``class_``, of a result
        that is in no tournament here.
        """
        from projections.queries.first_figures import Result, proposed_rating

        about = None if tournament is None else id_of(tournament)
        known = Result(tournament=about, day=day_of(from_day), **result)
        with self.answers() as answers:
            return proposed_rating(answers, id_of(player), by, known)

    def export_evaluations(self, form: str, *, by_game: bool = True) -> "ExportedFile":
        """Every evaluation as one flat table, ``csv`` or ``parquet`` (extra ``arrow``); a row
        for each game counted in it, or for each evaluation.
        """
        from projections.files.documents.files import evaluations_as

        with self.answers() as answers:
            return evaluations_as(answers, form, by_game=by_game)
