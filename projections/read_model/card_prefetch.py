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
    """A player's cards in the window: keys, oldest first, texts, and those already unpacked."""

    keys: list[str] = attrs.field(factory=list)
    texts: dict[str, str] = attrs.field(factory=dict)
    versions: dict[str, Version] = attrs.field(factory=dict)


class CardWindow:
    """The cards from the last ones before the key ``first`` up to the key ``last``.

    ``in_order``: no key is asked about before one that was asked about earlier.
    """

    def __init__(
        self,
        card_history: StoredCardHistory,
        first: str,
        last: str = "~",
        *,
        in_order: bool = False,
    ) -> None:
        self._card_history = card_history
        self._first = first
        self._last = last
        self._in_order = in_order
        self._lines: dict[str, _Line] = {}

    def covers(self, key: str) -> bool:
        """Whether cards under and before a key can be asked for."""
        return self._first <= key <= self._last

    def read(self, players: Iterable[str], since: str | None = None) -> None:
        """Read the cards of some players, as far as they were not read yet.

        ``since``: the key about which is asked; None: any.
        """
        new = [player for player in dict.fromkeys(players) if player not in self._lines]
        if not new:
            return
        for player in new:
            self._lines[player] = _Line()
        first = since if self._in_order and since is not None else self._first
        for player, key, text in self._card_history.texts_between(first, self._last, new):
            line = self._lines[player]
            line.keys.append(key)
            line.texts[key] = text

    def last_versions(self, before: str) -> Mapping[str, Version]:
        """Every player's last card before the key ``before``: these are not read ahead."""
        return self._card_history.last_versions(before)

    def versions_before(self, key: str, players: Collection[str]) -> dict[str, Version]:
        """The last card of each of some players from an occasion before ``key``."""
        self.read(players, key)
        found = {}
        for player in players:
            line = self._lines[player]
            index = bisect_left(line.keys, key)
            if index:
                found[player] = self._version(line, line.keys[index - 1])
        return found

    def written(self, key: str, players: Collection[str]) -> dict[str, str]:
        """The cards that stand under ``key``, packed."""
        self.read(players, key)
        found = {}
        for player in players:
            line = self._lines[player]
            index = bisect_left(line.keys, key)
            if index < len(line.keys) and line.keys[index] == key:
                found[player] = line.texts[key]
        return found

    def replace(self, key: str, texts: Mapping[str, str | None]) -> None:
        """What stands under ``key`` from now on, by player; None: nothing any more."""
        for player, text in texts.items():
            line = self._lines.get(player)
            if line is not None:
                _replace(line, key, text)

    def _version(self, line: _Line, key: str) -> Version:
        version = line.versions.get(key)
        if version is None:
            version = line.versions[key] = self._card_history.version(key, line.texts[key])
        return version


def _replace(line: _Line, key: str, text: str | None) -> None:
    line.versions.pop(key, None)
    line.texts.pop(key, None)
    index = bisect_left(line.keys, key)
    stands = index < len(line.keys) and line.keys[index] == key
    if text is None:
        if stands:
            del line.keys[index]
        return
    line.texts[key] = text
    if not stands:
        line.keys.insert(index, key)
