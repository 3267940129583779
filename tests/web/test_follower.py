"""The server keeps the read model at the end of the log."""

from threading import Event
from time import monotonic, sleep

import pytest

from projections.api import Ledger
from projections.interfaces.server.background import (
    Follower,
    Verifier,
    background_updates,
    repeated,
)
from tests.log_lines import logged_lines
from tests.projections.submissions import adoption, player
from tests.web.conftest import DAY


def test_it_catches_up_where_the_log_has_grown_and_only_there(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Ledger.open(sqlite_database, clock=lambda: DAY) as ledger:
        ledger.append([adoption(), player("anna")], by="anna")
        follower = Follower(ledger)
        follower.follow()
        assert ledger.positions()["pools"] == {"dwz": 2}
        monkeypatch.setattr(Ledger, "catch_up", lambda _: pytest.fail("it is at the end"))
        follower.follow()


def test_while_a_server_runs_the_read_model_follows(sqlite_database: str) -> None:
    with Ledger.open(sqlite_database, clock=lambda: DAY) as ledger:
        ledger.append([adoption(), player("anna")], by="anna")
        until = monotonic() + 30
        with background_updates(ledger, lambda: DAY):
            while ledger.positions()["pools"] != {"dwz": 2}:
                assert monotonic() < until
                sleep(0.01)


def test_when_a_server_ends_nothing_of_it_asks_the_ledger_any_more(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its connections would otherwise be found open after those of the ledger were closed."""
    begun, steps = Event(), []

    def verify(_: Verifier) -> None:
        begun.set()
        sleep(0.2)
        steps.append("verified")

    monkeypatch.setattr(Verifier, "wipe_and_verify", verify)
    with Ledger.open(sqlite_database, clock=lambda: DAY) as ledger:
        with background_updates(ledger, lambda: DAY):
            assert begun.wait(30)
        assert steps == ["verified"]


def test_a_step_that_fails_is_logged_and_the_next_one_taken() -> None:
    steps = []

    def step() -> float:
        steps.append("taken")
        if len(steps) == 1:
            raise ValueError("the database is away")
        return 0.0

    with logged_lines() as logged, repeated("steps", step):
        until = monotonic() + 30
        while len(steps) < 3:
            assert monotonic() < until
            sleep(0.01)
    assert "the database is away" in str(logged)
