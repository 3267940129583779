"""The disk of the ledger is full: whoever watches the server is told, and told when it is over."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine, event, text

from ledger.log import full_disk
from tests.projections.submissions import player
from tests.web_api.conftest import Served

pytestmark = pytest.mark.hostile

NO_ROOM = (
    """CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$""",
    "CREATE TRIGGER no_room BEFORE INSERT ON event EXECUTE FUNCTION no_room()",
)
ROOM = ("DROP TRIGGER no_room ON event", "DROP FUNCTION no_room()")
MANY = [player(f"player-{number}") for number in range(2_000)]


def test_a_write_that_fails_for_want_of_room_is_said_until_one_succeeds(served: Served):
    before = served.get("/health").json()
    with without_room(served.ledger.engine):
        assert served.post("/api/v1/events", json=MANY).status_code == 503
        watched = served.get("/health")
        assert watched.status_code == 503
        assert watched.headers["retry-after"]
        assert "the disk of the database is full" in watched.json()["problem"]
        assert (watched.json()["ok"], watched.json()["head"]) == (False, before["head"])
        assert served.get("/dwz").status_code == 200
    assert served.post("/api/v1/events", json=MANY[:1]).status_code == 200
    again = served.get("/health")
    assert (again.status_code, "problem" in again.json()) == (200, False)


def test_a_disk_without_room_is_said_before_a_write_fails(
    in_file: Served, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(full_disk, "LEAST_ROOM", 2**62)  # more than there is
    assert "problem" in in_file.get("/health").json()
    monkeypatch.setattr(full_disk, "LEAST_ROOM", 1)
    assert in_file.get("/health").status_code == 200


@contextmanager
def without_room(engine: Engine) -> Iterator[None]:
    """SQLite gets no more pages than it has; PostgreSQL refuses as it does on a full disk."""
    if engine.dialect.name == "postgresql":
        _say(engine, NO_ROOM)
        yield
        _say(engine, ROOM)
        return
    event.listen(engine, "begin", _no_more_pages)
    yield
    event.remove(engine, "begin", _no_more_pages)
    event.listen(engine, "begin", _more_pages)


def _no_more_pages(connection: Any) -> None:
    (pages,) = connection.exec_driver_sql("PRAGMA page_count").one()
    connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")


def _more_pages(connection: Any) -> None:
    connection.exec_driver_sql("PRAGMA max_page_count = 1000000")


def _say(engine: Engine, statements: tuple[str, ...]) -> None:
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
