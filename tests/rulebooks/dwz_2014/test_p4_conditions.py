"""DWZ 2014 4: how long a figure holds, figures of other systems, which tournaments count."""

from datetime import date

import attrs
from msgspec.structs import replace

from projections.rulebooks.dwz.card import Adopted, DwzCard
from projections.rulebooks.tournament import ThinkingTime
from tests.rulebooks.dwz_1995.club import BEFORE, adopted, card, residual, tournament, waiting
from tests.rulebooks.dwz_2014.club import edition, report, rows
from tests.tables import every

LONG_AGO = date(1950, 1, 1)
DAY = date(1996, 1, 31)


class TestValidity:
    """DWZ 2014 4.1.1: a DWZ never lapses, residual games do after two years."""

    def test_a_dwz_of_1950_is_valid_for_ever(self):
        standing = edition().standing(card("1500-9", on=LONG_AGO), DAY)
        assert (standing.status, standing.valid_until) == ("valid", None)

    def test_an_adopted_figure_does_not_lapse_either(self):
        """DWZ 2014 4.1.2."""
        standing = edition().standing(adopted(2000, on=LONG_AGO), DAY)
        assert (standing.status, standing.card) == ("valid", {"rating": 2000, "index": 6})

    def test_the_years_are_a_reading(self):
        assert edition(validity_years=5).standing(card("1500-9", on=LONG_AGO), DAY).status == (
            "lapsed"
        )

    def test_residual_games_are_thrown_away_after_two_years(self):
        old, new = residual(1500, 1.0, date(1994, 1, 30)), residual(1600, 1.0, date(1994, 1, 31))
        (listed,) = edition().residual_games(waiting(old, new), DAY)
        assert (listed["opponent_rating"], listed["valid_until"]) == (1600, "1996-01-31")

    def test_whose_dwz_holds_again_has_no_residual_games(self):
        """It lapsed under the edition of 1995, and a game waited since."""
        held = replace(card("1500-9", on=LONG_AGO), residual_games=(residual(1500, 1.0),))
        assert edition().residual_games(held, DAY) == ()
        assert edition().residual_games(None, DAY) == ()
        row = rows(tournament("anna ½ bert"), {"anna": held, "bert": "1500-10"})["anna"]
        assert (row["status"], row["rating_before"], row["index_after"]) == ("rated", 1500, 10)


class TestOtherSystems:
    """DWZ 2014 2.2.4, DWZ 2014 4.1.2: the index with which a figure enters."""

    @every(
        ("system", "parameters", "index"),
        [
            ("FIDE", {}, 6),
            ("FIDE", {"national_index": 0}, 6),
            ("ÖSB", {}, 6),
            ("ÖSB", {"national_index": 0}, 0),
        ],
    )
    def test_it_is_six_or_for_national_figures_as_read(self, system, parameters, index):
        foreign = DwzCard(adopted=Adopted(rating=2000, system=system, on=BEFORE, source="list"))
        event = tournament("anna ½ bert")
        row = rows(event, {"anna": foreign, "bert": "2000-10"}, **parameters)["anna"]
        assert (row["index_before"], row["index_after"]) == (index, index + 1)

    def test_a_dwz_stands_before_every_figure_adopted(self):
        both = replace(card("1500-9", on=LONG_AGO), adopted=adopted(2000).adopted)
        assert edition().standing(both, DAY).card == {"rating": 1500, "index": 9}


class TestThinkingTime:
    """DWZ 2014 4.2: 90 minutes, in the classes U12 and younger 60."""

    @every(
        ("minutes", "increment", "youth_class", "counts"),
        [
            (90, 0, None, True),
            (89, 0, None, False),
            (60, 30, None, True),
            (60, 29, None, False),
            (60, 0, "U12", True),
            (59, 0, "U12", False),
            (60, 0, "U8", True),
            (60, 0, "U13", False),
            (90, 0, "U14", True),
            (60, 0, "Unknown", False),
            (60, 0, "12", False),
        ],
    )
    def test_a_tournament_counts_that_gives_it(self, minutes, increment, youth_class, counts):
        time = ThinkingTime(minutes=minutes, increment_seconds=increment)
        children = {"anna": 1990, "bert": 1988}  # 6 and 8
        facts = {"thinking_time": time, "youth_class": youth_class}
        event = tournament("anna ½ bert", births=children, **facts)
        excluded = report(event, {"anna": "1500-9", "bert": "1500-9"}).excluded
        assert (excluded is None) is counts
        assert counts or excluded.startswith("DWZ 2014 4.2: ")

    def test_sixty_minutes_are_not_enough_for_a_child_known_to_be_older(self):
        """DWZ 2014 4.2: Bert is 13."""
        sixty = {"thinking_time": ThinkingTime(minutes=60), "youth_class": "U12"}
        event = tournament("anna ½ bert", births={"anna": 1988, "bert": 1983}, **sixty)
        assert report(event, {"anna": "1500-9", "bert": "1500-9"}).excluded == (
            "DWZ 2014 4.2: 60 minutes per player and game are enough for class U12 only, and "
            "older: bert"
        )

    def test_where_none_is_stated_the_submitters_word_counts(self):
        cards = {"anna": "1500-9", "bert": "1500-9"}
        silent = tournament("anna ½ bert", thinking_time=None)
        assert (
            report(silent, cards).excluded == "DWZ 2014 4.2: submitted without its thinking time"
        )
        said = attrs.evolve(silent, flags=frozenset({"meets-time-rule"}))
        assert report(said, cards).excluded is None


class TestWhatIsTakenOver:
    """As in 1995, cited by this edition's numbers."""

    def test_a_match_needs_two_rated_players(self):
        match = tournament("anna ½ bert", format="match")
        assert report(match, {"anna": "1500-9"}).excluded.startswith("DWZ 2014 4.2.4: a match")
        assert report(match, {"anna": "1500-9", "bert": adopted(1800)}).excluded is None

    def test_a_tournament_abroad_needs_a_delegation_or_an_exception(self):
        abroad = tournament("anna ½ bert", country="FRA")
        assert report(abroad, {}).excluded.startswith("DWZ 2014 4.2.3: held outside Germany")

    def test_only_chess_counts_and_only_games_that_were_played(self):
        assert report(tournament(discipline="go"), {}).excluded.startswith("DWZ 2014 1.1: ")
        forfeit = {"white": "anna", "black": "bert", "white_points": 1.0, "black_points": 0.0}
        event = tournament({**forfeit, "played": False, "reason": "forfeit"})
        (game,) = report(event, {}).games_not_rated
        assert game.reason == "DWZ 2014 4.2: not played (forfeit)"

    def test_games_against_computers_are_struck(self):
        event = tournament("anna 1 fritz", computers=("fritz",))
        (game,) = report(event, {"anna": "1500-9"}).games_not_rated
        assert game.reason.startswith("DWZ 2014 4.1.4: ")
