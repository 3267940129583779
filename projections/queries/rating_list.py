"""A rating list as people read it: places, clubs, and what has changed since the last one.

A change is counted from the list published last before it, as that list was; where another
rulebook governed then, or no list was published, there is none.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, cast

import attrs

from projections.engine.history.as_of import AsOf
from projections.queries.answer_types import ListedRatings, ListedRow
from projections.queries.answers import Answers, Question, Row
from projections.queries.arguments import one_of
from projections.queries.list_filter import COLUMNS, EVERYBODY, ListFilter
from projections.queries.people import narrowed, people, sexes_of
from projections.queries.presentation import scale_of
from projections.queries.published_lists import publications

HOLDING = ("valid", "pending")
A_YEAR = timedelta(days=365)
A_QUARTER = timedelta(days=91)


@attrs.frozen
class ListBefore:
    """The list that a list is compared to: the one published last for an earlier day.

    ``rows`` are places and figures of the players on it, ``lapsed`` those who had a card then
    and no place on it.
    """

    day: date
    rows: Mapping[str, tuple[int, float]]
    lapsed: Collection[str]

    def compared(self, row: Row) -> Mapping[str, Any]:
        """The columns of a later row that compare it with this list."""
        player = row["player"]
        place, figure = self.rows.get(player, (None, None))
        entry = "back" if player in self.lapsed else "new"
        return {
            "before": figure,
            "change": change_of(row["figure"], figure),
            "place_before": place,
            "entry": None if place is not None or row["status"] not in HOLDING else entry,
        }


def list_before(answers: Answers) -> ListBefore | None:
    """The list published last for an earlier day, if the same rulebook governed then."""
    question, day = answers.question, answers.day
    stood = publications(answers.connection, question.pool, answers.card_history.position)
    lists = [known.fact for known in stood if known.fact.day < day]
    if not lists:
        return None
    last = max(lists, key=lambda fact: (fact.day, fact.position))
    was = Question(question.pool, question.today, AsOf(last.day, last.position))
    then = Answers(answers.connection, was)
    if then.rulebook != answers.rulebook:
        return None
    ordered = then.in_order(lapsed=True)
    on_it = [each for each in ordered if each[1].status in HOLDING]
    rows = {player: (place, worth.figure) for place, (player, worth) in enumerate(on_it, start=1)}
    lapsed = {player for player, worth in ordered if worth.status not in HOLDING}
    return ListBefore(last.day, cast("Mapping[str, tuple[int, float]]", rows), lapsed)


def change_of(figure: float | None, before: float | None) -> float | None:
    """Return the change of a figure; None if there was none before."""
    if before is None or figure is None:
        return None
    return round(figure - before, 3)


# --- optional columns ---------------------------------------------------------------------------


def with_columns(
    answers: Answers, everybody: Sequence[Row], rows: Sequence[Row], columns: Collection[str]
) -> Sequence[Row]:
    """Some rows of a list with further columns; ``everybody`` is the whole list."""
    wanted = _known_columns(columns)
    if not wanted:
        return rows
    found = _Columns(answers, everybody, rows)
    return [
        {**row, **{name: found.value(name, row) for name in COLUMNS if name in wanted}}
        for row in rows
    ]


def _known_columns(columns: Collection[str]) -> Sequence[str]:
    return [one_of(each, COLUMNS, "column", "with") for each in columns]


@attrs.frozen(kw_only=True)
class ListShape:
    """The part of a list that is wanted, and its further columns.

    Raises ValueError for a column that is none of :data:`COLUMNS`.
    """

    only: ListFilter = EVERYBODY
    columns: Sequence[str] = attrs.field(default=(), converter=_known_columns)

    def rows_of(self, answers: Answers, everybody: Sequence[Row]) -> Sequence[Row]:
        """The rows of a whole list that are wanted, with the columns."""
        found = narrowed(answers, everybody, self.only)
        return with_columns(answers, everybody, found, self.columns)


WHOLE_LIST = ListShape()


_OF_A_PERSON = frozenset({"club", "birth_year", "federation"})
_COMPARED = frozenset({"before", "change", "place_before", "entry"})


class _Columns:
    """The values of further columns, each worked out when it is first asked for."""

    def __init__(self, answers: Answers, everybody: Sequence[Row], rows: Sequence[Row]) -> None:
        self._answers = answers
        self._everybody = everybody
        self._rows = rows
        self._kept: dict[str, Any] = {}

    def value(self, name: str, row: Row) -> Any:
        """The value of a column in a row."""
        if name in _OF_A_PERSON:
            return self._once("people")[row["player"]][name]
        if name in _COMPARED:
            before = self._once("before")
            return None if before is None else before.compared(row)[name]
        return self._once(name).get(row["player"], 0 if name == "games_of_year" else None)

    def _once(self, name: str) -> Any:
        if name not in self._kept:
            self._kept[name] = getattr(self, f"_{name}_of_all")()
        return self._kept[name]

    def _place_of_all(self) -> Mapping[str, int]:
        holding = (row for row in self._everybody if row["status"] in HOLDING)
        return {row["player"]: place for place, row in enumerate(holding, start=1)}

    def _people_of_all(self) -> Mapping[str, Any]:
        return people(self._answers, [row["player"] for row in self._rows], self._names())

    def _sex_of_all(self) -> Mapping[str, str | None]:
        return sexes_of(self._answers, self._names())

    def _before_of_all(self) -> ListBefore | None:
        return list_before(self._answers)

    def _games_of_year_of_all(self) -> Mapping[str, int]:
        return games_of_a_year(self._answers)

    def _trend_of_all(self) -> Mapping[str, Sequence[float | None]]:
        return trends(self._answers, [row["player"] for row in self._rows])

    def _names(self) -> Mapping[str, str]:
        return {row["player"]: row["name"] for row in self._rows if row["name"] is not None}


def games_of_a_year(answers: Answers) -> Mapping[str, int]:
    """The games that each player has played in tournaments of the year up to the day."""
    history, pool, day = answers.whole_history(), answers.question.pool, answers.day
    ended = [
        each
        for each in history.tournament_ids(pool)
        if day - A_YEAR < history.ended_on(each) <= day
    ]
    played: Counter[str] = Counter()
    for tournament in history.tournaments(pool, ended):
        for game in tournament.games:
            if game.played and game.black is not None:
                played.update((game.white, game.black))
    return played


def trends(answers: Answers, players: Collection[str]) -> Mapping[str, Sequence[float | None]]:
    """The figures of some players at the quarters of the last two years, oldest first.

    The last one is that of the day; None where a player held none, and where the figures of
    the day are on another scale than today's.
    """
    scale, days = scale_of(answers.rulebook), [answers.day - A_QUARTER * it for it in range(9)]
    figures = [
        answers.figures_on(day, players) if scale_of(answers.rulebook_on(day)) == scale else {}
        for day in reversed(days)
    ]
    return {player: [each.get(player) for each in figures] for player in players}


# --- the list of a page -------------------------------------------------------------------------


def listed_ratings(
    answers: Answers, *, lapsed: bool = False, everyone: bool = False
) -> ListedRatings:
    """The list at the cut and under the rulebook that are asked about.

    With ``lapsed`` also those whose figure has lapsed, with ``everyone`` all registered; only
    whose figure holds has a place.
    """
    rows = answers.ratings(lapsed=lapsed, everyone=everyone)
    before = list_before(answers)
    return {
        "since": None if before is None else before.day.isoformat(),
        "players": list(_listed(answers, rows, before)),
    }


def _listed(
    answers: Answers, rows: Sequence[Row], before: ListBefore | None
) -> Iterator[ListedRow]:
    names = {row["player"]: row["name"] for row in rows if row["name"] is not None}
    known = people(answers, [row["player"] for row in rows], names)
    place = 0
    for row in rows:
        holds = row["status"] in HOLDING and row["figure"] is not None
        place += holds
        person = known[row["player"]]
        was = {} if before is None else before.compared(row)
        further = {
            "place": place if holds else None,
            "club": person["club"],
            "birth_year": person["birth_year"],
            "federation": person["federation"],
            **{name: was.get(name) for name in ("before", "place_before", "entry")},
        }
        yield cast("ListedRow", row | further)
