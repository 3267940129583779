"""A season in review: gains, upsets by expectation, most games, unbeaten runs, ages."""

from collections import Counter
from datetime import date

import pytest

from ledger.events.problems import Refused
from projections.api import Ledger


class TestTheYearOfTheClub:
    def test_svenja_gained_most(self, demo: Ledger) -> None:
        """She came with 1594 and ended the year with 1708."""
        review = demo.pool("club").review(first="1995-01-01")
        assert (review["first"], review["last"]) == ("1995-01-01", "1995-12-31")
        (first, *_) = review["gains"]
        assert (first["player"], first["before"], first["after"]) == ("svenja", 1594, 1708)
        assert first["change"] == 114

    def test_the_greatest_upset_is_the_win_that_was_expected_least(self, demo: Ledger) -> None:
        """In summer Svenja, 1595, beat Ludwig, 1688: 93 less, so Φ(−93 / (200·√2)) = 0.371."""
        upsets = demo.pool("club").review(first="1995-01-01")["upsets"]
        summer = next(it for it in upsets if it["tournament"] == "summer-1995")
        assert (summer["winner"], summer["loser"]) == ("svenja", "ludwig")
        assert summer["expected"] == pytest.approx(0.371, abs=0.001)
        assert [it["expected"] for it in upsets] == sorted(it["expected"] for it in upsets)
        assert upsets[-1]["expected"] <= 0.4

    def test_most_games_were_those_of_all_three_tournaments(self, demo: Ledger) -> None:
        """Ludwig had 4 in spring, 3 in summer and 4 in autumn."""
        (first, *_) = demo.pool("club").review(first="1995-01-01")["most_games"]
        assert (first["player"], first["games"]) == ("ludwig", 11)

    def test_konrad_was_unbeaten_all_year(self, demo: Ledger) -> None:
        """Spring: two wins and two draws.  Autumn: the same."""
        runs = demo.pool("club").review(first="1995-01-01")["unbeaten"]
        konrad = next(it for it in runs if it["player"] == "konrad")
        assert (konrad["games"], konrad["wins"], konrad["draws"]) == (8, 4, 4)
        assert (konrad["first"], konrad["last"]) == ("1995-04-29", "1995-11-25")

    def test_dorothea_won_twice_and_svenja_once(self, demo: Ledger) -> None:
        """Spring and autumn; Svenja won the summer and came second in autumn."""
        rows = demo.pool("club").review(first="1995-01-01")["podiums"]
        podiums = [(it["player"], it["first"], it["second"], it["third"]) for it in rows]
        assert podiums[:3] == [("dorothea", 2, 0, 0), ("svenja", 1, 1, 0), ("konrad", 0, 1, 1)]

    def test_nobody_is_left_out_who_won_as_often_as_the_last_one(self, district: str) -> None:
        """All who won a tournament without teams are there; more than ten did."""
        with Ledger(district) as ledger, ledger.pool("district") as view:
            rows = view.review(first="2026-01-01")["podiums"]
            tables = [
                view.crosstable(it["tournament"]) for it in view.tournaments(first="2026-01-01")
            ]
        won = Counter(
            row["player"]
            for table in tables
            if "teams" not in table
            for row in table["players"]
            if row["place"] is not None and row["place"][0] == 1
        )
        assert len(won) > 10
        assert {it["player"]: it["first"] for it in rows} == won

    def test_rosa_was_the_youngest_and_rolf_the_oldest(self, demo: Ledger) -> None:
        review = demo.pool("club").review(first="1995-01-01")
        assert review["youngest"][0]["player"] == "rosa"
        assert review["oldest"][0]["player"] == "rolf"

    def test_without_days_it_is_the_year_of_the_list(self, demo: Ledger) -> None:
        view = demo.pool("club", on=date(1995, 6, 1))
        review = view.review()
        assert (review["tournaments"], review["games"]) == (1, 18)

    def test_a_list_of_the_past_knows_no_rating_of_later(self, demo: Ledger) -> None:
        """On 1 June Svenja had 1595."""
        review = demo.pool("club", on="1995-06-01").review(first="1995-01-01")
        svenja = next(it for it in review["gains"] if it["player"] == "svenja")
        assert svenja["after"] == 1595


class TestTheYearOfAPlayer:
    def test_tells_of_his_games_alone(self, demo: Ledger) -> None:
        """Konrad lost 1906 − 1899 = 7, met Dorothea and Svenja twice, and won as expected."""
        review = demo.pool("club").review("konrad", first="1995-01-01")
        assert (review["player"], review["games"], review["upsets"]) == ("konrad", 8, [])
        assert [it["change"] for it in review["gains"]] == [-7]
        met = [it["player"] for it in review["most_games"] if it["games"] == 2]
        assert {"dorothea", "svenja"} <= set(met)
        assert "konrad" not in {it["player"] for it in review["oldest"]}

    def test_tells_the_places_in_the_list_and_in_the_tournaments(self, demo: Ledger) -> None:
        """At the end of May Svenja, 1595, was behind four; with 1708 only behind three of ten."""
        review = demo.pool("club").review("svenja", first="1995-06-01")
        assert review["rank"] == {"before": 5, "after": 4, "of": 10}
        assert [(it["player"], it["first"], it["second"]) for it in review["podiums"]] == [
            ("svenja", 1, 1)
        ]


class TestTheFile:
    def test_of_a_player_has_headings_of_his_own(self, demo: Ledger) -> None:
        file = demo.pool("club").export_review("html", "konrad", first="1995-01-01")
        page = file.content.decode()
        assert "Opponents met most often" in page
        assert "Largest gains" not in page

    def test_is_a_page_or_a_pdf_and_nothing_else(self, demo: Ledger) -> None:
        """Its PDF is read in tests/web/district/test_cards.py."""
        view = demo.pool("club")
        with pytest.raises(Refused, match="html, pdf"):
            view.export_review("xlsx", "rosa", first="1995-01-01")

    def test_is_a_page_of_its_own_in_the_language_asked_for(self, demo: Ledger) -> None:
        page = demo.pool("club").export_review("html", first="1995-01-01", lang="de").content
        assert '<html lang="de">' in page.decode()
        assert "Saisonrückblick: " in page.decode()
        assert "Springer, Svenja" in page.decode()
        assert "Größte Zuwächse" in page.decode()
        assert "<script" not in page.decode()
        assert "http" not in page.decode().replace("http://www.w3.org/2000/svg", "")


def test_a_review_may_be_of_one_day(demo: Ledger) -> None:
    """The autumn tournament ended on 25 November."""
    review = demo.pool("club").review(first="1995-11-25", last="1995-11-25")
    assert (review["first"], review["last"]) == ("1995-11-25", "1995-11-25")
    assert review["tournaments"] == 1


def test_days_in_the_wrong_order_are_refused(demo: Ledger) -> None:
    with pytest.raises(Refused, match="is before"):
        demo.pool("club").review(first="1995-12-31", last="1995-01-01")
