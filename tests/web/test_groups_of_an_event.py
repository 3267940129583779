"""The groups of an event, each from a file of its own, beside each other on one page."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from projections.api import Ledger
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.pages.public.tournament_parts import event_of
from projections.interfaces.server.app import application
from tests.databases.fresh import SQLiteFiles
from tests.projections.submissions import adoption, game, player, tournament
from tests.web.conftest import DAY, links_of, text_of

A, B = "/dwz/tournaments/a", "/dwz/tournaments/b"


@pytest.fixture(scope="module")
def visitor(
    sqlite_files: SQLiteFiles, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TestClient]:
    """Two groups that end a day apart; the same event a week later, and another on its day."""
    events = [
        adoption(),
        *(player(each, name=each.title()) for each in ("anna", "berta", "carl", "dora")),
        tournament("a", "1995-05-02", name="City Cup 1995, Group A"),
        tournament("b", "1995-05-01", name="City Cup 1995, Gruppe B"),
        tournament("later", "1995-05-09", name="City Cup 1995 – Group C"),
        tournament("blitz", "1995-05-02", name="City Cup Blitz 1995 A"),
        game("a", "anna", "1-0", "berta"),
        game("b", "carl", "½-½", "dora"),
        *(game(each, "anna", "1-0", "carl") for each in ("later", "blitz")),
    ]
    with sqlite_files.fresh(tmp_path_factory.mktemp("groups")) as url:
        with Ledger.open(url, clock=lambda: DAY) as ledger:
            ledger.append(events, by="anna")
            ledger.catch_up()
        settings = ServeSettings(database=url, clock=lambda: DAY, follow=False, patience=60.0)
        with TestClient(application(settings)) as client:
            yield client


def test_a_group_leads_to_the_others_of_its_event(visitor: TestClient) -> None:
    page = visitor.get(A).text
    assert B in links_of(page)
    assert f"{A}?part=groups" in links_of(page)
    assert not {"/dwz/tournaments/later", "/dwz/tournaments/blitz"} & set(links_of(page))


def test_the_groups_of_an_event_are_side_by_side(visitor: TestClient) -> None:
    """Anna has a point, Berta none; Carl and Dora share the first place with a half."""
    for at in (A, B):
        said = text_of(visitor.get(f"{at}?part=groups").text)
        assert "Anna 1 2 Berta 0" in said
        assert "1 Carl ½ 1 Dora ½" in said
        assert said.index("Berta 0") < said.index("Carl ½")
    standings = text_of(visitor.get(f"{A}?part=standings").text)
    assert "Rating Points" in standings
    assert "Performance" not in standings, "of one game there is none"


def test_a_tournament_without_other_groups_names_none(visitor: TestClient) -> None:
    page = visitor.get("/dwz/tournaments/blitz?part=groups").text
    assert "Groups of this event" not in page
    assert "Anna" in page


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bunratty 2011", "Bunratty 2011"),
        ("Cup der Stadt A", "Cup der Stadt B"),
        ("Herbstopen 2026 A-Turnier", "Herbstopen 2026 B-Turnier"),
        ("Jugendmeisterschaft U12", "Jugendmeisterschaft U 16w"),
        ("Városi bajnokság, 1. csoport", "Városi bajnokság, 2. csoport"),
        ("Stadsmästerskap Grupp I", "Stadsmästerskap Grupp II"),
    ],
)
def test_names_are_of_one_event_but_for_the_group(one: str, other: str) -> None:
    assert event_of(one) == event_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Blitz 12", "Blitz 13"),
        ("Herbstopen 2026 A", "Herbstopen 2027 A"),
        ("Cup SK Bamberg", "Cup SK Bochum"),
    ],
)
def test_other_differences_are_those_of_two_events(one: str, other: str) -> None:
    assert event_of(one) != event_of(other)
