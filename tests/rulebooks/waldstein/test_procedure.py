"""The order of work: what goes in, what comes out, what is written down."""

from datetime import date

import attrs
import orjson
import pytest
from msgspec.structs import replace

from projections.rulebooks.document import working
from projections.rulebooks.tournament import Entrant, Game
from projections.rulebooks.waldstein.methods import METHODS
from projections.rulebooks.waldstein.procedure import standings
from projections.rulebooks.waldstein.readings import Readings
from tests.tables import every


class TestJson:
    """WALDSTEIN 1, WALDSTEIN 2: the shape of the contract."""

    def test_a_match(self, club):
        half = {
            "points": 0.5, "place": [1, 2], "value": 0.5, "quotient": None, "t": 0.5, "T": 1.0,
            "status": "valued", "group": 1, "group_place": [1, 2], "stated_quotient": "",
            "stated_t": "0.500", "stated_T": "1.00", "remark": "", "comparable": True,
            "ordinal_only": False,
        }  # fmt: skip
        nothing = {
            "points": 0.0, "place": None, "value": None, "quotient": None, "t": None, "T": None,
            "status": "no_games", "group": None, "group_place": None, "stated_quotient": "",
            "stated_t": "",
            "stated_T": "", "remark": "", "comparable": False, "ordinal_only": False,
        }  # fmt: skip
        assert club.standings(club.games("AB½", "C")).as_json() == {
            "method": "waldstein",
            "structure": "regular",
            "homogeneity": 1.0,
            "players": [
                {"player": "A", **half}, {"player": "B", **half}, {"player": "C", **nothing},
            ],
            "groups": [
                {
                    "group": 1, "status": "valued", "players": ["A", "B"], "strength": 0.5,
                    "period": 2, "stopped_at": 3, "overlaps": [],
                    "operations": [{"S": 2, "s": [1, 1], "places": [[1, 2], [1, 2]]}] * 3,
                    "control": [
                        {"player": player, "t": 0.5, "t_control": 0.5} for player in "AB"
                    ],
                }
            ],
            "not_comparable": [],
            "unequal_games": False,
        }  # fmt: skip

    def test_the_control_of_table_5(self, club):
        """WALDSTEIN 6, WALDSTEIN 2: stated to three decimals, given back to four."""
        (group,) = club.standings(club.cup("tab1_crosstable.csv")).as_json()["groups"]
        found = {row["player"]: (row["t"], round(row["t_control"], 4)) for row in group["control"]}
        assert found == {
            "A": (0.233, 0.2334), "B": (0.249, 0.2488), "C": (0.142, 0.1424),
            "D": (0.117, 0.1167), "E": (0.139, 0.1393), "F": (0.120, 0.1194),
        }  # fmt: skip
        assert group["overlaps"] == []

    def test_whose_spans_meet_is_said_by_name(self, club):
        """WALDSTEIN 6: after the rule of thumb A stands at 0.178571 and comes back as 0.183941,
        C at 0.176954 and 0.180620.
        """
        results = "AB1 AD½ AE0 BC½ BE0 CD0 CE½"
        (group,) = club.standings(results, t_method="rule_of_thumb").as_json()["groups"]
        assert group["overlaps"] == [["A", "C"]]

    def test_large_kennziffern_are_approximate_and_still_json(self, club):
        """WALDSTEIN 6: forty times the table whose tenth operation gives 550, 533 and 887."""
        (group,) = club.standings(" ".join(["AB1 AC0 BC½"] * 40)).as_json()["groups"]
        last = group["operations"][-1]["s"]
        assert last == [550 * 40**11, 533 * 40**11, 887 * 40**11]
        assert set(map(type, last)) == {float}
        assert orjson.loads(orjson.dumps(group)) == group

    def test_the_strongest_who_lost_to_the_weakest_alone_has_an_order_number(self, club):
        """WALDSTEIN 5 c: A beat B and C and lost to D, who lost to these."""
        rows = club.standings("AB1 AC1 DA1 BD1 CD1 BC½").as_json()["players"]
        flagged = {row["player"]: (row["ordinal_only"], row["remark"]) for row in rows}
        assert flagged["A"] == flagged["D"] == (True, "t only an order number")
        assert flagged["B"] == flagged["C"] == (False, "")

    @every("method", METHODS)
    def test_every_method_gives_the_same_shape_and_the_same_t(self, club, method):
        cup = club.cup("tab1_crosstable.csv")
        found = club.standings(cup, method).as_json()
        assert found["method"] == method
        t = {row["player"]: row["t"] for row in found["players"]}
        assert t == {player: row.t for player, row in club.rows(cup).items()}

    def test_rows_come_by_place(self, club):
        standings = club.standings(club.cup("tab1_crosstable.csv"))
        assert [row.player for row in standings.players] == list("BACEFD")

    def test_rows_of_parts_beside_each_other_come_group_by_group(self, club):
        """A–C and B–D never met; A and B lead their matches."""
        standings = club.standings("AC1 AC½ BD½ BD1")
        assert [row.player for row in standings.players] == list("ACBD")

    def test_within_a_group_the_better_comes_first(self, club):
        """Beside each other all share their places; B leads A, two points to one."""
        standings = club.standings("AB0 AB0 AB1 CD½")
        assert [row.player for row in standings.players] == list("BACD")

    def test_an_unknown_method_is_refused(self, club):
        with pytest.raises(ValueError, match="buchholz-fide"):
            standings(club.games("AB1"), "koya", Readings())


class TestGamesThatCount:
    """WALDSTEIN 1, W6, W7: games played, added up."""

    def test_forfeits_and_byes_change_nothing(self, club):
        cup = club.cup("tab1_crosstable.csv")
        extra = [
            Game(game="x1", white="A", black="F", white_points=0.0, black_points=1.0,
                 played=False, reason="forfeit"),
            Game(game="x2", white="D", white_points=1.0, black_points=0.0,
                 played=False, reason="bye"),
        ]  # fmt: skip
        more = attrs.evolve(cup, games=(*cup.games, *extra))
        assert club.standings(more) == club.standings(cup)

    def test_who_only_won_by_forfeit_played_no_game(self, club):
        cup = club.games("AB½")
        forfeit = Game(
            game="x", white="C", black="D", white_points=1.0, black_points=0.0, played=False
        )
        rows = club.rows(attrs.evolve(cup, games=(*cup.games, forfeit)), "points")
        assert [(row.status, row.place, row.value) for row in rows.values()][2:] == [
            ("no_games", None, None),
            ("no_games", None, None),
        ]

    def test_an_entrant_who_never_came_is_listed(self, club):
        cup = attrs.evolve(club.games("AB1"), entrants=(Entrant(player="E"),))
        assert club.rows(cup)["E"].status == "no_games"

    def test_a_return_game_adds_up(self, club):
        """Twice a draw is a match 1 : 1, and twice as many points."""
        rows = club.rows("AB½ BA½")
        assert [(row.points, row.t) for row in rows.values()] == [(1, 0.5), (1, 0.5)]

    def test_no_game_at_all(self, club):
        standings = club.standings(club.games("", *"AB"))
        assert standings.structure == "no_results"
        assert standings.homogeneity is None
        assert [row.status for row in standings.players] == ["no_games"] * 2

    def test_both_may_score_in_go(self, club):
        """A jigo scored 1 : 1 is half of what both scored, as a draw is."""
        cup = club.games("AB½")
        both = replace(cup.games[0], white_points=1.0, black_points=1.0)
        rows = club.rows(attrs.evolve(cup, discipline="go", games=(both,)))
        assert [(row.points, row.t) for row in rows.values()] == [(1, 0.5), (1, 0.5)]

    def test_the_day_plays_no_part(self, club):
        cup = club.cup("tab1_crosstable.csv")
        assert club.standings(attrs.evolve(cup, ended_on=date(2030, 1, 1))) == club.standings(cup)


class TestWorking:
    """WALDSTEIN 2, WALDSTEIN 5, WALDSTEIN 6: what the audit shows."""

    def recorded(self, club, tournament, method="waldstein"):
        with working() as steps:
            club.standings(tournament, method)
        return steps

    def test_structure_first_then_shares_rule_of_thumb_control_and_qualities(self, club):
        steps = self.recorded(club, club.cup("tab8_paris_1966.csv"))
        rules = [step.rule for step in steps]
        assert rules == [
            "WALDSTEIN 5", "WALDSTEIN 2", "WALDSTEIN 6", "WALDSTEIN 6",
            *["WALDSTEIN 5"] * 8, "WALDSTEIN 5",
        ]  # fmt: skip
        assert steps[0].result == "regular"
        assert steps[2].result == 4
        assert steps[3].result["overlaps"] == []
        assert [step.player for step in steps[4:12]] == list("ABCDEFGH")
        assert steps[12].result == pytest.approx(2.0939, abs=5e-5)

    def test_the_exceptions_are_about_their_players(self, club):
        steps = self.recorded(club, "AB1 AC1 DA1 BC½ BD1 CD1 XA1 XB1 AZ1")
        marked = {(step.rule, step.player) for step in steps if step.rule[-1] in "abc"}
        assert marked == {
            ("WALDSTEIN 5 a", "X"),
            ("WALDSTEIN 5 b", "Z"),
            ("WALDSTEIN 5 c", "A"),
            ("WALDSTEIN 5 c", "D"),
        }

    def test_a_system_shows_every_players_number(self, club):
        steps = self.recorded(club, club.cup("tab1_crosstable.csv"), "gelbfuss")
        shown = {step.player: step.result for step in steps if step.rule == "WALDSTEIN 1"}
        assert shown["B"] == 37 / 4
        assert list(shown) == list("ABCDEF")

    def test_the_groups_are_reported_with_their_audit(self, club):
        (group,) = club.standings(club.cup("tab1_crosstable.csv")).groups
        assert (group.number, group.status, group.players) == (1, "valued", tuple("ABCDEF"))
        assert (group.stopped_at, group.period, group.overlaps) == (8, 1, ())
        assert float(group.stated["B"]) == 0.249
        assert round(float(group.control["B"]), 4) == 0.2488
