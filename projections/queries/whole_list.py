"""Whole rating lists as their pages need them: filtered, sorted, counted, one page in full.

A page shows a hundred players, so the others must cost it next to nothing.  The list of a new
state is made from that of an earlier one: only cards and persons that have changed are read.
"""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from datetime import date
from functools import cached_property
from threading import Lock
from typing import Any

import attrs
from cachetools import LRUCache
from sqlalchemy import select

from ledger.events.facts import PlayerWithheld
from ledger.events.streams import MERGES, player_stream
from ledger.gc_tuning import reduced_garbage_collection
from ledger.importing.matching.names import folded
from ledger.log.event_log import known_size
from ledger.log.paging import pages
from ledger.log.schema import NOT_A_GAME, event
from projections.queries.answer_types import RatingRow
from projections.queries.answers import Answers, Strength
from projections.queries.arguments import one_of
from projections.queries.list_filter import SEXES, ListFilter, Person
from projections.queries.people import personal_data, persons_in, unchanged_persons
from projections.queries.rating_list import (
    HOLDING,
    ListBefore,
    change_of,
    list_published,
    published_before,
    shared_places,
    with_columns,
)
from projections.rulebooks.evaluation import RatingStatus

MOST_PLAYERS = 160_000
"""The size of the newest lists that are kept, and of all others: about 1 kB a player."""
MOST_PUBLISHED = 4
MOST_INSERTED = 300
"""The changed cards up to which each finds its place by itself."""
MOST_LETTERS = 40
PERSONS_AT_ONCE = 10_000


@attrs.frozen(eq=False, slots=False)
class RankedList:
    """The players of a list with the values of their cards, strongest first, lapsed ones too."""

    day: date
    standings: Mapping[str, RatingStatus]
    by_strength: Callable[[tuple[str, RatingStatus]], Strength]

    @cached_property
    def holding(self) -> Sequence[str]:
        """Those who hold a figure."""
        return [player for player, it in self.standings.items() if it.status in HOLDING]

    @property
    def placed(self) -> int:
        """The number of places."""
        return bisect_left(self.holding, (True, 0.0, ""), key=self._strength)

    @property
    def having_places(self) -> Sequence[str]:
        """Those who have a place: a figure, not just a card."""
        return self.holding[: self.placed]

    def place(self, player: str) -> int | None:
        """Return the place of a player who holds a figure; equal ratings share the first one."""
        standing = self.standings.get(player)
        if standing is None or standing.status not in HOLDING:
            return None
        without_figure, strength, _ = self._strength(player)
        first = bisect_left(self.holding, (False, strength, ""), key=self._strength)
        return None if without_figure else first + 1

    def _strength(self, player: str) -> Strength:
        return self.by_strength((player, self.standings[player]))

    def places_among(self, players: Collection[str]) -> Mapping[str, int]:
        """The places of some players in a list of their own."""
        return shared_places((player, self.standings[player].card) for player in players)


def ranked_list(answers: Answers) -> RankedList:
    """Return the list that some answers give, worked out anew."""
    everybody = dict(answers.in_order(lapsed=True))
    return RankedList(answers.day, everybody, answers.by_strength)


@attrs.frozen
class Facets:
    """The properties in which the players of a list differ; only these are filters."""

    letters: Sequence[str]
    clubs: Sequence[str]
    federations: Sequence[str]
    born: Collection[int]
    knows_sexes: bool


@attrs.frozen(eq=False, slots=False)
class ComparedList:
    """A list with the list published before it."""

    ranked: RankedList
    before: ListBefore | None

    def place(self, player: str) -> int | None:
        """Return the place of a player who holds a figure."""
        return self.ranked.place(player)

    @property
    def since(self) -> str | None:
        """The day of the list published before it, with which it is compared."""
        return None if self.before is None else self.before.day.isoformat()

    def change(self, player: str) -> float | None:
        """Return the change of a player's figure since the list before."""
        figures = {} if self.before is None else self.before.figures
        return change_of(self.ranked.standings[player].figure, figures.get(player))

    def climbed(self, player: str) -> int | None:
        """Return the places that a player gained among those who are on both lists."""
        place, then = self.place(player), self._places_before.get(player)
        if place is None or then is None:
            return None
        return then - bisect_left(self._gone, then) - place + bisect_left(self._new, place)

    @property
    def _places_before(self) -> Mapping[str, int]:
        return {} if self.before is None else self.before.places

    @cached_property
    def _new(self) -> Sequence[int]:
        """The places of those who had none on the list before."""
        new = (it for it in self.ranked.having_places if it not in self._places_before)
        return [place for it in new if (place := self.place(it)) is not None]

    @cached_property
    def _gone(self) -> Sequence[int]:
        """The places on the list before of those who have none any more."""
        gone = self._places_before.keys() - {*self.ranked.having_places}
        return sorted(self._places_before[it] for it in gone)

    def rows(
        self, answers: Answers, players: Collection[str], columns: Collection[str]
    ) -> Sequence[RatingRow]:
        """The rows of some players, with further columns."""
        standings = self.ranked.standings
        rows = answers.rows_of([(player, standings[player]) for player in players])
        return with_columns(answers, self, rows, columns)


@attrs.frozen(eq=False, slots=False)
class WholeList(ComparedList):
    """A list with the persons on it, and the list published before it."""

    persons: Mapping[str, Person]
    _facets: dict[bool, Facets] = attrs.field(factory=dict)

    @classmethod
    def following(
        cls,
        earlier: "WholeList | None",
        ranked: RankedList,
        persons: Mapping[str, Person],
        before: ListBefore | None,
    ) -> "WholeList":
        """Return the list after an earlier one: if the players are the same, so are the facets."""
        same = (
            earlier is not None
            and earlier.persons is persons
            and earlier.ranked.standings.keys() == ranked.standings.keys()
            and {*earlier.ranked.holding} == {*ranked.holding}
        )
        return cls(ranked, before, persons, earlier._facets if earlier and same else {})  # noqa: SLF001 - of its own class

    def players(self, *, lapsed: bool) -> Collection[str]:
        """Those on the list, strongest first; with ``lapsed`` also those who held a figure."""
        return self.ranked.standings.keys() if lapsed else self.ranked.holding

    def matching(
        self, wanted: ListFilter, *, lapsed: bool, named: Collection[str] | None = None
    ) -> list[str]:
        """The players who match a filter, strongest first; ``named``: those whom its words fit.

        Raises ValueError for a sex that is not one of :data:`SEXES`, and for an unknown age group.
        """
        if wanted.sex:
            one_of(wanted.sex, SEXES, "sex")
        wanted = wanted.in_year(self.ranked.day.year)
        players = self.players(lapsed=lapsed)
        if not wanted:
            return [*players]
        if wanted.q and named is not None:
            players = [it for it in players if it in named or it == wanted.q]
        persons = self.persons
        return [player for player in players if wanted.matches(persons[player])][: wanted.top]

    @cached_property
    def born_of_namesakes(self) -> Mapping[str, int]:
        """The birth years, if known, of the players whose name others on the list have, too."""
        people = self.persons.values()
        bearers = Counter(it.name for it in people if it.name)
        return {
            it.player: it.birth_year
            for it in people
            if it.birth_year and bearers[it.name or ""] > 1
        }

    def facets(self, *, lapsed: bool) -> Facets:
        """The properties in which the players differ."""
        if lapsed not in self._facets:
            on_it = [self.persons[player] for player in self.players(lapsed=lapsed)]
            letters = {it.sorted_name[:1].upper() for it in on_it}
            self._facets[lapsed] = Facets(
                [each for each in sorted(letters) if each.isalpha()][:MOST_LETTERS],
                sorted({it.club for it in on_it if it.club}, key=folded),
                sorted({it.federation for it in on_it if it.federation}),
                {it.birth_year for it in on_it if it.birth_year},
                any(it.sex == "f" for it in on_it),
            )
        return self._facets[lapsed]


# --- following a pool ----------------------------------------------------------------------------


@attrs.frozen(eq=False)
class _Ranked:
    """A ranked list, and the stored cards that it was made from; None: it cannot be followed."""

    of: RankedList
    generation: int | None = None
    position: int = 0
    replaced: Collection[str] = ()


def _ranked(answers: Answers, earlier: _Ranked | None) -> _Ranked:
    """The ranked list of some answers, from an earlier one of the pool."""
    day, by_strength, cards = answers.day, answers.by_strength, answers.stored_cards
    if cards is None:
        return _Ranked(ranked_list(answers))
    stored = cards.history
    # A list of the horizon is followed to another one: its values have to be those stored.
    as_stored = answers.question.as_of.day is not None or day == stored.horizon
    now = stored.generation if as_stored else None, stored.position, cards.replaced
    if earlier is None or earlier.generation != stored.generation or earlier.position > now[1]:
        return _Ranked(ranked_list(answers), *now)
    changed = answers.standings_since(cards, earlier.position, earlier.replaced)
    if not changed and earlier.of.day == day:
        return _Ranked(earlier.of, *now)
    listed = [each for each in earlier.of.standings.items() if each[0] not in changed]
    new = [each for each in changed.items() if each[1].status != "unrated"]
    if len(new) > MOST_INSERTED:
        listed = sorted(listed + new, key=by_strength)
    else:
        for each in new:
            insort(listed, each, key=by_strength)
    return _Ranked(RankedList(day, dict(listed), by_strength), *now)


@attrs.frozen(eq=False)
class _Persons:
    """The persons on a list, as known with the log at ``head`` and shown on the day ``today``.

    ``moves``: the next day on which a player's club changes, after the day of the list.
    ``others``: those whom more than their registration concerns, who differ from day to day.
    """

    of: Mapping[str, Person]
    day: date
    position: int
    head: int
    today: date
    moves: Mapping[str, date]
    others: AbstractSet[str] = frozenset()

    def same_on_any_day(self, players: AbstractSet[str]) -> dict[str, Person]:
        """Return those of some players who are the same on every day."""
        return {
            player: self.of[player]
            for player in players
            if player in self.of and player not in self.others
        }


def _persons(
    answers: Answers,
    players: AbstractSet[str],
    earlier: _Persons | None,
    beside: _Persons | None,
) -> _Persons:
    """The persons among whom are some players, from those of an earlier list of the pool.

    ``beside``: those of a list of the same state for another day.
    """
    head, day = known_size(answers.connection), answers.day
    position, today = answers.card_history.position, answers.question.today
    changed = None if earlier is None or earlier.day > day else _changed(answers, earlier)
    if earlier is None or changed is None:
        changed, earlier = set(players), _Persons({}, day, position, head, today, {})
    changed |= {player for player, moving in earlier.moves.items() if moving <= day}
    read = (changed & players) | (players - earlier.of.keys())
    if not read and not changed & earlier.of.keys():
        return attrs.evolve(earlier, day=day, position=position, head=head, today=today)
    known = {player: it for player, it in earlier.of.items() if player not in changed}
    if beside is not None:
        known |= beside.same_on_any_day(read)
    for some in pages([*read - known.keys()], PERSONS_AT_ONCE):
        known |= unchanged_persons(answers, some)
    read -= known.keys()
    shown = personal_data(answers, read)
    names = {player: str(data["name"]) for player, data in shown.items()}
    sexes = {player: data.get("sex") for player, data in shown.items()}
    known |= persons_in(answers, read, names, sexes)
    moves = {player: it for player, it in earlier.moves.items() if player not in changed}
    moves |= _next_moves(answers, read)
    # If nobody has changed it stays the same object, by which facets are known to hold.
    found = earlier.of if known == earlier.of else known
    others = (earlier.others - changed) | read
    return _Persons(found, day, position, head, today, moves, others)


def _changed(answers: Answers, earlier: _Persons) -> set[str] | None:
    """Those whose data may have changed since an earlier list; None: all, players were merged."""
    connection, today = answers.connection, answers.question.today
    after = min(earlier.position, answers.card_history.position)
    until = known_size(connection)
    touched = select(event.c.stream).where(
        event.c.position > after, event.c.position <= until, NOT_A_GAME
    )
    streams = set(connection.execute(touched.distinct()).scalars())
    if MERGES in streams:
        return None
    if today != earlier.today:  # a name may be withheld from a day on
        wishes = select(event.c.stream).where(event.c.type == PlayerWithheld.type, NOT_A_GAME)
        streams |= set(connection.execute(wishes.distinct()).scalars())
    prefix, register = player_stream(""), answers.register(())
    players = [it.removeprefix(prefix) for it in streams if it.startswith(prefix)]
    return set(map(register.one_person, players))


def _next_moves(answers: Answers, players: Collection[str]) -> dict[str, date]:
    registered = answers.register(players).players
    later = {
        player: [it.from_day for it in registered[player].memberships if it.from_day > answers.day]
        for player in players
        if player in registered
    }
    return {player: min(days) for player, days in later.items() if days}


@attrs.define(eq=False)
class _Kept:
    """A list of a pool at a position: what is kept of it so far.

    ``followed``: the earlier one whose persons it follows, until its own are asked for; in a large
    federation only one list is kept.
    """

    ranked: _Ranked
    persons: _Persons | None = None
    whole: WholeList | None = None
    followed: "_Kept | None" = None

    def size(self) -> int:
        """Return the number of its players, at least one."""
        return max(1, len(self.ranked.of.standings))


class WholeLists:
    """The lists that were asked for last; shared by threads.

    That of the read model is followed, also as it was some events ago; any other is made from the
    cards of its own day.  Those wait for each other, so that no reader of the newest one does.
    """

    def __init__(self) -> None:
        self._newest: LRUCache[tuple[Any, ...], _Kept]
        self._past: LRUCache[tuple[Any, ...], _Kept]
        self._newest = LRUCache(MOST_PLAYERS, getsizeof=_Kept.size)
        self._past = LRUCache(MOST_PLAYERS, getsizeof=_Kept.size)
        self._before: LRUCache[Hashable, ListBefore | None] = LRUCache(MOST_PUBLISHED)
        self._newest_at_work, self._others_at_work, self._access = Lock(), Lock(), Lock()

    @reduced_garbage_collection()
    def ranked(self, answers: Answers) -> RankedList:
        """The players of the list that some answers give."""
        with self._at_work(answers):
            return self._found(answers).ranked.of

    @reduced_garbage_collection()
    def compared(self, answers: Answers) -> ComparedList:
        """The list that some answers give, without the persons on it."""
        with self._at_work(answers):
            return ComparedList(self._found(answers).ranked.of, self._list_before(answers))

    @reduced_garbage_collection()
    def of(self, answers: Answers) -> WholeList:
        """The list that some answers give."""
        with self._at_work(answers):
            kept = self._found(answers)
            state = known_size(answers.connection), answers.question.today
            persons = kept.persons
            if kept.whole is None or persons is None or (persons.head, persons.today) != state:
                others = [kept, kept.followed or kept, *self._others(answers)]
                known = next((it for it in others if it.persons is not None), kept)
                ranked, before = kept.ranked.of, self._list_before(answers)
                beside = self._persons_beside(answers, *state)
                persons = _persons(answers, ranked.standings.keys(), known.persons, beside)
                kept.persons, kept.followed = persons, None
                kept.whole = WholeList.following(known.whole, ranked, persons.of, before)
            return kept.whole

    def _persons_beside(self, answers: Answers, head: int, today: date) -> _Persons | None:
        """Return the persons on the newest list, if it is kept and of the same state."""
        pool, position = answers.question.pool, answers.card_history.position
        with self._access:
            kept = [it.persons for key, it in self._newest.items() if key[0] == pool]
        same = (
            it for it in kept if it and (it.position, it.head, it.today) == (position, head, today)
        )
        return next(same, None)

    def _at_work(self, answers: Answers) -> Lock:
        return self._others_at_work if answers.stored_cards is None else self._newest_at_work

    def _kept_of(self, answers: Answers) -> LRUCache[tuple[Any, ...], _Kept]:
        """Return the lists kept of that kind: a past day must not throw out the newest list."""
        return self._past if answers.stored_cards is None else self._newest

    def _found(self, answers: Answers) -> _Kept:
        question, kept = answers.question, self._kept_of(answers)
        key = question.pool, question.as_of.day, answers.card_history.position
        with self._access:
            found = None if question.what_if else kept.get(key)
        if found is None:
            earlier = next(self._others(answers), None)
            found = _Kept(_ranked(answers, None if earlier is None else earlier.ranked))
            if earlier is not None:
                found.followed = earlier.followed if earlier.persons is None else earlier
            if not question.what_if:
                with self._access, suppress(ValueError):  # larger than all that may be kept
                    kept[key] = found
        return found

    def _others(self, answers: Answers) -> Iterator[_Kept]:
        """Yield the pool's lists for the same day at other positions, the closest first."""
        question = answers.question
        pool, day, position = question.pool, question.as_of.day, answers.card_history.position
        with self._access:
            kept = [] if question.what_if else [*self._kept_of(answers).items()]
        found = {key[2]: it for key, it in kept if key[:2] == (pool, day) and key[2] != position}
        for other in sorted(found, key=lambda known_at: abs(known_at - position)):
            yield found[other]

    def _list_before(self, answers: Answers) -> ListBefore | None:
        last = published_before(answers)
        if last is None:
            return None
        key = answers.question.pool, last, answers.rulebook
        with self._access:
            if key in self._before:
                return self._before[key]
        found = list_published(answers, last)
        with self._access:
            self._before[key] = found
        return found
