"""The card history as it was known before: the stored one, and what was otherwise then.

What differs is a :class:`~projections.read_model.replaced_rows.Journal`, made either by an
incremental update, of what it has replaced, or by going back from where the read model stands.
"""

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date

from projections.read_model.card_prefetch import CardWindow
from projections.read_model.replaced_rows import Journal
from projections.read_model.stored_card_history import StoredCardHistory
from projections.replay.card_history import EvaluatedOccasion, Version


class EarlierCardHistory:
    """The card history of a generation as it was known at an earlier position.

    ``cards``: the earlier cards' window from the first difference on, in which the journal already
    stands; None: it is read when it is asked for.
    """

    def __init__(
        self, now: StoredCardHistory, journal: Journal, cards: CardWindow | None = None
    ) -> None:
        self.position = journal.position
        self.horizon: date = journal.horizon
        self.periods = now.periods
        self.now = now
        self._journal = journal
        self._cards = cards

    @property
    def changed(self) -> AbstractSet[str]:
        """The players of whom any card differs from the stored one."""
        return self._journal.cards.keys()

    def keys_changed(self, player: str) -> AbstractSet[str]:
        """The keys under which a player's card differs from the stored one."""
        return self._journal.cards.get(player, {}).keys()

    @property
    def first_change(self) -> str:
        """The first key under which anybody's card differs; before it nothing does."""
        return min((key for keys in self._journal.cards.values() for key in keys), default="~")

    def last_versions(self, before: str) -> Mapping[str, Version]:
        """Every player's last card from an occasion before the key ``before``."""
        stored = self.now.last_versions(before)
        versions = {player: each for player, each in stored.items() if player not in self.changed}
        versions.update(self.versions_before(before, self.changed))
        return versions

    def versions_before(self, key: str, players: Collection[str]) -> Mapping[str, Version]:
        """The last card of each of some players from an occasion before ``key``."""
        cards = self._window()
        changed = {player for player in players if player in self._journal.cards}
        if not changed or not cards.covers(key):
            return self.now.versions_before(key, players)
        others = [player for player in players if player not in changed]
        found = dict(self.now.versions_before(key, others)) if others else {}
        found.update(cards.versions_before(key, changed))
        return found

    def _window(self) -> CardWindow:
        """The cards of all who changed, as they were; read together when first asked for."""
        if self._cards is None:
            self._cards = CardWindow(self.now, self.first_change)
            self._cards.read(self.changed)
            for player, keys in self._journal.cards.items():
                for key, text in keys.items():
                    self._cards.replace(key, {player: text})
        return self._cards

    def versions_of(self, player: str) -> Sequence[Version]:
        """Every version of a player's card, oldest first."""
        changed = self._journal.cards.get(player)
        stored = self.now.versions_of(player)
        if changed is None:
            return stored
        versions = {version.key: version for version in stored if version.key not in changed}
        for key, text in changed.items():
            if text is not None:
                versions[key] = self.now.version(key, text)
        return [versions[key] for key in sorted(versions)]

    def about(self, subject: str) -> Sequence[EvaluatedOccasion]:
        """The occasions about a tournament, decision or day, in their order."""
        done = self._journal.occasions
        found = {each.key: each for each in self.now.about(subject) if each.key not in done}
        replaced = [each for each in done.values() if each is not None]
        found |= {each.key: each for each in replaced if each.subject == subject}
        return [found[key] for key in sorted(found)]

    def at(self, keys: Collection[str]) -> Mapping[str, EvaluatedOccasion]:
        """The occasions under these keys."""
        done = self._journal.occasions
        stored = [key for key in keys if key not in done]
        found = dict(self.now.at(stored)) if stored else {}
        replaced = {key: done[key] for key in keys if key in done}
        return found | {key: each for key, each in replaced.items() if each is not None}
