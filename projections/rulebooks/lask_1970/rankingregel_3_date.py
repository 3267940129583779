"""LASK Rankingregel 3: the day a game belongs to, and so when a tournament gives work."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date

from projections.rulebooks.lask_1970 import lask
from projections.rulebooks.lask_1970.readings import Readings
from projections.rulebooks.lask_1970.regel_4_long_games import out_of_scope
from projections.rulebooks.occasion import GamesPlayed, Occasion, TournamentEnded
from projections.rulebooks.tournament import Game, Tournament


def occasions_of(tournament: Tournament, readings: Readings) -> Iterator[Occasion]:
    """The days of play; as a whole a concentrated tournament and one that cannot be rated."""
    if "concentrated" in tournament.flags or out_of_scope(tournament):
        yield tournament_as_a_whole(tournament, readings)
    else:
        yield from days_of_play(tournament)


@lask.within("Rankingregel 3")
def days_of_play(tournament: Tournament) -> Iterator[GamesPlayed]:
    """The games day by day; an adjourned game belongs to the day on which it was finished."""
    games: dict[date, list[Game]] = defaultdict(list)
    for game in tournament.games:
        games[tournament.day_of(game)].append(game)
    for day in sorted(games):
        yield GamesPlayed(day=day, tournament=tournament, games=tuple(games[day]))


@lask.within("Regel 10")
def tournament_as_a_whole(tournament: Tournament, readings: Readings) -> Occasion:
    """A concentrated tournament is booked once: at its end, in the other reading at its start."""
    day = tournament.ended_on
    if readings.concentrated_date == "start" and tournament.starts_on is not None:
        day = tournament.starts_on
    return TournamentEnded(day=day, tournament=tournament)
