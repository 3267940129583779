"""FIDE C.07, articles 8.1, 9.1, 15 and 16: today's tie-breaks, by hand.

A Swiss of five in four rounds.  Scores: Elsa 3, Anna 2½, Cora 2, Dora 2, Berta 0.
1. Anna–Berta 1:0, Cora–Dora ½:½, Elsa has the bye.   2. Anna–Elsa 1:0, Berta does not show up
against Cora, Dora asked for a bye (½).   3. Anna–Cora ½:½, Elsa–Dora 1:0, Berta asked for a bye
(0).   4. Dora–Anna 1:0, Elsa–Cora 1:0, Berta is gone.
For her opponents Berta has 1 point: her last two rounds count as draws (16.3.2).
"""

from datetime import date

import attrs
import pytest
from msgspec.structs import replace

from projections.rulebooks.fide_c07.codes import TieBreak
from projections.rulebooks.fide_c07.p04_order import standings as by_tie_breaks
from projections.rulebooks.tournament import Game, Player, Tournament
from projections.rulebooks.waldstein.procedure import standings
from projections.rulebooks.waldstein.readings import Readings

PLAYERS = ("Anna", "Berta", "Cora", "Dora", "Elsa")


def game(number, white, black, points, **facts):
    to_white, to_black = points
    return Game(
        game=f"{number}-{white}",
        round=number,
        white=white,
        black=black,
        white_points=to_white,
        black_points=to_black,
        **facts,
    )


def bye(number, player, points):
    return game(number, player, None, (points, 0.0), played=False, reason="bye")


@pytest.fixture
def swiss():
    return Tournament(
        id="open",
        name="Open",
        discipline="chess",
        format="swiss",
        ended_on=date(2025, 9, 14),
        rounds=4,
        players={player: Player(id=player) for player in PLAYERS},
        games=(
            game(1, "Anna", "Berta", (1.0, 0.0)),
            game(1, "Cora", "Dora", (0.5, 0.5)),
            bye(1, "Elsa", 1.0),
            game(2, "Anna", "Elsa", (1.0, 0.0)),
            game(2, "Berta", "Cora", (0.0, 1.0), played=False, reason="forfeit"),
            bye(2, "Dora", 0.5),
            game(3, "Anna", "Cora", (0.5, 0.5)),
            game(3, "Elsa", "Dora", (1.0, 0.0)),
            bye(3, "Berta", 0.0),
            game(4, "Dora", "Anna", (1.0, 0.0)),
            game(4, "Elsa", "Cora", (1.0, 0.0)),
        ),
    )


@pytest.fixture
def swiss_of_2026(swiss):
    return attrs.evolve(swiss, ended_on=date(2026, 3, 1))


def buchholz_fide(tournament):
    return by_tie_breaks(tournament, [TieBreak(code="BH")]).values


def sonneborn_berger_fide(tournament):
    return by_tie_breaks(tournament, [TieBreak(code="SB")]).values


def numbers(tie_break, tournament):
    found = tie_break(tournament)
    return [float(found[player][1]) for player in PLAYERS]


class TestSwiss:
    """FIDE C.07 16: rounds that were not played."""

    def test_scores_count_every_result(self, swiss):
        found = buchholz_fide(swiss)
        assert [float(found[player][0]) for player in PLAYERS] == [2.5, 0, 2, 2, 3]

    def test_buchholz_with_a_dummy_of_ones_own_score(self, swiss):
        """C.07 8.1: Anna 1+3+2+2; Cora 2+[2]+2½+3; Dora 2+[2]+3+2½; Elsa [3]+2½+2+2."""
        assert numbers(buchholz_fide, swiss) == [8, 2.5, 9.5, 9.5, 9.5]

    def test_sonneborn_berger_with_a_dummy_of_ones_own_score(self, swiss):
        """C.07 9.1: Anna 1·1+1·3+½·2; Cora ½·2+1·[2]+½·2½; Dora ½·2+½·[2]+2½; Elsa [3]+2+2."""
        assert numbers(sonneborn_berger_fide, swiss) == [5, 0, 4.25, 4.5, 7]

    def test_since_march_2026_the_dummy_is_limited(self, swiss_of_2026):
        """C.07 16.4.1: Cora's is worth no more than Berta, 1; 16.4.2: Elsa's two points."""
        assert numbers(buchholz_fide, swiss_of_2026) == [8, 2.5, 8.5, 9.5, 8.5]
        assert numbers(sonneborn_berger_fide, swiss_of_2026) == [5, 0, 3.25, 4.5, 6]

    def test_the_first_day_decides_which_articles_hold(self, swiss_of_2026):
        begun_before = attrs.evolve(swiss_of_2026, starts_on=date(2026, 2, 27))
        assert numbers(buchholz_fide, begun_before) == [8, 2.5, 9.5, 9.5, 9.5]

    def test_a_requested_bye_that_is_followed_by_a_game_counts_as_given(self, swiss):
        """C.07 16.3: had Berta come back for round 4 and lost, she would count 0."""
        back = attrs.evolve(swiss, games=(*swiss.games, game(4, "Berta", "Fina", (0.0, 1.0))))
        assert float(buchholz_fide(back)["Anna"][1]) == 7

    @pytest.mark.parametrize("reason", ["forfeit", "double-loss", None])
    def test_a_last_round_lost_by_forfeit_counts_nothing_but_lets_the_bye_before_it_count(
        self, swiss, reason
    ):
        """C.07 16.3.2: the bye of round 3 is a draw to Anna, the forfeit of round 4 is not."""
        forfeit = game(4, "Fina", "Berta", (1.0, 0.0), played=False, reason=reason)
        absent = attrs.evolve(swiss, games=(*swiss.games, forfeit))
        assert float(buchholz_fide(absent)["Anna"][1]) == 7.5

    def test_a_bye_of_half_a_point_is_absence_too(self, swiss):
        """C.07 16.1.1, 16.3.2: Berta's byes of rounds 3 and 4 (of half a point) are draws."""
        absent = attrs.evolve(swiss, games=(*swiss.games, bye(4, "Berta", 0.5)))
        assert float(buchholz_fide(absent)["Anna"][1]) == 8

    def test_the_limit_of_a_bye_is_by_the_rounds_that_were_planned(self, swiss_of_2026):
        """C.07 16.4.2: of nine rounds four are on record; Elsa's 3 points are within 4½."""
        planned = attrs.evolve(swiss_of_2026, rounds=9)
        assert float(buchholz_fide(planned)["Elsa"][1]) == 9.5

    def test_a_game_without_a_round_stands_before_all_others(self):
        """X beat Y nobody knows when, W beat Z in round 1.  X and Y were absent then, and nothing
        came after it: to the other a draw, to oneself a dummy with one's own score.
        """
        cup = Tournament(
            id="open",
            name="Open",
            discipline="chess",
            format="swiss",
            ended_on=date(2025, 9, 14),
            players={player: Player(id=player) for player in "WXYZ"},
            games=(game(None, "X", "Y", (1.0, 0.0)), game(1, "W", "Z", (1.0, 0.0))),
        )
        found = buchholz_fide(cup)
        assert {player: float(found[player][1]) for player in "WXYZ"} == {
            "W": 0, "X": 1.5, "Y": 1.5, "Z": 1,
        }  # fmt: skip

    def test_a_game_the_arbiter_decided_is_no_absence(self, swiss):
        decided = game(4, "Fina", "Berta", (1.0, 0.0), played=False, reason="referee")
        present = attrs.evolve(swiss, games=(*swiss.games, decided))
        assert float(buchholz_fide(present)["Anna"][1]) == 7

    def test_places_go_by_score_and_then_by_the_tie_break(self, swiss, swiss_of_2026):
        """Cora and Dora have two points each."""

        def places(tournament):
            rows = standings(tournament, "buchholz-fide", Readings()).players
            return {row.player: row.place for row in rows}

        assert places(swiss) == {
            "Elsa": (1, 1), "Anna": (2, 2), "Cora": (3, 4), "Dora": (3, 4), "Berta": (5, 5),
        }  # fmt: skip
        assert places(swiss_of_2026)["Dora"] == (3, 3)
        assert places(swiss_of_2026)["Cora"] == (4, 4)

    def test_the_value_shown_is_that_of_the_tie_break(self, swiss):
        rows = standings(swiss, "buchholz-fide", Readings()).players
        assert {row.player: row.value for row in rows} == {
            "Elsa": 9.5, "Anna": 8, "Cora": 9.5, "Dora": 9.5, "Berta": 2.5,
        }  # fmt: skip

    def test_the_methods_are_todays_for_tournaments_of_any_day(self, swiss):
        """C.07 16.4: the dummy, though until 2023 there was a virtual opponent."""
        old = attrs.evolve(swiss, ended_on=date(2018, 2, 4))
        rows = standings(old, "buchholz-fide", Readings()).players
        assert {row.player: row.value for row in rows}["Cora"] == 9.5

    def test_the_points_shown_are_those_of_games_played(self, swiss):
        """WALDSTEIN 1: Elsa's bye and Cora's win by forfeit are not games."""
        rows = standings(swiss, "sonneborn-berger-fide", Readings()).players
        assert {row.player: row.points for row in rows} == {
            "Elsa": 2, "Anna": 2.5, "Cora": 1, "Dora": 1.5, "Berta": 0,
        }  # fmt: skip

    def test_games_without_rounds_leave_no_gaps(self, swiss):
        """Of an old tournament only the results are known: nobody was absent."""
        played = [replace(g, round=None) for g in swiss.games if g.played]
        known = attrs.evolve(swiss, games=tuple(played), rounds=None)
        assert float(buchholz_fide(known)["Anna"][1]) == 0 + 2 + 1 + 1.5


class TestFixedPairings:
    """FIDE C.07 15: a forfeit in a round robin is a game like any other."""

    def test_a_win_by_forfeit_counts_with_the_opponents_score(self, swiss):
        """Anna 2 (Berta ½, Cora ½ by forfeit); Berta and Cora drew; Cora had a bye."""
        all_play_all = attrs.evolve(
            swiss,
            format="round-robin",
            games=(
                game(1, "Anna", "Berta", (1.0, 0.0)),
                bye(1, "Cora", 0.0),
                game(2, "Anna", "Cora", (1.0, 0.0), played=False, reason="forfeit"),
                game(3, "Berta", "Cora", (0.5, 0.5)),
            ),
        )
        found = sonneborn_berger_fide(all_play_all)
        assert [float(found[player][1]) for player in PLAYERS[:3]] == [1, 0.25, 0.25]
        assert float(buchholz_fide(all_play_all)["Cora"][1]) == 2.5
