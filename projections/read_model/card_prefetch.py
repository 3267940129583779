"""Cards read ahead: those of some players from one key to another, updated as they change.

An incremental update evaluates hundreds of occasions one after the other.  A query for each would
take longer than the evaluation, so the cards that the next ones need are read together.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping

import attrs

from projections.read_model.stored_card_history import StoredCardHistory
from projections.replay.card_history import Version


@attrs.define
class _Line:
    """A player's cards in the window, oldest first: keys, texts, and those already unpacked."""

    keys: list[str] = attrs.field(factory=list)
    texts: list[str] = attrs.field(factory=list)
    versions: dict[str, Version] = attrs.field(factory=dict)


class CardWindow:
    """The cards from the last ones before the key ``first`` up to the key ``last``."""

    def __init__(self, card_history: StoredCardHistory, first: str, last: str = "~") -> None:
        self._card_history = card_history
        self._first = first
        self._last = last
        self._lines: dict[str, _Line] = {}

    def covers(self, key: str) -> bool:
        """Whether cards under and before a key can be asked for."""
        return self._first <= key <= self._last

    def read(self, players: Iterable[str]) -> None:
        """Read the cards of some players, as far as they were not read yet."""
        new = [player for player in dict.fromkeys(players) if player not in self._lines]
        if not new:
            return
        for player in new:
            self._lines[player] = _Line()
        for texts in (
            self._card_history.texts_before(self._first, new),
            self._card_history.texts_within(self._first, self._last, new),
        ):
            for player, key, text in texts:
                line = self._lines[player]
                line.keys.append(key)
                line.texts.append(text)

    def last_versions(self, before: str) -> Mapping[str, Version]:
        """Every player's last card before the key ``before``: these are not read ahead."""
        return self._card_history.last_versions(before)

    def versions_before(self, key: str, players: Collection[str]) -> dict[str, Version]:
        """The last card of each of some players from an occasion before ``key``."""
        self.read(players)
        found = {}
        for player in players:
            line = self._lines[player]
            index = bisect_left(line.keys, key)
            if index:
                found[player] = self._version(line, index - 1)
        return found

    def written(self, key: str, players: Collection[str]) -> dict[str, str]:
        """The cards that stand under ``key``, packed."""
        self.read(players)
        found = {}
        for player in players:
            line = self._lines[player]
            index = bisect_left(line.keys, key)
            if index < len(line.keys) and line.keys[index] == key:
                found[player] = line.texts[index]
        return found

    def replace(self, key: str, texts: Mapping[str, str | None]) -> None:
        """What stands under ``key`` from now on, by player; None: nothing any more."""
        for player, text in texts.items():
            line = self._lines.get(player)
            if line is not None:
                _replace(line, key, text)

    def _version(self, line: _Line, index: int) -> Version:
        key = line.keys[index]
        version = line.versions.get(key)
        if version is None:
            version = line.versions[key] = self._card_history.version(key, line.texts[index])
        return version


def _replace(line: _Line, key: str, text: str | None) -> None:
    line.versions.pop(key, None)
    index = bisect_left(line.keys, key)
    stands = index < len(line.keys) and line.keys[index] == key
    if text is None:
        if stands:
            del line.keys[index], line.texts[index]
    elif stands:
        line.texts[index] = text
    else:
        line.keys.insert(index, key)
        line.texts.insert(index, text)
