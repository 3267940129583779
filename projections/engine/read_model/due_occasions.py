"""The occasions that are due: those that new events invalidate, whether or not they are stored.

They are found from both sides: from the read model, and from the history to follow.  An occasion
on one side only was removed or added.
"""

from collections.abc import Iterator

import attrs

from projections.engine.history.history import History
from projections.engine.read_model.invalidation import Invalidated
from projections.engine.read_model.stored_card_history import StoredCardHistory
from projections.engine.replay.card_history import EvaluatedOccasion, kind_and_subject
from projections.engine.replay.find_occasion import key_of, tournament_gives_now
from projections.engine.replay.schedule import RulebookPeriod

READ_BY_ALL = ("day", "rulebook")
OF_A_TOURNAMENT = ("tournament", "start")
OF_A_RATING = ("decision", "summary")


@attrs.frozen(order=True)
class Due:
    """An occasion that has to be evaluated again; in the order of history."""

    key: str
    kind: str = attrs.field(order=False)
    subject: str = attrs.field(order=False)

    @classmethod
    def of(cls, done: EvaluatedOccasion) -> "Due":
        """Return an occasion that was evaluated before."""
        return cls(done.key, done.kind, done.subject)


@attrs.frozen
class DueOccasions:
    """Finds the occasions that new events make due in a pool.

    ``history``: the history to follow; ``stored``: the evaluations so far.
    """

    history: History
    stored: StoredCardHistory
    pool: str
    periods: tuple[RulebookPeriod, ...]

    def of(self, invalidated: Invalidated) -> Iterator[Due]:
        """Yield the occasions, stored or not yet, whose inputs have changed."""
        asks_clubs = any(period.book.asks_clubs for period in self.periods)
        changed = invalidated.players | (invalidated.clubs if asks_clubs else set())
        self.history.read_about(invalidated.tournaments, invalidated.rated | changed)
        yield from self._of_tournaments(invalidated)
        players = self.history.registrations(changed)
        rated = self.history.registrations(invalidated.rated)
        yield from map(Due.of, self.stored.reading(players))
        yield from map(Due.of, self.stored.reading(rated, OF_A_RATING))
        yield from self._ratings_of(rated)
        if invalidated.rosters:
            yield from map(Due.of, self.stored.of_kinds(["day"]))
        if invalidated.registrations and self._conversions_ask_persons():
            yield from map(Due.of, self.stored.of_kinds(["rulebook"]))

    def _conversions_ask_persons(self) -> bool:
        return any(period.book.conversion_asks_persons for period in self.periods)

    def _of_tournaments(self, invalidated: Invalidated) -> Iterator[Due]:
        yield from map(Due.of, self.stored.occasions_about(invalidated.tournaments))
        for tournament in sorted(invalidated.tournaments):
            for found in tournament_gives_now(self.history, self.pool, self.periods, tournament):
                yield Due(found.key, *kind_and_subject(found.occasion))

    def _ratings_of(self, players: set[str]) -> Iterator[Due]:
        if not players or not self.periods:
            return
        persons = {self.history.one_person(player) for player in players}
        for given in self.history.rating_occasions(self.pool, self.periods[0].first):
            if not persons.isdisjoint(given.players or ()):
                yield Due(key_of(given), *kind_and_subject(given))
