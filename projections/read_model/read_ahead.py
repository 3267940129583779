"""What the next occasions of an incremental update will ask for, read together.

It evaluates hundreds of occasions one after the other, and queries for each would take longer than
the evaluation.  So cards, and the keys of the occasions that read them, are kept for a year; and
the occasions that are known to be due are read some at a time: what was written of them, their
games, and the persons and cards of those whom the changes reach.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta

from projections.history.cut import key_after
from projections.history.history import History
from projections.read_model.card_prefetch import CardWindow
from projections.read_model.changed_players import reached_at_once
from projections.read_model.due_occasions import OF_A_TOURNAMENT, Due
from projections.read_model.stored_card_history import StoredCardHistory
from projections.replay.card_history import EvaluatedOccasion
from projections.rulebooks.strengths import NONE_KEPT

LENGTH = timedelta(days=400)
"""How far is read: further, more cards lie than will be asked for."""
Changed = Mapping[str, Collection[str]]
"""Whose cards before an occasion have changed, by its key."""


class ReadAhead:
    """What was read of the occasions from the key ``first`` on; these are asked for in order."""

    def __init__(self, history: History, stored: StoredCardHistory, first: str) -> None:
        self._history = history
        self._stored = stored
        self.last = _last_key(first, stored.horizon)
        self.cards = CardWindow(stored, first, self.last, in_order=True)
        self._readings: dict[str, list[str]] = {}
        self._written: dict[str, EvaluatedOccasion] = {}
        self._prepared: dict[str, int] = {}

    def covers(self, key: str) -> bool:
        """Whether an occasion can be prepared here."""
        return self.cards.covers(key)

    def is_prepared(self, key: str, changed: Collection[str]) -> bool:
        """Whether an occasion was read for all whose cards before it have changed."""
        return self._prepared.get(key) == len(changed)

    def written(self, key: str) -> EvaluatedOccasion | None:
        """A prepared occasion as it is stored; None: it is not."""
        return self._written.get(key)

    def prepare(self, keys: Sequence[str], due: Mapping[str, Due], changed: Changed) -> None:
        """Read for the occasions under some keys, given in their order.

        ``due``: those of them that are evaluated whatever the cards before them.
        """
        first = keys[0]
        self._prepared.update((key, len(changed.get(key, ()))) for key in keys)
        self._written |= self._stored.at([key for key in keys if key not in self._written])
        parts = [
            done
            for done in map(self._written.get, keys)
            if done is not None and done.key not in due and is_in_parts(done)
        ]
        self._history.read_tournaments([done.subject for done in parts])
        reached = set(self._reached(parts, changed))
        self._history.read_persons(reached)
        in_parts = {done.key for done in parts}
        reached.update(self._read_whole([key for key in keys if key not in in_parts], due))
        self.cards.read(reached, first)
        self._read_readings(first, reached)

    def _reached(self, parts: Sequence[EvaluatedOccasion], changed: Changed) -> Iterator[str]:
        for done in parts:
            if (before := done.strengths) is not None:
                met = self._history.opponents_in(done.subject)
                yield from reached_at_once(done, before, changed[done.key], met)

    def _read_whole(self, keys: Sequence[str], due: Mapping[str, Due]) -> Iterator[str]:
        """Read what some occasions are about that are evaluated whole; who is read by them."""
        written = {key: self._written[key] for key in keys if key in self._written}
        whole = [due[key] if key in due else Due.of(written[key]) for key in keys]
        self._history.read_about(
            [each.subject for each in whole if each.kind in OF_A_TOURNAMENT],
            [each.subject for each in whole if each.kind == "list"],
        )
        for done in written.values():
            yield from done.players or ()

    # --- which occasions read a card ---

    def reading_after(self, key: str, players: Collection[str]) -> dict[str, str]:
        """Of some players the keys of the next occasions here that read their cards by name."""
        self._read_readings(key, players)
        found = {}
        for player in players:
            keys = self._readings[player]
            index = bisect_right(keys, key)
            if index < len(keys):
                found[player] = keys[index]
        return found

    def reading_beyond(self, players: Collection[str]) -> dict[str, str]:
        """The same of the occasions after those that are read here."""
        return self._stored.reading_after(self.last, players)

    def _read_readings(self, after: str, players: Collection[str]) -> None:
        new = [player for player in players if player not in self._readings]
        if new:
            self._readings.update((player, []) for player in new)
            for player, key in self._stored.reading_within(after, self.last, new):
                self._readings[player].append(key)


END = "~"
"""A key after all others."""


def is_in_parts(done: EvaluatedOccasion) -> bool:
    """Whether some players of an occasion can be evaluated by themselves."""
    return done.kind == "tournament" and done.packed_strengths != NONE_KEPT


def _last_key(first: str, horizon: date) -> str:
    """The last key that is read: after a year, or the end where that is not far."""
    try:
        last = date.fromisoformat(first[:10]) + LENGTH
    except (ValueError, OverflowError):
        return END
    return END if last > horizon else key_after(last)
