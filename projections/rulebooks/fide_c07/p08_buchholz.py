"""C.07 8: Buchholz, and what is made of it."""

from fractions import Fraction

import attrs

from projections.rulebooks.fide_c07 import c07
from projections.rulebooks.fide_c07.p14_modifiers import Contribution, median
from projections.rulebooks.fide_c07.p15_unplayed_rounds import over_the_board
from projections.rulebooks.fide_c07.p16_swiss import contributions
from projections.rulebooks.fide_c07.table import DRAW, Round, Table, Values


@c07.within("8.1")
def buchholz(
    table: Table, lowest: int = 0, highest: int = 0, *, forfeits_count: bool = False
) -> Values:
    """BH: the sum of the scores of a player's opponents, less those that are cut."""
    met = contributions(table, forfeits_count=forfeits_count)
    kept = {player: median(given, lowest, highest, _worth) for player, given in met.items()}
    return {player: Fraction(sum(map(_worth, each)), 2) for player, each in kept.items()}


def _worth(contribution: Contribution) -> int:
    return contribution.score


@c07.within("8.2")
def average_of_opponents(table: Table, of: Values) -> Values:
    """AOB: the average Buchholz, or Fore Buchholz, of the opponents played over the board."""
    met = {player: over_the_board(rounds) for player, rounds in table.rounds.items()}
    return {
        player: Fraction(sum(of[opponent] for opponent, _ in games)) / max(1, len(games))
        for player, games in met.items()
    }


@c07.within("8.3")
def fore(table: Table) -> Table:
    """FB: Buchholz as if all paired games of the final round had ended in draws."""

    def drawn(had: Round) -> Round:
        if had.number != table.length or had.opponent is None:
            return had
        return attrs.evolve(had, points=DRAW, opponents_points=DRAW, played=True)

    rounds = {player: [drawn(had) for had in each] for player, each in table.rounds.items()}
    return attrs.evolve(table, rounds=rounds)
