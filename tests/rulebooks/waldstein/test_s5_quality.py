"""WALDSTEIN 5: the Turnierqualität T and the exceptions."""

from itertools import pairwise

import attrs
import pytest
from msgspec.structs import replace

from tests.tables import every


class TestQuality:
    """WALDSTEIN 5: T = t · n, the average being 1."""

    def test_the_average_of_the_valued_players_is_1_whoever_else_took_part(self, club):
        """W4: X won all and Z lost all; n is three."""
        rows = club.rows("AB1 BC1 CA½ XA1 XB1 XC1 XZ1 AZ1 BZ1 CZ1")
        T = [row.T for row in rows.values() if row.T is not None]
        assert len(T) == 3
        assert sum(T) / 3 == pytest.approx(1, abs=1e-15)

    def test_a_half_of_the_last_decimal_goes_up(self, club):
        """A and B have three of four points from C and one of two from each other: t is 3 : 3 : 2,
        since 4 · 3 = 1 · 3 · 2 + 3 · 2 and 4 · 2 = 3 + 3 + 2 · 1; T = 3 · 3/8 = 1.125.
        """
        rows = club.rows("AC1 AC1 AC1 AC0 BC1 BC1 BC1 BC0 AB1 AB0")
        assert [row.stated_T for row in rows.values()] == ["1.13", "1.13", "0.75"]

    def test_homogeneity_comes_from_the_unrounded_qualities(self, club):
        """W5: 2.0939 for Paris 1966, where the paper has 1.33 / 0.63 = 2.11."""
        standings = club.standings(club.cup("tab8_paris_1966.csv"))
        assert standings.homogeneity == pytest.approx(2.0939, abs=5e-5)

    def test_qualities_are_stated_with_two_decimals(self, club):
        """1 : √2 : 1 of three players: 3 · 0.29289 and 3 · 0.41421."""
        rows = club.rows("AB½ BC½")
        assert [row.stated_T for row in rows.values()] == ["0.88", "1.24", "0.88"]

    def test_the_homogeneity_is_that_of_the_main_group(self, club):
        """A, B and C are level; below them D leads E by √3 : 1."""
        results = "AB1 BC1 CA1 AD1 BD1 CD1 AE1 BE1 CE1 DE1 DE1 DE1 DE0"
        assert club.standings(results, reducible="layered").homogeneity == 1

    def test_groups_beside_each_other_have_none(self, club):
        """W14."""
        assert club.standings("AB½ CD½").homogeneity is None

    def test_a_player_alone_makes_no_chain_longer(self, club):
        """W2: λ of two who drew is ½, that of C 0, for he got no point from himself.

        Of classes with λ = ½ one stands below A and B (D, E), two below F and G (H, I and D, E): F
        and G lead.  A, B and C are neither above nor below them, so no order is given.
        """
        rows = club.rows("AB½ AC1 CD1 DE½ FG½ FH1 HI½ HD1")
        places = {player: row.place for player, row in rows.items()}
        assert [places[player] for player in "FGABC"] == [(1, 5)] * 5
        assert [places[player] for player in "HIDE"] == [(6, 7), (6, 7), (8, 9), (8, 9)]


class TestStatedQualities:
    """WALDSTEIN 5, W5: T and the homogeneity from what a table states."""

    def test_there_is_no_homogeneity_over_a_quality_that_is_stated_as_nothing(self, club):
        """In a chain of matches of 100 : 1 everybody has about ten times the t of the next."""
        wins = [(a, b, 1.0) for a, b in pairwise("ABCD")] * 100
        chain = club.tournament(*wins, *((b, a, 1.0) for a, b in pairwise("ABCD")))
        assert club.standings(chain).homogeneity > 500
        stated = club.standings(chain, quality_from="stated")
        assert stated.homogeneity is None
        assert stated.players[-1].stated_T == "0.00"

    @every(("n", "T"), [("group", 1.0), ("participants", 2.0)])
    @every("quality_from", ["exact", "stated"])
    def test_n_counts_the_group_or_everybody_who_played(self, club, quality_from, n, T):
        """WALDSTEIN 5, W4: A and B drew, X beat both, Z lost to both: two with t, four played."""
        row = club.rows("AB½ XA1 XB1 AZ1 BZ1", quality_n=n, quality_from=quality_from)["A"]
        assert (row.t, row.T) == (0.5, T)


class TestWonAll:
    """WALDSTEIN 5 a: hors concours."""

    def test_he_is_first_and_has_no_share(self, club):
        row = club.rows("XA1 XB1 AB½")["X"]
        assert (row.place, row.t, row.stated_t) == ((1, 1), None, "hors concours")

    def test_of_two_who_won_all_the_one_with_the_stronger_victims_is_first(self, club):
        """A leads the match A–B; X beat A, Y beat B, and they did not meet."""
        assert club.places("AB1 AB1 AB0 XA1 YB1") == [(3, 3), (4, 4), (1, 1), (2, 2)]

    def test_points_of_different_groups_are_weighed_by_what_a_point_is_worth_there(self, club):
        """W3: A and B shared two games, C and D four; each has t = ½, λ is 1 and 2.  To beat A is
        worth ½, to beat C a quarter.
        """
        rows = club.rows("AB1 AB0 CD1 CD1 CD0 CD0 XA1 YC1")
        assert (rows["X"].place, rows["Y"].place) == ((1, 1), (2, 2))

    def test_a_win_over_another_who_won_all_counts_by_his_order_number(self, club):
        """X and Y drew, λ is ½ and each has t ½.  B beat X: ½ / ½ = 1, twice t.  A beat B, so
        1 / ½ = 2, four times t; D beat Y: 1.  A and D lost to nobody, B to A only.
        """
        results = "XY½ BX1 AB1 DY1"
        assert club.places(results) == [(1, 1), (3, 3), (2, 2), (4, 5), (4, 5)]

    def test_by_order_numbers_one_who_lost_can_stand_with_one_who_did_not(self, club):
        """W3: 4 2 2 1 1 as above; C won all, but beat Z only, who lost all: 0."""
        results = "XY½ BX1 AB1 DY1 XZ1 CZ1"
        places = club.places(results, unbeaten="order_number")
        assert dict(zip("ABCDXYZ", places, strict=True)) == {
            "A": (1, 1), "B": (2, 3), "D": (2, 3), "X": (4, 5), "Y": (4, 5), "C": (6, 6),
            "Z": (7, 7),
        }  # fmt: skip

    def test_points_against_a_lower_group_decide_last(self, club):
        """A, B, C lead, λ 1; D and E, λ √¾, lost to A, so that in the end their s are nothing
        beside those above.  Z beat C.  X beat D twice and Y beat E: nothing by the leaders, so X
        is ahead of Y by D, who leads E by 1½ to ½.
        """
        places = club.rows("AB1 BC1 CA1 DE1 DE½ AD1 XD1 XD1 YE1 ZC1")
        assert [places[player].place for player in "ZXYDE"] == [
            (1, 1), (2, 2), (3, 3), (7, 7), (8, 8)
        ]  # fmt: skip

    def test_where_nobody_has_a_share_winners_of_all_stand_level(self, club):
        assert club.places("AB1 CD1") == [(1, 2), (3, 4), (1, 2), (3, 4)]

    def test_a_goalless_game_is_no_win(self, club):
        """Both scored 0: neither won all, both have scored nothing."""
        cup = club.games("AB0")
        goalless = replace(cup.games[0], black_points=0.0)
        rows = club.rows(attrs.evolve(cup, games=(goalless,)))
        assert [row.status for row in rows.values()] == ["lost_all", "lost_all"]


class TestLostAll:
    """WALDSTEIN 5 b: a dash."""

    def test_he_is_last_and_has_no_share(self, club):
        row = club.rows("AZ1 BZ1 AB½")["Z"]
        assert (row.place, row.t, row.stated_t) == ((3, 3), None, "–")

    def test_who_beat_only_losers_of_all_is_taken_out_after_them(self, club):
        """W3: Y lost to A and B and beat Z; with Z gone he has lost all."""
        rows = club.rows("AB½ AY1 BY1 YZ1 AZ1")
        assert rows["Y"].status == rows["Z"].status == "lost_all"
        assert (rows["Y"].place, rows["Z"].place) == ((3, 3), (4, 4))

    def test_losers_of_all_stand_in_the_order_in_which_they_were_left(self, club):
        """W3: Z lost to everybody; without Z, Y did; without Y, X did."""
        results = "AB½ AX1 AY1 AZ1 BX1 BY1 BZ1 XY1 XZ1 YZ1"
        assert club.places(results) == [(1, 2), (1, 2), (3, 3), (4, 4), (5, 5)]

    def test_several_losers_of_all_stand_level(self, club):
        assert club.places("AB½ AY1 BZ1") == [(1, 2), (1, 2), (3, 4), (3, 4)]


class TestOrderNumbers:
    """WALDSTEIN 5 c: the strongest lost to the weakest only."""

    def test_it_is_remarked(self, club):
        rows = club.rows("AB1 AC1 DA1 BC½ BD1 CD1")
        assert {player: row.remark for player, row in rows.items()} == {
            "A": "t only an order number",
            "B": "",
            "C": "",
            "D": "t only an order number",
        }

    def test_a_match_of_two_is_no_such_case(self, club):
        assert not any(row.ordinal_only for row in club.rows("AB1 AB0").values())

    def test_a_second_player_who_took_points_from_the_strongest_makes_it_none(self, club):
        rows = club.rows("AB1 AC½ DA1 BC½ BD1 CD1")
        assert not any(row.ordinal_only for row in rows.values())


class TestGroups:
    """WALDSTEIN 5, W2, W14: who can be compared with whom."""

    def test_a_lower_group_is_remarked(self, club):
        rows = club.rows("AB1 BC1 CA1 AD1 AE1 BD1 BE1 CD1 CE1 DE½")
        assert rows["D"].remark == "t only within group 2"
        assert (rows["D"].group, rows["D"].group_place) == (2, (1, 2))

    def test_groups_without_connecting_results_are_remarked(self, club):
        rows = club.rows("AB½ CD½")
        assert {row.remark for row in rows.values()} == {
            "no order between these groups (no connecting results)"
        }

    def test_a_player_alone_between_two_cycles_has_won_all_of_the_lower_games(self, club):
        """X lost to the upper three and beat the lower three; below those he is hors concours."""
        rows = club.rows("AB1 BC1 CA1 AX1 BX1 CX1 XD1 XE1 XF1 DE1 EF1 FD1 AD1")
        assert rows["X"].status == "hors_concours"
        assert rows["X"].place == (4, 4)
        assert [rows[player].place for player in "DEF"] == [(5, 7)] * 3

    def test_a_player_left_alone_beside_a_group_has_no_share_and_shares_all_places(self, club):
        """WALDSTEIN 5, W14: X beat only Z, who lost all, and lost only to W, who won all.

        Nothing orders X and the only group, so that it is not a main group.
        """
        standings = club.standings("AB½ WA1 WX1 XZ1 AZ1")
        rows = {row.player: row for row in standings.players}
        assert rows["X"].status == "isolated"
        assert rows["X"].place == rows["A"].place == (2, 4)
        assert rows["A"].status == rows["B"].status == "valued_group"
        assert rows["A"].remark == "no order between these groups (no connecting results)"
        assert (standings.structure, standings.homogeneity) == ("incomparable_groups", None)

    def test_a_group_below_stands_after_the_parts_that_are_beside_each_other(self, club):
        """A, B, C lead; P and Q met only D; D and E, who drew, lost to all they met above."""
        results = "AB1 BC1 CA1 PQ½ AD1 PD1 BE1 DE½"
        rows = club.rows(results)
        assert [rows[player].place for player in "ABCPQ"] == [(1, 5)] * 5
        assert [rows[player].place for player in "DE"] == [(6, 7)] * 2
        assert [rows[player].status for player in "APD"] == [
            "valued_group",
            "valued_group",
            "valued_lower",
        ]

    def test_a_player_by_himself_makes_no_chain_of_groups_longer(self, club):
        """W2: of three drawn pairs PQ is above X and X above TU; RS is above TU.  PQ and RS stand
        equally high, two groups each, so neither leads, and every class stands by itself.
        """
        assert club.places("PQ½ RS½ TU½ PX1 XT1 RT1") == [
            (1, 4), (1, 4), (1, 4), (1, 4), (6, 7), (6, 7), (5, 5)
        ]  # fmt: skip

    def test_a_group_below_one_of_two_parts_is_not_below_the_other(self, club):
        """W14: A and B drew, C and D drew, A beat C; E and F drew and met nobody else."""
        assert club.places("AB½ CD½ AC1 EF½") == [(1, 6)] * 6

    def test_a_chain_of_points_relates_players_of_different_groups(self, club):
        """A, B, C and P, Q cannot be compared; D and E, below both, can with everybody."""
        standings = club.standings("AB1 BC1 CA1 PQ½ AD1 PD1 BE1 DE½")
        assert sorted(standings.not_comparable) == ["A", "B", "C", "P", "Q"]

    def test_two_who_beat_one_and_the_same_are_not_related_by_that(self, club):
        """W3: A and X beat Y and have not met; there is no group."""
        assert sorted(club.standings("XY1 AY1").not_comparable) == ["A", "X"]

    def test_a_common_group_relates_pairs_that_have_not_met(self, club):
        """W2: two drawn pairs that beat somebody of a ring of three, all in one group."""
        standings = club.standings("PQ½ RS½ PA1 RA1 AB1 BC1 CA1")
        (group,) = standings.groups
        assert group.players == tuple("ABCPQRS")
        assert standings.not_comparable == ()

    def test_an_all_winner_nobody_links_with_the_others_is_not_comparable(self, club):
        """W3: X beat Y, and neither met A, B or C."""
        standings = club.standings("AB1 BC1 CA1 XY1")
        assert "X" in standings.not_comparable
        assert standings.players[0].player == "X"

    def test_a_long_ladder_of_pairs_goes_down_pair_by_pair(self, club):
        """Sixty pairs, each drawn and beating the next: sixty groups, one below the other."""
        pairs = [(f"{n:03}a", f"{n:03}b") for n in range(60)]
        games = [(a, b, 0.5) for a, b in pairs]
        games += [(a, c, 1.0) for (a, _), (c, _) in pairwise(pairs)]
        standings = club.standings(club.tournament(*games))
        assert [len(group.players) for group in standings.groups] == [2] * 60
        assert [row.player for row in standings.players] == [p for pair in pairs for p in pair]
