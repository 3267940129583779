"""The audit of the rules that decide rather than calculate."""

from decimal import Decimal

from projections.rulebooks.document import Step, working
from projections.rulebooks.egf_2021.card import EgfCard
from projections.rulebooks.egf_2021.rulebook import Egf2021
from projections.rulebooks.egf_2021.update import new_gor
from tests.rulebooks.egf_2021.go_club import card, cup, decision, promoted, worked_out

CARDS = {"a": card(1500, "6k", "4k"), "b": card(1500)}


def shown(rule: str, text: str, tournament) -> list[Step]:
    """The steps of a rule that begin like this."""
    with working() as steps:
        worked_out(tournament, CARDS)
    return [step for step in steps if step.rule == f"EGF {rule}" and step.text.startswith(text)]


class TestClass:
    """EGF class."""

    def test_decision_class_handed_in_and_time_stand_beside_each_other(self):
        hour = {"minutes": 60, "overtime": "japanese", "seconds": 20}
        weighed = cup(
            "a 1-0 b",
            class_="B",
            thinking_time=hour,
            decisions=(decision("class", {"class": "C"}),),
        )
        (step,) = shown("class", "The class:", weighed)
        given = {"decided": "C", "submitted": "B", "by time": "A"}
        assert (step.given, step.result) == (given, "C")

    def test_what_was_not_said_is_nothing(self):
        (step,) = shown("class", "The class:", cup("a 1-0 b"))
        given = {"decided": None, "submitted": "A", "by time": None}
        assert (step.given, step.result) == (given, "A")

    def test_a_tournament_that_is_not_included_has_no_class(self):
        refused = cup("a 1-0 b", decisions=(decision("class", {"class": None}),))
        assert shown("class", "The class:", refused) == []

    def test_basic_and_adjusted_time_are_shown(self):
        """45 minutes and 45 Japanese moves of 20 seconds: 60."""
        weighed = cup(
            "a 1-0 b",
            class_=None,
            thinking_time={"minutes": 45, "overtime": "japanese", "seconds": 20},
        )
        (step,) = shown("class", "The best class", weighed)
        given = {"basic": 45.0, "adjusted": 60.0, "overtime": "japanese"}
        assert (step.given, step.result) == (given, "B")


class TestRounding:
    """EGF rounding, EGF floor."""

    def test_start_changes_and_the_new_gor_are_shown(self):
        """Equals at 1500: con = 9^1.6 = 33.635, bonus = ln(1 + e^10)/5 = 2.00001."""
        (step, _) = shown("rounding", "", cup("a 1-0 b"))
        (change,) = step.given["changes"]
        assert (step.given["r"], step.result) == (1500.0, 1518.817)
        assert abs(change - 18.817) < 0.0005

    def test_near_a_half_the_exact_changes_decide(self):
        def worked(exact: str) -> float:
            return new_gor(1500.0, [0.0005], lambda: [Decimal(exact)], Egf2021().readings)

        assert (worked("0.00051"), worked("0.0005"), worked("0.00049")) == (
            1500.001,
            1500.001,
            1500.0,
        )

    def test_a_little_below_the_floor_is_below_the_floor(self):
        for change in (-0.5, -1.5, -100.25):
            assert new_gor(-900.0, [change], list, Egf2021().readings) == -900.0


class TestUpdate:
    """EGF update."""

    def test_a_game_shows_everything_that_its_change_is_made_of(self):
        """Equals at 1500: con = 9^1.6 = 33.635, Se = ½, bonus = ln(1 + e^10)/5 = 2.00001."""
        (step, _) = shown("update", "", cup("a 1-0 b", class_="B"))
        given = dict(step.given)
        con, bonus = given.pop("con"), given.pop("bonus")
        assert given == {"game": "g1", "f": 0.75, "Sa": 1.0, "Se": 0.5}
        assert (round(con, 3), round(bonus, 5)) == (33.635, 2.00001)
        assert abs(step.result - 0.75 * 18.8173) < 0.001


class TestAfter:
    """EGF after."""

    def test_grade_and_highest_before_stand_beside_the_grade_declared(self):
        promoted = cup("a 1-0 b", entered={"a": "3k", "b": "5k"})
        (step, _) = shown("after", "", promoted)
        given = {"declared": "3k", "grade before": "6k", "highest before": "4k"}
        assert (step.player, step.given) == ("a", given)
        assert step.result == {"grade": "3k", "highest": "3k"}


class TestDecidedCards:
    """EGF entry."""

    def decided(self, before: EgfCard | None, **figures: object) -> Step:
        """The step of a decision about somebody."""
        with working() as steps:
            Egf2021().evaluate(promoted(**figures), {"one": before})
        (step,) = steps
        return step

    def test_who_decided_what_and_why_is_shown(self):
        step = self.decided(card(1500, "6k", "2k"), gor=1412.5, grade="7k")
        assert (step.rule, step.player) == ("EGF entry", "one")
        assert step.given == {
            "kind": "re-ranking",
            "by": "the federation",
            "reason": "promoted",
            "gor": 1412.5,
            "grade": "7k",
            "highest": None,
            "highest before": "2k",
        }
        assert step.result == {"gor": 1412.5, "grade": "7k", "highest": "2k"}

    def test_a_highest_that_was_decided_is_shown(self):
        step = self.decided(None, gor=1400, grade="7k", highest="5k")
        assert (step.given["highest"], step.given["highest before"]) == ("5k", None)
