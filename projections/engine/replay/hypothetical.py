"""Hypothetical occasions: worked out after the recorded ones, in memory, and never written.

A calculation and a tournament that is still running are evaluated by the rulebook that governs
the pool, from the cards that the recorded history leaves.  Nothing here knows a rule.
"""

import heapq
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date
from itertools import count

from projections.engine.history.as_of import governed_on
from projections.engine.history.history import History
from projections.engine.replay.card_history import (
    CardHistory,
    EvaluatedOccasion,
    Version,
    evaluated_occasion,
    latest_before,
)
from projections.engine.replay.evaluate_part import evaluate_reached
from projections.engine.replay.find_occasion import (
    FoundOccasion,
    cards_before,
    key_of,
    tournament_gives_now,
)
from projections.engine.replay.schedule import period_on, rating_item
from projections.rulebooks.occasion import ListDue, RatingDecided
from projections.rulebooks.tournament import Game


class HypotheticalCardHistory:
    """A card history with the cards that hypothetical occasions add to it.

    ``last_day`` is that of the last of them, the list that settles them included.
    """

    def __init__(self, known: CardHistory) -> None:
        self.position = known.position
        self.horizon = known.horizon
        self.periods = known.periods
        self.last_day: date | None = None
        self._known = known
        self._versions: dict[str, list[Version]] = defaultdict(list)
        self._done: dict[str, EvaluatedOccasion] = {}
        self._read: dict[tuple[str, str], Version | None] = {}

    def before_all(self) -> "HypotheticalCardHistory":
        """Return the history before any hypothetical occasion; it knows the cards read so far."""
        before = HypotheticalCardHistory(self._known)
        before._read = self._read
        return before

    @property
    def changed(self) -> AbstractSet[str]:
        """The players whose cards hypothetical occasions have changed."""
        return self._versions.keys()

    def evaluate(
        self,
        history: History,
        pool: str,
        tournaments: Sequence[str],
        decided: Iterable[RatingDecided] = (),
    ) -> None:
        """Work out decided ratings, then tournaments of ``history``, in the order of their days.

        Every list that something of theirs waits for comes as well.
        """
        items = [rating_item(each, self.periods) for each in decided]
        waiting = [
            FoundOccasion(item.key, item.period, item.occasion)
            for item in items
            if item is not None and item.occasion is not None
        ]
        for tournament in tournaments:
            waiting += tournament_gives_now(history, pool, self.periods, tournament)
        turn = count()
        queue = [(each.key, next(turn), each) for each in waiting]
        heapq.heapify(queue)
        while queue:
            _, _, found = heapq.heappop(queue)
            if isinstance(found.occasion, ListDue) and found.key in self._done:
                continue  # several tournaments depend on it
            for due in self._evaluated(found, history):
                heapq.heappush(queue, (due.key, next(turn), due))

    def _evaluated(self, found: FoundOccasion, history: History) -> list[FoundOccasion]:
        """Evaluate an occasion and keep its cards; the lists for which they wait."""
        book, key = found.period.book, found.key
        evaluation = book.evaluate(found.occasion, cards_before(found, self.periods, self))
        self._done[key] = evaluated_occasion(key, found.occasion, evaluation)
        self.last_day = max(self.last_day or found.occasion.day, found.occasion.day)
        self.horizon = max(self.horizon, self.last_day)
        lists = []
        for player, card in evaluation.cards.items():
            self._versions[player].append(Version(key, card))
            due = self._list_due(history, player, book.due_on(card))
            lists += [] if due is None or due.key <= key else [due]
        return lists

    def cards_with(
        self, history: History, tournament: str, games: Sequence[Game]
    ) -> Mapping[str, Version] | None:
        """Return the cards of those in further games of a tournament, as if these were played.

        None: the tournament, or another one of theirs, has to be evaluated as a whole.
        """
        players = {side for game in games for side in (game.white, game.black) if side}
        done = [each for each in self._done.values() if each.subject == tournament]
        others = {each.subject for each in self._done.values()} - {tournament}
        last = self.versions_before("~", players).values()
        if (
            len(done) != 1
            or not players <= _who_played(history.games_of(tournament))
            or any(version.key > done[0].key for version in last)
            or any(not players.isdisjoint(history.named_in(other)) for other in others)
        ):
            return None
        supposed = history.with_more_games(tournament, games)
        part = evaluate_reached(done[0], players, supposed, self.periods, self)
        if part is None:
            return None
        changed = part.cards.keys() & players
        return {
            **self.versions_before(done[0].key, players),
            **{player: Version(done[0].key, part.cards[player]) for player in changed},
        }

    def _list_due(self, history: History, player: str, day: date | None) -> FoundOccasion | None:
        if day is None or player not in history.players:
            return None
        due = ListDue(day=day, player=history.players[player])
        period = period_on(governed_on(key_of(due)), self.periods)
        return None if period is None else FoundOccasion(key_of(due), period, due)

    def settled(self, version: Version, player: str, history: History, until: date) -> Version:
        """Return a player's version after the lists until a day for which its card waits."""
        period = period_on(version.governed_on, self.periods)
        day = None if period is None else period.book.due_on(version.card)
        due = self._list_due(history, player, day)
        if due is None or due.occasion.day > until:
            return version
        cards = due.period.book.evaluate(due.occasion, {player: version.card}).cards
        if player not in cards:  # another rulebook governs since, which knows no such list
            return version
        return self.settled(Version(due.key, cards[player]), player, history, until)

    def last_versions(self, before: str) -> Mapping[str, Version]:
        """Every player's last card from an occasion before the key ``before``."""
        known = self._known.last_versions(before)
        return {
            **known,
            **_later(known, latest_before(self._versions, before, self._versions.keys())),
        }

    def versions_before(self, key: str, players: Collection[str]) -> Mapping[str, Version]:
        """The last card of each of some players from an occasion before ``key``."""
        unread = [player for player in players if (key, player) not in self._read]
        found = self._known.versions_before(key, unread) if unread else {}
        self._read |= {(key, player): found.get(player) for player in unread}
        read = {player: self._read[key, player] for player in players}
        known = {player: version for player, version in read.items() if version is not None}
        return {**known, **_later(known, latest_before(self._versions, key, players))}

    def versions_of(self, player: str) -> Sequence[Version]:
        """Every version of a player's card, oldest first."""
        versions = {each.key: each for each in self._known.versions_of(player)}
        versions |= {each.key: each for each in self._versions.get(player, ())}
        return [versions[key] for key in sorted(versions)]

    def about(self, subject: str) -> Sequence[EvaluatedOccasion]:
        """The occasions about a tournament, decision or day, in their order."""
        known = {each.key: each for each in self._known.about(subject)}
        known |= {key: each for key, each in self._done.items() if each.subject == subject}
        return [known[key] for key in sorted(known)]

    def at(self, keys: Collection[str]) -> Mapping[str, EvaluatedOccasion]:
        """The occasions under these keys."""
        own = {key: self._done[key] for key in keys if key in self._done}
        left = [key for key in keys if key not in own]
        return {**(self._known.at(left) if left else {}), **own}


def _who_played(games: Iterable[Game]) -> set[str]:
    """Return those with a game: a first one could decide that the tournament does not count."""
    return {side for it in games if it.played and it.black for side in (it.white, it.black)}


def _later(known: Mapping[str, Version], own: Mapping[str, Version]) -> dict[str, Version]:
    """Those of ``own`` that no recorded card of a later occasion replaces."""
    return {
        player: version
        for player, version in own.items()
        if player not in known or known[player].key <= version.key
    }
