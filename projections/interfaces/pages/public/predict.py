"""Which rulebook foresaw the results best: every game forecast before it, and scored."""

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import Response

from projections.api import rulebooks
from projections.interfaces.files.charts.calibration import calibration_svg
from projections.interfaces.files.charts.plots import calibrations
from projections.interfaces.pages.public.page_request import PageRequest
from projections.interfaces.pages.public.state import state_of

Row = Mapping[str, Any]
MOST = 4
"""So many rulebooks at once: each is a replay of the whole history."""


def predict(page: PageRequest) -> Response:
    """The scores of the rulebooks that were chosen, or the form that asks for them."""
    pool, known = page.id("pool"), rulebooks()
    names = tuple(dict.fromkeys(page.request.query_params.getlist("rulebook")))[:MOST]
    found = _prediction(page, pool, names) if names else None
    with page.view(pool) as view:
        state = state_of(view)
    drawn = [] if found is None else calibrations(_of_rulebooks(found))
    return page.render(
        "predict.html",
        state=state,
        rulebooks=[each["rulebook"] for each in known],
        chosen=names,
        most=MOST,
        found=found,
        forecasters=[] if found is None else _best_first(found["forecasters"]),
        names=[each.name for each in drawn if each.bands],
        chart=calibration_svg(
            drawn,
            page.said("Expected of the favourite"),
            page.said("Scored"),
            with_names=False,
            spelt=lambda share: page.language.fixed(share, 3),
        ),
    )


def _prediction(page: PageRequest, pool: str, names: Sequence[str]) -> Row:
    """The prediction, worked out in the background where it takes long."""
    position, on = page.position(pool), page.clocks.on

    def work() -> Row:
        return page.ledger.predict(
            pool, rulebooks=names, baselines=("even", "last-list"), on=on, known_at=position
        )

    return page.worked_out(("predict", pool, on, position, names), work)


def _best_first(rows: Sequence[Row]) -> list[Row]:
    scored = [row for row in rows if row["log_loss"] is not None]
    rest = [row for row in rows if row["log_loss"] is None]
    return [*sorted(scored, key=lambda row: row["log_loss"]["value"]), *rest]


def _of_rulebooks(found: Row) -> Row:
    """Without the forecasts that are only there to be beaten."""
    chosen = [
        row for row in found["forecasters"] if not row["forecaster"].endswith(("even", "list"))
    ]
    return {**found, "forecasters": chosen}
