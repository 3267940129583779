"""Events in the midst of another action, at a chosen moment of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from sqlalchemy import Engine, event


@contextmanager
def before_statement(number: int, engine: Engine, what: Callable[[], object]) -> Iterator[None]:
    """Does something before the statement of this number that the engine executes."""
    executed = count(1)

    def meanwhile(*_: Any) -> None:
        if next(executed) == number:
            what()

    event.listen(engine, "before_cursor_execute", meanwhile)
    try:
        yield
    finally:
        event.remove(engine, "before_cursor_execute", meanwhile)
