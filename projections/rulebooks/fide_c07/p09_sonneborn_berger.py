"""C.07 9: Sonneborn-Berger and Koya."""

from fractions import Fraction

from projections.rulebooks.fide_c07 import c07
from projections.rulebooks.fide_c07.p14_modifiers import Contribution, cut_lowest, koya_limit
from projections.rulebooks.fide_c07.p16_swiss import contributions
from projections.rulebooks.fide_c07.table import Table, Values


@c07.within("9.1")
def sonneborn_berger(table: Table, lowest: int = 0, *, forfeits_count: bool = False) -> Values:
    """SB: the sum of the opponents' scores, each multiplied by the points against him."""
    met = contributions(table, forfeits_count=forfeits_count)
    kept = {player: cut_lowest(given, lowest, _worth) for player, given in met.items()}
    return {player: Fraction(sum(map(_worth, each)), 4) for player, each in kept.items()}


def _worth(contribution: Contribution) -> int:
    return contribution.points * contribution.score


@c07.within("9.2")
def koya(table: Table, half_points: int = 0) -> Values:
    """KS: the points against opponents with at least half of the maximum score."""
    games = max(
        (sum(had.opponent is not None for had in each) for each in table.rounds.values()),
        default=0,
    )
    limit = koya_limit(games if table.fixed else table.length, half_points)
    reached = {player for player, score in table.scores.items() if score >= limit}
    return {
        player: Fraction(sum(had.points for had in rounds if had.opponent in reached), 2)
        for player, rounds in table.rounds.items()
    }
