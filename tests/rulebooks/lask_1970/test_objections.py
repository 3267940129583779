"""Cards and decisions as they are submitted."""

from projections.rulebooks.lask_1970.rulebook import Lask1970
from tests.tables import every

LASK = Lask1970()
SOUND = [
    ("LASK Regel 4", {"game": "g"}, {"long": False}),
    ("LASK Regel 10", {"tournament": "t"}, {"mean": 1950}),
    ("LASK Regel 10", {"tournament": "t", "player": "A"}, {"mean": 1950.125}),
    ("LASK Regel 10", {"tournament": "t", "player": None}, {"mean": -3.5}),
    ("LASK Regel 11 a", {"player": "A", "season": 1970}, {"bonus": True}),
    ("LASK Regel 11 b", {"club": "Lund", "season": 1970}, {"S": -7, "N": 12, "M": 40}),
    ("LASK Regel 11 b", {"club": "Lund", "season": 1970}, {"S": None, "N": None, "M": 0}),
    ("LASK Regel 11 b", {"club": "Lund", "season": 1970}, {"S": 0, "N": 0, "M": 40}),
    ("LASK Regel 11 b", {"club": "Lund", "season": 1970}, {"M": 40}),
    ("LASK Tabell 1", {"season": 1970}, {"I": 1950, "II": 1775.5}),
    ("LASK Tabell 4", {"season": 1970}, {"0": 30, "5": 3, "6+": 0, "99": 0}),
    ("LASK Regel 10", {"tournament": "t"}, {"mean": 999_999}),
]
FAULTY = [
    ("LASK Regel 12", {"game": "g"}, {"long": True}, {"rule"}),
    ("DWZ 6.2.1", {"tournament": "t"}, {"evaluate": True}, {"rule"}),
    ("LASK Regel 4", {}, {"long": True}, {"about.game"}),
    ("LASK Regel 4", {"game": ""}, {"long": True}, {"about.game"}),
    ("LASK Regel 4", {"game": 7}, {"long": True}, {"about.game"}),
    ("LASK Regel 4", {"game": "g", "season": 1970}, {"long": True}, {"about.season"}),
    ("LASK Regel 4", {"game": "g", "arbiter": "x"}, {"long": True}, {"about.arbiter"}),
    ("LASK Regel 4", {"game": "g"}, {"long": 1}, {"value.long"}),
    ("LASK Regel 4", {"game": "g"}, {"long": True, "why": "x"}, {"value.long"}),
    ("LASK Regel 4", {"game": "g"}, True, {"value"}),
    ("LASK Regel 4", {"game": "g"}, None, {"value"}),
    ("LASK Regel 4", {}, 3, {"about.game", "value"}),
    ("LASK Regel 10", {"tournament": "t"}, {"mean": "1950"}, {"value.mean"}),
    ("LASK Regel 10", {"tournament": "t"}, {"mean": True}, {"value.mean"}),
    ("LASK Regel 10", {"tournament": "t"}, {"mean": 1950.0001}, {"value.mean"}),
    ("LASK Regel 10", {"tournament": "t"}, {"mean": float("nan")}, {"value.mean"}),
    ("LASK Regel 10", {"tournament": "t"}, {}, {"value.mean"}),
    ("LASK Regel 10", {"player": "A"}, {"mean": 1950}, {"about.tournament"}),
    ("LASK Regel 10", {"tournament": "t", "player": 3}, {"mean": 1950}, {"about.player"}),
    ("LASK Regel 11 a", {"player": "A"}, {"bonus": True}, {"about.season"}),
    ("LASK Regel 11 a", {"player": "A", "season": "1970"}, {"bonus": True}, {"about.season"}),
    ("LASK Regel 11 a", {"player": "A", "season": True}, {"bonus": True}, {"about.season"}),
    ("LASK Regel 11 a", {"player": "A", "season": 1970}, {"bonus": 16}, {"value.bonus"}),
    ("LASK Regel 11 b", {"club": "L", "season": 1970}, {"S": 1, "N": 1}, {"value.M"}),
    ("LASK Regel 11 b", {"club": "L", "season": 1970}, {"N": -1, "M": 1}, {"value.N"}),
    (
        "LASK Regel 11 b",
        {"club": "L", "season": 1970},
        {"S": 0.5, "N": 1.5, "M": -1, "K": 1},
        {"value.S", "value.N", "value.M", "value.K"},
    ),
    ("LASK Tabell 1", {"season": 1970}, {"I": "strong"}, {"value.I"}),
    ("LASK Tabell 1", {"season": 1970}, {}, {"value"}),
    ("LASK Tabell 4", {"season": 1970}, {"0": -27}, {"value.0"}),
    ("LASK Tabell 4", {"season": 1970}, {"none": 27}, {"value.none"}),
    ("LASK Tabell 4", {"season": 1970}, {"01": 27, "-1": 3}, {"value.01", "value.-1"}),
    ("LASK Tabell 4", {"season": 1970}, {"²": 27, "100": 3}, {"value.²", "value.100"}),
    ("LASK Regel 10", {"tournament": "t"}, {"mean": 1_000_000}, {"value.mean"}),
    ("LASK Tabell 4", {"season": 1970}, {}, {"value"}),
    ("LASK Tabell 4", {"season": 1970}, {"0": -1}, {"value.0"}),
]


class TestDecisions:
    """The decisions under LASK Regel 4, 10, 11 a, 11 b, LASK Tabell 1 and LASK Tabell 4."""

    @every(("rule", "about", "value"), SOUND)
    def test_a_sound_one_meets_no_objection(self, rule, about, value):
        assert LASK.objections_to_decision(rule, about, value) == []

    @every(("rule", "about", "value", "fields"), FAULTY)
    def test_a_faulty_one_is_refused_field_by_field(self, rule, about, value, fields):
        objections = LASK.objections_to_decision(rule, about, value)
        assert {objection.field for objection in objections} == fields
        assert all(objection.message for objection in objections)

    def test_a_missing_season_is_asked_for_as_a_year_and_a_player_by_his_id(self):
        objections = LASK.objections_to_decision("LASK Regel 11 a", {}, {"bonus": True})
        assert {objection.field: objection.message for objection in objections} == {
            "about.player": "name the player by id",
            "about.season": "name the season by its first year, such as 1970",
        }

    def test_an_unknown_rule_is_told_which_ones_there_are(self):
        (objection,) = LASK.objections_to_decision("LASK Regel 9", {}, {})
        for rule in ("Regel 4", "Regel 10", "Regel 11 a", "Regel 11 b", "Tabell 1", "Tabell 4"):
            assert f"LASK {rule}" in objection.message


class TestCards:
    """LASK Utgångsrankingtal, LASK Omranking: a card is a rating."""

    @every("rating", [1900, 0, -50, 999_999])
    @every("kind", ["initial", "re-ranking", "outsider", "correction"])
    def test_any_whole_number_will_do(self, kind, rating):
        assert LASK.objections_to_card(kind, {"rating": rating}) == []

    @every("rating", [None, "1900", 1900.5, True, 1_000_000, -1_000_000])
    def test_anything_else_will_not(self, rating):
        (objection,) = LASK.objections_to_card("initial", {"rating": rating})
        assert objection.field == "card.rating"

    def test_fields_of_other_systems_are_refused_by_name(self):
        objections = LASK.objections_to_card("initial", {"index": 3, "rating": 1900})
        assert [objection.field for objection in objections] == ["card.index"]

    def test_an_empty_card_lacks_the_rating(self):
        (objection,) = LASK.objections_to_card("initial", {})
        assert objection.field == "card.rating"
