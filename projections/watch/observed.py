"""The games that signals look at: each with the expectation that the rulebook had before it."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cached_property

import attrs

from ledger.events.facts import TournamentSubmitted
from ledger.log.paging import pages
from ledger.validation.merge_checks import days_played
from projections.engine.history.as_of import key_after, occasion_key
from projections.engine.read_model.stored_card_history import CardWindow, StoredCardHistory
from projections.engine.registry import AnyRulebook
from projections.engine.replay.card_history import Version, held
from projections.engine.replay.find_occasion import CardsBefore
from projections.engine.replay.schedule import RulebookPeriod, period_on
from projections.queries.answers import Answers
from projections.queries.tournament_list import ended_tournaments
from projections.rulebooks.occasion import TournamentEnded
from projections.rulebooks.tournament import Entrant, Game, Player, Tournament, age_in
from projections.watch.chances import Chances, Outcomes

AT_ONCE = 100
AROUND = timedelta(days=60)


@attrs.frozen
class Side:
    """A rated game from one player's side, with the chances that the rulebook gave him."""

    game: str
    opponent: str
    expected: float
    score: float
    is_settled: bool
    """True if both players had been rated often enough for the expectation to mean much."""

    @property
    def row(self) -> str:
        """The game and its result, which an answer to a signal is about."""
        return f"{self.game} {self.score:g}"


@attrs.frozen(kw_only=True)
class Subject:
    """The players, tournaments and games that a question is about.

    ``sides``: the games from the first player's side; without them ``facts`` are what it is about.
    """

    players: Sequence[str] = ()
    tournaments: Sequence[str] = ()
    sides: Sequence[Side] = ()
    facts: Sequence[str] = ()

    @property
    def games(self) -> Sequence[str]:
        """The games, or the other facts."""
        return [side.game for side in self.sides] or self.facts

    @property
    def rows(self) -> Sequence[str]:
        """The games with their results, or the other facts."""
        return [side.row for side in self.sides] or self.facts


@attrs.frozen(kw_only=True)
class ObservedTournament:
    """A tournament with its games, and each player's games that have an expectation."""

    fact: TournamentSubmitted
    games: Sequence[Game]
    persons: Mapping[str, Player]
    sides: Mapping[str, Sequence[Side]]

    @property
    def id(self) -> str:
        """Its id."""
        return self.fact.tournament

    @property
    def first_day(self) -> date:
        """The day on which it began, as far as that is known."""
        return self.fact.starts_on or self.fact.ended_on

    def days_of(self, player: str) -> set[date]:
        """Return the days on which a player certainly had a game: dated, or without a rest day."""
        own = self.games_of(player)
        return days_played(self.fact, {(it.round, it.played_on) for it in own if it.played})

    def games_of(self, player: str) -> Sequence[Game]:
        """Return a player's games, played or not."""
        return [each for each in self.games if player in (each.white, each.black)]

    def age_of(self, player: str) -> int | None:
        """Return the age of a player in the year of its end, if known."""
        return age_in(self.fact.ended_on.year, self.persons[player].birth_year)


@attrs.frozen(kw_only=True)
class Observed:
    """Tournaments of a pool, in the order of their ends."""

    tournaments: Sequence[ObservedTournament]

    @cached_property
    def outcomes(self) -> Outcomes:
        """The share of games that are drawn, by their expectation."""
        return Outcomes.counted(
            (side.expected, side.score)
            for tournament in self.tournaments
            for own in tournament.sides.values()
            for side in own
        )

    def chances(self, sides: Sequence[Side]) -> list[Chances]:
        """Return the chances of some games."""
        return [self.outcomes.of(side.expected) for side in sides]

    @cached_property
    def by_player(self) -> Mapping[str, Sequence[tuple[ObservedTournament, Sequence[Side]]]]:
        """Return each player's tournaments, with the settled games there."""
        found: dict[str, list[tuple[ObservedTournament, Sequence[Side]]]] = {}
        for tournament in self.tournaments:
            for player, sides in tournament.sides.items():
                if settled := [side for side in sides if side.is_settled]:
                    found.setdefault(player, []).append((tournament, settled))
        return found

    @property
    def players(self) -> set[str]:
        """Everyone who is named in one of the tournaments."""
        return {player for tournament in self.tournaments for player in tournament.persons}


def observed(answers: Answers, ids: Sequence[str], settled: int) -> Observed:
    """Return some tournaments of the pool as known in the answers, in the order of their ends.

    ``settled``: after so many ratings a player's figure is settled.
    """
    if not ids:
        return Observed(tournaments=())
    reader = _Reader(answers, settled)
    return Observed(
        tournaments=[each for page in pages(ids, AT_ONCE) for each in reader.read(page)]
    )


def ended_between(answers: Answers, first: date, last: date) -> list[str]:
    """Return the pool's tournaments that ended from one day to another, in their order."""
    return [
        heading.tournament
        for heading in reversed(ended_tournaments(answers))
        if first <= heading.ended_on <= last
    ]


def at_the_same_time(answers: Answers, tournament: str) -> list[str]:
    """Return a tournament and those around it in which a player of it got a rating."""
    history = answers.submitted(tournament)
    fact = history.submission(tournament)
    first = (fact.starts_on or fact.ended_on) - AROUND
    last = fact.ended_on + AROUND
    cards = answers.card_history
    if not isinstance(cards, StoredCardHistory):
        return ended_between(answers, first, last)
    players = history.named_in(tournament)
    texts = cards.texts_between(first.isoformat(), key_after(last), players)
    done = cards.at({key for _, key, _ in texts if key >= first.isoformat()})
    found = {each.subject for each in done.values() if each.kind == "tournament"} | {tournament}
    around = answers.history(sorted(found))
    return sorted(found, key=lambda id_: (around.ended_on(id_), id_))


def rises(
    answers: Answers, players: Collection[str], first: date, last: date
) -> Mapping[str, float]:
    """Return the change of each player's figure from one day to another, positive for a gain."""
    before = answers.figures_on(first - timedelta(days=1), players)
    after = answers.figures_on(last, players)
    period = period_on(last, answers.card_history.periods)
    sign = -1 if period is not None and period.book.lower_is_stronger else 1
    found = {}
    for player, figure in after.items():
        earlier = before.get(player)
        if figure is not None and earlier is not None:
            found[player] = sign * (figure - earlier)
    return found


class _Reader:
    """Reads tournaments in their order, with the cards before each."""

    def __init__(self, answers: Answers, settled: int) -> None:
        self._cards = answers.card_history
        self._pool = answers.question.pool
        self._history = answers.history([])
        self._settled = settled
        self._rated: Counter[str] = Counter()
        self._counted: set[str] = set()

    def read(self, ids: Sequence[str]) -> Iterator[ObservedTournament]:
        self._history.read_about(ids)
        page = list(self._history.tournaments(self._pool, ids))
        everyone = {player for tournament in page for player in tournament.players}
        keys = {tournament.id: self._key(tournament) for tournament in page}
        self._count_earlier_ratings(everyone, min(keys.values()))
        cards = self._cards_between(min(keys.values()), max(keys.values()), everyone)
        for tournament in page:
            yield self._observed(tournament, keys[tournament.id], cards)
            self._rated.update(tournament.players.keys())

    def _key(self, tournament: Tournament) -> str:
        """Return the key before which the ratings count that were known to its players."""
        period = period_on(tournament.ended_on, self._cards.periods)
        if period is not None and period.book.is_dated_by_games(tournament):
            first = tournament.starts_on or tournament.ended_on
            return occasion_key(first, TournamentEnded.phase, "")
        return occasion_key(tournament.ended_on, TournamentEnded.phase, tournament.id)

    def _cards_between(self, first: str, last: str, players: Collection[str]) -> CardsBefore:
        if isinstance(self._cards, StoredCardHistory):
            window = CardWindow(self._cards, first, last)
            window.read(players)
            return window
        return self._cards

    def _count_earlier_ratings(self, players: Collection[str], key: str) -> None:
        new = set(players) - self._counted
        self._counted |= new
        if isinstance(self._cards, StoredCardHistory):
            self._rated.update(self._cards.counts_before(key, new))
            return
        for player in new:
            versions = self._cards.versions_of(player)
            self._rated[player] += sum(version.key < key for version in versions)

    def _observed(
        self, tournament: Tournament, key: str, cards: CardsBefore
    ) -> ObservedTournament:
        period = period_on(tournament.ended_on, self._cards.periods)
        sides: dict[str, list[Side]] = {}
        if period is not None:
            versions = cards.versions_before(key, tournament.players)
            figures = self._figures(tournament, period, versions)
            for game in tournament.games:
                self._add_sides(sides, game, period.book, tournament.ended_on, figures)
        return ObservedTournament(
            fact=self._history.submission(tournament.id),
            games=tournament.games,
            persons=tournament.players,
            sides=sides,
        )

    def _figures(
        self, tournament: Tournament, period: RulebookPeriod, versions: Mapping[str, Version]
    ) -> Mapping[str, float]:
        entered: Mapping[str, Entrant] = {each.player: each for each in tournament.entrants}
        day, found = tournament.ended_on, {}
        for player in tournament.players:
            valued = held(versions.get(player), day, self._cards.periods)
            card = None if valued is None else valued[1]
            figure = period.book.figure_before_game(card, day, entered.get(player))
            if figure is not None:
                found[player] = figure
        return found

    def _add_sides(
        self,
        sides: dict[str, list[Side]],
        game: Game,
        book: AnyRulebook,
        day: date,
        figures: Mapping[str, float],
    ) -> None:
        black = game.black
        is_a_game = game.played and black is not None and game.rated_for == "both"
        if not is_a_game or black is None or game.white_points + game.black_points != 1:
            return
        if game.white not in figures or black not in figures:
            return
        stones = game.stones if game.receiver == "white" else -game.stones
        own, other = figures[game.white], figures[black]
        expected = book.expected_score(own, other, day=day, stones=stones)
        if expected is None:
            return
        fewest = min(self._rated[game.white], self._rated[black])
        is_settled = fewest >= self._settled
        white = Side(game.game, black, expected, game.white_points, is_settled)
        sides.setdefault(game.white, []).append(white)
        mirrored = Side(game.game, game.white, 1 - expected, game.black_points, is_settled)
        sides.setdefault(black, []).append(mirrored)
