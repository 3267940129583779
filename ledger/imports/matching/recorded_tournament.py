"""A tournament that is in the ledger already: what stands of it, and what of that is by hand.

A file only changes what files have said.  So for each event it is known what somebody has set by
correcting it by hand, since a file said it last.  A correction is a file's own where it names as
its source one of the files with which the tournament was handed in.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Generic, TypeVar

import attrs
import orjson
from sqlalchemy import Connection, select

from ledger.events.codec import fact_of, upcast
from ledger.events.corrections import Correction, Verdict, verdicts
from ledger.events.facts import CorrectionSubmitted, GameSubmitted, TournamentSubmitted
from ledger.events.streams import tournament_stream
from ledger.log.event_log import moment
from ledger.log.schema import event

F = TypeVar("F", TournamentSubmitted, GameSubmitted)
OF_ENTRANTS = ("entry_grade", "junior", "status")


@attrs.frozen
class Touch:
    """A correction by hand: its day (UTC), who made it, and why."""

    day: date
    by: str
    reason: str

    def __str__(self) -> str:
        """When, by whom, why."""
        return f"on {self.day} by {self.by}: {self.reason}"


@attrs.frozen(kw_only=True)
class Version(Generic[F]):
    """An event as it stands (None: struck), and as it stood last.

    ``by_hand`` are the facets (see :func:`facets`) that stand as somebody has set them, ``touch``
    is the correction by hand that holds now, None where none does.
    """

    event: str
    stands: F | None
    last: F
    by_hand: frozenset[str] = frozenset()
    touch: Touch | None = None


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
class OnRecord:
    """A tournament with all its games, struck ones too, and every id that was used for them."""

    tournament: Version[TournamentSubmitted]
    games: tuple[Version[GameSubmitted], ...]
    used: frozenset[str]

    @property
    def standing(self) -> list[Version[GameSubmitted]]:
        """The games that stand."""
        return [each for each in self.games if each.stands is not None]

    def participants(self) -> list[str]:
        """Everybody entered or named in a standing game, entrants first, in their order."""
        fact = self.tournament.stands
        named = [each.player for each in fact.entrants] if fact is not None else []
        for version in self.standing:
            if (game := version.stands) is not None:
                named += [side for side in (game.white, game.black) if side is not None]
        return list(dict.fromkeys(named))


def on_record(connection: Connection, tournament: str) -> OnRecord | None:
    """What the ledger has of a tournament, None where it has never been submitted."""
    columns = (event.c.position, event.c.id, event.c.type, event.c.schema, event.c.recorded_at)
    query = select(*columns, event.c.recorded_by, event.c.source, event.c.payload)
    found = connection.execute(query.where(event.c.stream == tournament_stream(tournament)))
    rows = sorted(found, key=lambda row: row.position)
    if not rows:
        return None
    data = {row.id: upcast(row.type, row.schema, orjson.loads(row.payload)) for row in rows}
    versions = list(_versions(rows, data))
    (own,) = (each for kind, each in versions if kind == TournamentSubmitted.type)
    games = tuple(each for kind, each in versions if kind == GameSubmitted.type)
    named = [each["game"] for each in data.values() if "game" in each]
    return OnRecord(tournament=own, games=games, used=frozenset([*data, *named]))


def _versions(
    rows: Sequence[Any], data: Mapping[str, dict[str, Any]]
) -> Iterator[tuple[str, Version[Any]]]:
    """Every event but the corrections, with its type, in their order."""
    by_id, files = {row.id: row for row in rows}, _files(rows, data)
    own: defaultdict[str, list[Any]] = defaultdict(list)
    for row in rows:
        root = row.id
        while by_id[root].type == CorrectionSubmitted.type:
            root = data[root]["corrects"]
        own[root].append(row)
    for original, *corrections in own.values():
        yield original.type, _version(original, corrections, data, files)


def _version(
    original: Any,
    corrections: Sequence[Any],
    data: Mapping[str, dict[str, Any]],
    files: Collection[str],
) -> Version[Any]:
    """One event, followed from correction to correction."""
    last: Any = fact_of(original.type, data[original.id])
    stands = last
    by_hand, touch = set[str](), None
    for count, row in enumerate(corrections, start=1):
        known = [Correction(each.position, each.id, data[each.id]) for each in corrections[:count]]
        verdict = verdicts(known).get(original.id)
        stands = _fact(original.type, data[original.id], verdict)
        touch = _touch(verdict, corrections, files)
        if stands is not None:
            changed = _different(facets(last), facets(stands))
            by_hand = by_hand - changed if row.source in files else by_hand | changed
            last = stands
    return Version(
        event=original.id, stands=stands, last=last, by_hand=frozenset(by_hand), touch=touch
    )


def _different(before: Mapping[str, Any], after: Mapping[str, Any]) -> set[str]:
    return {key for key in before.keys() | after if before.get(key) != after.get(key)}


def _files(rows: Sequence[Any], data: Mapping[str, dict[str, Any]]) -> set[str]:
    """The names of the files with which the tournament was handed in, one after another."""
    files, paper = set(), None
    for row in rows:
        said = data[row.id]
        while said.get("replacement") is not None:
            said = said["replacement"]
        if (found := said.get("paper")) is not None and found != paper:
            paper = found
            files.add(row.source)
    return files - {None}


def _fact(type_: str, data: Mapping[str, Any], verdict: Verdict | None) -> Any:
    if verdict is None:
        return fact_of(type_, data)
    return None if verdict.data is None else fact_of(type_, verdict.data)


def _touch(
    verdict: Verdict | None, corrections: Sequence[Any], files: Collection[str]
) -> Touch | None:
    if verdict is None:
        return None
    row = next(each for each in corrections if each.id == verdict.by.id)
    if row.source in files:
        return None
    return Touch(moment(row.recorded_at).date(), row.recorded_by, verdict.by.data["reason"])
