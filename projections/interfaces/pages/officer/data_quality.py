"""What an officer has to look at: tournaments that do not count, gaps, people entered twice."""

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

from starlette.responses import Response

from projections.interfaces.http.answer_cache import AnswerCache
from projections.interfaces.pages.officer.account_request import AccountRequest
from projections.queries.answer_types import Oddity

LOOKED_AT = 200


def oddities(asked: AccountRequest) -> Response:
    """All of it, worked out once for everybody."""
    tournaments = [
        (pool, _worked_out(asked, ("oddities", pool), partial(_of_pool, asked, pool)))
        for pool in asked.pools
    ]
    doubles = _worked_out(asked, ("doubles",), asked.ledger.possible_doubles)
    return asked.page(
        "oddities.html", tournaments=tournaments, doubles=doubles, looked_at=LOOKED_AT
    )


def _of_pool(asked: AccountRequest, pool: str) -> list[Oddity]:
    known = asked.ledger.positions()["pools"].get(pool)
    with asked.ledger.pool(pool, known_at=known) as view:
        return list(view.oddities(LOOKED_AT))


def _worked_out(asked: AccountRequest, key: tuple[Hashable, ...], work: Callable[[], Any]) -> Any:
    """An answer that depends on the log and on whose names may be shown today."""
    answers: AnswerCache = asked.request.app.state.answers
    at = asked.ledger.positions()
    depends = (*key, at["head"], *sorted(at["pools"].items()), asked.today)
    return answers.answer(depends, work)
