"""The search: a person is found by any form of the name, an erased one never, and the index that
follows the log is the one that would be built anew.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.event import listen

from ledger.events.problems import Refused
from ledger.log.event_log import head_of
from projections.api import Ledger
from projections.engine.history.as_of import AsOf
from projections.queries.search_index import SearchClocks, SearchIndex
from tests.databases.fresh import SQLiteFiles
from tests.projections.submissions import (
    adoption,
    correction,
    forgotten,
    merge,
    player,
    strike,
    tournament,
    withheld,
)
from tests.tables import every

POOL = "dwz"
CLUB = [
    adoption(),
    player("p1", name="König, Konrad", ids={"fide": "4610318", "dsb": "10204-123"}),
    player("p2", name="Schmidt, Anna"),
    player("p3", name="Schmid, Karl"),
    player("p4", name="Große-Meier, Łucja"),
    tournament("t1", "1996-05-05", name="Offene Stadtmeisterschaft Köln"),
]


@pytest.fixture
def club(sqlite_database: str):
    with Ledger.open(sqlite_database) as ledger:
        ledger.append(CLUB, by="anna")
        yield ledger


def found(ledger: Ledger, text: str, **clocks: object) -> list[str]:
    with ledger.pool(POOL, **clocks) as view:  # type: ignore[arg-type]
        return [row["player"] for row in view.players(text)]


@every(
    "text",
    [
        "Konrad König",
        "könig, konrad",
        "koenig",
        "KONIG",
        "kon kö",
        "Konrad Kömig",
        "Knorad",
        "4610318",
        "10204-123",
        "10204123",
        "p1",
    ],
)
def test_a_person_is_found_by_any_form_of_the_name_and_by_number(club: Ledger, text: str):
    assert found(club, text) == ["p1"]


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("Schmid", ["p3", "p2"]),  # all of a word before the beginning of one
        ("Schmidt", ["p2"]),
        ("Meier Lucja", ["p4"]),
        ("grosse", ["p4"]),
        ("ann", ["p2"]),  # too short for a typing error
        ("Schnidt", ["p2", "p3"]),  # Schmidt is one error away, Schmid two
        ("Kral", ["p3"]),  # two letters exchanged are one error
        ("Xaver", []),
        ("-", []),
    ],
)
def test_the_best_fit_comes_first_and_typing_errors_only_where_nothing_fits(
    club: Ledger, text: str, players: list[str]
):
    assert found(club, text) == players


@pytest.mark.parametrize("text", ["köln stadt", "koeln", "Stadtmeisterschft", "t1"])
def test_a_tournament_is_found_by_its_words(club: Ledger, text: str):
    with club.pool(POOL) as view:
        assert [row["tournament"] for row in view.tournaments(text)] == ["t1"]
        assert list(view.tournaments("Hamburg")) == []


def test_a_list_of_tournaments_reads_no_person(club: Ledger):
    """There are many more people, and the first page shows the latest tournaments alone."""
    asked: list[str] = []
    listen(club.engine, "before_cursor_execute", lambda *args: asked.append(args[2]))
    cut = SearchClocks(len(CLUB), AsOf(), date(1996, 6, 1))
    with club.engine.connect() as connection:
        index = SearchIndex()
        (heading,) = index.tournaments(connection, "köln", cut)
        assert heading.tournament == "t1"
        assert not [statement for statement in asked if "person" in statement]
        assert index.players(connection, "könig", cut)
    assert [statement for statement in asked if "person" in statement]


def test_a_tournament_is_found_by_the_name_that_it_had_then(club: Ledger):
    renamed = correction(CLUB[-1], "renamed", name="Hamburger Open")
    club.append([renamed, tournament("t2", "1996-06-05", name="Köln")], by="anna")
    for known_at, cologne, hamburg in ((6, ["t1"], []), (None, ["t2"], ["t1"])):
        with club.pool(POOL, known_at=known_at) as view:
            found = [[it["tournament"] for it in view.tournaments(q)] for q in ("köln", "hamburg")]
        assert found == [cologne, hamburg]


def test_after_a_correction_the_new_name_finds_and_the_old_one_does_not(club: Ledger):
    assert found(club, "Konrad") == ["p1"]
    club.append([correction(CLUB[1], "c1", name="Kaiser, Konrad")], by="anna")
    assert found(club, "Kaiser") == ["p1"]
    assert found(club, "König") == []
    club.append([forgotten("p1")], by="anna")
    for text in ("Kaiser", "König", "Konrad", "4610318"):
        assert found(club, text) == []
        assert found(club, text, known_at=3) == []
    assert found(club, "p1") == ["p1"]


def test_a_withheld_name_finds_nobody_from_its_day_on(club: Ledger):
    assert found(club, "Anna") == ["p2"]
    club.append([withheld("p2", "1990-01-01")], by="anna")
    assert found(club, "Anna") == []
    assert found(club, "p2") == ["p2"]


def test_who_was_registered_twice_is_one_person_from_the_merge_on(club: Ledger):
    club.append([player("p9", name="Schmidt, Anni")], by="anna")
    before = head(club)
    club.append([merge("p2", "p9")], by="anna")
    assert found(club, "p9") == found(club, "Schmidt") == ["p2"]
    assert found(club, "Anni") == []
    assert found(club, "Anni", known_at=before) == ["p9"]
    club.append([withheld("p9", "1990-01-01")], by="anna")
    assert found(club, "Schmidt Anna") == []


def test_schmid_may_be_the_beginning_of_schmidt_and_is_asked_about(club: Ledger):
    with pytest.raises(Refused) as refused:
        club.find_player("Schmid")
    (problem,) = refused.value.problems
    assert problem.code == "which-player"
    assert "Schmid, Karl (p3); Schmidt, Anna (p2)" in problem.message
    assert club.find_player("Schmid Karl") == "p3"
    assert club.find_player("Schmidt") == "p2"
    with pytest.raises(Refused, match=r"Schmid, Karl \(p3\)"):
        club.find_player("Karls")


def head(ledger: Ledger) -> int:
    return ledger.positions()["head"]


# --- the index that follows the log, and one built anew -----------------------------------------

IDS = ("a", "b", "c")
NAMES = ("König, Konrad", "Konrad, Kim", "Köhler, Anna")
TEXTS = ("", "koenig", "anna", "kohlr", "17", "opne")
DAYS = (date(2026, 1, 1), date(2026, 2, 1), date(2026, 3, 1))
REGISTERED = {id_: player(id_, name=NAMES[0], ids={"fide": "17"}) for id_ in IDS}
SUBMITTED = {id_: tournament(f"t{id_}", "1996-05-05", name="Open") for id_ in IDS}
START = [adoption(), *REGISTERED.values(), *SUBMITTED.values()]
STEPS = st.one_of(
    st.tuples(
        st.just("rename"), st.sampled_from(list(REGISTERED.values())), st.sampled_from(NAMES)
    ),
    st.tuples(st.just("rename"), st.sampled_from(list(SUBMITTED.values())), st.just("Anna-Pokal")),
    st.tuples(st.just("strike"), st.sampled_from([*REGISTERED.values(), *SUBMITTED.values()])),
    st.tuples(st.just("undo"), st.integers(0, 4)),
    st.tuples(
        st.just("append"),
        st.sampled_from(
            [
                *(withheld(id_, "2026-02-01", "2026-02-28") for id_ in IDS),
                *(forgotten(id_) for id_ in IDS),
                *(merge(keep, drop) for keep in IDS for drop in IDS if keep != drop),
                player("d", name=NAMES[2]),
            ]
        ),
    ),
)


def take(ledger: Ledger, step: Sequence[object], number: int) -> None:
    """Append an event, correct or strike one, or strike the correction of an earlier step."""
    kind, about, *rest = step
    if kind == "append":
        event = about
    elif kind == "rename":
        event = correction(about, f"step {number}", name=rest[0])  # type: ignore[arg-type]
    elif kind == "strike":
        event = strike(about, f"step {number}")  # type: ignore[arg-type]
    else:
        event = strike({"id": f"step {about}"}, f"step {number}")
    with suppress(Refused):  # it is not there, or others rest on it
        ledger.append([event], by="anna")  # type: ignore[list-item]


def answers(ledger: Ledger, index: SearchIndex, position: int, today: date) -> object:
    """Everything that an index finds, as known at a position, on a day and for a coming one."""
    with ledger.engine.connect() as connection:
        return [
            (index.players(connection, text, cut), index.tournaments(connection, text, cut))
            for on in (None, DAYS[1])
            for cut in (SearchClocks(position, AsOf(on), today),)
            for text in TEXTS
        ]


@pytest.mark.slow
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.tuples(STEPS, st.sampled_from(DAYS)), min_size=2, max_size=6))
def test_an_index_that_follows_the_log_is_the_one_built_anew(
    sqlite_files: SQLiteFiles, steps: list[tuple[Sequence[object], date]]
):
    """It follows after every step; both are asked as known at the head and before it."""
    followed = SearchIndex()
    with (
        TemporaryDirectory() as folder,
        sqlite_files.fresh(Path(folder)) as url,
        Ledger.open(url) as ledger,
    ):
        ledger.append(START, by="anna")
        for number, (step, today) in enumerate(steps):
            take(ledger, step, number)
            with ledger.engine.connect() as connection:
                followed.follow(connection, today)
                size = head_of(connection).size
        for position in (size, len(START), (size + len(START)) // 2):
            anew = answers(ledger, SearchIndex(), position, today)
            assert answers(ledger, followed, position, today) == anew
