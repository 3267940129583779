"""What readers of a position share is worked out as soon as the log has come to rest there."""

from starlette.applications import Starlette

from projections.api import Ledger
from projections.interfaces.http.answer_cache import AnswerCache, OfPool
from projections.interfaces.http.settings import ServeSettings
from projections.operations.pool_view import PoolView
from projections.queries.answer_types import Positions


def prepare_cards(app: Starlette, at: Positions) -> None:
    """Work out the places on each list of today, which every card without clocks shows one of.

    Under the question that a card asks, so that nobody waits for it.
    """
    ledger: Ledger = app.state.ledger
    answers: AnswerCache = app.state.answers
    settings: ServeSettings = app.state.settings
    for pool, position in at["pools"].items():
        if position is not None:
            view = ledger.pool(pool, known_at=position)
            with view:
                asked = OfPool(PoolView.places, pool, None, position)
                key = (asked, settings.clock().date(), at["head"])
                answers.awaited(key, view.places)
