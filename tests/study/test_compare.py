"""Two rulebooks on one history: the season of a club, and federations where they must agree."""

from datetime import date

import pytest

from projections.queries.spreads import spreads
from tests.api.season import AFTER_SPRING
from tests.console.shell import Shell

POOL = "dwz"


def by_player(document):
    return {row["player"]: row for row in document["rows"]}


class TestTwoLists:
    def test_figures_of_one_scale_are_subtracted(self, ledger):
        """Printed P(100) = 0.64, so Dora has 1600 + 800 · (0.5 − 0.64) / 23 = 1595.1, and Ágnes
        1500 + 800 · (1.5 − 0.86) / 22 = 1523.3: the same as with the curve (DWZ 4.5, 4.9).
        """
        found = ledger.compare(POOL, None, None, set={"expectancy": "table"})
        assert found["difference_of"] == "figures"
        assert {player: row["first"] for player, row in by_player(found).items()} == AFTER_SPRING
        assert {row["difference"] for row in found["rows"]} == {0}

    def test_of_two_scales_the_places_are(self, ledger):
        """Ingo counts down: Ágnes and Björn begin with (2840 − 1500) / 8 = 167.5, Dora 155."""
        found = ledger.compare(POOL, "dwz-1995", "ingo-1960")
        assert found["difference_of"] == "places"
        assert by_player(found)["dora"]["second_place"] == 1

    def test_a_rulebook_agrees_with_itself(self, ledger):
        found = ledger.compare(POOL, "dwz-1995", None)
        assert (found["kendall"], found["spearman"]) == (1, 1)
        assert found["sides"][0] == found["sides"][1]
        assert found["differences"]["most"] == found["differences"]["least"] == 0

    def test_who_stands_on_one_list_only_is_counted(self, ledger):
        """LASK knows no relation to decided DWZ: nobody has a number."""
        found = ledger.compare(POOL, "dwz-1995", "lask-1970")
        assert (found["players"], found["only_first"], found["only_second"]) == (0, 3, 0)
        assert found["kendall"] is None
        assert found["differences"] is None

    def test_a_withheld_name_stays_withheld(self, ledger):
        assert by_player(ledger.compare(POOL, None, "dwz-2014"))["dora"]["name"] is None


class TestCourse:
    def test_the_changes_of_the_season_by_hand(self, ledger):
        """Spring moved three figures, by 23, 19 and 5: 47 / 3.  Nobody changed twice."""
        side = ledger.compare(POOL, None, "dwz-2014")["sides"][0]
        assert (side["changes"], side["reversals"]) == (3, None)
        assert side["mean_change"] == pytest.approx(47 / 3)

    def test_the_ends_of_the_years(self, ledger):
        """At the end of 1996: 1595, 1523 and 1481, so the quarters lie halfway to 1523, at 1502
        and 1559; on the day asked about it is 1998.
        """
        side = ledger.compare(POOL, None, "dwz-2014", on="1998-05-01")["sides"][0]
        mean = pytest.approx((1595 + 1523 + 1481) / 3)
        known = {"rulebook": "dwz-1995", "players": 3, "mean": mean, "lower": 1502, "upper": 1559}
        assert side["years"] == [{"year": 1996, **known}, {"year": 1997, **known}]

    def test_the_figures_then_and_now(self, ledger):
        """1481 to 1595 are 114 points, so 25 classes are 5 wide: 1480, 1520 and 1595."""
        side = ledger.compare(POOL, None, "dwz-2014", on="1998-05-01")["sides"][0]
        classes = [{"from": low, "players": 1} for low in (1480, 1520, 1595)]
        assert side["spread"] == [
            {"on": "1996-12-31", "width": 5, "classes": classes},
            {"on": "1998-05-01", "width": 5, "classes": classes},
        ]


@pytest.mark.parametrize(("highest", "width", "low"), [(1525, 5, 1525), (1526, 10, 1520)])
def test_classes_are_the_next_round_width_of_which_25_hold_all(highest, width, low):
    """125 points are 25 classes of 5; 126 are more, so the classes are 10 wide."""
    (found,) = spreads((date(1998, 5, 1), [1400, highest, 1400]))
    assert (found.width, found.classes) == (width, ((1400, 2), (low, 1)))


class TestReasons:
    def test_who_gains_and_loses_most_is_told_why(self, ledger):
        """Without a youth or any other bonus both editions begin alike: the first difference is in
        spring, with the other coefficient of DWZ 2026.
        """
        found = ledger.compare(POOL, None, "dwz-2026", explained=1)
        shifted = {row["player"] for row in found["rows"] if row["difference"]}
        assert found["why"]
        for row in found["why"]:
            assert row["player"] in shifted
            assert row["told"][0] == "Calculated with dwz-2026."
            assert "Frühling (1996-05-01)" in row["told"][-1]

    def test_nobody_is_explained_unasked_or_where_nobody_differs(self, ledger):
        assert ledger.compare(POOL, None, "dwz-2026")["why"] == []
        assert ledger.compare(POOL, "dwz-1995", None, explained=3)["why"] == []


class TestCommand:
    def test_json_is_what_the_door_answers(self, ledger, tmp_path):
        shell = Shell(ledger.database, tmp_path)
        printed = shell.json("compare", POOL, "--rulebook", "dwz-2014", "--on", "1998-05-01")
        assert printed == ledger.compare(POOL, None, "dwz-2014", on="1998-05-01")

    def test_the_tables_fit_eighty_columns(self, ledger, tmp_path):
        shell = Shell(ledger.database, tmp_path)
        table = shell.table("compare", POOL, "--rulebook", "ingo-1960", "--details")
        assert max(map(len, table.splitlines())) <= 80
        assert "Østergård, Björn" in table
        assert "Secret" not in table

    def test_why_is_printed_and_a_withheld_name_is_not(self, ledger, tmp_path):
        shell = Shell(ledger.database, tmp_path)
        table = shell.table("compare", POOL, "--rulebook", "dwz-2026", "--why", "3")
        assert "Calculated with dwz-2026." in table
        assert "Secret" not in table

    def test_nothing_to_compare_with_is_wrong_usage(self, ledger, tmp_path):
        outcome = Shell(ledger.database, tmp_path).run("compare", POOL)
        assert outcome.status == 2
        assert "--rulebook" in outcome.err
