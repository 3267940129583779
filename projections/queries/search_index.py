"""The search index: players and tournaments by what people type, kept up with the log.

It is built once and from then on adds what is new: registrations, corrections, merges, wishes
and erasures.  Names are those that may be shown today, whatever a question is known at; who was
registered, merged or struck is answered as known at the question's position (decision 0145).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from sys import intern
from threading import RLock
from typing import Any

import attrs
import msgspec
from sqlalchemy import Connection, select

from ledger.events import facts
from ledger.events.codec import CURRENT_SCHEMA
from ledger.events.merges import Merges
from ledger.events.streams import MERGES, player_stream, tournament_stream
from ledger.importing.matching.names import INSIDE, WHOLE, TypedName, folded
from ledger.log.decoding import UNREADABLE, unreadable
from ledger.log.effective_events import Recorded, SettledEvent, read_streams
from ledger.log.event_log import head_of
from ledger.log.paging import pages
from ledger.log.schema import NOT_A_GAME, event
from ledger.log.statements import plain_rows
from projections.engine.history.as_of import EVERYTHING, AsOf
from projections.engine.history.names import names_of, personal_data_shown
from projections.queries.word_index import WordIndex

_OF_PLAYERS = (facts.PlayerRegistered.type, facts.PlayerWithheld.type, facts.PlayerForgotten.type)
_FOLLOWED = (*_OF_PLAYERS, facts.PlayersMerged.type)
_READ_AT_ONCE = 2_000
UNNAMED = "~"
"""The place of players whose names are not shown: after all others."""
_PLAYER, _TOURNAMENT = player_stream(""), tournament_stream("")


class FoundPlayer(msgspec.Struct, frozen=True):
    """A found player: the kept id, the name if it may be shown, and the quality of the match."""

    player: str
    name: str | None
    fit: int


class TournamentHeading(msgspec.Struct, frozen=True, gc=False):
    """The fields of a tournament by which lists are sorted and searched."""

    tournament: str
    name: str
    ended_on: date
    pools: tuple[str, ...]
    format: str | None = None


class _Submitted(msgspec.Struct, gc=False):
    """A registration or tournament: where it was submitted, and where it was last touched.

    ``value``: a shown name or a heading; None: there is none.  ``order``: the name as it is
    sorted.  ``stands``: it is not struck.
    """

    position: int
    touched: int
    value: Any
    stands: bool
    order: str = UNNAMED
    is_wished: bool = False


@attrs.frozen
class SearchClocks:
    """The position, the day of the question, and the current day."""

    position: int
    as_of: AsOf
    today: date


class SearchIndex:
    """Players and tournaments by their names, numbers and ids; shared by threads."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._clear()

    def _clear(self) -> None:
        self._position = self._tournaments_until = 0
        self._today = date.min
        self._players: dict[str, _Submitted] = {}
        self._tournaments: dict[str, _Submitted] = {}
        self._names = WordIndex()
        self._titles = WordIndex()
        self._untitled: set[str] = set()
        self._numbers: dict[str, list[str]] = {}
        self._numbers_of: dict[str, tuple[str, ...]] = {}
        self._ids: dict[str, str] = {}
        self._merges = Merges()
        self._merged: set[str] = set()
        self._struck: set[str] = set()
        self._merged_last = 0

    # --- following the log -------------------------------------------------------------------

    def follow(self, connection: Connection, today: date) -> None:
        """Add what is new since the last call, as a connection sees it."""
        with self._lock:
            self._follow_tournaments(connection)
            self._enter_titles()
            self._follow_players(connection, today)

    def _follow_players(self, connection: Connection, today: date) -> None:
        head = head_of(connection).size
        if head > self._position:
            with self._cleared_if_incomplete():
                self._read_new_players(connection, head, today)
        if today != self._today:
            wished = [player for player, it in self._players.items() if it.is_wished]
            self._read_players(connection, dict.fromkeys(wished, 0), today)
            self._today = today

    def _follow_tournaments(self, connection: Connection) -> None:
        """Follow them alone: a list of tournaments needs none of the many players."""
        head = head_of(connection).size
        if head > self._tournaments_until:
            with self._cleared_if_incomplete():
                types, after = [facts.TournamentSubmitted.type], self._tournaments_until
                touched = dict(_touched(connection, types, after, head))
                self._read_tournaments(connection, _of(_TOURNAMENT, touched))
                self._tournaments_until = head

    @contextmanager
    def _cleared_if_incomplete(self) -> Iterator[None]:
        try:
            yield
        except BaseException:  # the next call starts again
            self._clear()
            raise

    def _read_new_players(self, connection: Connection, head: int, today: date) -> None:
        touched = dict(_touched(connection, _FOLLOWED, self._position, head))
        players = _of(_PLAYER, touched)
        if MERGES in touched:
            players |= dict.fromkeys(self._read_merges(connection) - players.keys(), 0)
            self._merged_last = touched[MERGES]
        if self._merges:  # a withholding of one registration applies to all merged with it
            several = self._merges.registrations(players)
            players |= dict.fromkeys(several - players.keys(), 0)
        self._read_players(connection, players, today)
        self._position = head

    def _read_merges(self, connection: Connection) -> set[str]:
        """Read the merges; returns everybody who was merged before, or is now."""
        merges = _merges(connection, None)
        before, self._merged = self._merged, {id_ for it in merges for id_ in (it.drop, it.keep)}
        self._merges = Merges(merges)
        return before | self._merged

    def _read_players(
        self, connection: Connection, touched: Mapping[str, int], today: date
    ) -> None:
        for ids in pages(sorted(touched), _READ_AT_ONCE):
            streams = map(player_stream, ids)
            standing = read_streams(connection, streams, _OF_PLAYERS)
            shown = personal_data_shown(connection, ids, EVERYTHING, today)
            wished = {
                it.stream for it in standing.recorded() if it.type == facts.PlayerWithheld.type
            }
            for each in standing:
                own = each.recorded
                if own.type == facts.PlayerRegistered.type:
                    player = intern(own.stream.removeprefix(_PLAYER))
                    entry = self._entry(self._players.get(player), each, touched[player])
                    name = shown.get(player, {}).get("name")
                    entry.value = None if name is None else intern(name)
                    entry.order = UNNAMED if name is None else intern(folded(name))
                    entry.is_wished = own.stream in wished
                    self._players[player] = entry
                    (self._struck.discard if entry.stands else self._struck.add)(player)
                    self._enter_player(player, shown.get(player, {}))

    @staticmethod
    def _entry(known: _Submitted | None, each: SettledEvent[Recorded], touched: int) -> _Submitted:
        stands = each.verdict is None or each.data is not None
        last = max(touched, 0 if known is None else known.touched)
        return _Submitted(each.recorded.position, last, None, stands)

    def _enter_player(self, player: str, personal: Mapping[str, Any]) -> None:
        self._ids[player] = intern(folded(player))
        self._names.enter(player, personal.get("name", ""))
        for number in self._numbers_of.pop(player, ()):
            self._numbers[number].remove(player)
            if not self._numbers[number]:
                del self._numbers[number]
        numbers = tuple({_number(each) for each in personal.get("ids", {}).values()} - {""})
        if numbers:
            self._numbers_of[player] = numbers
        for number in numbers:
            self._numbers.setdefault(number, []).append(player)

    def _read_tournaments(self, connection: Connection, touched: Mapping[str, int]) -> None:
        for ids in pages(sorted(touched), _READ_AT_ONCE):
            streams = map(tournament_stream, ids)
            for each in read_streams(connection, streams, [facts.TournamentSubmitted.type]):
                id_ = each.recorded.stream.removeprefix(_TOURNAMENT)
                entry = self._entry(self._tournaments.get(id_), each, touched[id_])
                entry.value = heading_of(each)
                self._tournaments[id_] = entry
                self._untitled.add(id_)

    def _enter_titles(self) -> None:
        """Enter the words of titles, which only a search needs."""
        while self._untitled:
            id_ = self._untitled.pop()
            heading = self._tournaments[id_].value
            self._titles.enter(id_, "" if heading is None else heading.name)

    # --- searching ---------------------------------------------------------------------------

    def players(self, connection: Connection, text: str, cut: SearchClocks) -> list[FoundPlayer]:
        """Return the players whose name, number or id matches, best match first, then by name.

        Typing errors are tolerated if nothing matches exactly.  Without a text, all players.
        """
        with self._lock:
            self._follow_players(connection, cut.today)
            by_id = self._fitting_ids(text.strip())
            by_name = self._names.find(text, forgiving=not by_id)
            known = self._known(connection, {*by_id, *by_name}, cut)
            merges = self._merges_at(connection, cut.position)
            hidden = self._hidden_later(connection, by_name, cut)
            shown = known - hidden
            best = {
                player: fit
                for player, fit in by_name.items()
                if player in shown and merges.one_person(player) == player
            }
            for player, fit in by_id.items():
                if player in known:
                    kept = merges.one_person(player)
                    best[kept] = min(fit, best.get(kept, fit))
            orders = [
                (fit, UNNAMED if player in hidden else self._players[player].order, player)
                for player, fit in best.items()
            ]
            return [
                FoundPlayer(player, None if player in hidden else self._players[player].value, fit)
                for fit, _, player in sorted(orders)
            ]

    def named(self, connection: Connection, text: str, today: date) -> Collection[str]:
        """Return the registrations whose names, as shown today, have the words of a text."""
        with self._lock:
            self._follow_players(connection, today)
            return self._names.find(text, forgiving=False).keys()

    def numbered(self, text: str) -> Sequence[str]:
        """Return the registrations with a number in some register."""
        with self._lock:
            return tuple(self._numbers.get(_number(text), ()))

    def _fitting_ids(self, text: str) -> dict[str, int]:
        """Those whose id contains a text, or one of whose numbers it is."""
        if not text:
            return dict.fromkeys(self._ids, WHOLE)
        folded_text = folded(text)
        found = {id_: INSIDE for id_, own in self._ids.items() if folded_text in own}
        return found | {id_: WHOLE for id_ in (*self.numbered(text), text) if id_ in self._ids}

    def _known(self, connection: Connection, ids: Iterable[str], cut: SearchClocks) -> set[str]:
        """Those registrations that stand at a position."""
        if cut.position >= self._position:
            return set(ids) - self._struck
        found, changed = set(), []
        for id_ in ids:
            own = self._players[id_]
            if own.position > cut.position:
                continue
            if own.touched > cut.position:
                changed.append(player_stream(id_))
            elif own.stands:
                found.add(id_)
        if changed:
            types = [facts.PlayerRegistered.type]
            then = read_streams(connection, changed, types, known_at=cut.position)
            found.update(each.fact.player for each in then.facts())
        return found

    def _merges_at(self, connection: Connection, position: int) -> Merges:
        if position >= self._merged_last:
            return self._merges
        return Merges(_merges(connection, position))

    def _hidden_later(
        self, connection: Connection, players: Iterable[str], cut: SearchClocks
    ) -> set[str]:
        """Those whose names are not shown in a list for a coming day, though they are today."""
        if cut.as_of.day is None or cut.as_of.day <= cut.today:
            return set()
        wished = {player for player in players if self._players[player].is_wished}
        return wished - names_of(connection, wished, cut.as_of, cut.today).keys()

    def tournaments(
        self, connection: Connection, text: str, cut: SearchClocks
    ) -> list[TournamentHeading]:
        """Return the tournaments that ended by the day and whose name or id fits a text.

        Newest first.  Typing errors are forgiven if nothing fits as typed.
        """
        with self._lock:
            self._follow_tournaments(connection)
            fitting = self._fitting_tournaments(text.strip())
            found, changed = [], []
            for id_, own in self._tournaments.items():
                if own.position > cut.position:
                    continue
                if own.touched > cut.position:
                    changed.append(id_)
                elif own.stands and id_ in fitting:
                    found.append(own.value)
        found += _headings_then(connection, changed, text.strip(), cut.position)
        ended = [heading for heading in found if cut.as_of.covers(heading.ended_on)]
        ended.sort(key=lambda heading: (heading.ended_on, heading.tournament), reverse=True)
        return ended

    def _fitting_tournaments(self, text: str) -> Collection[str]:
        if not text:
            return self._tournaments.keys()
        self._enter_titles()
        folded_text = folded(text)
        by_id = {id_ for id_ in self._tournaments if folded_text in folded(id_)}
        return by_id | self._titles.find(text, forgiving=not by_id).keys()


def _number(text: str) -> str:
    """A number in a register as it is compared: without blanks and hyphens."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _of(prefix: str, touched: Mapping[str, int]) -> dict[str, int]:
    """Return the ids of those streams that begin with a prefix."""
    return {it.removeprefix(prefix): at for it, at in touched.items() if it.startswith(prefix)}


def _touched(
    connection: Connection, types: Sequence[str], after: int, until: int
) -> Iterator[tuple[str, int]]:
    """The streams with an event of some types, or corrected, in the order of the log."""
    query = select(event.c.stream, event.c.position).where(
        event.c.position > after,
        event.c.position <= until,
        NOT_A_GAME,
        event.c.type.in_([*types, facts.CorrectionSubmitted.type]),
    )
    rows = plain_rows(connection.execute(query.order_by(event.c.position)))
    return ((stream, position) for stream, position in rows)


def _merges(connection: Connection, known_at: int | None) -> list[facts.PlayersMerged]:
    standing = read_streams(connection, [MERGES], [facts.PlayersMerged.type], known_at=known_at)
    return [each.fact for each in standing.facts()]


def _headings_then(
    connection: Connection, ids: Sequence[str], text: str, position: int
) -> Iterator[TournamentHeading]:
    """The headings of tournaments as they were known at a position, of those that fit a text."""
    typed = TypedName(text)
    streams, types = map(tournament_stream, ids), [facts.TournamentSubmitted.type]
    then = read_streams(connection, streams, types, known_at=position) if ids else ()
    for each in then:
        heading = heading_of(each)
        if heading is None:
            continue
        is_in_id = folded(text) in folded(heading.tournament)
        if is_in_id or typed.fits(heading.name):
            yield heading


_decode = msgspec.json.Decoder(TournamentHeading).decode


def heading_of(settled: SettledEvent[Recorded]) -> TournamentHeading | None:
    """Return a tournament's heading as it stands; None: struck."""
    own = settled.recorded
    try:
        if settled.verdict is None and own.schema == CURRENT_SCHEMA[own.type]:
            return _decode(own.payload)
        return None if settled.data is None else msgspec.convert(settled.data, TournamentHeading)
    except UNREADABLE as error:
        raise unreadable(own.position, error) from None
