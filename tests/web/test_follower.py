"""The server keeps the read model at the end of the log, and prepares what readers will ask."""

from threading import Event

from projections.api import Ledger
from projections.interfaces.server.follower import Follower
from projections.queries.answer_types import Positions
from tests.projections.submissions import adoption, player
from tests.web.conftest import DAY

AN_HOUR = 3_600.0


def test_where_there_is_nothing_to_catch_up_with_it_prepares_at_once(
    sqlite_database: str,
) -> None:
    with Ledger.open(sqlite_database, clock=lambda: DAY) as ledger:
        ledger.append([adoption(), player("anna")], by="anna")
        ledger.catch_up()
        seen = _prepared(ledger, AN_HOUR)
    assert seen == [{"dwz": 2}]


def test_where_the_log_has_grown_it_catches_up_and_prepares_once_it_rests(
    sqlite_database: str,
) -> None:
    with Ledger.open(sqlite_database, clock=lambda: DAY) as ledger:
        ledger.append([adoption(), player("anna")], by="anna")
        seen = _prepared(ledger, 0.01)
    assert seen == [{"dwz": 2}]


def _prepared(ledger: Ledger, seconds: float) -> list[dict[str, int | None]]:
    """How far the pools went whenever it prepared, until it had for the first time."""
    prepared: list[Positions] = []
    done = Event()

    def prepare(at: Positions) -> None:
        prepared.append(at)
        done.set()

    follower = Follower(ledger, seconds, prepare)
    follower.start()
    assert done.wait(30)
    follower.close()
    return [dict(at["pools"]) for at in prepared]
