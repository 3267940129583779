"""A tournament valued: groups with their t and T, and who stands where (WALDSTEIN 2, 5, 6)."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Literal

import attrs

from projections.rulebooks.waldstein.classes import linked_classes, period, related_to_all
from projections.rulebooks.waldstein.crosstable import Crosstable
from projections.rulebooks.waldstein.groups import (
    Field,
    Group,
    Isolated,
    Layer,
    Parallel,
    Part,
    ranked,
)
from projections.rulebooks.waldstein.perron import strength_of
from projections.rulebooks.waldstein.places import Levels, near_levels
from projections.rulebooks.waldstein.readings import Readings
from projections.rulebooks.waldstein.s2_performance import performance
from projections.rulebooks.waldstein.s5_quality import (
    homogeneity,
    order_numbers_only,
    ordinal_value,
    quality,
)
from projections.rulebooks.waldstein.s6_rule_of_thumb import (
    Control,
    column,
    control,
    decimals_needed,
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

    ``t`` and ``T`` by player; ``strength`` is λ in points, ``period`` that of the leading class
    (above 1 the paper's iteration swings); ``stopped_at`` the operation at which the rule of
    thumb stops, None if it never does; ``decimals`` those of the stated t in ``control``.
    """

    number: int
    status: GroupStatus
    players: tuple[int, ...]
    t: Mapping[int, float]
    T: Mapping[int, float]
    strength: float
    period: int
    stopped_at: int | None
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

    @property
    def main(self) -> ValuedGroup | None:
        """The group of those whose status is ``valued``."""
        return next((group for group in self.groups if group.status == "valued"), None)

    @property
    def homogeneity(self) -> float | None:
        """T highest over T lowest in the main group."""
        return None if self.main is None else homogeneity(list(self.main.T.values()))

    @property
    def structure(self) -> Structure:
        """How much of an order there is."""
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
        """All players in the order of the list (W3); parallel parts stand level as a whole."""
        weight = {
            player: t / group.strength for group in self.groups for player, t in group.t.items()
        }
        ordinal = {
            player: ordinal_value(self.table.points[player], weight)
            for part in self.parts
            if isinstance(part, Layer)
            for player in part.players
        }
        return [level for part in self.parts for level in _levels(part, self.t, ordinal)]


def _levels(part: Part, t: Mapping[int, float], ordinal: Mapping[int, float]) -> Levels:
    if isinstance(part, Group):
        return near_levels(part.players, t, LEVEL)
    if isinstance(part, Layer) and part.status == "hors_concours":
        return near_levels(part.players, ordinal, LEVEL)
    return [sorted(part.players)]


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
    )


def exceptions(parts: Sequence[Part]) -> Mapping[int, Status]:
    """Those who have no t, and why."""
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
    """Every group, and whether others stand beside it that it cannot be compared with.

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
    return ValuedGroup(
        number=number,
        status=status,
        players=group.players,
        t=dict(zip(group.players, t, strict=True)),
        T={player: quality(share, len(t)) for player, share in zip(group.players, t, strict=True)},
        strength=strength,
        period=period(table.among(group.leading)),
        stopped_at=None if stop is None else stop.operation,
        decimals=decimals,
        control=control(own, column(exact, decimals)),
        order_numbers_only=frozenset(group.players[i] for i in order_numbers_only(own)),
    )
