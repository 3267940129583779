"""MGSZ 6.§ (1), step 1, and (2): the multiplier of a tournament."""

from projections.rulebooks.mgsz_2011.p06_tournament import (
    calculated,
    category,
    extended_minutes,
    importance,
)
from projections.rulebooks.mgsz_2011.readings import Readings
from projections.rulebooks.tournament import Entrant, ThinkingTime
from tests.tables import every

READINGS = Readings()


def japanese(minutes, seconds):
    return ThinkingTime(minutes=minutes, overtime="japanese", seconds=seconds)


class TestCategory:
    """MGSZ table 2: the best category whose basic and extended minimum are both met."""

    @every(
        ("basic", "extended", "letter"),
        [
            (90, 110, "A"),
            (90, 109, "B"),
            (89, 200, "B"),
            (60, 80, "B"),
            (60, 79, "C"),
            (40, 55, "C"),
            (40, 54, "D"),
            (20, 30, "D"),
            (20, 29, "E"),
            (10, 20, "E"),
            (10, 19, None),
            (9, 60, None),
        ],
    )
    def test_the_least_times_of_every_category(self, basic, extended, letter):
        time = ThinkingTime(
            minutes=basic, overtime="canadian", stones=60, overtime_minutes=extended - basic
        )
        assert category(time, READINGS) == letter

    @every(
        ("time", "letter"),
        [(japanese(60, 20), "B"), (japanese(5, 140), "A"), (ThinkingTime(minutes=90), "A")],
    )
    def test_either_minimum_is_enough_under_the_other_reading(self, time, letter):
        """Reading M1."""
        assert category(time, Readings(time_rule="or")) == letter

    def test_the_number_of_periods_and_a_missing_overtime_change_nothing(self):
        assert extended_minutes(ThinkingTime(minutes=60)) == 60
        assert extended_minutes(ThinkingTime(minutes=60, overtime="none")) == 60

    def test_decimals_of_a_minute_are_exact(self):
        """52.3 and 2.7 minutes are 55, the least extended time of category C."""
        time = ThinkingTime(minutes=52.3, overtime="canadian", stones=60, overtime_minutes=2.7)
        assert extended_minutes(time) == 55
        assert category(time, READINGS) == "C"

    @every(
        "time",
        [
            ThinkingTime(minutes=60, overtime="fischer", seconds=20),
            ThinkingTime(minutes=60, overtime="japanese"),
            ThinkingTime(minutes=60, overtime="canadian", stones=20),
            ThinkingTime(minutes=60, overtime="canadian", overtime_minutes=5),
            ThinkingTime(minutes=60, increment_seconds=30),
        ],
    )
    def test_overtime_that_the_table_does_not_know_has_no_category(self, time):
        """Readings M2 and M27."""
        assert category(time, READINGS) is None

    def test_fischer_time_counts_for_an_agreed_number_of_moves(self):
        """Reading M2: 60 minutes and 60 × 20 seconds are 80."""
        time = ThinkingTime(minutes=60, overtime="fischer", seconds=20)
        assert category(time, Readings(fischer_moves=60)) == "B"
        assert category(time, Readings(fischer_moves=59)) == "C"


class TestImportance:
    """MGSZ table 3: what importance adds."""

    @every(
        ("flags", "bonus"),
        [
            ((), 0),
            (("invitational",), 5),
            (("national-championship",), 5),
            (("invitational", "national-championship"), 5),
            (("continental-or-world-championship",), 10),
            (("no-handicap",), 10),
            (("no-handicap", "invitational"), 15),
            (("invitational", "continental-or-world-championship"), 10),
            (("meets-time-rule",), 0),
        ],
    )
    def test_what_each_flag_adds(self, club, flags, bonus):
        assert importance(club.tournament(flags=frozenset(flags)), READINGS) == bonus

    def test_an_invitational_world_championship_may_be_read_to_count_twice(self, club):
        """Reading M5."""
        flags = frozenset({"invitational", "continental-or-world-championship"})
        stacked = Readings(importance_stacking=True)
        assert importance(club.tournament(flags=flags), stacked) == 15
        for flag, bonus in (("invitational", 5), ("continental-or-world-championship", 10)):
            assert importance(club.tournament(flags=frozenset({flag})), stacked) == bonus

    def test_participants_are_those_reported_else_those_known(self, club):
        """Reading M26."""
        entrants = tuple(Entrant(player=f"p{n}") for n in range(81))
        assert importance(club.tournament(entrants=entrants), READINGS) == 5
        assert importance(club.tournament(entrants=entrants, participants=80), READINGS) == 0

    def test_category_E_may_be_read_to_have_no_bonus(self, club):
        """Reading M4."""
        quick = club.tournament(thinking_time=japanese(10, 20), flags=frozenset({"no-handicap"}))
        assert calculated(quick, READINGS) == 10
        assert calculated(quick, Readings(category_e_bonus=False)) == 0


class TestCommittee:
    """MGSZ 6 (2): the Rating Committee sets what is not determined."""

    def test_without_category_and_decision_the_tournament_is_not_rated(self, club):
        blitz = club.tournament(club.game("a", "b"), thinking_time=ThinkingTime(minutes=9))
        assert club.why_not(blitz, {"a": 1900, "b": 1900}).startswith("MGSZ 6 (2): ")
        assert club.elos(blitz, {"a": 1900, "b": 1900}) == {}

    def test_an_unstated_thinking_time_is_said_to_be_unstated(self, club):
        cup = club.tournament(club.game("a", "b"), thinking_time=None)
        assert "no thinking time is stated" in club.why_not(cup, {"a": 1900, "b": 1900})

    def test_the_committee_sets_the_multiplier(self, club):
        blitz = club.tournament(club.game("a", "b"), thinking_time=None, C=10)
        assert club.elos(blitz, {"a": 1900, "b": 1900}) == {"a": 1905, "b": 1895}

    def test_the_committee_goes_before_the_tables(self, club):
        cup = club.tournament(club.game("a", "b"), C=40)
        assert club.elos(cup, {"a": 1900, "b": 1900}) == {"a": 1920, "b": 1880}

    def test_the_later_decision_holds_and_that_about_another_tournament_does_not(self, club):
        decisions = [
            club.decision("MGSZ 6 (2)", {"multiplier": 40}),
            club.decision("MGSZ 6 (2)", {"multiplier": 20}),
            club.decision("MGSZ 6 (2)", {"multiplier": 30}, tournament="another"),
        ]
        cup = club.tournament(club.game("a", "b"), decisions=tuple(decisions))
        assert club.elos(cup, {"a": 1900, "b": 1900}) == {"a": 1910, "b": 1890}


class TestStep1:
    """MGSZ 6 (1) step 1: time and importance together."""

    def test_the_small_board_takes_no_part_in_the_tables(self, club):
        cup = club.tournament(club.game("a", "b"), board=13, flags=frozenset({"no-handicap"}))
        assert club.elos(cup, {"a": 1100, "b": 1100}) == {"a": 1103, "b": 1098}

    def test_the_highest_multiplier_of_the_tables_is_45(self, club):
        flags = frozenset({"no-handicap", "invitational", "continental-or-world-championship"})
        congress = club.tournament(thinking_time=japanese(90, 60), flags=flags, participants=500)
        assert calculated(congress, READINGS) == 45
        assert calculated(congress, Readings(importance_stacking=True)) == 50
