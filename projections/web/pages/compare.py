"""The same list under another rulebook or reading, side by side."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from starlette.responses import Response

from projections.api import rulebooks
from projections.charts.histogram import histogram_svg
from projections.pool_view import PoolView
from projections.presentation import lower_is_stronger, scale_of
from projections.web.pages.page_request import PageRequest, WhatIf
from projections.web.pages.state import Answer, state_of

Row = Mapping[str, Any]


def compare(page: PageRequest) -> Response:
    """The two lists, or the form that asks for the other one."""
    pool, name = page.id("pool"), page.parameter("rulebook")
    known = rulebooks()
    adopted = page.ask(pool, _list)
    chosen = next((each for each in known if each["rulebook"] == name), None)
    other, rows = None, []
    if name:
        what_if: WhatIf = (name, _readings(page, chosen))
        other = page.ask(pool, _list, what_if=what_if)
        rows = list(_side_by_side(adopted.rows, other.rows))
    same_scale = scale_of(adopted.state.rulebook) == scale_of(name)
    changes = [row["change"] for row in rows if row["change"] is not None] if same_scale else []
    return page.render(
        "compare.html",
        state=adopted.state,
        rulebooks=known,
        chosen=chosen,
        readings={} if chosen is None else dict(_readings(page, chosen)),
        other=other,
        rows=rows,
        same_scale=same_scale,
        correlation=_rank_correlation(rows),
        histogram=histogram_svg(changes, page.said("How many figures differ by how much")),
        lower=lower_is_stronger(name or None),
    )


def _list(view: PoolView) -> Answer:
    return Answer(state_of(view), view.ratings())


def _readings(page: PageRequest, chosen: Row | None) -> tuple[tuple[str, Any], ...]:
    """The readings chosen in the form that are not the defaults."""
    found = []
    for each in [] if chosen is None else chosen["parameters"]:
        said = page.parameter(f"set.{each['parameter']}")
        if said and _read(said) != each["default"]:
            found.append((each["parameter"], _read(said)))
    return tuple(found)


def _read(text: str) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return text if isinstance(value, (dict, list)) else value


def _side_by_side(ours: Sequence[Row], theirs: Sequence[Row]) -> Iterator[dict[str, Any]]:
    """Everybody on either list, in the order of the pool's own."""
    places = {row["player"]: place for place, row in enumerate(theirs, start=1)}
    cards = {row["player"]: row for row in theirs}
    for place, row in enumerate(ours, start=1):
        other = cards.pop(row["player"], None)
        yield {
            **row,
            "place": place,
            "other": None if other is None else other["card"],
            "other_place": places.get(row["player"]),
            "change": None if other is None else float(other["figure"] - row["figure"]),
        }
    for player, row in cards.items():
        yield {
            **row,
            "card": None,
            "place": None,
            "other": row["card"],
            "other_place": places[player],
            "change": None,
        }


def _rank_correlation(rows: Sequence[Row]) -> float | None:
    """Spearman's, of those on both lists."""
    both = [row for row in rows if row["place"] and row["other_place"]]
    size = len(both)
    if size < 3:
        return None
    ranks = {row["player"]: rank for rank, row in enumerate(both)}
    by_other = sorted(both, key=lambda row: row["other_place"])
    squares = sum((ranks[row["player"]] - rank) ** 2 for rank, row in enumerate(by_other))
    return float(1 - 6 * squares / (size * (size**2 - 1)))
