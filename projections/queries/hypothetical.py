"""Answers about tournaments that are not recorded: worked out in memory after the recorded ones.

:class:`HypotheticalAnswers` answers what any pool is asked, of a history to which something was
added.  A calculation and a running tournament differ only in where their facts come from.
"""

from collections.abc import Collection, Iterable, Sequence

import attrs

from ledger.events.facts import PlayerRegistered, TournamentSubmitted
from projections.engine.history.as_of import AsOf
from projections.engine.history.history import History
from projections.engine.replay.card_history import Version
from projections.engine.replay.hypothetical import HypotheticalCardHistory
from projections.engine.replay.schedule import period_on
from projections.queries.answers import Answers, Question
from projections.rulebooks.evaluation import RatingStatus
from projections.rulebooks.occasion import RatingDecided
from projections.rulebooks.tournament import Game


@attrs.frozen(kw_only=True)
class HypotheticalTournament:
    """A tournament that is not recorded, its games, and those who are not registered yet."""

    tournament: TournamentSubmitted
    games: Sequence[Game]
    players: Sequence[PlayerRegistered] = ()


class HypotheticalAnswers(Answers):
    """The answers of a pool as if some tournaments were recorded, and some ratings decided.

    They are as of the last day of any of them, and of the list that settles them.
    """

    def __init__(
        self,
        known: Answers,
        tournaments: Sequence[HypotheticalTournament],
        decided: Sequence[RatingDecided] = (),
    ) -> None:
        connection, original = known.connection, known.question
        position = AsOf(known_at=known.card_history.position)
        history = History.about(connection, position, original.pool)
        for each in tournaments:
            history.add_hypothetical(each.players, each.tournament, each.games)
        ids = [each.tournament.tournament for each in tournaments]
        history.read_about(ids)
        cards = HypotheticalCardHistory(known.card_history)
        cards.evaluate(history, original.pool, ids, decided)
        last = max([known.day, *(each.tournament.ended_on for each in tournaments)])
        as_of = AsOf(max(last, cards.last_day or last), position.known_at)
        question = Question(original.pool, original.today, as_of, original.what_if)
        super().__init__(connection, question, cards)
        self._supposed, self._hypothetical = history, cards
        self._ids, self._decided, self._last = ids, decided, last
        self.changed = cards.changed
        self._new = {who.player: who for each in tournaments for who in each.players}

    def history(self, tournaments: Sequence[str], players: Sequence[str] = ()) -> History:
        """The part of history that some tournaments and players belong to."""
        self._supposed.read_about(tournaments, players)
        return self._supposed

    def names(self, players: Iterable[str]) -> dict[str, str]:
        """The names under which players are shown, those not registered yet under their own."""
        wanted = set(players)
        new = {who: self._new[who].name or who for who in wanted & self._new.keys()}
        return {**super().names(wanted - new.keys()), **new}

    def register(self, players: Collection[str]) -> History:
        """The history, in which some players are known."""
        self._supposed.read_persons(players)
        return self._supposed

    def standing_before(self, player: str, tournament: str) -> RatingStatus:
        """The worth of a player's card before a tournament, ratings decided for it included."""
        return self.value_of_card(self._version_before(player, tournament))

    def standing_without(self, player: str, tournament: str) -> tuple[RatingStatus, Sequence[str]]:
        """The worth of a player's card on the day without a tournament.

        Also the tournaments of the other reports that lists rate until then.
        """
        version = self._version_before(player, tournament)
        period = version and period_on(version.governed_on, self.card_history.periods)
        if not (version and period):
            return self.value_of_card(version), ()
        settled = self._hypothetical.settled(version, player, self._supposed, self.day)
        return self.value_of_card(settled), period.book.waiting_reports(version.card, self.day)

    def standings_with(
        self, tournament: str, games: Sequence[Game]
    ) -> dict[str, RatingStatus] | None:
        """Return the values of the cards of those in further games of a tournament.

        None: it has to be evaluated as a whole.
        """
        cards = self._hypothetical.cards_with(self._supposed, tournament, games)
        return None if cards is None else self.values_of(cards)

    def with_games(self, tournament: str, games: Sequence[Game]) -> Answers:
        """Return the answers if further games of a tournament were played."""
        history = self._supposed.with_more_games(tournament, games)
        cards = self._hypothetical.before_all()
        cards.evaluate(history, self.question.pool, self._ids, self._decided)
        day = max(self._last, cards.last_day or self._last)
        question = attrs.evolve(self.question, as_of=attrs.evolve(self.question.as_of, day=day))
        return Answers(self.connection, question, cards)

    def _version_before(self, player: str, tournament: str) -> Version | None:
        keys = [each.key for each in self.card_history.about(tournament)]
        return self.card_history.versions_before(min(keys, default="~"), [player]).get(player)
