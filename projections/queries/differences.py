"""Differences between two states of a pool: the players, the amounts, and the reasons.

Two card histories are compared card by card.  For a player whose figure differs, the first
occasion at which his card differs is found.  Either an event submitted since has changed the
occasion itself, or another player's card that it reads differs already.  Following that back
ends at the events that caused it.  Between two days no card differs: there the occasions of the
days between are the reason.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from itertools import chain, islice
from typing import Any, Protocol

import attrs
from sqlalchemy import Connection, bindparam, select

from ledger.events.facts import CorrectionSubmitted, GameSubmitted, TournamentSubmitted
from ledger.events.streams import tournament_stream
from ledger.log.effective_events import recorded_data
from ledger.log.event_log import Entry, entry_of
from ledger.log.schema import NOT_A_GAME, event
from ledger.log.statements import plain_rows
from projections.engine.read_model.checked_rows import wrong_occasion
from projections.engine.read_model.earlier_card_history import EarlierCardHistory
from projections.engine.read_model.invalidation import Invalidated, RebuildNeeded, invalidate
from projections.engine.read_model.stored_card_history import CardWindow, StoredCardHistory
from projections.engine.replay.card_history import CardHistory, EvaluatedOccasion, Version, end_of
from projections.queries.answer_types import ChainLink
from projections.queries.answers import Answers
from projections.rulebooks.evaluation import RatingStatus

# --- finding the differences between two card histories, card by card ----------------------------

MANY = 50
"""The number of players from which it is faster to read the cards of all changed ones together."""
Pair = tuple[Version | None, Version | None]


class _CardsBefore(Protocol):
    def versions_before(self, key: str, players: Collection[str]) -> Mapping[str, Version]: ...


class ChangedCards:
    """The cards that differ between two card histories, and the last cards before an occasion."""

    def __init__(self, before: CardHistory, after: CardHistory) -> None:
        self._sides = (before, after)
        self._keys = _keys_changed(before, after)
        self._windows: list[CardWindow] = []
        self._cards = tuple(self._cards_of(side) for side in self._sides)

    def _cards_of(self, side: CardHistory) -> _CardsBefore:
        """Return the source of the cards of a side: in memory, as far as they may differ."""
        if self._keys is None or not isinstance(side, StoredCardHistory):
            return side
        first = min((key for keys in self._keys.values() for key in keys), default="~")
        self._windows.append(CardWindow(side, first))
        return self._windows[-1]

    def read_ahead(self, players: Collection[str]) -> Collection[str]:
        """Read the cards of many players at once; return the first keys that may differ."""
        if self._keys is None or len(players) < MANY:
            return ()
        for window in self._windows:
            window.read(self._keys)
        return {min(self._keys[player]) for player in players if player in self._keys}

    def of(self, player: str) -> Iterator[tuple[str, Pair]]:
        """Yield each key under which a player's cards differ, in order, with both (None: none)."""
        for key, pair in self._pairs(player):
            if card_of(pair[0]) != card_of(pair[1]):
                yield key, pair

    def _pairs(self, player: str) -> Iterator[tuple[str, Pair]]:
        if self._keys is None:
            ones, others = (
                {version.key: version for version in side.versions_of(player)}
                for side in self._sides
            )
            for key in sorted(ones.keys() | others.keys()):
                yield key, (ones.get(key), others.get(key))
            return
        for key in sorted(self._keys.get(player, ())):
            one, other = self.last(f"{key}\0", player)
            yield key, (_under(key, one), _under(key, other))

    def last(self, key: str, player: str) -> Pair:
        """A player's last cards before a key."""
        one, other = (cards.versions_before(key, [player]) for cards in self._cards)
        return one.get(player), other.get(player)

    def players_before(self, key: str, read: Collection[str] | None) -> Iterator[str]:
        """Yield those of some players, or of all, whose last cards before a key differ, by id."""
        if self._keys is not None:
            read = self._keys.keys() if read is None else self._keys.keys() & set(read)
        if read is None:
            ones, others = (side.last_versions(key) for side in self._sides)
        else:
            ones, others = (cards.versions_before(key, read) for cards in self._cards)
        for name in sorted(ones.keys() | others.keys()):
            if card_of(ones.get(name)) != card_of(others.get(name)):
                yield name


def card_of(version: Version | None) -> Any:
    """Return the card of a version; None if there is none."""
    return None if version is None else version.card


def _under(key: str, version: Version | None) -> Version | None:
    return version if version is not None and version.key == key else None


def _keys_changed(before: CardHistory, after: CardHistory) -> Mapping[str, Collection[str]] | None:
    """The keys of the cards that can differ, by player; None: they come from different rows."""
    now = {_rows_of(side) for side in (before, after)}
    if None in now or len(now) > 1:
        return None
    found: dict[str, set[str]] = defaultdict(set)
    for side in (before, after):
        if isinstance(side, EarlierCardHistory):
            for player in side.changed:
                found[player] |= side.keys_changed(player)
    return found


def _rows_of(side: CardHistory) -> tuple[int, int] | None:
    """Return the generation that a card history is read from, and its position."""
    stored = side.now if isinstance(side, EarlierCardHistory) else side
    if isinstance(stored, StoredCardHistory):
        return stored.generation, stored.position
    return None


# --- finding the events between two states of the log --------------------------------------------

ABOUT_GAMES = {GameSubmitted.type, CorrectionSubmitted.type}
_IN_STREAM = (
    event.c.stream == bindparam("stream"),
    event.c.position > bindparam("after"),
    event.c.position <= bindparam("until"),
)
_OWN = select(event.c.id, event.c.type).where(*_IN_STREAM).order_by(event.c.position)
_OWN_ENTRIES = select(event).where(*_IN_STREAM).order_by(event.c.position)


@attrs.define
class _Sorted:
    """Ids of events by the part of a pool that they invalidate; ``frame``: the whole pool."""

    tournaments: dict[str, list[str]] = attrs.field(factory=lambda: defaultdict(list))
    players: dict[str, list[str]] = attrs.field(factory=lambda: defaultdict(list))
    rated: dict[str, list[str]] = attrs.field(factory=lambda: defaultdict(list))
    frame: list[str] = attrs.field(factory=list)


@attrs.define
class _OfTournament:
    """The events about one tournament: their ids, and the players concerned.

    ``results``: the games among them, if the tournament is among them too.
    """

    ids: list[str] = attrs.field(factory=list)
    results: frozenset[str] = frozenset()
    players: set[Any] = attrs.field(factory=set)
    everybody: bool = False


class EventsBetween:
    """The events after one position of the log up to another that invalidate a part of a pool."""

    def __init__(self, connection: Connection, pool: str, after: int, until: int) -> None:
        self._connection = connection
        self._pool = pool
        self._tournaments: dict[str, _OfTournament] = {}
        self._since = (event.c.position > after, event.c.position <= until)
        self._between = {"after": after, "until": until}

    def about_tournament(self, tournament: str, players: Collection[str]) -> tuple[str, ...]:
        """Return the ids of the events about a tournament, or about its players' data.

        Those of one kind come first; each in the order of the log.
        """
        found = self._sorted
        return _once(
            *self._own(tournament).ids,
            *found.tournaments.get(tournament, ()),
            *(id_ for player in players for id_ in found.players.get(player, ())),
        )

    def results_of(self, tournament: str) -> frozenset[str]:
        """Return the ids of the games that came with a tournament, which stands for them."""
        return self._own(tournament).results

    def concerns(self, player: str, tournament: str) -> bool:
        """True if any of the events about a tournament concerns more than others' games."""
        own = self._own(tournament)
        if own.everybody or player in own.players:
            return True
        return bool(self._sorted.tournaments.get(tournament) or self._sorted.players.get(player))

    def _own(self, tournament: str) -> "_OfTournament":
        if tournament not in self._tournaments:
            self._tournaments[tournament] = self._read_own(tournament)
        return self._tournaments[tournament]

    def _read_own(self, tournament: str) -> "_OfTournament":
        """Read the events; the players concerned are read only if all events are about games."""
        given = {"stream": tournament_stream(tournament), **self._between}
        rows = plain_rows(self._connection.execute(_OWN, given))
        found = _OfTournament([id_ for id_, _ in rows])
        types = {type_ for _, type_ in rows}
        if TournamentSubmitted.type in types:
            found.results = frozenset(id_ for id_, type_ in rows if type_ == GameSubmitted.type)
        found.everybody = not types <= ABOUT_GAMES
        if not found.everybody:
            for entry in map(entry_of, self._connection.execute(_OWN_ENTRIES, given)):
                self._add_concerned(found, entry)
        return found

    def _add_concerned(self, found: "_OfTournament", entry: Entry) -> None:
        data = recorded_data(entry)
        while entry.type == CorrectionSubmitted.type:
            found.players.update(_sides(data.get("replacement") or {}))
            corrected = select(event).where(event.c.id == data["corrects"])
            entry = entry_of(self._connection.execute(corrected).one())
            data = recorded_data(entry)
        if entry.type == GameSubmitted.type:
            found.players.update(_sides(data))
        else:
            found.everybody = True

    def about_ratings(self, players: Collection[str]) -> tuple[str, ...]:
        """The ids of the events that decide or adopt ratings of some players, or join them."""
        return _once(*(id_ for player in players for id_ in self._sorted.rated.get(player, ())))

    @property
    def frame(self) -> tuple[str, ...]:
        """The ids of the events that concern everyone: rulebooks, decisions about a season."""
        return tuple(self._sorted.frame)

    @cached_property
    def _sorted(self) -> _Sorted:
        found = _Sorted()
        query = select(event).where(NOT_A_GAME, *self._since)
        rows = self._connection.execute(query.order_by(event.c.position))
        for entry in map(entry_of, rows):
            if not entry.stream.startswith(tournament_stream("")):
                self._sort(found, entry)
        return found

    def _sort(self, found: _Sorted, entry: Entry) -> None:
        invalidated = Invalidated()
        try:
            invalidate(invalidated, entry, self._connection, self._pool)
        except RebuildNeeded:
            found.frame.append(entry.id)
        for names, by_name in (
            (invalidated.tournaments, found.tournaments),
            (invalidated.players | invalidated.clubs, found.players),
            (invalidated.rated, found.rated),
        ):
            for name in names:
                by_name[name].append(entry.id)


def _sides(game: Mapping[str, Any]) -> tuple[Any, Any]:
    return game.get("white"), game.get("black")


def _once(*ids: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))


MUCH = 2_000
"""The number of events between two states above which only the nearest causes are named."""
LISTED = {"valid", "pending", "lapsed"}
MOST_CAUSES = 200
"""The most causes named: half a long log has a part in every figure (decision 0082)."""


@attrs.frozen
class Link:
    """One step of a chain: an occasion at which a player's card changed.

    ``kind``: of the occasion, for example a tournament or a decision; ``events``: submitted since,
    about the occasion itself; ``because``: the players whose changed cards it read.
    Either of the two may be empty.  ``results``: the games among the events that came with their
    tournament, which stands for them in an answer.
    """

    player: str
    occasion: str
    kind: str
    day: str
    before: Any
    after: Any
    because: tuple[str, ...]
    events: tuple[str, ...]
    results: frozenset[str] = frozenset()

    @classmethod
    def at(
        cls, done: EvaluatedOccasion, key: str, player: str, change: Iterable[Any], **why: Any
    ) -> "Link":
        """Return a player's link at the occasion of a key: the card before and after, and why."""
        before, after = change
        return cls(player, done.subject, done.kind, key[:10], before, after, **why)

    def document(self) -> ChainLink:
        """Return the link in the shape of an answer."""
        return {
            "player": self.player,
            "occasion": self.occasion,
            "kind": self.kind,
            "day": self.day,
            "before": self.before,
            "after": self.after,
            "because": list(self.because),
            "events": [each for each in self.events if each not in self.results],
        }


@attrs.frozen
class Difference:
    """A player whose rating differs, and the reason.

    ``valid_until``: of the rating after.  ``causes``: the :data:`MOST_CAUSES` nearest events that
    contributed to it; after more than :data:`MUCH` events, those at the ends of the chains only.
    ``chain``: the shortest chain back to one of them, the player's own occasion first.
    """

    player: str
    before: int | None
    after: int | None
    status_before: str
    status_after: str
    valid_until: date | None
    causes: tuple[str, ...]
    chain: tuple[Link, ...]


def differences(
    connection: Connection, before: Answers, after: Answers, players: Collection[str] | None = None
) -> list[Difference]:
    """Return every player whose figure or its validity differs between two states, by id.

    With ``players`` only these are compared.
    """
    ones, others = before.standings(players), after.standings(players)
    shown = {
        player: (shown_as(ones.get(player)), shown_as(others.get(player)))
        for player in sorted(ones.keys() | others.keys())
    }
    different = [player for player, (one, other) in shown.items() if one != other]
    tracing = _tracing(connection, before, after)
    tracing.read_ahead(different)
    found = []
    for player in different:
        one, other = shown[player]
        links, causes = tracing.of(player)
        found.append(
            Difference(
                player=player,
                before=one[0],
                after=other[0],
                status_before=one[1],
                status_after=other[1],
                valid_until=others[player].valid_until if player in others else None,
                causes=causes,
                chain=links,
            )
        )
    return found


def count_changed_players(before: Answers, after: Answers, players: Collection[str] | None) -> int:
    """Return the number of players with another figure or validity, without the reasons."""
    ones, others = before.standings(players), after.standings(players)
    everybody = ones.keys() | others.keys()
    return sum(shown_as(ones.get(each)) != shown_as(others.get(each)) for each in everybody)


def shown_as(standing: RatingStatus | None) -> tuple[int | None, str]:
    """Return figure and status as a list shows them; players without a card are unrated."""
    if standing is None or standing.status not in LISTED:
        return None, "unrated"
    return standing.figure, standing.status


_Reasons = tuple[tuple[Link, ...], tuple[str, ...]]


def _tracing(
    connection: Connection, before: Answers, after: Answers
) -> "_ChangesBetween | _Tracing":
    if only_days_differ(before, after):
        return _ChangesBetween(connection, before, after)
    return _Tracing(connection, before, after)


def only_days_differ(before: Answers, after: Answers) -> bool:
    """True if two states differ only in the day they are as of."""
    one, other = before.question, after.question
    return (
        before.card_history.position == after.card_history.position
        and one.what_if == other.what_if
    )


def _worth(answers: Answers, version: Version | None) -> Any:
    """Return a card as the contract shows it on the day of its occasion."""
    if version is None:
        return None
    for period in answers.card_history.periods:
        if period.first <= version.day <= period.last:
            shape: Mapping[str, Any] | None = period.book.standing(version.card, version.day).card
            return None if shape is None else dict(shape)
    return None


class _ChangesBetween:
    """The occasions between two days that changed a player's card."""

    def __init__(self, connection: Connection, before: Answers, after: Answers) -> None:
        self._connection = connection
        self._answers = after
        days = (end_of(each.question.as_of.day) for each in (before, after))
        self._first, self._last = sorted(days)

    def read_ahead(self, players: Collection[str]) -> None:
        """Do nothing: the occasions of each player are read separately."""

    def of(self, player: str) -> _Reasons:
        """Return the occasions of the days between, the last one first, and their events."""
        links = tuple(self._links(player))[::-1]
        return links, tuple(dict.fromkeys(id_ for link in links for id_ in link.events))

    def _links(self, player: str) -> Iterator[Link]:
        card_history = self._answers.card_history
        before: Version | None = None
        for version in card_history.versions_of(player):
            if self._first <= version.key < self._last:
                done = card_history.at([version.key])[version.key]
                change = (_worth(self._answers, each) for each in (before, version))
                events = self._brought_by(done)
                yield Link.at(done, version.key, player, change, because=(), events=events)
            before = version

    def _brought_by(self, done: EvaluatedOccasion) -> tuple[str, ...]:
        if done.kind != "tournament":
            return (done.subject,) if done.kind == "decision" else ()
        query = select(event.c.id).where(event.c.subject == tournament_stream(done.subject))
        return tuple(self._connection.execute(query).scalars())


@attrs.frozen
class _CausePath:
    """The chain from a player's link back to a cause.

    ``towards``: the player whose link is next, None at the end.  ``doubtful``: no event at its end
    changes the card by itself.  ``steps``: the number of links that follow.  ``causes``: the
    events that contributed, in this chain or another, the nearest first.
    """

    towards: str | None
    doubtful: bool
    steps: int
    causes: tuple[str, ...]


class _Tracing:
    """Trace cards that differ back to the submitted events.

    A link leads only to players whose cards differed before its occasion.  Chains are therefore
    resolved from the earliest occasion on, each once for all players who share it.
    """

    def __init__(self, connection: Connection, before: Answers, after: Answers) -> None:
        self._answers = (before, after)
        self._sides = (before.card_history, after.card_history)
        low, high = sorted(side.position for side in self._sides)
        self._events_between = EventsBetween(connection, after.question.pool, low, high)
        self._is_much = high - low > MUCH
        self._cards = ChangedCards(*self._sides)
        self._occasions: dict[str, Sequence[EvaluatedOccasion]] = {}
        self._before: dict[str, tuple[str, ...]] = {}
        self._found: dict[str, Link | None] = {}
        self._ways: dict[str, _CausePath | None] = {}

    def read_ahead(self, players: Collection[str]) -> None:
        """Read the data on several players at once."""
        keys = self._cards.read_ahead(players)
        evaluated = [side.at(keys) for side in self._sides] if keys else []
        for key in keys:
            self._occasions[key] = [each[key] for each in evaluated if key in each]

    def of(self, player: str) -> _Reasons:
        """Return the shortest chain from a player's first difference to a cause, and all causes.

        It begins with the occasion at which the rating differs if the card differed earlier, for
        example by games that wait for a first rating.
        """
        self._settle(player)
        name, way = player, self._ways[player]
        links = [*self._later_difference_of_figure(player)]
        causes = () if way is None else way.causes
        while way is not None:
            link = self._link(name)
            if link is not None:
                links.append(link)
            if way.towards is None:
                break
            name, way = way.towards, self._ways[way.towards]
        return tuple(links), causes

    def _settle(self, player: str) -> None:
        """Resolve the chain of a player, after those of all players to whom the link leads."""
        waiting = [player]
        while waiting:
            name = waiting[-1]
            link = self._link(name)
            ahead = () if link is None or self._ends_at(link) else link.because
            unsettled = [other for other in ahead if other not in self._ways]
            if unsettled:
                waiting += unsettled
                continue
            waiting.pop()
            self._ways[name] = None if link is None else self._way(link)

    def _way(self, link: Link) -> _CausePath:
        if self._ends_at(link):
            return _CausePath(None, doubtful=False, steps=0, causes=_nearest_causes([link.events]))
        ways = {other: way for other in link.because if (way := self._ways[other]) is not None}
        causes = _nearest_causes([link.events, *(way.causes for way in ways.values())])
        if self._has_own_cause(link):
            return _CausePath(None, doubtful=False, steps=0, causes=causes)
        if ways and (not link.events or not all(way.doubtful for way in ways.values())):
            name = min(ways, key=lambda each: (ways[each].doubtful, ways[each].steps, each))
            return _CausePath(name, ways[name].doubtful, ways[name].steps + 1, causes)
        return _CausePath(None, doubtful=True, steps=0, causes=causes)

    def _ends_at(self, link: Link) -> bool:
        """True if no causes beyond a link are searched: in a long log that would be the pool."""
        return self._is_much and self._has_own_cause(link)

    def _has_own_cause(self, link: Link) -> bool:
        """True if the events about an occasion can change the player's card by themselves.

        A result between two others seldom does: their later opponents are tried first.
        """
        if not link.events or link.kind != "tournament":
            return bool(link.events)
        return self._events_between.concerns(link.player, link.occasion)

    def _link(self, player: str) -> Link | None:
        """Return the occasion at which a player's card first differs."""
        if player not in self._found:
            self._found[player] = self._first_difference(player)
        return self._found[player]

    def _later_difference_of_figure(self, player: str) -> Iterator[Link]:
        """Yield the occasion at which the rating first differs, if after the first difference."""
        first = self._link(player)
        if first is None or first.before != first.after:
            return
        ones, others = self._versions(player)
        held: list[Version | None] = [None, None]
        for key in sorted(ones.keys() | others.keys()):
            held = [ones.get(key, held[0]), others.get(key, held[1])]
            before, after = map(_worth, self._answers, held)
            if before != after:
                done = self._evaluated(key)[-1]
                yield Link.at(done, key, player, (before, after), because=(player,), events=())
                return

    def _versions(self, player: str) -> tuple[Mapping[str, Version], Mapping[str, Version]]:
        """The versions of a player's card on either side, by their keys."""
        one, other = (
            {version.key: version for version in side.versions_of(player)} for side in self._sides
        )
        return one, other

    def _first_difference(self, player: str) -> Link | None:
        for key, pair in self._cards.of(player):
            return self._link_at(player, key, *pair)
        return None

    def _link_at(self, player: str, key: str, one: Version | None, other: Version | None) -> Link:
        found = self._evaluated(key)
        if not found:
            raise wrong_occasion(key, self._answers[1].question.pool)
        done = found[-1]
        because = tuple(it for it in self._changed_before(found, key) if it != player)
        events = self._events_about(done, {player}.union(*map(_read, found)))
        held = self._cards.last(key, player)
        change = map(_worth, self._answers, (one or held[0], other or held[1]))
        events = events or (() if because else self._events_between.frame)
        why: dict[str, Any] = {"because": because, "events": events}
        if done.kind == "tournament":
            why["results"] = self._events_between.results_of(done.subject)
        return Link.at(done, key, player, change, **why)

    def _evaluated(self, key: str) -> Sequence[EvaluatedOccasion]:
        """Return the evaluations of an occasion, which many players share, on both sides."""
        if key not in self._occasions:
            self._occasions[key] = [
                each for side in self._sides for each in side.at([key]).values()
            ]
        return self._occasions[key]

    def _events_about(self, done: EvaluatedOccasion, players: set[str]) -> tuple[str, ...]:
        if done.kind == "tournament":
            return self._events_between.about_tournament(done.subject, sorted(players))
        return self._events_between.about_ratings(sorted(players))

    def _changed_before(self, found: Sequence[EvaluatedOccasion], key: str) -> tuple[str, ...]:
        """Return the players whose cards an occasion read, if their last ones differ."""
        if key not in self._before:
            by_name = not any(done.players is None for done in found)
            read = set().union(*map(_read, found)) if by_name else None
            self._before[key] = tuple(self._cards.players_before(key, read))
        return self._before[key]


def _nearest_causes(events: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Return events without repetition, the nearest first, up to a useful number."""
    return tuple(islice(dict.fromkeys(chain.from_iterable(events)), MOST_CAUSES))


def _read(done: EvaluatedOccasion) -> tuple[str, ...]:
    return done.players or ()
