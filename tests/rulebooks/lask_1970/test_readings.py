"""The named readings of the rulebook, and what is refused."""

from projections.rulebooks.lask_1970.readings import Readings
from projections.rulebooks.lask_1970.rulebook import Lask1970
from tests.tables import every

DEFAULTS = {
    "omranking_effect": "from_date",
    "group_mean_includes_self": True,
    "monrad_direct_mean_when_all_rated": True,
    "inactivity_counts_concentrated": True,
    "use_inferred_table1": False,
    "inactivity_counts_pending": False,
    "inactivity_exempt_newcomers": False,
    "summer_bonus_per_event": False,
    "half_rated_rule": "table1",
    "monrad_n8": "2b",
    "concentrated_date": "end",
    "general_addition_seasons": [1970],
    "initial_p_rounding": "ceil",
    "table2_096": 504,
    "long_game_min_minutes_per_move": 2.5,
}
OTHERS = {
    "omranking_effect": "next_period",
    "group_mean_includes_self": False,
    "monrad_direct_mean_when_all_rated": False,
    "inactivity_counts_concentrated": False,
    "use_inferred_table1": True,
    "inactivity_counts_pending": True,
    "inactivity_exempt_newcomers": True,
    "summer_bonus_per_event": True,
    "half_rated_rule": "pending",
    "monrad_n8": "2a",
    "concentrated_date": "start",
    "general_addition_seasons": [1970, 1971],
    "initial_p_rounding": "half_up",
    "table2_096": 501,
    "long_game_min_minutes_per_move": 3,
}
WRONG = [
    ("omranking_effect", "at_once"),
    ("group_mean_includes_self", "true"),
    ("use_inferred_table1", 1),
    ("half_rated_rule", True),
    ("monrad_n8", 2),
    ("concentrated_date", ["end"]),
    ("general_addition_seasons", 1970),
    ("general_addition_seasons", ["1970"]),
    ("general_addition_seasons", [True]),
    ("table2_096", 502),
    ("table2_096", 504.0),
    ("long_game_min_minutes_per_move", 0),
    ("long_game_min_minutes_per_move", "3"),
    ("long_game_min_minutes_per_move", 2.5001),
    ("long_game_min_minutes_per_move", 1000),
    ("long_game_min_minutes_per_move", True),
    ("long_game_min_minutes_per_move", float("inf")),
    ("long_game_min_minutes_per_move", float("nan")),
    ("k_factor", 16),
]


class TestReadings:
    def test_nothing_said_is_the_default(self):
        assert Lask1970().read_with({}) == Lask1970()

    def test_null_is_the_default(self):
        assert Lask1970().read_with(dict.fromkeys(DEFAULTS)) == Lask1970()

    def test_the_defaults_can_be_said_aloud(self):
        assert Lask1970().read_with(DEFAULTS) == Lask1970()

    def test_every_reading_has_another_value(self):
        other = Lask1970().read_with(OTHERS).readings
        for name, value in OTHERS.items():
            chosen = getattr(other, name)
            assert chosen != getattr(Readings(), name)
            assert (list(chosen) if isinstance(value, list) else chosen) == value

    def test_a_reading_is_chosen_anew_each_time(self):
        other = Lask1970().read_with({"monrad_n8": "2a"})
        assert other.read_with({}) == Lask1970()

    def test_equal_choices_make_equal_rulebooks(self):
        once, twice = (Lask1970().read_with({"general_addition_seasons": [1971]}) for _ in "ab")
        assert once == twice
        assert hash(once) == hash(twice)

    @every("minutes", [0.5, 2.125, 999.5])
    def test_minutes_may_have_three_decimals_and_lie_below_a_thousand(self, minutes):
        """LASK Regel 4."""
        read = Lask1970().read_with({"long_game_min_minutes_per_move": minutes})
        assert read.readings.long_game_min_minutes_per_move == minutes

    @every(("name", "value"), WRONG)
    def test_an_unknown_name_or_value_is_refused_by_name(self, name, value):
        (objection,) = Lask1970().read_with({name: value})
        assert objection.field == f"parameters.{name}"
        assert objection.message

    def test_all_faults_are_reported_together(self):
        assert len(Lask1970().read_with(dict(WRONG))) == len({name for name, _ in WRONG})
