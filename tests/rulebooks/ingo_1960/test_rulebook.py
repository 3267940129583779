"""INGO 1960 as it is registered: adoption, decisions, standing."""

from datetime import date

import pytest

from projections.rulebooks.document import working
from projections.rulebooks.evaluation import RatingStatus, Report
from projections.rulebooks.ingo_1960.card import IngoCard
from projections.rulebooks.ingo_1960.readings import Readings
from projections.rulebooks.ingo_1960.rulebook import Ingo1960
from projections.rulebooks.objection import Objection
from projections.rulebooks.occasion import (
    CalendarDay,
    RatingAdopted,
    RatingDecided,
    SummaryKnown,
    TournamentEnded,
)
from projections.rulebooks.tournament import Player
from tests.rulebooks.ingo_1960.club import event
from tests.tables import every

BOOK = Ingo1960()
DAY = date(1960, 11, 1)
ANNA = IngoCard(number=128, count=5, on=DAY, source="autumn")
MARKED = IngoCard(number=175, count=1, mark="or worse", on=DAY, source="autumn")


class TestReadings:
    """INGO 1960: the parameters of the contract, the first value being the default."""

    def test_nothing_named_and_null_mean_the_defaults(self):
        for parameters in ({}, {"limit": None, "percent_mode": None}):
            assert BOOK.read_with(parameters) == BOOK

    @every(
        ("name", "value"),
        [
            ("percent_mode", "formula"), ("niveau_decimals", 3), ("niveau_decimals", 0),
            ("h_decimals", 1),
            ("f_decimals", 1), ("junior_direction", "both"), ("junior_before_short", True),
            ("limit_in_matches", False), ("keep_mark_if_still_unbounded", False), ("limit", 40),
            ("limit_for_newcomers", "once"), ("limit_for_newcomers", "never"),
            ("min_games", 1), ("min_match_games", 6),
        ],
    )  # fmt: skip
    def test_a_reading_is_taken(self, name, value):
        book = BOOK.read_with({name: value})

        assert book == Ingo1960(readings=Readings(**{name: value}))
        assert book != BOOK

    @every("name", ["limit", "min_games", "min_match_games"])
    def test_one_is_the_least(self, name):
        assert BOOK.read_with({name: 1}) == Ingo1960(readings=Readings(**{name: 1}))
        (objection,) = BOOK.read_with({name: 0})
        assert objection.field == f"parameters.{name}"

    @every(
        ("name", "value", "remedy"),
        [
            ("percent_mode", "rounded", "printed, uncorrected, formula"),
            ("percent_mode", ["printed"], "printed, uncorrected, formula"),
            ("niveau_decimals", 4, "0 to 3"), ("h_decimals", -1, "0 to 3"),
            ("f_decimals", True, "0 to 3"), ("f_decimals", 1.0, "0 to 3"),
            ("junior_before_short", "yes", "true or false"),
            ("limit_in_matches", 1, "true or false"),
            ("limit", 0, "1 or more"), ("min_games", "3", "1 or more"),
            ("weight_general", 4, "it has f_decimals"),
        ],
    )  # fmt: skip
    def test_an_unknown_name_or_value_is_refused_with_a_remedy(self, name, value, remedy):
        (objection,) = BOOK.read_with({name: value})

        assert objection.field == f"parameters.{name}"
        assert remedy in objection.message

    def test_all_faults_are_told_at_once(self):
        faults = BOOK.read_with({"limit": 0, "mimit": 1, "h_decimals": 2, "min_games": 0})

        assert [fault.field for fault in faults] == [
            "parameters.limit", "parameters.mimit", "parameters.min_games",
        ]  # fmt: skip


class TestDecidedNumbers:
    """INGO Vorwort 6: the evaluators may set a number."""

    def decided(self, card, kind="initial"):
        return RatingDecided(
            day=DAY, event="d1", position=7, player="Anna", card=card, kind=kind,
            by="Ingo-Zentrale", reason="first list",
        )  # fmt: skip

    @every("kind", ["initial", "re-ranking", "correction", "carried-over"])
    def test_a_decision_gives_the_card_whatever_its_kind(self, kind):
        card = {"number": 175, "count": 1, "mark": "or worse"}

        outcome = BOOK.evaluate(self.decided(card, kind), {"Anna": ANNA})

        assert outcome.cards == {
            "Anna": IngoCard(number=175, count=1, mark="or worse", on=DAY, source="d1")
        }
        assert outcome.report() == Report()

    def test_it_is_written_down(self):
        with working() as steps:
            BOOK.evaluate(self.decided({"number": 175, "count": 1}), {"Anna": None})

        (step,) = steps
        assert (step.rule, step.player) == ("INGO Vorwort 6", "Anna")
        assert step.result == {"number": 175, "count": 1, "mark": None}

    @every(
        "card",
        [
            {"number": 128, "count": 5}, {"number": -3, "count": 1, "mark": None},
            {"number": 175, "count": 1, "mark": "or worse"},
        ],
    )  # fmt: skip
    def test_a_number_with_its_count_is_a_card(self, card):
        assert BOOK.objections_to_card("initial", card) == []

    @every(
        ("card", "fields"),
        [
            ({}, ["card.number", "card.count"]),
            ({"number": "128", "count": 5}, ["card.number"]),
            ({"number": 128.5, "count": 5}, ["card.number"]),
            ({"number": True, "count": True}, ["card.number", "card.count"]),
            ({"number": 12800, "count": 5}, ["card.number"]),
            ({"number": 128, "count": 0}, ["card.count"]),
            ({"number": 128, "count": 5, "mark": "or_worse"}, ["card.mark"]),
            ({"number": 128, "count": 5, "rating": 1816}, ["card.rating"]),
        ],
    )
    def test_anything_else_is_refused_by_field(self, card, fields):
        assert [fault.field for fault in BOOK.objections_to_card("initial", card)] == fields

    def test_four_digits_are_the_most(self):
        """INGO Vorwort 6: 9999, above and below nought, and 9999 evaluations."""
        for card in ({"number": 9999, "count": 9999}, {"number": -9999, "count": 1}):
            assert BOOK.objections_to_card("initial", card) == []
        faults = BOOK.objections_to_card("initial", {"number": 10_000, "count": 10_000})
        assert [fault.field for fault in faults] == ["card.number", "card.count"]

    def test_the_remedy_says_how_many_decimals(self):
        """INGO C I, R3."""
        tenths = Ingo1960(readings=Readings(f_decimals=1))
        card = {"number": "128", "count": 5}

        (whole,), (decimal,) = (
            [fault.message for fault in book.objections_to_card("initial", card)]
            for book in (BOOK, tenths)
        )
        assert whole == "give the Ingo number as a whole number of at most four digits"
        assert decimal == (
            "give the Ingo number as a decimal of at most four digits with at most 1 decimals"
        )

    def test_decimals_are_taken_where_numbers_have_them(self):
        """INGO C I, R3: f_decimals = 1."""
        tenths = Ingo1960(readings=Readings(f_decimals=1))

        assert tenths.objections_to_card("initial", {"number": 128.5, "count": 5}) == []
        assert tenths.objections_to_card("initial", {"number": 128.25, "count": 5}) != []


class TestOtherDecisions:
    """INGO 0 and INGO C III: the decisions that are known."""

    @every(
        ("rule", "about", "value"),
        [
            ("INGO 0", {"tournament": "autumn"}, {"evaluate": False}),
            ("INGO 0", {"tournament": "autumn", "player": None}, {"evaluate": True}),
            ("INGO C III", {"tournament": "autumn", "player": "Anna"}, {"apply": True}),
        ],
    )
    def test_a_known_decision_is_taken(self, rule, about, value):
        assert BOOK.objections_to_decision(rule, about, value) == []

    @every(
        ("rule", "about", "value", "fields"),
        [
            ("INGO C IV", {"tournament": "autumn"}, {"apply": True}, ["rule"]),
            ("C III", {"tournament": "autumn", "player": "Anna"}, {"apply": True}, ["rule"]),
            ("INGO C III", {"player": "Anna"}, {"apply": True}, ["about"]),
            ("INGO 0", {"tournament": "autumn", "club": "x"}, {"evaluate": False}, ["about"]),
            ("INGO 0", {"tournament": "autumn"}, {"apply": False}, ["value"]),
            ("INGO 0", {"tournament": "autumn"}, {"evaluate": 0}, ["value"]),
            ("INGO 0", {"tournament": "autumn"}, None, ["value"]),
            ("INGO C III", {}, {"apply": True, "weight": 2}, ["about", "value"]),
        ],
    )
    def test_anything_else_is_refused_by_field(self, rule, about, value, fields):
        faults = BOOK.objections_to_decision(rule, about, value)

        assert [fault.field for fault in faults] == fields
        assert all(isinstance(fault, Objection) and fault.message for fault in faults)

    def test_the_remedy_names_what_a_decision_is_about(self):
        """INGO C III: the tournament and the player."""
        (fault,) = BOOK.objections_to_decision("INGO C III", {}, {"apply": True})

        assert fault.message == "name the tournament and the player and nothing else"


class TestStanding:
    """INGO C I: a number holds until the next evaluation."""

    def test_a_number_never_lapses(self):
        for day in (DAY, date(2020, 1, 1)):
            assert BOOK.standing(ANNA, day) == RatingStatus(
                status="valid",
                figure=128,
                card={"number": 128, "count": 5, "mark": None},
                last_event="autumn",
            )

    def test_a_marked_number_shows_its_mark(self):
        """INGO C II."""
        assert BOOK.standing(MARKED, DAY).card == {"number": 175, "count": 1, "mark": "or worse"}

    def test_a_player_without_a_number_is_unrated(self):
        assert BOOK.standing(None, DAY) == RatingStatus(status="unrated")

    def test_no_games_ever_wait(self):
        assert BOOK.residual_games(ANNA, DAY) == ()

    def test_cards_are_spelt_as_in_the_source(self):
        """INGO C II."""
        assert [BOOK.format_card(card.contents) for card in (ANNA, MARKED)] == [
            "128 /5", "175 /1 or worse",
        ]  # fmt: skip

    def test_a_card_without_an_evaluation_cannot_be_built(self):
        with pytest.raises(ValueError, match="count"):
            IngoCard(number=128, count=0, on=DAY, source="autumn")

    def test_a_card_is_packed_with_sorted_keys(self):
        assert BOOK.pack(ANNA) == (
            '{"count":5,"mark":null,"number":128,"on":"1960-11-01","source":"autumn"}'
        )


class TestOccasions:
    """INGO 1960: one occasion per event, at its end; no days of its own."""

    EVENT = event({"Anna": "150 /5", "Berta": "150 /5"}, "Anna ½ Berta")

    def test_an_event_is_evaluated_when_it_ends(self):
        assert not BOOK.is_dated_by_games(self.EVENT.tournament)
        assert list(BOOK.occasions(self.EVENT.tournament)) == [
            TournamentEnded(day=DAY, tournament=self.EVENT.tournament)
        ]

    def test_the_calendar_is_empty(self):
        assert list(BOOK.calendar(date(1960, 1, 1), date(1980, 1, 1))) == []

    @every(
        "occasion",
        [
            CalendarDay(day=DAY, name="1 September"),
            RatingAdopted(
                day=DAY, list_date=DAY, event="r", position=1, player="Anna",
                system="FIDE", figure=2200, verified=True,
            ),
            SummaryKnown(
                day=DAY, event="s", tournament="old", player=Player(id="Anna"), rating_before=1800,
                index_before=4, points=4, expected=3.5, games=9, coefficient=None,
                rating_after=1810, index_after=5,
            ),
        ],
    )  # fmt: skip
    def test_occasions_of_other_systems_change_nothing(self, occasion):
        assert BOOK.evaluate(occasion, {"Anna": ANNA}).cards == {}

    def test_the_report_of_an_event_is_that_of_its_one_occasion(self):
        report = self.EVENT.report()

        assert BOOK.join([report]) is report

    def test_a_new_card_names_day_and_event(self):
        played = event(
            {"Anna": "150 /5", "Berta": "150 /5"}, "Anna ½ Berta, Anna 1 Berta, Berta 1 Anna"
        )

        assert played.evaluate().cards["Anna"] == IngoCard(
            number=150, count=6, on=DAY, source="autumn"
        )

    def test_a_computer_s_games_count_like_any_other_s(self):
        """INGO A: the document does not know them."""
        played = event(
            {"Anna": "150 /5", "Berta": "150 /5"}, "Anna ½ Berta, Anna 1 Berta, Berta 1 Anna"
        )
        engine = {"Anna": Player(id="Anna"), "Berta": Player(id="Berta", computer=True)}

        assert played.changed(players=engine).after() == played.after() != {}


def test_what_the_shelf_asks():
    """INGO A: the lower the stronger; the number is the figure."""
    assert BOOK.lower_is_stronger
    assert BOOK.card_fields == ("number", "count", "mark")


def test_the_symbols_of_the_document_are_explained():
    """INGO A, INGO B III 1, INGO Tabelle: F, H, N, the games and the difference to 50 percent."""
    assert BOOK.symbols.keys() == {"F", "H", "N", "k", "%d"}
    assert all(BOOK.symbols.values())


def test_a_table_has_the_columns_of_the_document():
    """INGO B II: number before, points and games, %d, N and H, number after; and by which rule."""
    headings = ["Before", "Points", "Games", "%d", "N", "H", "After", "Rule"]
    played = event(
        {"Anna": "150 /5", "Berta": "151 /5"}, "Anna ½ Berta, Anna ½ Berta, Anna 1 Berta"
    )
    rows = {row["player"]: BOOK.table_row(row) for row in played.report().rows}

    # 2 of 3 are -12.5; N = (150 + 3 · 151)/4 = 150.75; H = 138.3; (7 · 150 + 138)/8 = 148.5
    assert [(heading, rows["Anna"][field]) for field, heading in BOOK.columns.items()] == list(
        zip(headings, ["150 /5", 2, 3, -12.5, 150.8, 138, "149 /6", "C IV"], strict=True)
    )


def test_a_row_holds_the_card_before_and_after():
    """INGO B II: the mark of a row is that of the new number."""
    row = {
        "number_before": 128,
        "count_before": 5,
        "number_after": 126,
        "count_after": 6,
        "mark": "or worse",
    }
    assert BOOK.card_in(row, "before") == {"number": 128, "count": 5, "mark": None}
    assert BOOK.card_in(row, "after") == {"number": 126, "count": 6, "mark": "or worse"}


def test_an_opponent_may_be_typed_without_his_evaluations():
    """INGO C I: from the fourth evaluation on all numbers are weighed alike, so five are taken."""
    assert BOOK.typed_card([128, 4], is_opponent=False) == {"number": 128, "count": 4}
    assert BOOK.typed_card([128], is_opponent=False) == {"number": 128}
    assert BOOK.typed_card([128], is_opponent=True) == {"number": 128, "count": 5}
