"""Games are admitted the same way whether or not they are spelt plainly enough to be quick."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine
from sqlalchemy.event import listen, remove

from ledger.events.problems import Refused
from tests.databases.fresh import SQLiteFiles
from tests.ledger.lines import Event, correction, event, game, merge, player, season, tournament
from tests.ledger.log.cups import CUPS, PLAYERS, cups, respelt
from tests.ledger.new_ledgers import new_ledger
from tests.ledger.office import Office
from tests.ledger.soak import soak

GAMES = st.builds(
    game,
    PLAYERS,
    PLAYERS,
    st.sampled_from(["1-0", "½-½", "0-1"]),
    game=st.sampled_from(["g1", "g2", "g3", "g4", "g5", "g6", "old"]),
    id_=st.sampled_from(["i1", "i2", "i3", "i4", "i5", "old", None]),
    tournament=st.sampled_from([*CUPS, "unheard of"]),
    round=st.sampled_from([1, 2, 3]),
    board=st.integers(1, 3),
    black_points=st.sampled_from([0, 0, 0, 1, 0.5]),
)
FIRST = st.sampled_from([[], [], [merge("anna", "dora")], [tournament("fresh", "fresh")]])


@given(FIRST, st.lists(GAMES, min_size=1, max_size=5))
@settings(max_examples=60 * soak())
def test_a_plain_game_and_the_same_spelt_out_have_the_same_fate(
    sqlite_files: SQLiteFiles, first: list[Event], games: list[Event]
) -> None:
    events = [*first, *games]
    with _ledger(sqlite_files) as office:
        quick = _fate(office, events)
    with _ledger(sqlite_files) as office:
        thorough = _fate(office, [respelt(event) for event in events])
    assert quick == thorough


def test_some_of_these_games_are_admitted(sqlite_files: SQLiteFiles) -> None:
    """Otherwise the comparison above would compare refusals only."""
    events = [
        game("anna", "cleo", id_="i1", tournament="swiss", round=2, board=1),
        game("anna", "cleo", id_="i2", game="g2", tournament="knockout", round=2, board=1),
    ]
    with _ledger(sqlite_files) as office:
        admitted = _fate(office, events)
    assert [id_ for id_, *_ in admitted] == ["i1", "i2"]


@contextmanager
def _ledger(files: SQLiteFiles) -> Iterator[Office]:
    with new_ledger(files) as office:
        office.append(*season(), *cups())
        yield office


def _fate(office: Office, events: Sequence[Event]) -> list[Any]:
    """The problems, or what was written; ids that the ledger assigned are left out."""
    before = len(office.entries())
    try:
        office.append(*events)
    except Refused as refused:
        return [*refused.problems]
    given_ids = {event.get("id") for event in events}
    return [
        (entry.id if entry.id in given_ids else None, entry.stream, entry.subject, entry.payload)
        for entry in office.entries()[before:]
    ]


@contextmanager
def counted(engine: Engine) -> Iterator[list[str]]:
    """The statements that are sent to the database."""
    sent: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        sent.append(statement)

    listen(engine, "before_cursor_execute", note)
    yield sent
    remove(engine, "before_cursor_execute", note)


def test_however_many_enter_the_lock_is_held_for_a_few_statements(office: Office) -> None:
    """16,000 entrants in a line held it for seconds: each was looked up by himself."""
    office.open_season()
    names = [f"p{number}" for number in range(2_000)]
    office.append(*map(player, names))
    known = [{"player": name} for name in names]
    unknown = [{"player": f"no {name}"} for name in names]
    with counted(office.engine) as sent:
        office.append(tournament("big", "big", entrants=known))
        office.append(correction("big", tournament("big", entrants=known[1:])))
        assert len(office.problems(tournament("other", entrants=unknown))) >= 1_000
        office.append(*map(joined, names))
    assert len(sent) < 200


def joined(name: str) -> Event:
    membership = {"player": name, "club": "SC", "from_day": "1995-01-01"}
    return event("membership.declared", membership)
