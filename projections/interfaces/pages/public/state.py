"""The state that a page shows: pool, day, position and rulebook, all from one view."""

from typing import Any

import attrs

from projections.operations.pool_view import PoolView


@attrs.frozen
class PoolState:
    """What the head of a pool's page says."""

    pool: str
    day: str
    position: int
    rulebook: str | None


def state_of(view: PoolView) -> PoolState:
    """The state that a view answers from."""
    return PoolState(view.name, view.day.isoformat(), view.position, view.rulebook)


@attrs.frozen
class Answer:
    """An answer with the state that it is from."""

    state: PoolState
    rows: Any
