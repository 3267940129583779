"""INGO C III: considerable deviations."""

from projections.rulebooks.ingo_1960.c_special_cases import deviates_considerably
from projections.rulebooks.tournament import Decision
from tests.rulebooks.ingo_1960.club import event
from tests.tables import every

CLUB = {"Judith": "150 /6"} | dict.fromkeys(
    ["Anna", "Berta", "Clara", "Doris", "Emma", "Frida"], "150 /6"
)
WINS = ", ".join(f"Judith 1 {player}" for player in CLUB if player != "Judith")
LOSSES = ", ".join(f"Judith 0 {player}" for player in CLUB if player != "Judith")


def judith(results, *, juniors=(), decisions=(), **readings):
    return event(CLUB, results, juniors=juniors, decisions=decisions).after(**readings)["Judith"]


def consent(applies, player="Judith", tournament="autumn", rule="INGO C III"):
    return Decision(
        event=f"d-{player}-{applies}",
        rule=rule,
        about={"tournament": tournament, "player": player},
        value={"apply": applies},
        by="main evaluator",
        reason="her number is out of date",
    )


class TestTheThreshold:
    """INGO C III, R6: 25 degrees or more, by the published numbers."""

    @every(("H", "considerable"), [(125, True), (126, False), (175, False)])
    def test_an_improvement_by_25_is_considerable(self, H, considerable):
        assert deviates_considerably(150, H, "improvement") is considerable

    @every(("H", "considerable"), [(175, True), (174, False), (125, True)])
    def test_under_the_other_reading_a_deterioration_too(self, H, considerable):
        assert deviates_considerably(150, H, "both") is considerable

    def test_a_tenth_of_a_degree_decides_where_numbers_have_tenths(self):
        assert deviates_considerably(150.1, 125.1, "improvement")
        assert not deviates_considerably(150.0, 125.1, "improvement")


class TestJuniorsAndConsents:
    """INGO C III: six wins among equals are H = 150 − 42.9 = 107, six losses 193."""

    def test_a_junior_s_performance_counts_double(self):
        assert judith(WINS, juniors=["Judith"]) == "121 /7"  # (150 + 2·107)/3 = 121.3

    def test_an_adult_s_does_not(self):
        assert judith(WINS, juniors=["Anna"]) == "139 /7"  # (3·150 + 107)/4 = 139.25

    def test_with_the_evaluator_s_consent_anybody_s_does(self):
        """INGO C III, R7."""
        assert judith(WINS, decisions=(consent(applies=True),)) == "121 /7"

    def test_the_last_decision_holds(self):
        both = (consent(applies=True), consent(applies=False))

        assert judith(WINS, decisions=both) == "139 /7"
        assert judith(WINS, decisions=both[::-1]) == "121 /7"

    def test_a_consent_for_another_player_or_event_does_not_help_her(self):
        others = (
            consent(applies=True, player="Anna"),
            consent(applies=True, tournament="spring"),
            consent(applies=True, rule="DWZ 6.2.1"),
        )

        assert judith(WINS, decisions=others) == "139 /7"

    def test_losing_a_junior_is_weighed_as_usual(self):
        """INGO C III, R6: (3·150 + 193)/4 = 160.75; doubled only under junior_direction = both."""
        assert judith(LOSSES, juniors=["Judith"]) == "161 /7"
        assert judith(LOSSES, juniors=["Judith"], junior_direction="both") == "179 /7"
        assert judith(LOSSES, junior_direction="both") == "161 /7"
