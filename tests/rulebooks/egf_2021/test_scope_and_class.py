"""The tournaments that are rated, and their weight."""

from datetime import date

from projections.rulebooks.egf_2021.classes import FACTOR
from tests.rulebooks.egf_2021.go_club import card, cup, decision, rows, worked_out
from tests.tables import every

CARDS = {"a": card(1500), "b": card(1500)}
HOUR = {"minutes": 60, "overtime": "japanese", "seconds": 20}
BELOW_C = {"minutes": 10, "overtime": "none"}
ONLINE = frozenset({"online"})


def class_of(decisions=(), parameters=None, **facts):
    """The class in the rows, or the reason why there are none."""
    tournament = cup("a 1-0 b", decisions=decisions, **facts)
    report = worked_out(tournament, CARDS, **(parameters or {})).report()
    return report.excluded or report.rows[0]["class"]


class TestScope:
    """EGF scope."""

    @every(
        ("facts", "why"),
        [
            ({"discipline": "chess"}, "EGF scope: only go tournaments are rated"),
            ({"board": 13}, "EGF scope: only 19×19 boards are rated"),
            ({"board": 9}, "EGF scope: only 19×19 boards are rated"),
            ({"format": "pairs"}, "EGF scope: pair tournaments are not rated"),
            ({"ended_on": date(1995, 12, 31)}, "EGF scope: the database begins with 1996"),
        ],
    )
    def test_what_lies_outside_is_not_rated_whatever_is_decided(self, facts, why):
        assert class_of(**facts) == why
        assert class_of([decision("class", {"class": "A"})], **facts) == why

    @every(
        "facts",
        [{"board": 19}, {"ended_on": date(1996, 1, 1)}, {"format": "team"}, {"format": "games"}],
    )
    def test_what_lies_inside_is_rated(self, facts):
        assert class_of(**facts) == "A"


class TestWhoseWordHolds:
    """EGF class: a decision, else the class submitted, else the time."""

    def test_the_factors_are_those_of_the_page(self):
        assert FACTOR == {"A": 1, "B": 0.75, "C": 0.5, "D": 0.25}

    @every(
        ("facts", "expected"),
        [
            ({"class_": "C", "thinking_time": HOUR}, "C"),
            ({"class_": "A", "thinking_time": BELOW_C}, "A"),
            ({"class_": "A", "flags": ONLINE}, "A"),
            ({"class_": "D"}, "D"),
            ({"class_": "I", "thinking_time": HOUR}, "A"),
            ({"class_": "a", "thinking_time": HOUR}, "A"),
            ({"class_": None, "thinking_time": HOUR, "flags": ONLINE}, "D"),
            ({"class_": None}, "EGF class: neither a class nor the thinking time is stated"),
            (
                {"class_": None, "thinking_time": BELOW_C},
                "EGF class: the thinking time is below class C",
            ),
            (
                {"class_": None, "thinking_time": BELOW_C, "flags": ONLINE},
                "EGF class: the thinking time is below class D",
            ),
        ],
    )
    def test_without_a_decision(self, facts, expected):
        assert class_of(**facts) == expected

    def test_a_decision_holds_against_class_and_time_and_the_last_one_against_others(self):
        first, last = decision("class", {"class": "B"}), decision("class", {"class": "D"})
        assert class_of([first, last], thinking_time=HOUR) == "D"
        assert class_of([first], class_=None, thinking_time=BELOW_C) == "B"
        refused = decision("class", {"class": None})
        assert class_of([refused]) == "EGF class: not included, by decision of the committee"
        assert class_of([refused, first]) == "B"

    def test_a_decision_about_another_tournament_says_nothing(self):
        elsewhere = decision("class", {"class": "D"}, tournament="another")
        assert class_of([elsewhere]) == "A"

    @every(
        ("facts", "expected"),
        [
            ({"class_": "C", "thinking_time": HOUR}, "C"),
            (
                {
                    "class_": "A",
                    "thinking_time": {"minutes": 40, "overtime": "japanese", "seconds": 20},
                },
                "B",
            ),
            ({"class_": "A"}, "A"),
            ({"class_": "A", "thinking_time": HOUR, "flags": ONLINE}, "D"),
            ({"class_": "D", "thinking_time": HOUR}, "D"),
            (
                {"class_": "A", "thinking_time": BELOW_C},
                "EGF class: the thinking time is below class C",
            ),
            ({"class_": None, "thinking_time": HOUR}, "A"),
        ],
    )
    def test_the_lower_of_class_and_time_if_so_read(self, facts, expected):
        assert class_of(parameters={"class_source": "lower"}, **facts) == expected


class TestTimes:
    """EGF class: basic and adjusted time, both met, nothing rounded."""

    @every(
        ("time", "expected"),
        [
            ({"minutes": 75}, "A"),
            ({"minutes": 74.999}, "B"),
            ({"minutes": 60, "overtime": "japanese", "seconds": 19.999}, "B"),
            ({"minutes": 59.999, "overtime": "japanese", "seconds": 60}, "B"),
            ({"minutes": 60, "overtime": "japanese"}, "B"),
            ({"minutes": 60, "overtime": "canadian", "stones": 20, "overtime_minutes": 5}, "A"),
            ({"minutes": 60, "overtime": "canadian", "stones": 20}, "B"),
            ({"minutes": 60, "overtime": "canadian", "overtime_minutes": 5}, "B"),
            ({"minutes": 44, "overtime": "fischer", "seconds": 60}, "B"),
            ({"minutes": 45, "overtime": "fischer", "seconds": 14}, "B"),
            ({"minutes": 45, "overtime": "japanese", "seconds": 60}, "B"),
            ({"minutes": 29, "overtime": "fischer", "seconds": 60}, "C"),
            ({"minutes": 30, "overtime": "fischer"}, "C"),
            ({"minutes": 25, "overtime": "none"}, None),
            ({"minutes": 30, "overtime": "none"}, "C"),
            ({"minutes": 19, "overtime": "fischer", "seconds": 60}, None),
        ],
    )
    def test_the_class_of_a_time(self, time, expected):
        found = class_of(class_=None, thinking_time=time)
        assert found == (expected or "EGF class: the thinking time is below class C")

    @every(
        ("time", "expected"),
        [
            ({"minutes": 30, "overtime": "fischer", "seconds": 10}, "D"),
            ({"minutes": 49, "overtime": "none"}, None),
            ({"minutes": 300, "overtime": "none"}, "D"),
        ],
    )
    def test_over_the_internet_there_is_class_d_only(self, time, expected):
        found = class_of(class_=None, thinking_time=time, flags=ONLINE)
        assert found == (expected or "EGF class: the thinking time is below class D")


def test_the_class_weighs_con_and_bonus():
    """EGF update: a win in class D is a quarter of one in class A."""
    full, quarter = (
        rows(cup("a 1-0 b", class_=name), CARDS)["a"]["change"] for name in ("A", "D")
    )
    assert full == 4 * quarter
