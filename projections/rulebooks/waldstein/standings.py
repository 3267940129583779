"""A tournament's standings in their final form, built from a valued table."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Any

import attrs

from projections.rulebooks.waldstein.crosstable import Place, places
from projections.rulebooks.waldstein.methods import Judgement
from projections.rulebooks.waldstein.s6_rule_of_thumb import Stop, column, rounded, usual_decimals
from projections.rulebooks.waldstein.valuation import (
    GroupStatus,
    Status,
    Structure,
    Valuation,
    ValuedGroup,
)


@attrs.frozen(kw_only=True)
class Row:
    """One player.

    ``points`` from games played; ``value`` the method's own number, ``quotient`` its share of
    the sum, where the paper has one; ``t`` and ``T`` within the player's group.  ``stated_``: as
    a table prints them (W5, W13; in place of t also "hors concours" or a dash).  ``remark`` what
    a reader of t must know;
    ``comparable``: results or a common group relate him to every other player;
    ``ordinal_only``: 5 c.  Without a played game (W7): status ``no_games``, no place.
    """

    player: str
    points: float = 0.0
    place: Place | None = None
    value: float | None = None
    quotient: float | None = None
    t: float | None = None
    T: float | None = None
    status: Status
    group: int | None = None
    group_place: Place | None = None
    stated_quotient: str = ""
    stated_t: str = ""
    stated_T: str = ""
    remark: str = ""
    comparable: bool = False
    ordinal_only: bool = False


@attrs.frozen(kw_only=True)
class Operation:
    """The Kennziffern s of one operation on the doubled table, and the places they would give.

    Both in the order of the group's players.
    """

    s: tuple[int, ...]
    places: tuple[Place, ...]

    def as_json(self) -> dict[str, Any]:
        """The operation; numbers too large for whole numbers of JSON are approximate."""
        return {
            "S": _in_json(sum(self.s)),
            "s": list(map(_in_json, self.s)),
            "places": list(map(list, self.places)),
        }


def _in_json(number: int) -> float:
    return number if number < LARGEST_WHOLE else float(number)


LARGEST_WHOLE = 1 << 53


@attrs.frozen(kw_only=True)
class GroupReport:
    """A group of players valued together, with its audit.

    ``strength`` λ in points; ``period`` above 1: the paper's iteration swings for ever;
    ``operations``: those of the rule of thumb up to its stop, empty if it never stops;
    ``stated`` and ``control``: t as stated and what the control calculation makes of it;
    ``overlaps``: pairs whose spans between the two meet.
    """

    number: int
    status: GroupStatus
    players: tuple[str, ...]
    strength: float
    period: int
    operations: tuple["Operation", ...]
    stated: Mapping[str, Fraction]
    control: Mapping[str, Fraction]
    overlaps: tuple[tuple[str, str], ...]

    @property
    def stopped_at(self) -> int | None:
        """The operation at which the rule of thumb stops, None if it never does."""
        return len(self.operations) or None

    def as_json(self) -> dict[str, Any]:
        """The group with the control calculation of section 6, player by player."""
        return {
            "group": self.number,
            "status": self.status,
            "players": list(self.players),
            "strength": self.strength,
            "period": self.period,
            "stopped_at": self.stopped_at,
            "operations": [operation.as_json() for operation in self.operations],
            "control": [
                {
                    "player": player,
                    "t": float(self.stated[player]),
                    "t_control": float(self.control[player]),
                }
                for player in self.players
            ],
            "overlaps": [list(pair) for pair in self.overlaps],
        }


@attrs.frozen(kw_only=True)
class Standings:
    """A tournament's table under one method; rows by place, players without games last."""

    method: str
    structure: Structure
    homogeneity: float | None
    players: tuple[Row, ...]
    groups: tuple[GroupReport, ...]
    unequal_games: bool

    @property
    def not_comparable(self) -> tuple[str, ...]:
        """Return those who played but are related to some other player by nothing."""
        return tuple(
            row.player for row in self.players if row.place is not None and not row.comparable
        )

    def as_json(self) -> dict[str, Any]:
        """The shape of the contract (names are for the caller to add)."""
        return {
            "method": self.method,
            "structure": self.structure,
            "homogeneity": self.homogeneity,
            "players": [
                {name: list(it) if isinstance(it, tuple) else it for name, it in row}
                for row in (attrs.asdict(player).items() for player in self.players)
            ],
            "groups": [group.as_json() for group in self.groups],
            "not_comparable": list(self.not_comparable),
            "unequal_games": self.unequal_games,
        }


# --- from a valued table -------------------------------------------------------------------------

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
    for i, (quotient, stated) in _quotients(judgement).items():
        played[i] = attrs.evolve(played[i], quotient=quotient, stated_quotient=stated)
    for group in valuation.groups:
        played |= _valued(group, played)
    ordered = sorted(
        played.values(),
        key=lambda row: (row.place, row.group or 0, row.group_place or (0, 0), row.player),
    )
    return (*ordered, *(Row(player=player, status="no_games") for player in idle))


def _quotients(judgement: Judgement) -> Mapping[int, tuple[float, str]]:
    """The players' shares of the sum of the method's numbers, unrounded and as printed (W13)."""
    total = sum(judgement.value.values())
    if not (judgement.has_quotients and total):
        return {}
    largest_first = sorted(judgement.value.items(), key=itemgetter(1), reverse=True)
    shares = [Fraction(value) / Fraction(total) for _, value in largest_first]
    decimals = usual_decimals(len(shares))
    return {
        i: (float(share), f"{float(stated):.{decimals}f}")
        for (i, _), share, stated in zip(
            largest_first, shares, column(shares, decimals), strict=True
        )
    }


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
        operations=() if group.stop is None else tuple(_operations(group.stop)),
        stated=named(group.control.t),
        control=named(group.control.t_control),
        overlaps=tuple((players[i], players[j]) for i, j in group.control.overlaps),
    )


def _operations(stop: Stop) -> Iterator[Operation]:
    for s, order in zip(stop.operations, stop.orders, strict=True):
        place = places(order)
        yield Operation(s=s, places=tuple(place[i] for i in range(len(s))))


def unequal_games(valuation: Valuation) -> bool:
    """True if some played more games than others, which raises their t (W8)."""
    return len({sum(row.values()) for row in valuation.table.games}) > 1
