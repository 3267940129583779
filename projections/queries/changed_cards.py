"""Where two card histories differ, card by card.

Of two that come from the same rows of the read model it is known which cards can differ at all; of
any others all cards of a player are compared.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Protocol

from projections.read_model.card_prefetch import CardWindow
from projections.read_model.earlier_card_history import EarlierCardHistory
from projections.read_model.stored_card_history import StoredCardHistory
from projections.replay.card_history import CardHistory, Version

MANY = 50
"""Of so many players it is quicker to read the cards of all who changed together."""
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
        """Where the cards of a side are looked up: in memory, as far as they may differ."""
        if self._keys is None or not isinstance(side, StoredCardHistory):
            return side
        first = min((key for keys in self._keys.values() for key in keys), default="~")
        self._windows.append(CardWindow(side, first))
        return self._windows[-1]

    def read_ahead(self, players: Collection[str]) -> Collection[str]:
        """Read together what will be asked about some players who differ, if they are many.

        Returns the keys at which they may differ first.
        """
        if self._keys is None or len(players) < MANY:
            return ()
        for window in self._windows:
            window.read(self._keys)
        return {min(self._keys[player]) for player in players if player in self._keys}

    def of(self, player: str) -> Iterator[tuple[str, Pair]]:
        """The keys under which a player's cards differ, in their order, each with both cards.

        None stands for a card where the occasion gave none on that side.
        """
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
        """Those of some players, or of all, whose last cards before a key differ, by id."""
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
    """The card of a version; None where there is none."""
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
    """The generation that a card history is read from, and where that stands."""
    stored = side.now if isinstance(side, EarlierCardHistory) else side
    if isinstance(stored, StoredCardHistory):
        return stored.generation, stored.position
    return None
