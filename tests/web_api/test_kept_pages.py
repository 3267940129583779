"""Pages are drawn once for a state; the next reader gets the same."""

import re

import pytest

from projections.interfaces.http.accounts.verification_store import VerificationStore
from projections.interfaces.server import background as verifier
from projections.interfaces.server.background import Verifier
from tests.api.season import SEASON
from tests.projections.submissions import games, tournament, withheld
from tests.web_api.conftest import Serve, Served
from tests.web_api.officer import come, employ


@pytest.fixture
def club(season_in_file: str, serve: Serve) -> Served:
    return serve(season_in_file, patience=None)


def test_parameters_that_a_page_does_not_know_make_no_other_page_of_it(club: Served):
    """Neither in what the server keeps, nor in what a browser has of it."""
    pages = club.client.app.state.pages
    first = club.get("/dwz/players/agnes/card.svg")
    kept = len(pages._kept)
    for number in range(20):
        again = club.get(f"/dwz/players/agnes/card.svg?x={number}&page=2&set.k=1")
        assert (again.text, again.headers["etag"]) == (first.text, first.headers["etag"])
    assert len(pages._kept) == kept == 1


@pytest.mark.parametrize("address", ["/dwz?q={}", "/dwz?x={}", "/{}", "/api/v1/pools?x={}"])
def test_an_address_has_a_length(club: Served, address: str):
    answer = club.get(address.format("x" * 8_200))
    assert answer.status_code == 414
    assert answer.json()["problems"][0]["code"] == "too-long"
    assert club.get(address.format("x" * 8_000)).status_code in {200, 400, 404}


def test_the_second_reader_gets_the_page_that_was_drawn_for_the_first(club: Served):
    first, second = club.get("/dwz/players/agnes"), club.get("/dwz/players/agnes")
    assert first.text == second.text
    drop = {"date", "server"}
    assert {name: each for name, each in first.headers.items() if name not in drop} == {
        name: each for name, each in second.headers.items() if name not in drop
    }


def test_after_an_event_the_page_is_drawn_anew(club: Served):
    assert "Müller, Ágnes" in club.get("/dwz/players/agnes").text
    club.ledger.append([withheld("agnes", "1996-01-01")], by="anna")
    club.ledger.catch_up()
    assert "Müller, Ágnes" not in club.get("/dwz/players/agnes").text


def test_on_the_day_from_which_a_name_is_withheld_a_quoted_page_shows_it_no_longer(club: Served):
    club.watch.go_on(days=1)
    tomorrow = club.watch().date().isoformat()
    club.watch.go_on(days=-1)
    club.ledger.append([withheld("agnes", tomorrow)], by="anna")
    club.ledger.catch_up()
    path = f"/dwz/players/agnes?on=1996-12-31&known_at={len(SEASON)}"
    today = club.get(path)
    assert "Müller, Ágnes" in today.text
    club.watch.go_on(days=1)
    later = club.get(path, **{"If-None-Match": today.headers["etag"]})
    assert later.status_code == 200
    assert "Müller, Ágnes" not in later.text


def test_what_an_officer_sees_is_kept_for_officers(club: Served):
    employ(club)
    come(club, "olga")
    assert 'href="/desk' in club.get("/dwz/players/agnes").text
    club.client.cookies.clear()
    assert 'href="/desk' not in club.get("/dwz/players/agnes").text


def test_players_are_found_as_the_command_finds_them(club: Served):
    """By a part of the name or of either id, accents aside; who is withheld by the id alone."""
    for query, found in (("mul", {"agnes", "gustav"}), ("gustaf", {"gustav"}), ("dor", {"dora"})):
        rows = {row["player"] for row in club.ledger.pool("dwz").players(query)}
        assert rows == found
        page = club.get(f"/search?q={query}&format=json").json()
        assert {row["player"] for row in page} == found
    assert club.get("/search?q=secret&format=json").json() == []


@pytest.mark.slow
def test_a_long_log_is_verified_by_a_process_of_its_own_with_the_same_result(
    club: Served, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(verifier, "LONG", 0)
    Verifier(club.ledger, club.watch).verify_where_due()
    last = VerificationStore(club.ledger.engine).last()
    assert last is not None
    assert last["position"] == len(SEASON)
    now = club.ledger.verify()
    assert {name: last[name] for name in now} == dict(now)


def test_a_program_that_searches_again_finds_the_same_as_the_search_of_the_pages(club: Served):
    """Both ask the register that was read once; it is read again when the log has grown."""
    api = "/api/v1/pools/dwz/players?q=mull"
    found = [row["player"] for row in club.get(api).json()]
    page = club.get("/search?q=mull&format=json").json()
    assert found == [row["player"] for row in page] == ["agnes", "gustav"]
    club.ledger.append([withheld("agnes", "1990-01-01")], by="anna")
    club.ledger.catch_up()
    assert [row["player"] for row in club.get(api).json()] == ["gustav"]


def test_a_tournament_leads_only_to_files_that_can_say_it(club: Served):
    """Spring has rounds; the games of summer and autumn have none, as tables of rounds need."""
    club.ledger.append(
        [tournament("relay", "1996-11-18", format="pairs"), *games("relay", "agnes 1-0 bjorn")],
        by="anna",
    )
    club.ledger.catch_up()
    files = {}
    for name in ("spring", "summer", "autumn", "relay"):
        page = club.get(f"/dwz/tournaments/{name}").text
        found = re.findall(r'href="([^"?]*/(?:trf16|trf26|h9|csv))[^"]*"', page)
        assert [club.get(address).status_code for address in found] == [200] * len(found)
        files[name] = [address.rpartition("/")[2] for address in found]
    assert files == {
        "spring": ["trf16", "trf26", "csv"],
        "summer": ["csv"],
        "autumn": ["csv"],
        "relay": ["csv"],
    }
