"""Steps that follow a commit, whose failure never turns a written submission into a refusal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ledger.diagnostics import Diagnostics
from ledger.log.database import database_problem

_log = Diagnostics(__name__)


def _log_only(_why: str) -> None:
    """Do nothing more: the log line is enough where the step is tried again anyway."""


@contextmanager
def after_commit(warn: Callable[[str], None] = _log_only) -> Iterator[None]:
    """In here a failure ends the steps and is given to ``warn``: what was submitted is written."""
    try:
        yield
    except Exception as error:
        _log.info("failed_after_commit", why=f"{type(error).__name__}: {error}")
        warn(str(database_problem(error) or error))
