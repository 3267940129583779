"""The judgement of a method: each player's number, and the order that it gives."""

from collections.abc import Mapping
from fractions import Fraction

import attrs

from projections.rulebooks.fide_c07.codes import TieBreak
from projections.rulebooks.fide_c07.p04_order import in_order, with_points
from projections.rulebooks.fide_c07.table import as_today, table_of
from projections.rulebooks.tournament import Tournament
from projections.rulebooks.waldstein.crosstable import Crosstable, Levels, levels
from projections.rulebooks.waldstein.readings import Readings
from projections.rulebooks.waldstein.s1_systems import SYSTEMS, numbers
from projections.rulebooks.waldstein.s2_performance import buchholz_levels
from projections.rulebooks.waldstein.valuation import Valuation

WALDSTEIN = "waldstein"
TIE_BREAKS = {"buchholz-fide": "BH", "sonneborn-berger-fide": "SB"}
"""Today's tie-breaks of the names of section 1, by the code of FIDE C.07."""
METHODS = (WALDSTEIN, *SYSTEMS, *TIE_BREAKS)

RANKED_BY: Mapping[str, str] = {
    "points": "points",
    "gelbfuss": "gelbfuss",
    "sonneborn_berger_original": "sonneborn-berger",
    "buchholz_original": "buchholz",
}
"""The method behind each value of the reading ``ranking_by`` but t itself."""


@attrs.frozen(kw_only=True)
class Judgement:
    """The method's number of every player who has one, and the players in levels.

    ``has_quotients``: the paper states the numbers as shares of their sum, too.
    """

    value: Mapping[int, float]
    levels: Levels
    has_quotients: bool = False


def judged(
    method: str, tournament: Tournament, valuation: Valuation, readings: Readings
) -> Judgement:
    """The judgement of ``method``, one of :data:`METHODS`."""
    if method == WALDSTEIN:
        return _by_t(valuation, readings)
    if method in TIE_BREAKS:
        return _by_tie_break(method, tournament, valuation.table)
    return _by_system(method, valuation.table, readings)


def _by_t(valuation: Valuation, readings: Readings) -> Judgement:
    """t; the reading ``ranking_by`` may let another number decide the places (W11)."""
    if readings.ranking_by == "t":
        order = valuation.levels()
    else:
        order = _by_system(RANKED_BY[readings.ranking_by], valuation.table, readings).levels
    return Judgement(value=valuation.t, levels=order)


def _by_system(system: str, table: Crosstable, readings: Readings) -> Judgement:
    number = numbers(system, table)
    if system == "buchholz" and readings.buchholz_tolerance:
        tolerance = Fraction(str(readings.buchholz_tolerance))
        order = buchholz_levels(number, numbers("points", table), tolerance)
    else:
        order = levels(range(len(number)), key=number.__getitem__)
    return Judgement(
        value=dict(enumerate(map(float, number))),
        levels=order,
        has_quotients=system in {"points", "gelbfuss"},
    )


def _by_tie_break(method: str, tournament: Tournament, table: Crosstable) -> Judgement:
    """Return the judgement of a tie-break, which divides only players with equal scores."""
    today, tie_break = as_today(table_of(tournament)), TieBreak(code=TIE_BREAKS[method])
    broken = in_order(today, [list(today.rounds)], with_points([tie_break])).values
    return Judgement(
        value={i: float(broken[player][1]) for i, player in enumerate(table.players)},
        levels=levels(range(len(table.players)), key=lambda i: broken[table.players[i]]),
    )
