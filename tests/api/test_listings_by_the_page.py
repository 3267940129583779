"""A list costs what its page costs: nothing is asked, or computed, for each row."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event as sqlalchemy_event

from projections.api import Ledger
from tests.projections.submissions import (
    adoption,
    correction,
    decided,
    games,
    player,
    strike,
    tournament,
)

POOL, MANY = "dwz", 30


@contextmanager
def statements(ledger: Ledger) -> Iterator[list[str]]:
    """The statements that are sent to the database meanwhile."""
    sent: list[str] = []

    def note(*details: object) -> None:
        sent.append(str(details[2]))

    sqlalchemy_event.listen(ledger.engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        sqlalchemy_event.remove(ledger.engine, "before_cursor_execute", note)


@pytest.fixture
def season(sqlite_database: str) -> Iterator[Ledger]:
    """Thirty evaluated tournaments of three, of whom Carl enters without playing."""
    events = [adoption(), player("anna"), player("bela"), player("carl")]
    events += [decided("anna", "1500-10"), decided("bela", "1600-10")]
    for number in range(MANY):
        id_ = f"open{number:02}"
        day = f"1996-{number % 12 + 1:02}-{number // 12 + 1:02}"
        entrants = [{"player": name} for name in ("anna", "bela", "carl")]
        events.append(tournament(id_, day, entrants=entrants))
        events += games(id_, "anna 1-0 bela")
    with Ledger.open(sqlite_database) as ledger:
        ledger.append(events, by="anna")
        ledger.catch_up()
        yield ledger


def asked(ledger: Ledger, limit: int) -> tuple[int, int]:
    """Return the number of rows of a page of tournaments, and of the queries it took."""
    with ledger.pool(POOL) as view, statements(ledger) as sent:
        rows = len(list(view.tournaments(limit=limit)))
    return rows, sum(each.startswith("SELECT") for each in sent)


def test_a_long_page_of_tournaments_asks_no_more_often_than_a_short_one(season: Ledger) -> None:
    asked(season, 1)  # reads the search index once
    (few, for_few), (many, for_many) = asked(season, 2), asked(season, MANY)
    assert (few, many) == (2, MANY)
    assert for_few == for_many


def test_a_row_says_what_the_tournaments_own_page_says(season: Ledger) -> None:
    """Rated or not, players and games: also of corrected, struck and refused ones."""
    last, blitz = games("open00", "anna 1-0 bela")[0], {"minutes": 5}
    season.append(
        [
            tournament("blitz", "1997-01-01", thinking_time=blitz),
            *games("blitz", "anna 1-0 carl"),
            tournament("empty", "1997-02-01"),
            tournament("early", "1980-01-01"),
            strike(last, "struck"),
            correction(tournament("open01", "1996-02-01"), "moved", ended_on="1998-01-01"),
        ],
        by="anna",
    )
    season.catch_up()
    with season.pool(POOL) as view:
        rows = list(view.tournaments())
        assert rows[0]["tournament"] == "open01"
        for row in rows:
            evaluation = view.tournament(row["tournament"])
            assert row["rated"] == evaluation["rated"]
            assert row["games"] == len(season.games(row["tournament"]))
    own = {row["tournament"]: row for row in rows}
    assert (own["open00"]["games"], own["open00"]["players"]) == (0, 3)
    assert (own["blitz"]["rated"], own["blitz"]["players"]) == (False, 2)
    assert (own["empty"]["players"], own["early"]["rated"]) == (0, False)


def test_who_searches_again_finds_the_same_and_reads_no_register(season: Ledger) -> None:
    with season.pool(POOL) as view:
        found = {query: list(view.players(query)) for query in ("", "a", "ANNA", "nobody")}
        with statements(season) as sent:
            again = {query: list(view.players(query)) for query in found}
    assert again == found
    assert len(found[""]) == 3
    assert not any("person" in each for each in sent)
