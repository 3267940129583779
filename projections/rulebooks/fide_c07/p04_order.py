"""C.07 4: tie-breaks are applied in order, each to those who are still tied."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

import attrs

from projections.rulebooks.fide_c07 import c07
from projections.rulebooks.fide_c07.codes import LIST, VALUES, TieBreak
from projections.rulebooks.fide_c07.p06_direct_encounter import Levels, counted, direct_encounter
from projections.rulebooks.fide_c07.p10_ratings import lacks_ratings
from projections.rulebooks.fide_c07.table import Table, Values, table_of
from projections.rulebooks.tournament import Tournament


@attrs.frozen(kw_only=True)
class Standings:
    """The players from the first to the last; equal players share a level.

    ``tie_breaks``: those evaluated, points first unless they were stated elsewhere; ``values``:
    everybody's, in that order.  That of direct encounter is the number of tied players behind.
    """

    tie_breaks: tuple[TieBreak, ...]
    levels: Levels
    values: Mapping[str, tuple[Fraction, ...]]

    @property
    def places(self) -> Mapping[str, tuple[int, int]]:
        """The first and the last place that each player shares."""
        places: dict[str, tuple[int, int]] = {}
        for level in self.levels:
            places |= dict.fromkeys(level, (len(places) + 1, len(places) + len(level)))
        return places


def standings(
    tournament: Tournament,
    tie_breaks: Sequence[TieBreak],
    ratings: Mapping[str, int] | None = None,
    starts: Mapping[str, int] | None = None,
) -> Standings:
    """Return the standings of a tournament by its tie-breaks, points before all of them.

    ``ratings``: for ARO, TPR and the like; ``starts``: McMahon scores before the first round.
    """
    table = table_of(tournament, ratings, starts)
    return in_order(table, [list(table.rounds)], with_points(tie_breaks))


def with_points(tie_breaks: Sequence[TieBreak]) -> tuple[TieBreak, ...]:
    """The tie-breaks with the points first, unless these or McMahon points are among them."""
    if any(each.code in {"PTS", "MMS"} for each in tie_breaks):
        return tuple(tie_breaks)
    return (TieBreak(code="PTS"), *tie_breaks)


def is_missing(table: Table, tie_break: TieBreak) -> bool:
    """True if the table lacks what a tie-break needs: ratings, numbers of rounds, or starts."""
    needs = LIST[tie_break.code]["needs"]
    lacks = {
        "": False,
        "rounds": any(not had.number for each in table.rounds.values() for had in each),
        "ratings": needs == "ratings" and lacks_ratings(table),
        "starts": not table.starts,
    }
    return lacks[needs]


@c07.within("4.2")
def in_order(table: Table, levels: Levels, tie_breaks: Sequence[TieBreak]) -> Standings:
    """Rank by the first tie-break, then by the next within each group that is still tied.

    ``levels``: the groups to begin with, which stay apart; usually all players are one.
    """
    columns: list[Values] = []
    for each in tie_breaks:
        if each.code == "DE":
            among = counted(table, forfeits_count=each.forfeits_count)
            divided = [direct_encounter(among, level) for level in levels]
            columns.append(dict(_numbers_behind(divided)))
        else:
            columns.append(values := VALUES[each.code](table, each))
            divided = [_levels(level, values) for level in levels]
        levels = [part for parts in divided for part in parts]
    players = [player for level in levels for player in level]
    values_of = {player: tuple(column[player] for column in columns) for player in players}
    return Standings(tie_breaks=tuple(tie_breaks), levels=levels, values=values_of)


def _levels(tied: Sequence[str], values: Values) -> Levels:
    in_order = sorted(tied, key=values.__getitem__, reverse=True)
    return [list(level) for _, level in groupby(in_order, key=values.__getitem__)]


def _numbers_behind(divided: Sequence[Levels]) -> Iterator[tuple[str, Fraction]]:
    for levels in divided:
        behind = sum(map(len, levels))
        for level in levels:
            behind -= len(level)
            yield from dict.fromkeys(level, Fraction(behind)).items()
