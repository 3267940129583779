"""Writing only while the log is as long as somebody saw it: what was shown is what is written."""

from sqlalchemy import Connection, Engine

from ledger.events.problems import refusal

_OPTION = "expected_head"


def expecting(engine: Engine, head: int) -> Engine:
    """The same database, whose log is written to only while it ends at position ``head``."""
    return engine.execution_options(**{_OPTION: head})


def must_be_as_expected(connection: Connection, head: int) -> None:
    """Refuse to write after an event that whoever asked has not seen; asked under the lock.

    Raises :class:`~ledger.events.problems.Refused`.
    """
    expected = connection.get_execution_options().get(_OPTION)
    if expected is not None and expected != head:
        message = (
            f"the log has grown from position {expected} to {head} meanwhile: look again at what "
            "would follow, then say it again"
        )
        raise refusal("written-meanwhile", message)
