"""A tournament's standings as they are handed on: rows, groups, and the contract's JSON."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import attrs

from projections.rulebooks.waldstein.places import Place
from projections.rulebooks.waldstein.valuation import GroupStatus, Status, Structure


@attrs.frozen(kw_only=True)
class Row:
    """One player.

    ``points`` from games played; ``value`` the method's own number; ``t`` and ``T`` unrounded,
    within the player's group; ``stated_t`` and ``stated_T`` as a table prints them (W5, W13; in
    place of t also "hors concours" or a dash); ``remark`` what a reader of t must know;
    ``comparable``: results or a common group relate him to every other player;
    ``ordinal_only``: 5 c.  Without a played game (W7): status ``no_games``, no place.
    """

    player: str
    status: Status
    points: float = 0.0
    place: Place | None = None
    value: float | None = None
    t: float | None = None
    T: float | None = None
    group: int | None = None
    group_place: Place | None = None
    stated_t: str = ""
    stated_T: str = ""
    remark: str = ""
    comparable: bool = False
    ordinal_only: bool = False


@attrs.frozen(kw_only=True)
class GroupReport:
    """A group of players valued together, with its audit.

    ``strength`` λ in points; ``period`` above 1: the paper's iteration swings for ever;
    ``stopped_at``: the operation at which the rule of thumb stops, None if it never does;
    ``stated`` and ``control``: t as stated and what the control calculation makes of it;
    ``overlaps``: pairs whose spans between the two meet.
    """

    number: int
    status: GroupStatus
    players: tuple[str, ...]
    strength: float
    period: int
    stopped_at: int | None
    stated: Mapping[str, Fraction]
    control: Mapping[str, Fraction]
    overlaps: tuple[tuple[str, str], ...]

    def as_json(self) -> dict[str, Any]:
        """The group with the control calculation of section 6, player by player."""
        return {
            "group": self.number,
            "status": self.status,
            "players": list(self.players),
            "strength": self.strength,
            "period": self.period,
            "stopped_at": self.stopped_at,
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
        """Those who played but to whom nothing relates some other player."""
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
                {
                    "player": row.player,
                    "points": row.points,
                    "place": None if row.place is None else list(row.place),
                    "value": row.value,
                    "t": row.t,
                    "T": row.T,
                    "status": row.status,
                    "group": row.group,
                    "group_place": None if row.group_place is None else list(row.group_place),
                    "stated_t": row.stated_t,
                    "stated_T": row.stated_T,
                    "remark": row.remark,
                    "comparable": row.comparable,
                    "ordinal_only": row.ordinal_only,
                }
                for row in self.players
            ],
            "groups": [group.as_json() for group in self.groups],
            "not_comparable": list(self.not_comparable),
            "unequal_games": self.unequal_games,
        }
