"""The rows of the standings, and the reports on the groups, out of a valued table."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import attrs

from projections.rulebooks.waldstein.methods import Judgement
from projections.rulebooks.waldstein.places import places
from projections.rulebooks.waldstein.s6_rule_of_thumb import rounded
from projections.rulebooks.waldstein.standings import GroupReport, Row
from projections.rulebooks.waldstein.valuation import Valuation, ValuedGroup

REMARKS: Mapping[str, str] = {
    "valued_lower": "t only within group {}",
    "valued_group": "no order between these groups (no connecting results)",
}
ORDER_NUMBER = "t only an order number"
STATED: Mapping[str, str] = {"hors_concours": "hors concours", "lost_all": "–"}


def rows(valuation: Valuation, judgement: Judgement, idle: Sequence[str]) -> tuple[Row, ...]:
    """A row for everybody: by place, those beside each other by group, the idle at the end."""
    table = valuation.table
    status = valuation.statuses
    place = places(judgement.levels)
    played = {
        i: Row(
            player=player,
            status=status[i],
            points=doubled / 2,
            place=place[i],
            value=judgement.value.get(i),
            stated_t=STATED.get(status[i], ""),
            comparable=i in valuation.linked,
        )
        for i, (player, doubled) in enumerate(zip(table.players, table.sums(), strict=True))
    }
    for group in valuation.groups:
        played |= _valued(group, played)
    ordered = sorted(
        played.values(),
        key=lambda row: (row.place, row.group or 0, row.group_place or (0, 0), row.player),
    )
    return (*ordered, *(Row(player=player, status="no_games") for player in idle))


def _valued(group: ValuedGroup, played: Mapping[int, Row]) -> dict[int, Row]:
    """The rows of a group's players, with what they have by belonging to it."""
    place = places(group.levels())
    stated = dict(zip(group.players, group.control.t, strict=True))
    return {
        i: attrs.evolve(
            played[i],
            t=group.t[i],
            T=group.T[i],
            group=group.number,
            group_place=place[i],
            stated_t=f"{float(stated[i]):.{group.decimals}f}",
            stated_T=f"{float(rounded(Fraction(group.T[i]), 2)):.2f}",
            remark=_remark(group, i),
            ordinal_only=i in group.order_numbers_only,
        )
        for i in group.players
    }


def _remark(group: ValuedGroup, i: int) -> str:
    remarks = [REMARKS[group.status].format(group.number)] if group.status in REMARKS else []
    if i in group.order_numbers_only:
        remarks.append(ORDER_NUMBER)
    return "; ".join(remarks)


def group_reports(valuation: Valuation) -> tuple[GroupReport, ...]:
    """The groups by the names of their players."""
    return tuple(_report(valuation.table.players, group) for group in valuation.groups)


def _report(names: Sequence[str], group: ValuedGroup) -> GroupReport:
    players = tuple(names[i] for i in group.players)

    def named(numbers: Sequence[Fraction]) -> Mapping[str, Fraction]:
        return dict(zip(players, numbers, strict=True))

    return GroupReport(
        number=group.number,
        status=group.status,
        players=players,
        strength=group.strength,
        period=group.period,
        stopped_at=group.stopped_at,
        stated=named(group.control.t),
        control=named(group.control.t_control),
        overlaps=tuple((players[i], players[j]) for i, j in group.control.overlaps),
    )


def unequal_games(valuation: Valuation) -> bool:
    """Whether some played more games than others, which raises their t (W8)."""
    return len({sum(row.values()) for row in valuation.table.games}) > 1
