"""A tournament valued: groups with their t and T, and the order (WALDSTEIN 2, 5, 6)."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Literal

import attrs

from projections.rulebooks.document import concerning
from projections.rulebooks.waldstein import waldstein
from projections.rulebooks.waldstein.crosstable import Crosstable, Levels, near_levels
from projections.rulebooks.waldstein.groups import (
    Field,
    Group,
    Isolated,
    Layer,
    Parallel,
    Part,
    linked_classes,
    period,
    ranked,
    related_to_all,
)
from projections.rulebooks.waldstein.perron import strength_of
from projections.rulebooks.waldstein.readings import Readings
from projections.rulebooks.waldstein.s2_performance import (
    homogeneity,
    order_numbers_only,
    ordinal_value,
    performance,
    quality,
)
from projections.rulebooks.waldstein.s6_rule_of_thumb import (
    Control,
    Stop,
    column,
    control,
    decimals_needed,
    rounded,
    rule_of_thumb,
)

LEVEL = 1e-9
"""Players whose t differ by no more than this share of the largest are ex aequo (W9)."""

GroupStatus = Literal["valued", "valued_lower", "valued_group"]
Status = GroupStatus | Literal["hors_concours", "lost_all", "isolated", "no_games"]
Structure = Literal[
    "regular",
    "regular_with_extremes",
    "several_groups",
    "incomparable_groups",
    "no_cycle",
    "no_results",
]


@attrs.frozen(kw_only=True)
class ValuedGroup:
    """Players valued together.

    ``t`` and ``T`` by player, ``n`` the players that T counts; ``strength`` is λ in points,
    ``period`` that of the leading class (above 1 the paper's iteration swings); ``stop`` that of
    the rule of thumb, None if it never stops; ``decimals`` those of the stated t in ``control``.
    """

    number: int
    status: GroupStatus
    players: tuple[int, ...]
    t: Mapping[int, float]
    T: Mapping[int, float]
    strength: float
    period: int
    n: int
    stop: Stop | None
    homogeneity: float | None
    decimals: int
    control: Control
    order_numbers_only: frozenset[int]

    def levels(self) -> Levels:
        """The players by t, those ex aequo together."""
        return near_levels(self.players, self.t, LEVEL)


@attrs.frozen(kw_only=True)
class Valuation:
    """Everything the table yields.

    ``main`` is the group at the top, if nobody stands beside it unordered; ``linked`` those whom
    results or a common group set in relation to everybody.
    """

    table: Crosstable
    parts: tuple[Part, ...]
    groups: tuple[ValuedGroup, ...]
    linked: frozenset[int]
    readings: Readings

    @property
    def main(self) -> ValuedGroup | None:
        """The group of those whose status is ``valued``."""
        return next((group for group in self.groups if group.status == "valued"), None)

    @property
    def homogeneity(self) -> float | None:
        """T highest over T lowest in the main group."""
        return None if self.main is None else self.main.homogeneity

    @property
    def structure(self) -> Structure:
        """Return the degree of order in the table."""
        if not self.table.players:
            return "no_results"
        if not self.groups:
            return "no_cycle"
        if any(isinstance(part, Parallel) for part in self.parts):
            return "incomparable_groups"
        if len(self.groups) > 1:
            return "several_groups"
        return "regular" if len(self.parts) == 1 else "regular_with_extremes"

    @property
    def statuses(self) -> Mapping[int, Status]:
        """The status of every player who played."""
        in_groups = {player: group.status for group in self.groups for player in group.players}
        return {**exceptions(self.parts), **in_groups}

    @property
    def t(self) -> Mapping[int, float]:
        """The t of everybody who has one, in his group."""
        return {player: t for group in self.groups for player, t in group.t.items()}

    def levels(self) -> Levels:
        """All players in the order of the list (W3); parallel parts share a level as a whole."""
        values = [self._values(part) for part in self.parts if any(_groups([part]))]
        return [level for players in self._together() for level in _levels(players, values)]

    def _together(self) -> Sequence[tuple[Sequence[int], bool]]:
        """The players whose values decide between them; no values decide within other parts."""
        found: list[tuple[Sequence[int], bool]] = []
        for part in self.parts:
            decide = isinstance(part, Group) or (
                isinstance(part, Layer) and part.status == "hors_concours"
            )
            if decide and self.readings.unbeaten == "order_number" and found and found[-1][1]:
                found[-1] = ((*found[-1][0], *part.players), decide)
            else:
                found.append((part.players, decide))
        return found

    def _values(self, part: Part) -> Mapping[int, float]:
        """Return the values by a part's groups: t, and order numbers of those who won all.

        The last who were taken out come first, for those before them can have beaten them.
        """
        values = dict.fromkeys(range(len(self.table.players)), 0.0)
        won_all = [player for player, status in self.statuses.items() if status == "hors_concours"]
        for group in self.groups:
            if group.players[0] in part.players:
                found = dict(group.t)
                for player in reversed(won_all):
                    points = self.table.points[player]
                    found[player] = ordinal_value(points, found, group.strength)
                for player, value in found.items():
                    values[player] += value
        return values


def _levels(together: tuple[Sequence[int], bool], values: Sequence[Mapping[int, float]]) -> Levels:
    """The players in levels, by their values of each part in turn."""
    players, decide = together
    found = [sorted(players)]
    for value in values if decide else ():
        found = [level for players in found for level in near_levels(players, value, LEVEL)]
    return found


def valued(table: Crosstable, readings: Readings) -> Valuation:
    """The groups of the table, each with its t."""
    classes = linked_classes(table)

    @cache
    def strength(c: int) -> float:
        if classes.single(c):
            return 0.0
        return strength_of(table.among(classes.members[c]).points)

    field = Field(classes=classes, strength=strength, layered=readings.reducible == "layered")
    parts = ranked(field, frozenset(range(len(classes.members))))
    groups = tuple(
        _valued_group(table, group, number, _status(number, beside=beside), readings)
        for number, (group, beside) in enumerate(_groups(parts), start=1)
    )
    return Valuation(
        table=table,
        parts=parts,
        groups=groups,
        linked=related_to_all(classes, [group.players for group in groups]),
        readings=readings,
    )


def exceptions(parts: Sequence[Part]) -> Mapping[int, Status]:
    """Return the players who have no t, and the reason."""
    found: dict[int, Status] = {}
    for part in parts:
        if isinstance(part, Parallel):
            for beside in part.parts:
                found |= exceptions(beside)
        elif isinstance(part, Layer):
            found |= dict.fromkeys(part.players, part.status)
        elif isinstance(part, Isolated):
            found |= dict.fromkeys(part.players, "isolated")
    return found


def _groups(parts: Sequence[Part], *, beside: bool = False) -> Iterator[tuple[Group, bool]]:
    """Yield every group, and True if others beside it cannot be compared with it.

    Players without t beside it are enough: nothing orders them and the group.
    """
    for part in parts:
        if isinstance(part, Group):
            yield part, beside
        elif isinstance(part, Parallel):
            for inner in part.parts:
                yield from _groups(inner, beside=True)


def _status(number: int, *, beside: bool) -> GroupStatus:
    if beside:
        return "valued_group"
    return "valued" if number == 1 else "valued_lower"


def _valued_group(
    table: Crosstable, group: Group, number: int, status: GroupStatus, readings: Readings
) -> ValuedGroup:
    own = table.among(group.players)
    t, strength = performance(own)
    stop = rule_of_thumb(own)
    if readings.t_method == "rule_of_thumb" and stop is not None:
        t = tuple(map(float, stop.t()))
    exact = [Fraction(share) for share in t]
    decimals = decimals_needed(own, exact)
    check = control(own, column(exact, decimals))
    n = len(t if readings.quality_n == "group" else table.players)
    T, spread = _qualities(t, check.t, n, readings)
    return ValuedGroup(
        number=number,
        status=status,
        players=group.players,
        t=dict(zip(group.players, t, strict=True)),
        T=dict(zip(group.players, T, strict=True)),
        strength=strength,
        period=period(table.among(group.leading)),
        n=n,
        stop=stop,
        homogeneity=spread,
        decimals=decimals,
        control=check,
        order_numbers_only=frozenset(group.players[i] for i in order_numbers_only(own)),
    )


def _qualities(
    t: Sequence[float], stated: Sequence[Fraction], n: int, readings: Readings
) -> tuple[Sequence[float], float | None]:
    """T of a group and its homogeneity: exact, or from stated t and from T as printed (W5)."""
    if readings.quality_from == "exact":
        exact = [quality(share, n) for share in t]
        return exact, homogeneity(exact)
    T = [quality(share, n) for share in stated]
    printed = [rounded(number, 2) for number in T]
    return list(map(float, T)), float(homogeneity(printed)) if min(printed) else None


# --- working, recorded for the audit (SOURCE.md, "What is recorded") -----------------------------

STRUCTURES = {
    "regular": "one group: all players are linked with each other",
    "regular_with_extremes": "one group, and players who won or lost all",
    "several_groups": "several groups, one below the other",
    "incomparable_groups": "groups between which no results decide",
    "no_cycle": "no chain of results leads back to where it began: no t",
    "no_results": "no game was played",
}


def write_down(valuation: Valuation) -> None:
    """Note the structure, every group, and those who have no t or only an order number."""
    names = valuation.table.players
    waldstein.note(
        "5",
        STRUCTURES[valuation.structure],
        {"groups": [[names[each] for each in group.players] for group in valuation.groups]},
        valuation.structure,
    )
    for group in valuation.groups:
        _write_down_group(names, group)
    for player, status in sorted(exceptions(valuation.parts).items()):
        with concerning(names[player]):
            _write_down_exception(status)
    if valuation.main is not None:
        T = {names[player]: T for player, T in valuation.main.T.items()}
        waldstein.note("5", "Homogeneity: T highest / T lowest", {"T": T}, valuation.homogeneity)


def _write_down_group(names: Sequence[str], group: ValuedGroup) -> None:
    waldstein.note(
        "2",
        "λ t_i = Σ r_ij t_j: the strengths come out as they were put in",
        {"group": group.number, "λ": group.strength, "period": group.period},
        _named(names, group.t),
    )
    waldstein.note(
        "6",
        "Rule of thumb: stop when three successive operations gave the same order",
        {"group": group.number},
        None if group.stop is None else group.stop.operation,
    )
    check = group.control
    stated = _named(names, dict(zip(group.players, check.t, strict=True)))
    found = _named(names, dict(zip(group.players, check.t_control, strict=True)))
    meeting = [[names[group.players[i]] for i in pair] for pair in check.overlaps]
    waldstein.note(
        "6",
        "Control: one operation with the stated t gives them back, no span meeting another's",
        {"t": stated, "S": sum(check.s)},
        {"t_control": found, "overlaps": meeting},
    )
    for player in group.players:
        with concerning(names[player]):
            _write_down_quality(group, player)


def _write_down_quality(group: ValuedGroup, player: int) -> None:
    given = {"t": group.t[player], "n": group.n}
    waldstein.note("5", "T = t · n: above 1 better than the average", given, group.T[player])
    if player in group.order_numbers_only:
        waldstein.note(
            "5 c",
            "Lost points to one player only, who has no others: t is an order number",
            {"t": group.t[player]},
            "order number",
        )


def _write_down_exception(status: str) -> None:
    if status == "hors_concours":
        waldstein.note("5 a", "Won all: hors concours, the others' t without him", {}, status)
    elif status == "lost_all":
        waldstein.note("5 b", "Lost all: a dash, and his games are struck first", {}, status)


def _named(names: Sequence[str], numbers: Mapping[int, object]) -> dict[str, object]:
    return {names[player]: number for player, number in numbers.items()}
