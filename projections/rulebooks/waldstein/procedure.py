"""The order of work: the table, its valuation, the method's judgement, the rows."""

from projections.rulebooks.tournament import Tournament
from projections.rulebooks.waldstein.crosstable import crosstable, idle_players
from projections.rulebooks.waldstein.methods import METHODS, judged
from projections.rulebooks.waldstein.readings import Readings
from projections.rulebooks.waldstein.standings import Standings, group_reports, rows, unequal_games
from projections.rulebooks.waldstein.valuation import valued, write_down


def standings(tournament: Tournament, method: str, readings: Readings) -> Standings:
    """Return the tournament's standings under ``method``, one of :data:`methods.METHODS`.

    t, T, status and structure are given under every method: they show the weight of the order.
    """
    if method not in METHODS:
        raise ValueError(f"{method!r} is not a method; choose one of {', '.join(METHODS)}")
    table = crosstable(tournament)
    valuation = valued(table, readings)
    write_down(valuation)
    judgement = judged(method, tournament, valuation, readings)
    return Standings(
        method=method,
        structure=valuation.structure,
        homogeneity=valuation.homogeneity,
        players=rows(valuation, judgement, idle_players(tournament, table)),
        groups=group_reports(valuation),
        unequal_games=unequal_games(valuation),
    )
