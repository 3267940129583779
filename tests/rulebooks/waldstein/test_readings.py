"""The readings: what may be chosen, and what is refused."""

from projections.rulebooks.readings import chosen
from projections.rulebooks.waldstein.readings import Readings
from tests.tables import every


def read(parameters):
    return chosen(Readings, "waldstein", parameters)


class TestReadings:
    def test_nothing_chosen_is_the_default(self):
        assert read({}) == Readings(
            reducible="limit",
            unbeaten="first",
            t_method="limit",
            quality_from="exact",
            quality_n="group",
            ranking_by="t",
            buchholz_tolerance=0,
        )

    def test_everything_can_be_chosen(self):
        found = read(
            {
                "reducible": "layered",
                "unbeaten": "order_number",
                "t_method": "rule_of_thumb",
                "quality_from": "stated",
                "quality_n": "participants",
                "ranking_by": "gelbfuss",
                "buchholz_tolerance": 0.1,
            }
        )
        assert found == Readings(
            reducible="layered",
            unbeaten="order_number",
            t_method="rule_of_thumb",
            quality_from="stated",
            quality_n="participants",
            ranking_by="gelbfuss",
            buchholz_tolerance=0.1,
        )

    @every("value", [0, 1, 0.5])
    def test_a_tolerance_may_be_anything_from_0_to_1(self, value):
        assert read({"buchholz_tolerance": value}).buchholz_tolerance == value

    @every(
        ("name", "value"),
        [
            ("reducible", "layers"),
            ("t_method", 1),
            ("ranking_by", "buchholz"),
            ("ranking_by", ["t"]),
            ("buchholz_tolerance", 1.01),
            ("buchholz_tolerance", -0.1),
            ("buchholz_tolerance", True),
            ("buchholz_tolerance", "0.1"),
            ("buchholz_tolerance", float("nan")),
            ("tolerance", 0.1),
        ],
    )
    def test_anything_else_is_refused_by_name(self, name, value):
        (objection,) = read({name: value})
        assert objection.field == f"parameters.{name}"
        assert objection.message

    def test_all_objections_come_at_once(self):
        objections = read({"reducible": "x", "t_method": "limit", "speed": 3})
        assert [objection.field for objection in objections] == [
            "parameters.reducible",
            "parameters.speed",
        ]

    def test_an_unknown_name_is_told_what_there_is(self):
        (objection,) = read({"rank_by": "t"})
        assert "ranking_by" in objection.message
        assert "buchholz_tolerance" in objection.message


class TestRankingBy:
    """WALDSTEIN 1, W11: another number may decide the places; t stays the value."""

    @every(
        ("ranking_by", "method"),
        [
            ("points", "points"),
            ("gelbfuss", "gelbfuss"),
            ("sonneborn_berger_original", "sonneborn-berger"),
            ("buchholz_original", "buchholz"),
        ],
    )
    def test_places_are_those_of_the_number_chosen(self, club, ranking_by, method):
        cup = club.cup("tab1_crosstable.csv")
        chosen, default = club.rows(cup, ranking_by=ranking_by), club.rows(cup)
        assert [row.place for row in chosen.values()] == club.places(cup, method)
        assert [row.value for row in chosen.values()] == [row.t for row in default.values()]
