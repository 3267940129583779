"""A tournament on record: its effective facts, and the values set by hand.

A file changes only values set by files.  For each event the values set by hand since the last file
are therefore known.  A correction is a file's if its source is
one of the files with which the tournament was submitted.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from operator import attrgetter
from typing import Any, Generic, TypeVar

import attrs
from sqlalchemy import Connection, select

from ledger.events.codec import innermost
from ledger.events.facts import GameSubmitted, TournamentSubmitted
from ledger.events.messages import Message
from ledger.events.streams import tournament_stream
from ledger.importing.formats.tournament_report import TableLine
from ledger.log.effective_events import EffectiveEvents, SettledEvent, recorded_data
from ledger.log.event_log import Entry, entry_of
from ledger.log.schema import event

F = TypeVar("F", TournamentSubmitted, GameSubmitted)
OF_ENTRANTS = ("entry_grade", "junior", "status", *TableLine.__struct_fields__)


@attrs.frozen
class ManualCorrection:
    """A correction by hand: its day (UTC), who made it, and why."""

    day: date
    by: str
    reason: str

    def __str__(self) -> str:
        """When, by whom, why."""
        values = {"day": self.day, "by": self.by, "reason": self.reason}
        return Message("on %(day)s by %(by)s: %(reason)s", **values)


@attrs.frozen(kw_only=True)
class Version(Generic[F]):
    """An effective event (None: struck), and its last data.

    ``by_hand`` are the facets (see :func:`facets`) last set by hand;
    ``correction`` is the current correction by hand, None if there is none.
    """

    event: str
    stands: F | None
    last: F
    by_hand: frozenset[str] = frozenset()
    correction: ManualCorrection | None = None


def facets(fact: TournamentSubmitted | GameSubmitted) -> dict[str, Any]:
    """Everything that can be corrected by itself: the fields, and those of each entrant."""
    found = {name: getattr(fact, name) for name in attrs.fields_dict(type(fact))}
    for entrant in found.pop("entrants", ()):
        found[entered(entrant.player)] = True
        for name in OF_ENTRANTS:
            found[entry(entrant.player, name)] = getattr(entrant, name)
    return found


def entered(player: str) -> str:
    """The facet that a player is entered at all."""
    return f"entered/{player}"


def entry(player: str, name: str) -> str:
    """The facet of how he is entered: one of the fields of an entrant."""
    return f"entry/{player}/{name}"


@attrs.frozen(kw_only=True)
class RecordedTournament:
    """A tournament with all its games, struck ones too, and every id that was used for them."""

    tournament: Version[TournamentSubmitted]
    games: tuple[Version[GameSubmitted], ...]
    used: frozenset[str]

    @property
    def standing(self) -> list[Version[GameSubmitted]]:
        """Return the effective games."""
        return [each for each in self.games if each.stands is not None]

    def participants(self) -> list[str]:
        """All players entered or named in an effective game, entrants first, in their order."""
        fact = self.tournament.stands
        named = [each.player for each in fact.entrants] if fact is not None else []
        for version in self.standing:
            if (game := version.stands) is not None:
                named += [side for side in (game.white, game.black) if side is not None]
        return list(dict.fromkeys(named))


def recorded_tournament(connection: Connection, tournament: str) -> RecordedTournament | None:
    """Return the tournament as the ledger has it, None if it has never been submitted."""
    query = select(event).where(event.c.stream == tournament_stream(tournament))
    entries = sorted(map(entry_of, connection.execute(query)), key=attrgetter("position"))
    if not entries:
        return None
    files = _files(entries)
    standing = EffectiveEvents(entries)
    versions = [
        (each.recorded.type, _version(each, standing.corrections_of(each.recorded.id), files))
        for each in standing
    ]
    (own,) = (each for kind, each in versions if kind == TournamentSubmitted.type)
    games = tuple(each for kind, each in versions if kind == GameSubmitted.type)
    ids = [entry.id for entry in entries]
    named = [data["game"] for data in map(recorded_data, entries) if "game" in data]
    return RecordedTournament(tournament=own, games=games, used=frozenset([*ids, *named]))


def _version(
    event_: SettledEvent[Entry], corrections: Sequence[Entry], files: Collection[str]
) -> Version[Any]:
    """One event, followed from correction to correction."""
    original = event_.recorded
    last: Any = SettledEvent(original).fact
    stands: Any = last
    by_hand = set[str]()
    for count, correction in enumerate(corrections, start=1):
        stands = EffectiveEvents([original, *corrections[:count]]).settled(original.id).fact
        if stands is not None:
            changed = _different(facets(last), facets(stands))
            by_hand = by_hand - changed if correction.source in files else by_hand | changed
            last = stands
    return Version(
        event=original.id,
        stands=stands,
        last=last,
        by_hand=frozenset(by_hand),
        correction=_manual_correction(event_, corrections, files),
    )


def _different(before: Mapping[str, Any], after: Mapping[str, Any]) -> set[str]:
    return {key for key in before.keys() | after if before.get(key) != after.get(key)}


def _files(entries: Iterable[Entry]) -> set[str]:
    """The names of the files with which the tournament was submitted, one after another."""
    files, paper = set[str](), None
    for entry in entries:
        found = innermost(recorded_data(entry)).get("paper")
        if found is not None and found != paper:
            paper = found
            if entry.source is not None:
                files.add(entry.source)
    return files


def _manual_correction(
    event_: SettledEvent[Entry], corrections: Iterable[Entry], files: Collection[str]
) -> ManualCorrection | None:
    """Return the correction that gave an event its data, unless a file made it."""
    if event_.verdict is None:
        return None
    by = next(each for each in corrections if each.id == event_.corrected_by)
    if by.source in files:
        return None
    return ManualCorrection(by.recorded.date(), by.recorded_by, event_.verdict.by.data["reason"])
