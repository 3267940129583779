"""A server that goes away is said in a line, with what has become of the events."""

import pytest
from sqlalchemy import Engine, event, text

from ledger.events.problems import ConnectionLost
from ledger.log.clock import now
from ledger.log.connections import multi_host_url
from ledger.log.database import connect
from ledger.log.event_log import writing
from ledger.validation.submission import append_within
from tests.databases.connections import end_every_other_connection
from tests.ledger.lines import game, lines
from tests.ledger.office import RULEBOOKS, Office
from tests.tables import every


@pytest.fixture
def postgresql(postgresql_database: str) -> Engine:
    engine = connect(postgresql_database)
    Office(engine).open_season()
    return engine


@every(
    ("written", "read"),
    [
        ("postgresql://a@x,y/z", "postgresql://a@/z?host=x,y&port=5432,5432"),
        (
            "postgresql://a:b@x:1,y:2/z?target_session_attrs=read-write",
            "postgresql://a:b@/z?host=x,y&port=1,2&target_session_attrs=read-write",
        ),
        ("postgresql+psycopg://[::1]:1,y/z", "postgresql+psycopg:///z?host=::1,y&port=1,5432"),
        ("postgresql://a@x:1/z?options=-c%20a,b", "postgresql://a@x:1/z?options=-c%20a,b"),
        ("sqlite:///a,b/c,d.db", "sqlite:///a,b/c,d.db"),
    ],
)
def test_several_servers_are_named_as_postgresql_s_own_programs_name_them(
    written: str, read: str
) -> None:
    assert multi_host_url(written) == read


def test_of_several_servers_the_one_that_answers_is_asked(postgresql: Engine) -> None:
    folder = postgresql.url.query["host"]
    user, name = postgresql.url.username, postgresql.url.database
    several = connect(
        f"postgresql://{user}@/{name}?host=127.0.0.1,{folder}&port=1,5432"
        "&target_session_attrs=read-write"
    )
    with several.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM event")).scalar() == 6
    several.dispose()
    postgresql.dispose()


def test_a_connection_that_was_ended_meanwhile_is_replaced_before_it_is_used(
    postgresql: Engine,
) -> None:
    with postgresql.connect() as connection:
        connection.execute(text("SELECT 1"))
    end_every_other_connection(postgresql)
    assert Office(postgresql).append(game("anna", "bela")).appended == 1
    postgresql.dispose()


@pytest.mark.parametrize("cut_first", [True, False])
def test_what_was_cut_off_before_the_commit_was_not_written(
    postgresql: Engine, *, cut_first: bool
) -> None:
    """Before what it is checked against was read, or after it was written."""
    office = Office(postgresql)

    def append_and_be_cut_off() -> None:
        with writing(postgresql, now) as writer:
            if cut_first:
                end_every_other_connection(postgresql)
            append_within(writer, lines([game("anna", "bela")]), by="anna", rulebooks=RULEBOOKS)
            end_every_other_connection(postgresql)

    with pytest.raises(ConnectionLost, match="nothing was written; try again"):
        append_and_be_cut_off()
    assert len(office.entries()) == 6
    assert office.append(game("anna", "bela")).appended == 1
    postgresql.dispose()


def test_what_was_cut_off_in_the_commit_is_appended_again_and_never_twice(
    postgresql: Engine,
) -> None:
    office, played = Office(postgresql), game("anna", "bela", id_="played")

    def as_of(_connection: object) -> None:
        end_every_other_connection(postgresql)

    event.listen(postgresql, "commit", as_of)
    with pytest.raises(ConnectionLost, match="all of it was written or nothing"):
        office.append(played)
    event.remove(postgresql, "commit", as_of)
    receipt = office.append(played)
    assert receipt.appended + receipt.duplicates == 1
    assert [each.id for each in office.entries()].count("played") == 1
    postgresql.dispose()


def test_a_server_that_nobody_finds_is_named_and_nothing_was_written() -> None:
    engine = connect("postgresql://a@127.0.0.1:1,127.0.0.1:2/z?connect_timeout=1")
    with (
        pytest.raises(ConnectionLost, match=r"Connection refused.*nothing was written"),
        writing(engine, now),
    ):
        pass
