"""A rulebook's forecast of every game before it is played, from the figures as of its day.

A game is forecast from the tournaments that ended before its day, and from the lists, decisions
and adopted figures up to that day.  Nothing later can change it, be it a game of the same
tournament or another result of the day (decision 0081).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Any, Self

import attrs

from projections.engine.history.as_of import AsOf
from projections.engine.history.history import History
from projections.engine.replay.replay import Evaluated, Replay
from projections.engine.replay.schedule import RulebookPeriod, period_on
from projections.rulebooks.occasion import TournamentEnded
from projections.rulebooks.tournament import Entrant, Game, Tournament


@attrs.frozen(kw_only=True)
class Encounter:
    """A game that was played between two people, and the day before which it is forecast.

    ``white_games``, ``black_games``: how many games each had played in the pool before that day.
    """

    day: date
    tournament: str
    game: Game
    black: str
    white_entered: Entrant | None
    black_entered: Entrant | None
    white_games: int = 0
    black_games: int = 0

    @property
    def stones_for_white(self) -> int:
        """Return the handicap stones that White receives, negative if White gives them."""
        return self.game.stones if self.game.receiver == "white" else -self.game.stones


@attrs.frozen(kw_only=True)
class Forecast:
    """The expectation of a game from White's side, and its result.

    ``white``, ``black``: the figures before it, None for a player without one; ``expected``,
    ``score``: shares of the point from 0 to 1, ``expected`` None without both figures;
    ``experience``: the games before of the player with fewer.
    """

    day: date
    tournament: str
    game: str
    white: float | None
    black: float | None
    expected: float | None
    score: float
    experience: int

    @classmethod
    def of(
        cls,
        encounter: Encounter,
        expected: float | None,
        white: float | None = None,
        black: float | None = None,
    ) -> Self:
        """A forecast of a game, from these figures."""
        return cls(
            day=encounter.day,
            tournament=encounter.tournament,
            game=encounter.game.game,
            white=white,
            black=black,
            expected=expected,
            score=encounter.game.white_points,
            experience=min(encounter.white_games, encounter.black_games),
        )


def encounters(history: History, pool: str, as_of: AsOf) -> list[Encounter]:
    """Return every game that two people played for a result in a pool's tournaments, by its day.

    A game without a day of its own is dated on the tournament's first day, or on its last
    if the first is not known: never later than it was played, so that it never knows too much.
    """
    found = [
        encounter
        for tournament in history.tournaments(pool, history.tournament_ids(pool))
        for encounter in _encounters_of(tournament)
        if as_of.covers(encounter.day)
    ]
    found.sort(key=lambda one: (one.day, one.tournament, one.game.round or 0, one.game.game))
    return list(_with_games_before(found))


def _with_games_before(by_day: Sequence[Encounter]) -> Iterator[Encounter]:
    played: Counter[str] = Counter()
    for _, of_the_day in groupby(by_day, key=attrgetter("day")):
        together = list(of_the_day)
        for one in together:
            white, black = played[one.game.white], played[one.black]
            yield attrs.evolve(one, white_games=white, black_games=black)
        for one in together:
            played.update((one.game.white, one.black))


def _encounters_of(tournament: Tournament) -> Iterator[Encounter]:
    entered = {entrant.player: entrant for entrant in tournament.entrants}
    first = tournament.starts_on or tournament.ended_on
    for game in tournament.games:
        has_result = game.white_points + game.black_points == 1
        if game.black is None or not game.played or not has_result:
            continue
        yield Encounter(
            day=game.played_on or first,
            tournament=tournament.id,
            game=game,
            black=game.black,
            white_entered=entered.get(game.white),
            black_entered=entered.get(game.black),
        )


def forecasts(replay: Replay, games: Sequence[Encounter]) -> Iterator[Forecast]:
    """Every game forecast under the replay's rulebooks, in the order of ``games`` (by day).

    Games before the first rulebook began are left out.
    """
    state = CurrentCards(replay.spans)
    waiting = iter(games)
    game = next(waiting, None)
    for evaluated in replay.run():
        now = (evaluated.item.day, evaluated.occasion.phase)
        while game is not None and (game.day, TournamentEnded.phase) <= now:
            yield from state.forecast(game)
            game = next(waiting, None)
        state.take_evaluation(evaluated)
    while game is not None:
        yield from state.forecast(game)
        game = next(waiting, None)


class CurrentCards:
    """The current cards of a replay."""

    def __init__(self, spans: Sequence[RulebookPeriod]) -> None:
        self._spans = spans
        self._cards: dict[str, Any] = {}

    def take_evaluation(self, evaluated: Evaluated) -> None:
        """Take the cards after an occasion."""
        if evaluated.begins_anew:
            self._cards.clear()
        self._cards.update(evaluated.evaluation.cards)

    def unchanging_copy(self) -> "CurrentCards":
        """Return a copy of the cards that no later occasion changes."""
        kept = CurrentCards(self._spans)
        kept._cards = dict(self._cards)
        return kept

    def forecast(self, encounter: Encounter, of: date | None = None) -> Iterator[Forecast]:
        """Yield the forecast of a game from the cards; nothing before the first rulebook began.

        ``of``: by the rulebook of another day than that of the game.
        """
        period = period_on(of or encounter.day, self._spans)
        if period is None:
            return
        book, day = period.book, encounter.day
        whites, blacks = self._cards.get(encounter.game.white), self._cards.get(encounter.black)
        white = book.figure_before_game(whites, day, encounter.white_entered)
        black = book.figure_before_game(blacks, day, encounter.black_entered)
        expected = None
        if white is not None and black is not None:
            stones = encounter.stones_for_white
            expected = book.expected_score(white, black, day=day, stones=stones)
        yield Forecast.of(encounter, expected, white, black)
