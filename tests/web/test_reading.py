"""A player, an arbiter, a journalist: readers without an account, and what they find."""

import re
from urllib.parse import unquote

import pytest
from starlette.testclient import TestClient

from projections.api import Ledger
from tests.web.conftest import links_of, text_of

PAGES = (
    "/",
    "/club",
    "/club/players/rosa",
    "/club/players/rosa/audit",
    "/club/players/rosa/audit/autumn-1995",
    "/club/tournaments",
    "/club/tournaments/autumn-1995",
    "/dortmund/tournaments/dortmund-1995",
    "/club/review?from=1995-01-01",
    "/club/players/rosa/review?from=1995-01-01",
    "/club/careers?player=rosa&player=konrad",
    "/club/changes",
    "/club/changes?from_known=136",
    "/club/published",
    "/club/compare",
    "/club/compare?rulebook=ingo-1960",
    "/club/predict",
    "/club/predict?rulebook=dwz-1995&rulebook=ingo-1960",
    "/log",
    "/log/137",
    "/search?q=r",
)


@pytest.mark.parametrize("address", PAGES)
class TestEveryPage:
    def test_is_there_in_every_language(self, reader: TestClient, address: str) -> None:
        for language in ("en", "de", "hu", "sv"):
            page = reader.get(address, headers={"Accept-Language": language})
            assert page.status_code == 200
            assert f'<html lang="{language}"' in page.text

    def test_runs_and_fetches_nothing_from_elsewhere(
        self, reader: TestClient, address: str
    ) -> None:
        page = reader.get(address)
        assert page.headers["Content-Security-Policy"].startswith("default-src 'none'; ")
        assert " style=" not in page.text
        assert "<style" not in page.text
        assert not re.search(r'(href|src|action|data-\w+)="https?:', page.text)
        assert all(link.startswith(("/", "#", "?")) or not link for link in links_of(page.text))

    def test_is_told_of_as_unchanged_to_who_has_it(self, reader: TestClient, address: str) -> None:
        tag = reader.get(address).headers["ETag"]
        again = reader.get(address, headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")

    @pytest.mark.slow
    def test_leads_only_to_pages_that_are_there(self, reader: TestClient, address: str) -> None:
        for link in set(links_of(reader.get(address).text)):
            if link.startswith("/") and not link.startswith("/api"):
                assert reader.get(link).status_code in (200, 303), link

    def test_carries_both_clocks_into_every_link(self, reader: TestClient, address: str) -> None:
        both = f"{'&' if '?' in address else '?'}on=1995-12-31&known_at=137"
        of_no_state = {address, "/login"}  # the way back to now, and what shows no figures
        for link in links_of(reader.get(address + both).text):
            if link.startswith(("/club", "/dortmund", "/log")) and link not in of_no_state:
                assert "known_at=137" in unquote(link), link


class TestThePast:
    def test_a_quoted_address_shows_the_list_as_it_was(self, reader: TestClient) -> None:
        """On 1 December 1995 the summer open had not arrived: Rosa had her first rating 1518."""
        now = text_of(reader.get("/club").text)
        past = text_of(reader.get("/club?on=1995-11-25&known_at=1995-12-01T00:00:00Z").text)
        assert now != past

    def test_is_marked_in_words_with_the_way_back(self, reader: TestClient) -> None:
        page = reader.get("/club?on=1995-11-25").text
        assert "This page shows the past" in page
        assert "/club" in links_of(page)

    def test_has_no_position_that_the_log_has_not_reached(self, reader: TestClient) -> None:
        page = reader.get("/club?known_at=9999")
        assert page.status_code == 404
        assert "the log ends at 137" in text_of(page.text)


class TestWhereLinksLead:
    def test_the_games_and_opponents_of_an_audit_lead_to_the_log_and_to_their_cards(
        self, reader: TestClient
    ) -> None:
        """Rosa met Tilda, Dorothea, Ludwig and Rolf; round 1 is event 109, as the log says."""
        page = reader.get("/club/players/rosa/audit/autumn-1995").text
        assert re.search(r'<a href="/log/109">(<bdi>)?1<', page)
        assert "game/autumn-1995/1/rosa-tilda" in text_of(reader.get("/log/109").text)
        for opponent in ("tilda", "dorothea", "ludwig", "rolf"):
            assert f"/club/players/{opponent}" in links_of(page)

    def test_a_correction_leads_to_the_event_that_it_corrects(self, reader: TestClient) -> None:
        """The slip of Rosa and Berta's game in spring was read from the wrong side."""
        page = reader.get("/log/137").text
        found = re.search(r'<a href="(/log/\d+)">(?:<bdi>)?game/spring-1995/3', page)
        assert found is not None
        corrected = text_of(reader.get(found[1]).text)
        assert "game.submitted" in corrected
        assert "the slip was read from the wrong side" in corrected


class TestWhatIsNotThere:
    @pytest.mark.parametrize(
        "address",
        [
            "/nowhere",
            "/club/players/nobody",
            "/club/players/nobody/audit/autumn-1995",
            "/club/players/rosa/audit/nothing",
            "/club/tournaments/nothing",
            "/log/0",
            "/log/138",
            "/log/x",
            "/club/nothing/at/all",
        ],
    )
    def test_has_a_page_that_says_what_to_do(self, reader: TestClient, address: str) -> None:
        page = reader.get(address)
        assert page.status_code == 404
        assert "To the home page" in text_of(page.text)

    @pytest.mark.parametrize(
        "address",
        [
            "/club?on=yesterday",
            "/club?known_at=soon",
            "/club?page=x",
            "/club/tournaments?from=1995",
            "/club/compare?rulebook=none",
            "/club/predict?rulebook=none",
            "/club/changes?from_known=-1",
            "/club/tournaments/autumn-1995?method=dice",
            "/club?on=%FF",
        ],
    )
    def test_and_what_cannot_be_asked_likewise(self, reader: TestClient, address: str) -> None:
        page = reader.get(address)
        assert page.status_code == 400
        assert "To the home page" in text_of(page.text)


class TestForecasts:
    ADDRESS = "/club/predict?rulebook=dwz-1995&rulebook=ingo-1960"

    @pytest.mark.parametrize(
        ("code", "mark"), [("en", "."), ("de", ","), ("hu", ","), ("sv", ",")]
    )
    def test_the_dots_of_its_chart_say_their_shares_as_the_language_writes_them(
        self, reader, code, mark
    ):
        page = reader.get(f"{self.ADDRESS}&lang={code}").text
        titles = re.findall(r"<title>[\w-]+ \([^)]*\): ([^<]*)</title>", page)
        assert titles
        for title in titles:
            assert re.fullmatch(rf"[01]\{mark}\d{{3}} → [01]\{mark}\d{{3}} \(\d+\)", title), title

    def test_the_scores_are_those_of_the_door(self, reader: TestClient, demo: str) -> None:
        with Ledger.open(demo) as ledger:
            found = ledger.predict("club", rulebooks=["dwz-1995", "ingo-1960"])
        said = text_of(reader.get(self.ADDRESS).text)
        assert f"over {found['common_games']} of {found['games']} games" in said
        for row in found["forecasters"]:
            assert row["common"] is not None
            assert row["common"]["log_loss"] is not None
            loss = row["common"]["log_loss"]["value"]
            assert f"{row['games']} {row['without_figure']} {loss:.4f}" in said

    def test_without_a_common_game_the_page_ranks_nothing(self, reader: TestClient) -> None:
        """No relation leads from the club's rulebooks to FIDE's rating."""
        page = reader.get("/club/predict?rulebook=dwz-1995&rulebook=fide-2024").text
        assert "so nothing is ranked" in page
        assert "is the best" not in page

    def test_the_best_stands_first_and_all_that_was_chosen_stays_chosen(
        self, reader: TestClient
    ) -> None:
        page = reader.get(self.ADDRESS).text
        said = text_of(page)
        table = said[said.index("Log loss") :]
        assert table.index("DWZ (") < table.index("Ingo-Zahl") < table.index("even")
        assert page.count(" checked>") == 2
        assert any(
            "rulebook=dwz-1995&rulebook=ingo-1960&lang=de" in each for each in links_of(page)
        )

    def test_nobody_asks_for_more_than_four_at_once(self, reader: TestClient) -> None:
        every = ("dwz-1995", "dwz-2014", "dwz-2026", "ingo-1960", "lask-1970")
        page = reader.get("/club/predict?" + "&".join(f"rulebook={each}" for each in every)).text
        assert page.count(" checked>") == 4


def test_a_comparison_shows_how_alike_the_lists_are_and_the_figures_under_both(
    reader: TestClient, demo: str
) -> None:
    with Ledger.open(demo) as ledger:
        found = ledger.compare("club", None, "ingo-1960")
    said = text_of(reader.get("/club/compare?rulebook=ingo-1960").text)
    assert f"Spearman {found['spearman']:.4f} , Kendall {found['kendall']:.4f}" in said
    for rulebook in ("DWZ (Wertungsordnung 1995)", "Ingo-Zahl (1960)"):
        assert f"Ratings then and now under {rulebook}" in said


def test_the_first_page_shows_the_best_of_each_list_and_who_won_lately(reader: TestClient) -> None:
    """The demo's club: König leads with 1899, Dame won in autumn with 3½ of 4."""
    page = text_of(reader.get("/").text)
    assert "1 König, Konrad" in page
    assert "Winner: Dame, Dorothea (3½)" in page


@pytest.mark.parametrize("of", ["", "players/rosa/"])
def test_a_review_is_taken_along_as_a_file(reader: TestClient, of: str) -> None:
    page = reader.get(f"/club/{of}review?from=1995-01-01&lang=de").text
    (address,) = (each for each in links_of(page) if "/review/html" in each)
    file = reader.get(address)
    assert file.headers["content-disposition"] == 'attachment; filename="review.html"'
    assert 'lang="de"' in file.text
    assert "Remis, Rosa" in file.text


IDS = re.compile(r"\b(?:(?:spring|summer|autumn|dortmund)-1995|(?:dwz|fide|egf|elo)-\d{4})\b")
SAYS_IDS = ("/audit", "/log/")
"""Pages of a document or an event, which are looked at with its ids."""


@pytest.mark.parametrize(
    "at", [each for each in PAGES if not any(part in each for part in SAYS_IDS)]
)
def test_a_page_names_things_and_shows_no_ids(reader: TestClient, at: str) -> None:
    """Tournaments and rulebooks have names; their ids are in addresses alone."""
    assert IDS.findall(text_of(reader.get(at).text)) == []
