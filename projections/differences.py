"""Who differs between two states of a pool, by how much, and why.

Two chronicles are compared card by card.  For a player whose figure differs, the first occasion
at which his card came out differently is looked at: either something handed in since has changed
the occasion itself, or somebody whose card it reads had come out differently before.  Following
that back ends at the events that caused it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs
from sqlalchemy import Connection, select

from ledger.address import tournament_stream
from ledger.schema import event
from projections.chronicle import Chronicle, Done, Version
from projections.questions import Answers, Row

MOST_LINKS = 1_000


@attrs.frozen
class Link:
    """One step of a chain: an occasion at which a player's card came out differently.

    ``events`` were handed in since about the occasion itself; ``because`` names the players
    whose cards it read and found changed.  Either of the two may be empty.
    """

    player: str
    occasion: str
    day: str
    before: Any
    after: Any
    because: tuple[str, ...]
    events: tuple[str, ...]


@attrs.frozen
class Difference:
    """A player whose figure differs, and the chain of causes, the first link last."""

    player: str
    name: str | None
    before: int | None
    after: int | None
    status_before: str
    status_after: str
    causes: tuple[str, ...]
    chain: tuple[Link, ...]

    def document(self) -> Row:
        """The difference in the contract's shape, with the chain beside it."""
        document = attrs.asdict(self)
        document["causes"] = list(self.causes)
        return document


def differences(connection: Connection, before: Answers, after: Answers) -> list[Difference]:
    """Every player whose figure or its validity differs between two states, by id."""
    ones, others = _standings(before), _standings(after)
    tracing = _Tracing(connection, before.chronicle, after.chronicle)
    found = []
    for player in sorted(ones.keys() | others.keys()):
        one, other = ones.get(player, _NOTHING), others.get(player, _NOTHING)
        if (one["figure"], one["status"]) == (other["figure"], other["status"]):
            continue
        chain = tuple(tracing.chain(player))
        found.append(
            Difference(
                player=player,
                name=other["name"] or one["name"],
                before=one["figure"],
                after=other["figure"],
                status_before=one["status"],
                status_after=other["status"],
                causes=tuple(dict.fromkeys(id_ for link in chain for id_ in link.events)),
                chain=chain,
            )
        )
    return found


_NOTHING: Row = {"figure": None, "status": "unrated", "name": None}


def _standings(answers: Answers) -> dict[str, Row]:
    return {row["player"]: row for row in answers.ratings(lapsed=True)}


class _Tracing:
    """Following differences back to what was handed in."""

    def __init__(self, connection: Connection, before: Chronicle, after: Chronicle) -> None:
        self._connection = connection
        self._sides = (before, after)
        self._first: dict[str, tuple[str, Any, Any] | None] = {}

    def chain(self, player: str) -> Iterator[Link]:
        """The links from a player's first difference back to their causes."""
        waiting, seen = [player], {player}
        while waiting and len(seen) < MOST_LINKS:
            name = waiting.pop(0)
            first = self._first_difference(name)
            if first is None:
                continue
            link = self._link(name, *first)
            yield link
            for other in link.because:
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)

    def _first_difference(self, player: str) -> tuple[str, Any, Any] | None:
        """Where a player's card first came out differently: key, card before, card after."""
        if player not in self._first:
            ones, others = (
                {version.key: version.card for version in side.versions_of(player)}
                for side in self._sides
            )
            differing = (
                (key, ones.get(key), others.get(key))
                for key in sorted(ones.keys() | others.keys())
                if ones.get(key) != others.get(key)
            )
            self._first[player] = next(differing, None)
        return self._first[player]

    def _link(self, player: str, key: str, before: Any, after: Any) -> Link:
        done = self._done(key)
        events = self._handed_in_since(done)
        because = self._changed_before(player, done)
        return Link(
            player=player,
            occasion=done.subject,
            day=key[:10],
            before=self._worth(before, key),
            after=self._worth(after, key),
            because=because,
            events=events,
        )

    def _done(self, key: str) -> Done:
        for side in reversed(self._sides):
            found = side.at([key])
            if key in found:
                return found[key]
        raise LookupError(key)

    def _handed_in_since(self, done: Done) -> tuple[str, ...]:
        """The events between the two states that are about the occasion itself."""
        low, high = sorted(side.position for side in self._sides)
        query = select(event.c.id).where(event.c.position > low, event.c.position <= high)
        if done.kind == "tournament":
            query = query.where(event.c.stream == tournament_stream(done.subject))
        else:
            stream = select(event.c.stream).where(event.c.id == done.subject)
            query = query.where(event.c.stream.in_(stream))
        return tuple(self._connection.execute(query.order_by(event.c.position)).scalars())

    def _changed_before(self, player: str, done: Done) -> tuple[str, ...]:
        """Those read by an occasion whose last card before it differs."""
        read = [name for name in done.players or () if name != player]
        ones, others = (side.versions_before(done.key, read) for side in self._sides)
        return tuple(name for name in read if _card(ones, name) != _card(others, name))

    def _worth(self, card: Any, key: str) -> Any:
        """A card as the contract shows it on the day of an occasion."""
        if card is None:
            return None
        day = Version(key, card).day
        for reign in self._sides[1].reigns:
            if reign.first <= day <= reign.last:
                shape: Mapping[str, Any] | None = reign.book.standing(card, day).card
                return None if shape is None else dict(shape)
        return None


def _card(versions: Mapping[str, Version], player: str) -> Any:
    version = versions.get(player)
    return None if version is None else version.card


def told(found: Sequence[Difference]) -> list[Row]:
    """Differences as JSON."""
    return [each.document() for each in found]
