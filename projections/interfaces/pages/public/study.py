"""The same list under another rulebook or reading, side by side."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import attrs
from markupsafe import Markup
from starlette.responses import Response

from projections.api import rulebooks
from projections.files.charts.panel import for_screens
from projections.files.charts.plots import calibrations, name_of, spreads, yearly_means
from projections.files.charts.study_charts import (
    Distribution,
    calibration_svg,
    distribution_svg,
    fit_one_axis,
    histogram_svg,
    names_with_players,
    yearly_means_svg,
)
from projections.interfaces.http.edge.parameters import query_of
from projections.interfaces.pages.public.page_request import (
    Answer,
    PageRequest,
    WhatIf,
    rows_of_page,
    state_of,
)
from projections.pool_view import PoolView
from projections.queries.answer_types import RatingRow, RulebookRow
from projections.queries.arguments import parameter
from projections.queries.field_values import json_or_text
from projections.queries.presentation import rulebook_name, scale_of
from projections.queries.rating_list import change_of, shared_places
from projections.study.answer_types import Comparison, Prediction, SideRow, ranked

LARGEST = 10
"""Players with the largest differences, who stand before all others."""
ROWS_OF_A_PAGE = 100
LEAST_YEARS = 3
"""Means of fewer years are no course."""
MEANS = "Lines: the mean rating at the end of each year. Shaded: the middle half of all players."


@attrs.frozen
class ComparisonQuery:
    """The part of the list; rulebook and readings are read one by one."""

    page: int = parameter("Which page of the list, from 1.", 1)


def compare(page: PageRequest) -> Response:
    """The two lists, or the form that asks for the other one."""
    pool, name = page.id("pool"), page.parameter("rulebook")
    query = query_of(page.request, ComparisonQuery, strict=False)
    known = rulebooks()
    adopted = page.ask(pool, _list)
    chosen = next((each for each in known if each["rulebook"] == name), None)
    other, rows, found = None, [], None
    if name:
        what_if: WhatIf = (name, _readings(page, chosen))
        other = page.ask(pool, _list, what_if=what_if)
        rows = list(_side_by_side(adopted.rows, other.rows))
        found = _comparison(page, pool, what_if)
    own = adopted.state.rulebook
    same_scale = scale_of(own) == scale_of(name)
    changes = [row["change"] for row in rows if row["change"] is not None] if same_scale else []
    sides = [yearly_means(it) for it in found["sides"]] if found else []
    sides = [side for side in sides if len(side.years) >= LEAST_YEARS]
    return page.render(
        "compare.html",
        state=adopted.state,
        rulebooks=known,
        chosen=chosen,
        readings={} if chosen is None else dict(_readings(page, chosen)),
        another=next((it["rulebook"] for it in known if it["rulebook"] != own), None),
        other=other,
        differs=any(row["change"] != 0 or row["place"] != row["other_place"] for row in rows),
        rows=rows,
        **rows_of_page(rows, query.page, ROWS_OF_A_PAGE),
        largest=sorted(rows, key=lambda it: -abs(it["change"] or 0))[:LARGEST] if changes else [],
        same_scale=same_scale,
        found=found,
        names=[side.name for side in sides],
        means=yearly_means_svg(sides, page.translate_text(MEANS), with_names=False),
        spreads=[] if found is None else _drawn(page, found["sides"]),
        histogram=histogram_svg(changes, page.translate_text("Number of ratings by difference")),
    )


def _comparison(page: PageRequest, pool: str, what_if: WhatIf) -> Comparison:
    """Return the similarity of the two lists, and the figures under each over time."""
    position, on, (name, readings) = page.position(pool), page.clocks.on, what_if

    def work() -> Comparison:
        return page.ledger.compare(pool, None, name, set=dict(readings), on=on, known_at=position)

    return page.worked_out(("compare", pool, on, page.known_at, what_if), work)


def _drawn(
    page: PageRequest, sides: Sequence[SideRow]
) -> Sequence[tuple[str, Sequence[str], Markup]]:
    """Return the captions, legends and charts: the lists of today in one, if one axis fits.

    Otherwise a chart of each, then and now.
    """
    drawn = [(name_of(side), spreads(side["spread"], page.language.day)) for side in sides]
    now = [attrs.evolve(it[-1], name=rulebook_name(name)) for name, it in drawn if it]
    if fit_one_axis([*map(_range, now)]):
        charts = [(page.translate_text("Ratings under both rulebooks"), now)]
    else:
        under = page.translate_text("Ratings then and now under %(rulebook)s")
        charts = [(under % {"rulebook": rulebook_name(name)}, it) for name, it in drawn]
    draw = partial(distribution_svg, with_names=False)
    return [
        (caption, names_with_players(it), for_screens(draw, it, caption)) for caption, it in charts
    ]


def _range(shown: Distribution) -> tuple[float, float]:
    lows = [low for low, _ in shown.classes] or [0]
    return min(lows), max(lows)


def _list(view: PoolView) -> Answer:
    return Answer(state_of(view), view.ratings())


def _readings(page: PageRequest, chosen: RulebookRow | None) -> tuple[tuple[str, object], ...]:
    """The readings chosen in the form that are not the defaults."""
    found = []
    for each in [] if chosen is None else chosen["parameters"]:
        given = page.parameter(f"set.{each['parameter']}")
        if given and _read(given) != each["default"]:
            found.append((each["parameter"], _read(given)))
    return tuple(found)


def _read(text: str) -> object:
    value = json_or_text(text)
    return text if isinstance(value, (dict, list)) else value


def _side_by_side(
    ours: Sequence[RatingRow], theirs: Sequence[RatingRow]
) -> Iterator[dict[str, Any]]:
    """Everybody on either list, in the order of the pool's own."""
    own_places, places = (
        shared_places((row["player"], row["card"]) for row in rows) for rows in (ours, theirs)
    )
    here, there = ({row["player"]: row for row in rows} for rows in (ours, theirs))
    for player, either in (here | {it: there[it] for it in there if it not in here}).items():
        own, other = here.get(player), there.get(player)
        yield {
            **either,
            "card": own and own["card"],
            "place": own_places.get(player),
            "other": other and other["card"],
            "other_place": places.get(player),
            "change": change_of(other["figure"], own["figure"]) if own and other else None,
        }


# --- comparing rulebooks by prediction: every game is forecast before it, and scored -------------


MOST = 4
"""So many rulebooks at once: each is a replay of the whole history."""


def predict(page: PageRequest) -> Response:
    """The scores of the rulebooks that were chosen, or the form that asks for them."""
    pool, known = page.id("pool"), rulebooks()
    names = tuple(dict.fromkeys(page.request.query_params.getlist("rulebook")))[:MOST]
    found = _prediction(page, pool, names) if names else None
    with page.view(pool) as view:
        state = state_of(view)
    made = [] if found is None else calibrations(_of_rulebooks(found))
    drawn = [attrs.evolve(each, name=rulebook_name(each.name)) for each in made]
    return page.render(
        "predict.html",
        state=state,
        rulebooks=[each["rulebook"] for each in known],
        chosen=names,
        most=MOST,
        found=found,
        forecasters=[] if found is None else ranked(found),
        names=[each.name for each in drawn if each.bands],
        chart=calibration_svg(
            drawn,
            page.translate_text("Expected score of the favourite"),
            page.translate_text("Scored"),
            with_names=False,
            format_share=lambda share: page.language.fixed(share, 3),
        ),
    )


def _prediction(page: PageRequest, pool: str, names: Sequence[str]) -> Prediction:
    """The prediction, computed in the background where it takes long."""
    position, on = page.position(pool), page.clocks.on

    def work() -> Prediction:
        return page.ledger.predict(
            pool, rulebooks=names, baselines=("even", "last-list"), on=on, known_at=position
        )

    return page.worked_out(("predict", pool, on, page.known_at, names), work)


def _of_rulebooks(found: Prediction) -> Prediction:
    """Without the forecasts that are only there to be beaten."""
    chosen = [
        row for row in found["forecasters"] if not row["forecaster"].endswith(("even", "list"))
    ]
    return {**found, "forecasters": chosen}
