"""What DWZ keeps of a player: the figure, an adopted foreign one, residual games (4.4)."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import attrs
import orjson


@attrs.frozen(kw_only=True)
class Residual:
    """A residual game (Restpartie, 4.4) waiting for a first DWZ.

    ``opponent_rating`` is the opponent's figure as it was used, ``points`` the own result,
    ``ended_on`` the end of its tournament, from which its validity counts.
    """

    game: str
    tournament: str
    opponent: str
    opponent_rating: int
    points: float
    ended_on: date


@attrs.frozen(kw_only=True)
class Undated:
    """First evaluations whose order is unknown (4.10.1.3) and what was there before them.

    ``evaluations``: the first DWZ of each with its number of games; ``residual_games``: those
    from before the earliest.
    """

    evaluations: tuple[tuple[int, int], ...]
    residual_games: tuple[Residual, ...]


@attrs.frozen(kw_only=True)
class Figure:
    """A DWZ: ``rating`` with its ``index``, shown as 1873-42.

    ``on``: the day from which validity counts; ``source``: the tournament or decision that gave
    it; ``approximate``: corrected by 4.10.1.1 without the single games; ``undated``: set where
    nothing but undated first evaluations stands behind it.
    """

    rating: int
    index: int
    on: date
    source: str
    approximate: bool = False
    undated: Undated | None = None


@attrs.frozen(kw_only=True)
class Adopted:
    """A verified figure of another system (6.1.2); ``on`` is the day of its list."""

    rating: int
    system: str
    on: date
    source: str


@attrs.frozen(kw_only=True)
class DwzCard:
    """A player's card.

    ``adopted`` is from a list after the figure, since a new figure outlives every list before
    it; residual games are only where no rating is valid.
    """

    figure: Figure | None = None
    adopted: Adopted | None = None
    residual_games: tuple[Residual, ...] = ()


_FIELDS = {
    kind: tuple(field.name for field in attrs.fields(kind))
    for kind in (DwzCard, Figure, Undated, Adopted, Residual)
}


def _fields(part: Any) -> dict[str, Any]:
    return {name: getattr(part, name) for name in _FIELDS[type(part)]}


def pack(card: DwzCard) -> str:
    """The card as JSON text; equal cards give equal text."""
    return orjson.dumps(card, default=_fields, option=orjson.OPT_SORT_KEYS).decode()


def unpack(text: str) -> DwzCard:
    """The card that :func:`pack` wrote."""
    written = orjson.loads(text)
    return DwzCard(
        figure=_figure(written["figure"]),
        adopted=_adopted(written["adopted"]),
        residual_games=_residual_games(written["residual_games"]),
    )


def _figure(written: dict[str, Any] | None) -> Figure | None:
    if written is None:
        return None
    undated = written.pop("undated")
    return Figure(
        on=date.fromisoformat(written.pop("on")),
        undated=None if undated is None else _undated(undated),
        **written,
    )


def _undated(written: Mapping[str, Any]) -> Undated:
    return Undated(
        evaluations=tuple((rating, games) for rating, games in written["evaluations"]),
        residual_games=_residual_games(written["residual_games"]),
    )


def _adopted(written: dict[str, Any] | None) -> Adopted | None:
    if written is None:
        return None
    return Adopted(on=date.fromisoformat(written.pop("on")), **written)


def _residual_games(written: list[dict[str, Any]]) -> tuple[Residual, ...]:
    return tuple(
        Residual(ended_on=date.fromisoformat(game.pop("ended_on")), **game) for game in written
    )
