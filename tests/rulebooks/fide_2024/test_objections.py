"""Cards, decisions and readings as they are submitted."""

from datetime import date

from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.fide_2024.rulebook import Fide2024
from tests.tables import every

FIDE = Fide2024()
SOUND = [
    ("FIDE 7.1.3", {"tournament": "t"}, {"list": "2026-04-01"}),
    ("FIDE 7.1.3", {"tournament": "t", "game": None}, {"list": "2026-12-01"}),
    ("FIDE 5.1", {"game": "g"}, {"rate": False}),
    ("FIDE 5.1", {"game": "g"}, {"rate": True}),
    ("FIDE 6.2", {"tournament": "t"}, {"rate_all": True}),
    ("FIDE 0.2", {"tournament": "t"}, {"evaluate": False}),
]
FAULTY = [
    ("FIDE 7.1", {"tournament": "t"}, {"list": "2026-04-01"}, {"rule"}),
    ("DWZ 6.2.1", {}, None, {"rule"}),
    ("FIDE 7.1.3", {}, {"list": "2026-04-01"}, {"about.tournament"}),
    ("FIDE 7.1.3", {"tournament": ""}, {"list": "2026-04-01"}, {"about.tournament"}),
    ("FIDE 7.1.3", {"tournament": 7}, {"list": "2026-04-01"}, {"about.tournament"}),
    ("FIDE 7.1.3", {"tournament": "t", "game": "g"}, {"list": "2026-04-01"}, {"about.game"}),
    ("FIDE 7.1.3", {"tournament": "t"}, {"list": "2026-04-02"}, {"value.list"}),
    ("FIDE 7.1.3", {"tournament": "t"}, {"list": "2026-04-31"}, {"value.list"}),
    ("FIDE 7.1.3", {"tournament": "t"}, {"list": "20260401"}, {"value.list"}),
    ("FIDE 7.1.3", {"tournament": "t"}, {"list": "April"}, {"value.list"}),
    ("FIDE 7.1.3", {"tournament": "t"}, {"list": 20260401}, {"value.list"}),
    ("FIDE 7.1.3", {"tournament": "t"}, {"list": "2026-04-01", "why": "x"}, {"value.list"}),
    ("FIDE 7.1.3", {"tournament": "t"}, {"month": "2026-04-01"}, {"value.list"}),
    ("FIDE 7.1.3", {"tournament": "t"}, "2026-04-01", {"value.list"}),
    ("FIDE 5.1", {"game": "g"}, {"rate": 0}, {"value.rate"}),
    ("FIDE 5.1", {"game": "g"}, None, {"value.rate"}),
    ("FIDE 5.1", {"tournament": "t"}, {"rate": True}, {"about.game", "about.tournament"}),
    ("FIDE 6.2", {"tournament": "t"}, {"rate_all": "yes"}, {"value.rate_all"}),
    ("FIDE 6.2", {"tournament": "t"}, {"evaluate": True}, {"value.rate_all"}),
    ("FIDE 0.2", {"tournament": "t"}, {"evaluate": 1}, {"value.evaluate"}),
]


class TestDecisions:
    """The decisions under FIDE 0.2, FIDE 5.1, FIDE 6.2 and FIDE 7.1.3."""

    @every(("rule", "about", "value"), SOUND)
    def test_a_sound_one_meets_no_objection(self, rule, about, value):
        assert FIDE.objections_to_decision(rule, about, value) == []

    @every(("rule", "about", "value", "fields"), FAULTY)
    def test_a_faulty_one_is_refused_field_by_field(self, rule, about, value, fields):
        objections = FIDE.objections_to_decision(rule, about, value)
        assert {objection.field for objection in objections} == fields
        assert all(objection.message for objection in objections)

    def test_an_unknown_rule_is_told_which_ones_there_are(self):
        (objection,) = FIDE.objections_to_decision("FIDE 7.1", {}, {})
        message = "fide-2024 knows decisions under FIDE 0.2, FIDE 5.1, FIDE 6.2, FIDE 7.1.3"
        assert objection.message == message

    def test_what_it_is_about_is_asked_for_by_id_and_the_value_by_an_example(self):
        objections = FIDE.objections_to_decision("FIDE 7.1.3", {"player": "a"}, {})
        assert {objection.field: objection.message for objection in objections} == {
            "about.player": "take it out: this rule's decisions are not about one",
            "about.tournament": "name the tournament by id",
            "value.list": 'give a list: {"list": "2026-04-01"}',
        }

    def test_the_list_of_another_rule_is_no_matter_of_the_end(self):
        """FIDE 9.1: only the list of a tournament is one of the three after its end."""
        ended_on = date(2026, 3, 10)
        assert FIDE.objections_to_end("FIDE 6.2", {"rate_all": True}, ended_on) == []
        assert FIDE.objections_to_end("FIDE 7.1.3", {"list": "2026-05-01"}, ended_on) == []
        (found,) = FIDE.objections_to_end("FIDE 7.1.3", {"list": "2026-07-01"}, ended_on)
        lists = "2026-04-01, 2026-05-01 or 2026-06-01"
        assert found.field == "value.list"
        assert found.message == f"the tournament ended on 2026-03-10: give {lists}"


class TestCards:
    """FIDE 0, FIDE 7.2.1: a card is a rating, with games and peak where they are known."""

    @every(
        "card",
        [
            {"rating": 1000},
            {"rating": 9_999},
            {"rating": 1400, "games": 0, "peak": 0},
            {"rating": 1400, "games": 9_999, "peak": 9_999},
            {"rating": 1400, "games": None, "peak": None},
        ],
    )
    def test_a_sound_one_meets_no_objection(self, card):
        assert FIDE.objections_to_card("initial", card) == []

    @every("rating", [999, 10_000, None, "1900", 1900.5, True])
    def test_a_rating_is_a_whole_number_of_four_digits(self, rating):
        (objection,) = FIDE.objections_to_card("initial", {"rating": rating})
        assert objection.field == "card.rating"
        assert "1000 or more" in objection.message

    @every("field", ["games", "peak"])
    @every("value", [-1, 10_000, "30", 2.5, True])
    def test_games_and_peak_are_whole_numbers_too(self, field, value):
        card = {"rating": 1900, field: value}
        assert [each.field for each in FIDE.objections_to_card("initial", card)] == [
            f"card.{field}"
        ]

    def test_fields_of_other_systems_are_refused_by_name_all_at_once(self):
        found = FIDE.objections_to_card("initial", {"index": 3, "grade": "5k"})
        assert [each.field for each in found] == ["card.grade", "card.index", "card.rating"]


READINGS = [
    ("control", ["standard", "rapid", "blitz"], ["classical", 1]),
    ("rounding_unit", ["period", "tournament"], ["game"]),
    ("k_order", ["peak_first", "text"], ["age"]),
    ("junior_2300", ["ever", "current"], [True]),
    ("exemption_rating", [2650, 1, None], [0, -5, "2650", 2650.5, True]),
    ("exemption_from", ["2025-10-01"], ["2025-10-32", "20251001", "October", 20251001]),
    ("gap_from", ["2024-12-01"], ["2024-12", 2024]),
    ("zero_first_event", ["against_rated", "whole_event"], ["none"]),
    ("pool_months", [1, 26], [0, "26", 2.5, True]),
    ("closing_days", [1, 3, 31], [0, 32, "3", 2.5, True]),
    ("assumed_games", [0, 30], [-1, "30", 2.5]),
    ("interim_reports", ["monthly", "none"], ["weekly"]),
    ("time_unknown", ["refuse", "rate"], [True]),
    ("below_floor_initial", ["keep", "discard"], ["lose"]),
]


class TestReadings:
    """Every open question of SOURCE.md is a reading whose values are checked."""

    @every(("name", "value"), [(name, value) for name, right, _ in READINGS for value in right])
    def test_what_may_be_read(self, name, value):
        assert isinstance(FIDE.read_with({name: value}), Fide2024)

    @every(("name", "value"), [(name, value) for name, _, wrong in READINGS for value in wrong])
    def test_what_may_not(self, name, value):
        (objection,) = FIDE.read_with({name: value})
        assert objection.field == f"parameters.{name}"

    def test_what_holds_unless_something_else_is_chosen(self):
        """SOURCE.md: 26 lists, three days, 30 games, 2650 since October 2025."""
        readings = Readings()
        words = {name: right[0] for name, right, _ in READINGS if isinstance(right[0], str)}
        days = {"exemption_from": date(2025, 10, 1), "gap_from": date(2024, 12, 1)}
        for name, value in (words | days).items():
            assert getattr(readings, name) == value
        assert (readings.exemption_rating, readings.pool_months) == (2650, 26)
        assert (readings.closing_days, readings.assumed_games) == (3, 30)

    def test_a_day_that_is_none_is_refused_with_an_example(self):
        (objection,) = FIDE.read_with({"gap_from": "soon"})
        assert "2024-12-01" in objection.message
        (objection,) = FIDE.read_with({"exemption_from": "soon"})
        assert "2025-10-01" in objection.message
