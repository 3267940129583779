"""The rulebook as it is registered: readings, objections, cards as text, what a card is worth."""

from datetime import date

from projections.rulebooks.dwz import dwz
from projections.rulebooks.dwz.card import DwzCard, Figure, Undated
from projections.rulebooks.dwz.readings import Readings1995
from projections.rulebooks.dwz.rulebook import Dwz1995
from projections.rulebooks.evaluation import RatingStatus, Report
from projections.rulebooks.occasion import CalendarDay, RulebookBegan
from tests.rulebooks.dwz_1995.club import BEFORE, DAY, adopted, card, residual, shown, waiting
from tests.tables import every

BOOK = Dwz1995()


class TestReadings:
    def test_the_defaults(self):
        assert BOOK.read_with({}) == BOOK.read_with({"expectancy": None}) == BOOK
        assert BOOK.readings == Readings1995(
            expectancy="normal", special_threshold=200, validity_years=5, residual_years=2
        )

    def test_named_readings_are_taken(self):
        read = BOOK.read_with({"expectancy": "table", "validity_years": 0})
        assert (read.readings.expectancy, read.readings.validity_years) == ("table", 0)

    @every(
        ("name", "value", "remedy"),
        [
            ("expectancy", "gauss", "one of normal, table, logistic"),
            ("special_threshold", 0, "1 or more"),
            ("special_threshold", 200.0, "whole number"),
            ("special_threshold", True, "whole number"),
            ("validity_years", -1, "0 means that nothing lapses"),
            ("residual_years", "2", "whole number of years"),
            ("expectency", "table", "it has expectancy, five_opponents"),
        ],
    )
    def test_an_unknown_name_or_value_is_refused_with_the_remedy(self, name, value, remedy):
        (objection,) = BOOK.read_with({name: value})
        assert objection.field == f"parameters.{name}"
        assert remedy in objection.message

    def test_all_faults_are_named_together(self):
        assert len(BOOK.read_with({"expectancy": "x", "validity_years": -1, "y": 1})) == 3


class TestObjectionsToCards:
    def test_a_rating_and_an_index(self):
        assert BOOK.objections_to_card("correction", {"rating": -12, "index": 0}) == []

    def test_four_digits_are_the_most(self):
        for rating in (9999, -9999):
            assert BOOK.objections_to_card("initial", {"rating": rating, "index": 1}) == []
        (objection,) = BOOK.objections_to_card("initial", {"rating": 10_000, "index": 1})
        assert objection.message == "must be a whole number from -9999 to 9999"

    @every(
        ("written", "fields"),
        [
            ({}, ["card.rating", "card.index"]),
            ({"rating": 1500}, ["card.index"]),
            ({"rating": 1500.5, "index": 1}, ["card.rating"]),
            ({"rating": 10000, "index": 1}, ["card.rating"]),
            ({"rating": 1500, "index": -1}, ["card.index"]),
            ({"rating": True, "index": 1}, ["card.rating"]),
            ({"rating": 1500, "index": 1, "mark": None}, ["card.mark"]),
        ],
    )
    def test_anything_else_is_named(self, written, fields):
        told = BOOK.objections_to_card("initial", written)
        assert [objection.field for objection in told] == fields


class TestObjectionsToDecisions:
    """DWZ 6.2.1: the one decision DWZ knows."""

    @every("granted", [True, False])
    def test_an_exception_for_a_tournament(self, granted):
        about = {"tournament": "cup"}
        assert BOOK.objections_to_decision("DWZ 6.2.1", about, {"evaluate": granted}) == []

    @every(
        ("rule", "about", "value", "field"),
        [
            ("DWZ 6.2.2", {"tournament": "cup"}, {"evaluate": True}, "rule"),
            ("DWZ 6.2.1", {}, {"evaluate": True}, "about"),
            ("DWZ 6.2.1", {"tournament": "cup", "player": "anna"}, {"evaluate": True}, "about"),
            ("DWZ 6.2.1", {"tournament": None}, {"evaluate": True}, "about"),
            ("DWZ 6.2.1", {"tournament": "cup"}, {"evaluate": "yes"}, "value"),
            ("DWZ 6.2.1", {"tournament": "cup"}, {"evaluate": True, "fee": 10}, "value"),
            ("DWZ 6.2.1", {"tournament": "cup"}, True, "value"),
        ],
    )
    def test_anything_else_is_refused(self, rule, about, value, field):
        told = BOOK.objections_to_decision(rule, about, value)
        assert [objection.field for objection in told] == [field]


class TestCardAsText:
    CARDS = (
        DwzCard(),
        card("1500-9"),
        adopted(2100, figure=card("1900-3").figure),
        waiting(residual(1400, 1.0), residual(1500, 0.5)),
        DwzCard(
            figure=Figure(
                rating=1441,
                index=1,
                on=BEFORE,
                source="cup",
                approximate=True,
                undated=Undated(
                    evaluations=((1677, 5), (1323, 10)), residual_games=(residual(1400, 0.0),)
                ),
            )
        ),
    )

    @every("held", CARDS)
    def test_it_reads_back_as_it_was(self, held):
        text = BOOK.pack(held)
        assert BOOK.unpack(text) == held
        assert BOOK.pack(BOOK.unpack(text)) == text

    def test_equal_cards_give_equal_text_and_others_do_not(self):
        assert BOOK.pack(card("1500-9")) == BOOK.pack(card("1500-9"))
        assert len({BOOK.pack(held) for held in self.CARDS}) == len(self.CARDS)


class TestStanding:
    """DWZ 6.1.1, DWZ 6.1.2: what a card is worth on a day."""

    def test_a_valid_dwz(self):
        assert BOOK.standing(card("1500-9"), DAY) == RatingStatus(
            status="valid",
            figure=1500,
            card={"rating": 1500, "index": 9},
            valid_until=date(2000, 6, 1),
            last_event="before",
        )

    def test_a_valid_dwz_stands_before_an_adopted_figure_of_a_later_list(self):
        held = adopted(2100, on=DAY, figure=card("1900-3").figure)
        assert BOOK.standing(held, DAY).card == {"rating": 1900, "index": 3}

    def test_a_valid_adopted_figure_in_place_of_a_lapsed_dwz(self):
        held = adopted(2100, figure=card("1900-3", on=date(1980, 1, 1)).figure)
        standing = BOOK.standing(held, DAY)
        assert (standing.status, standing.card) == ("valid", {"rating": 2100, "index": 0})
        assert standing.last_event == "fide list"

    def test_of_two_lapsed_figures_the_one_that_lapsed_last_is_shown(self):
        late = date(2020, 1, 1)
        older = adopted(2100, on=date(1994, 1, 1), figure=card("1900-3").figure)
        newer = adopted(2100, on=date(1996, 1, 1), figure=card("1900-3").figure)
        assert BOOK.standing(older, late).card == {"rating": 1900, "index": 3}
        assert BOOK.standing(newer, late).card == {"rating": 2100, "index": 0}
        assert BOOK.standing(newer, late).status == "lapsed"
        assert BOOK.standing(newer, late).valid_until == date(2001, 1, 1)

    @every("held", [None, waiting(residual(1500, 1.0))])
    def test_without_any_figure_unrated(self, held):
        assert BOOK.standing(held, DAY) == RatingStatus(status="unrated")

    def test_without_lapse_there_is_no_last_day(self):
        forever = BOOK.read_with({"validity_years": 0, "residual_years": 0})
        assert forever.standing(card("1500-9"), date.max).valid_until is None
        (listed,) = forever.residual_games(waiting(residual(1500, 1.0)), date.max)
        assert listed["valid_until"] is None


def began(*pieces):
    return RulebookBegan(day=DAY, event="adoption", before="ingo-1960", pieces=pieces)


class TestConversion:
    """DWZ 6.1.2: figures of the rulebook before, by the formula prescribed."""

    INGO = began({"factor": -8, "plus": 2840})

    def test_an_ingo_number_becomes_a_dwz_and_its_count_the_index(self):
        after = BOOK.evaluate(self.INGO, {"anna": (150, 7), "bert": None}).cards
        assert set(after) == {"anna"}
        assert shown(after["anna"]) == "1640-7"
        assert (after["anna"].figure.on, after["anna"].figure.source) == (DAY, "adoption")

    @every(("ingo", "rating"), [(120, "1880-7"), (200, "1240-7"), (0, "2840-7")])
    def test_what_is_proposed_for_an_ingo_number_is_2840_less_eight_times_it(self, ingo, rating):
        pieces = BOOK.conversions["ingo-1960"]["pieces"]
        after = BOOK.evaluate(began(*pieces), {"anna": (ingo, 7)}).cards
        assert shown(after["anna"]) == rating

    @every(
        ("figure", "rating"),
        [(700, 1100), (999, 1399), (1000, 1400), (1200, 1528), (1366, 1634), (2200, 2200)],
    )
    def test_pieces_hold_below_their_bounds(self, figure, rating):
        pieces = (
            {"factor": 1, "plus": 0},
            {"factor": 0.64, "plus": 760, "below": 2110},
            {"factor": 1, "plus": 400, "below": 1000},
        )
        after = BOOK.evaluate(began(*pieces), {"anna": (figure, 3)}).cards
        assert shown(after["anna"]) == f"{rating}-3"

    def test_it_is_rounded_half_up_and_exact(self):
        """0.57 · 150 = 85.5, in binary 85.49999999999999."""
        after = BOOK.evaluate(began({"factor": 0.57, "plus": 0}), {"anna": (150, 3)}).cards
        assert 0.57 * 150 < 85.5
        assert shown(after["anna"]) == "86-3"

    def test_without_a_conversion_nothing_is_carried_over(self):
        assert BOOK.evaluate(began(), {"anna": (150, 7)}).cards == {}

    def test_a_figure_above_every_piece_is_not_carried_over(self):
        below = began({"factor": 1, "plus": 0, "below": 100})
        assert BOOK.evaluate(below, {"anna": (150, 7)}).cards == {}

    def test_what_a_later_rulebook_may_carry_over(self):
        assert BOOK.conversion_source(card("1500-9"), DAY) == (1500, 9)
        assert BOOK.conversion_source(adopted(2100), DAY) == (2100, 0)
        assert BOOK.conversion_source(card("1500-9", on=date(1980, 1, 1)), DAY) is None
        assert BOOK.conversion_source(None, DAY) is None


class TestOnTheShelf:
    def test_name_and_document(self):
        assert (BOOK.name, BOOK.document) == ("dwz-1995", dwz)

    def test_the_rating_is_the_figure_and_the_higher_the_stronger(self):
        """DWZ 4.1."""
        assert BOOK.card_fields == ("rating", "index")
        assert not BOOK.lower_is_stronger

    def test_it_has_no_days_of_its_own(self):
        assert tuple(BOOK.calendar(date(1995, 1, 1), date(2020, 1, 1))) == ()
        assert BOOK.evaluate(CalendarDay(day=DAY, name="1 June"), {}).cards == {}

    def test_a_tournament_has_one_report(self):
        one = Report(excluded="DWZ 6.2.2: too fast")
        assert BOOK.join([one]) is one
