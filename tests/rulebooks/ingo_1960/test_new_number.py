"""The paragraph that gives the new number if several could."""

from projections.rulebooks.document import working
from projections.rulebooks.ingo_1960.b_level import Performance
from projections.rulebooks.ingo_1960.new_number import Circumstances, new_number
from projections.rulebooks.ingo_1960.readings import Readings
from tests.rulebooks.ingo_1960.club import card, event
from tests.tables import every

MATCH = {"match": True}
JUNIOR = {"juniors": frozenset({"Judith"})}


def judith(before, H, games, readings=None, **circumstances):
    achieved = Performance(games=games, points=games / 2, d=0, N=H, H=H, bound=None)
    plain = {"match": False, "played": games, "juniors": frozenset(), "consents": frozenset()}
    new = new_number(
        "Judith",
        card(before),
        achieved,
        Circumstances(**(plain | circumstances)),
        readings or Readings(),
    )
    return new.rule, f"{new.number} /{new.count}"


class TestPriority:
    """INGO C II, C V, C IV, C III, C I, R8: the first of these that fits."""

    @every(
        ("before", "games", "circumstances", "rule", "after"),
        [
            ("150 /6", 5, MATCH | JUNIOR, "C V", "146 /7"),  # (1050 + 120)/8 = 146.25
            ("150 /6", 5, JUNIOR, "C IV", "144 /7"),  # (600 + 120)/5, by 6 at most
            ("150 /6", 6, JUNIOR, "C III", "130 /7"),  # (150 + 240)/3
            ("150 /1", 6, JUNIOR, "C III", "130 /2"),
            ("150 /1", 5, {}, "C IV", "144 /2"),
            ("150 /2", 4, {}, "C IV", "145 /3"),
            ("150 /1", 6, {}, "C I", "135 /2"),
            ("150 /2", 6, {}, "C I", "140 /3"),
            ("150 /3", 6, {}, "B I 4", "143 /4"),  # 142.5
            ("150 /1 or worse", 5, MATCH | JUNIOR, "C II", "135 /2"),
            ("?", 3, JUNIOR, "C I", "120 /1"),
        ],
    )
    def test_of_several_rules_that_fit(self, before, games, circumstances, rule, after):
        assert judith(before, 120, games, **circumstances) == (rule, after)

    def test_a_junior_may_go_before_a_short_event_but_not_before_a_match(self):
        """INGO C III, R8: junior_before_short = true."""
        readings = Readings(junior_before_short=True)

        assert judith("150 /6", 120, 5, readings, **JUNIOR) == ("C III", "130 /7")
        assert judith("150 /6", 120, 5, readings) == ("C IV", "144 /7")
        assert judith("150 /6", 120, 5, readings, **MATCH, **JUNIOR) == ("C V", "146 /7")


class TestCaution:
    """INGO Vorwort 6, R22: a change of 15 degrees and more is pointed out, and stands."""

    EQUALS = dict.fromkeys(["Anna", "Berta", "Clara", "Doris", "Emma", "Frida"], "150 /5")

    @every(
        ("before", "after", "warned"),
        [
            ("186 /1", 171, ["Judith"]),  # (186 + 900)/7 = 155.1, (186 + 155)/2 = 170.5
            ("184 /1", 170, []),  # 154.9, (184 + 155)/2 = 169.5
        ],
    )
    def test_a_considerable_change_is_pointed_out_and_stands(self, before, after, warned):
        results = ", ".join(f"Judith ½ {player}" for player in self.EQUALS)
        played = event({"Judith": before, **self.EQUALS}, results)

        with working() as steps:
            cards = played.evaluate().cards

        assert cards["Judith"].number == after
        changes = [step for step in steps if "before" in step.given]
        assert [step.player for step in changes if step.rule == "INGO Vorwort 6"] == warned
