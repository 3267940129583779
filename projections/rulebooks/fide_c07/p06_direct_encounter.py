"""C.07 6: the standings among tied players."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

import attrs

from projections.rulebooks.fide_c07 import c07
from projections.rulebooks.fide_c07.p15_unplayed_rounds import as_regular_games, is_unplayed
from projections.rulebooks.fide_c07.table import WIN, Table

Levels = Sequence[Sequence[str]]
"""Players from the first to the last; equal ones stand together."""


@attrs.frozen(kw_only=True)
class Encounters:
    """A player's points (doubled) against those tied with him, at least and at most."""

    least: Fraction
    most: Fraction


@c07.within("6.1.1")
def counted(table: Table, *, forfeits_count: bool = False) -> Table:
    """Forfeits count only where 15.2 covers them, or if the regulations say so."""
    return as_regular_games(table) if table.fixed or forfeits_count else table


def direct_encounter(table: Table, tied: Sequence[str]) -> Levels:
    """DE: the tied players in order, ties among them resolved as often as that divides them."""
    met = {player: _encounters(table, player, tied) for player in tied}
    all_met = all(each.least == each.most for each in met.values())
    levels = _by_points(met) if all_met else _whatever_is_missing(met)
    if len(levels) == 1:
        return levels
    return [part for level in levels for part in direct_encounter(table, level)]


@c07.within("6.1")
@c07.within("6.1.2")
def _encounters(table: Table, player: str, tied: Sequence[str]) -> Encounters:
    """The points against the tied, of several games against one the average."""
    points: defaultdict[str, list[int]] = defaultdict(list)
    others = {*tied} - {player}
    for had in table.rounds[player]:
        if had.opponent is not None and had.opponent in others and not is_unplayed(had):
            points[had.opponent].append(had.points)
    least = sum((Fraction(sum(each), len(each)) for each in points.values()), Fraction(0))
    return Encounters(least=least, most=least + WIN * (len(others) - len(points)))


@c07.within("6.2")
def _by_points(met: Mapping[str, Encounters]) -> Levels:
    """If all tied players have met, they are ranked by their points."""
    in_order = sorted(met, key=lambda player: met[player].least, reverse=True)
    return [list(level) for _, level in groupby(in_order, key=lambda player: met[player].least)]


@c07.within("6.3")
def _whatever_is_missing(met: Mapping[str, Encounters]) -> Levels:
    """If not, whoever is alone at the top whatever is missing is first; then the second."""
    in_order = sorted(met, key=lambda player: met[player].least, reverse=True)
    return list(_alone_at_the_top(in_order, met))


def _alone_at_the_top(
    in_order: Sequence[str], met: Mapping[str, Encounters]
) -> Iterator[Sequence[str]]:
    for place, player in enumerate(in_order):
        rest = in_order[place + 1 :]
        if rest and met[player].least <= max(met[other].most for other in rest):
            yield in_order[place:]
            return
        yield [player]
