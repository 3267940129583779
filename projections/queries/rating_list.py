"""A rating list as people read it: places, clubs, and what has changed since the last one.

A change is counted from the list published last before it, as that list was; where another
rulebook governed then, or no list was published, there is none.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import cached_property
from typing import Literal, NamedTuple, Protocol

import attrs

from ledger.events.messages import Message
from ledger.importing.matching.names import folded
from ledger.log.effective_events import EffectiveFact
from projections.engine.history.as_of import AsOf
from projections.queries.answer_types import PersonRow, RatingRow
from projections.queries.answers import Answers, Question
from projections.queries.arguments import one_of
from projections.queries.columns import RATING_LIST
from projections.queries.list_filter import EVERYBODY, ListFilter
from projections.queries.people import narrowed, people, sexes_of
from projections.queries.presentation import scale_of
from projections.queries.published_lists import publications

HOLDING = ("valid", "pending")
A_YEAR = timedelta(days=365)
A_QUARTER = timedelta(days=91)


def shared_places(cards: Iterable[tuple[str, Mapping[str, object] | None]]) -> dict[str, int]:
    """The places of players in the order of their strength; equal ratings share the first one.

    The first field of a card is the rating as printed, which may be finer than the figure.
    """
    found: dict[str, int] = {}
    place, last = 0, None
    for number, (player, card) in enumerate(cards, start=1):
        rating = next(iter(card.values()), None) if card else None
        if rating is not None:
            place, last = (place if rating == last else number), rating
            found[player] = place
    return found


class Compared(NamedTuple):
    """A row of a list compared with the list before it."""

    before: float | None = None
    change: float | None = None
    place_before: int | None = None
    entry: Literal["new", "back"] | None = None


@attrs.frozen
class ListBefore:
    """The list that a list is compared to: the one published last for an earlier day.

    ``places`` and ``figures`` are those of the players on it, ``lapsed`` those who had a card then
    and no place on it.
    """

    day: date
    places: Mapping[str, int]
    figures: Mapping[str, float | None]
    lapsed: Collection[str]

    def compared(self, row: RatingRow) -> Compared:
        """Return a later row compared with this list."""
        player = row["player"]
        figure, place = self.figures.get(player), self.places.get(player)
        change = change_of(row["figure"], figure)
        if player in self.figures or row["status"] not in HOLDING:
            return Compared(figure, change, place)
        return Compared(figure, change, place, "back" if player in self.lapsed else "new")


def list_before(answers: Answers) -> ListBefore | None:
    """The list published last for an earlier day, if the same rulebook governed then."""
    last = published_before(answers)
    return None if last is None else list_published(answers, last)


def name_of_list(answers: Answers) -> Message:
    """The list as it was published, the one of a day to come, or how ratings stand on a day."""
    position = answers.card_history.position
    stood = publications(answers.connection, answers.question.pool)
    if any(it.fact.day == answers.day and _is_of(it, position) for it in stood):
        return Message("Rating list of %(day)s", day=answers.day)
    if answers.day > answers.question.today:
        return Message("Upcoming rating list of %(day)s", day=answers.day)
    return Message("Ratings as of %(day)s", day=answers.day)


def _is_of(publication: EffectiveFact, position: int) -> bool:
    """True if a publication is of a position, or the one event after that."""
    made_from: int = publication.fact.position
    return position == made_from or position == publication.position == made_from + 1


def published_before(answers: Answers) -> AsOf | None:
    """The cut of the list published last for an earlier day."""
    pool = answers.question.pool
    stood = publications(answers.connection, pool, answers.card_history.position)
    cuts = [(it.fact.day, it.fact.position) for it in stood if it.fact.day < answers.day]
    return AsOf(*max(cuts)) if cuts else None


def list_published(answers: Answers, last: AsOf) -> ListBefore | None:
    """The list of an earlier cut, if the same rulebook governed then."""
    then = Answers(
        answers.connection, Question(answers.question.pool, answers.question.today, last)
    )
    if then.rulebook != answers.rulebook:
        return None
    ordered = then.in_order(lapsed=True)
    holding = [(player, worth) for player, worth in ordered if worth.status in HOLDING]
    figures = {player: worth.figure for player, worth in holding}
    lapsed = {player for player, _ in ordered if player not in figures}
    places = shared_places((player, worth.card) for player, worth in holding)
    return ListBefore(then.day, places, figures, lapsed)


def change_of(figure: float | None, before: float | None) -> float | None:
    """Return the change of a figure; None if there was none before."""
    if before is None or figure is None:
        return None
    return round(figure - before, 3)


def corrected_since(
    answers: Answers, before: ListBefore, players: Collection[str]
) -> Mapping[str, float | None]:
    """Return how much players' figures on an earlier list would be other ones as known now."""
    as_of = AsOf(day=before.day, known_at=answers.card_history.position)
    question = attrs.evolve(answers.question, as_of=as_of)
    found = Answers(answers.connection, question, answers.card_history).standings(players)
    return {it: change_of(now.figure, before.figures.get(it)) for it, now in found.items()}


# --- optional columns ---------------------------------------------------------------------------


class PlacedList(Protocol):
    """A whole list: the places in it, and the list that it is compared with."""

    def place(self, player: str) -> int | None:
        """Return the place of a player who holds a figure."""
        ...

    @property
    def before(self) -> ListBefore | None:
        """The list published before it, if there is one to compare with."""
        ...


class ListOfRows:
    """A whole list in rows."""

    def __init__(self, answers: Answers, rows: Sequence[RatingRow]) -> None:
        self._answers = answers
        self._rows = rows

    def place(self, player: str) -> int | None:
        """Return the place of a player who holds a figure."""
        return self._places.get(player)

    @cached_property
    def _places(self) -> Mapping[str, int]:
        holding = (row for row in self._rows if row["status"] in HOLDING)
        return shared_places((row["player"], row["card"]) for row in holding)

    @property
    def before(self) -> ListBefore | None:
        """The list published before it, if there is one to compare with."""
        return self._answers.once(list_before)


def with_columns(
    answers: Answers, whole: PlacedList, rows: Sequence[RatingRow], columns: Collection[str]
) -> Sequence[RatingRow]:
    """Some rows of a list, filled with further columns."""
    wanted = _known_columns(columns)
    further = _Further(answers, whole, rows)
    fills = [_FILLS[name] for name in RATING_LIST.optional if name in wanted]
    for row in rows:
        for fill in fills:
            fill(further, row)
    return rows


def _known_columns(columns: Collection[str]) -> Sequence[str]:
    return [one_of(each, RATING_LIST.optional, "column", "with") for each in columns]


@attrs.frozen(kw_only=True)
class ListShape:
    """The part of a list that is wanted, its further columns, and if it is in order of clubs.

    Raises ValueError for a column that is not an optional one of :data:`RATING_LIST`.
    """

    only: ListFilter = EVERYBODY
    columns: Sequence[str] = attrs.field(default=(), converter=_known_columns)
    by_club: bool = False

    def rows_of(self, answers: Answers, everybody: Sequence[RatingRow]) -> Sequence[RatingRow]:
        """The rows of a whole list that are wanted, with the columns."""
        found = narrowed(answers, everybody, self.only)
        columns = [*self.columns, *(["club"] if self.by_club else [])]
        rows = with_columns(answers, ListOfRows(answers, everybody), found, columns)
        if self.by_club:
            rows = sorted(rows, key=lambda row: (row["club"] is None, folded(row["club"] or "")))
        return rows


class _Further:
    """Fills further columns of some rows, each worked out when it is first needed."""

    def __init__(self, answers: Answers, whole: PlacedList, rows: Sequence[RatingRow]) -> None:
        self._answers = answers
        self._rows = rows
        self.whole = whole

    def compared(self, row: RatingRow) -> Compared:
        """Return a row compared with the list before."""
        before = self.whole.before
        return Compared() if before is None else before.compared(row)

    @cached_property
    def people(self) -> Mapping[str, PersonRow]:
        """The persons, as far as they may be shown."""
        return people(self._answers, [row["player"] for row in self._rows], self._names)

    @cached_property
    def sexes(self) -> Mapping[str, str | None]:
        """The sexes, as far as they may be shown."""
        return sexes_of(self._answers, self._names)

    @property
    def games(self) -> Counter[str]:
        """The games played in the year up to the day."""
        return self._answers.once(games_of_a_year)

    @cached_property
    def trends(self) -> Mapping[str, Sequence[float | None]]:
        """The figures of two years."""
        return trends(self._answers, [row["player"] for row in self._rows])

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return {row["player"]: row["name"] for row in self._rows if row["name"] is not None}


_FILLS: Mapping[str, Callable[[_Further, RatingRow], None]] = {
    "place": lambda it, row: row.update({"place": it.whole.place(row["player"])}),
    "club": lambda it, row: row.update({"club": it.people[row["player"]]["club"]}),
    "birth_year": lambda it, row: row.update(
        {"birth_year": it.people[row["player"]]["birth_year"]}
    ),
    "federation": lambda it, row: row.update(
        {"federation": it.people[row["player"]]["federation"]}
    ),
    "sex": lambda it, row: row.update({"sex": it.sexes.get(row["player"])}),
    "games_of_year": lambda it, row: row.update({"games_of_year": it.games[row["player"]]}),
    "before": lambda it, row: row.update({"before": it.compared(row).before}),
    "change": lambda it, row: row.update({"change": it.compared(row).change}),
    "place_before": lambda it, row: row.update({"place_before": it.compared(row).place_before}),
    "entry": lambda it, row: row.update({"entry": it.compared(row).entry}),
    "trend": lambda it, row: row.update({"trend": [*it.trends[row["player"]]]}),
}


def games_of_a_year(answers: Answers) -> Counter[str]:
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
    last = max(answers.day, date.min + 8 * A_QUARTER)  # an empty log ends on the first day of all
    scale, days = scale_of(answers.rulebook), [last - A_QUARTER * it for it in range(9)]
    figures = [
        answers.figures_on(day, players) if scale_of(answers.rulebook_on(day)) == scale else {}
        for day in reversed(days)
    ]
    return {player: [each.get(player) for each in figures] for player in players}
