"""C.07 10: tie-breaks of ratings, of games played over the board; no such game is worth 0."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from projections.rulebooks.fide_2024.p8_ratings import PD, dp, share
from projections.rulebooks.fide_c07 import c07
from projections.rulebooks.fide_c07.p15_unplayed_rounds import over_the_board
from projections.rulebooks.fide_c07.table import Table, Values
from projections.rulebooks.figures import whole

WHOLE_SCALE = 800
"""The greatest difference in the tables of the Rating Regulations (B.02 8.1)."""


@c07.within("10")
def lacks_ratings(table: Table) -> bool:
    """True if a player is unrated: then these tie-breaks are not used."""
    met = {player for player, rounds in table.rounds.items() if over_the_board(rounds)}
    return not met <= table.ratings.keys()


@c07.within("10.1")
def average_rating(ratings: Sequence[int]) -> int:
    """ARO: the average rating of the opponents, 0.5 rounded up."""
    return whole(Fraction(sum(ratings), len(ratings)))


@c07.within("10.2")
def performance(points: Fraction, ratings: Sequence[int]) -> int:
    """TPR: ARO + dp of the fractional score (B.02 8.1.1)."""
    return average_rating(ratings) + dp(share(float(points), len(ratings)))


@c07.within("10.3")
def perfect_performance(points: Fraction, ratings: Sequence[int]) -> int:
    """PTP: the lowest rating with an expected score (B.02 8.1.2) of at least the points."""
    if points == 0:
        return min(ratings) - WHOLE_SCALE
    possible = range(min(ratings) - WHOLE_SCALE, max(ratings) + WHOLE_SCALE)
    hundredths = int(100 * points)
    return possible[bisect_left(possible, hundredths, key=lambda R: _expected(R, ratings))]


def _expected(R: int, ratings: Sequence[int]) -> int:
    return sum(PD(R - Ro) for Ro in ratings)


Performance = Callable[[Fraction, Sequence[int]], int]


def aro(table: Table, lowest: int = 0, highest: int = 0) -> Values:
    """ARO of all players; a cut leaves out the lowest or the highest ratings (14.1.1)."""
    met = {player: sorted(ratings) for player, (_, ratings) in _met(table).items()}
    kept = {
        player: each[lowest : max(lowest, len(each) - highest)] for player, each in met.items()
    }
    return {player: Fraction(average_rating(each) if each else 0) for player, each in kept.items()}


def performances(table: Table, of: Performance) -> Values:
    """TPR or PTP of all players."""
    met = _met(table)
    return {
        player: Fraction(of(points, ratings) if ratings else 0)
        for player, (points, ratings) in met.items()
    }


@c07.within("10.4")
@c07.within("10.5")
def average_of_opponents(table: Table, of: Performance) -> Values:
    """APRO and APPO: the average TPR or PTP of the opponents, 0.5 rounded up."""
    performed = performances(table, of)
    met = {player: over_the_board(rounds) for player, rounds in table.rounds.items()}
    return {
        player: Fraction(
            whole(Fraction(sum(performed[opponent] for opponent, _ in games), max(1, len(games))))
        )
        for player, games in met.items()
    }


@c07.within("10.6")
def rating(table: Table, *, reverse: bool = False) -> Values:
    """RTNG: the rating, from the highest to the lowest, or in reverse order."""
    sign = -1 if reverse else 1
    return {player: Fraction(sign * table.ratings.get(player, 0)) for player in table.rounds}


def _met(table: Table) -> Mapping[str, tuple[Fraction, Sequence[int]]]:
    """Everybody's points over the board, and the ratings of the opponents."""
    met = {player: over_the_board(rounds) for player, rounds in table.rounds.items()}
    return {
        player: (
            Fraction(sum(had.points for _, had in games), 2),
            [table.ratings[opponent] for opponent, _ in games],
        )
        for player, games in met.items()
    }
