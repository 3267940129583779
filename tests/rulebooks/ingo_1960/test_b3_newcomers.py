"""INGO B III 3: several newcomers."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from projections.rulebooks.ingo_1960.b_level import Equation, solved
from tests.rulebooks.ingo_1960.club import event

RATED = {"Anna": "150 /5", "Berta": "150 /5", "Clara": "150 /5"}


class TestNewcomersWhoMet:
    """INGO B III 3: the H of each enters the levels of the others."""

    def test_a_newcomer_who_met_only_another_one_is_evaluated_through_him(self):
        rows = event(
            {**RATED, "Paul": "?", "Quinn": "?"},
            "Paul 1 Quinn, Paul ½ Quinn, Paul 0 Quinn, Quinn ½ Anna, Quinn 1 Berta, Quinn 0 Clara",
        ).rows()

        assert rows["Paul"]["performance"] == rows["Quinn"]["performance"] == 150

    def test_newcomers_without_link_to_a_number_have_no_level(self):
        """INGO B III 3: they are not evaluated, and their games are struck."""
        played = event(
            {**RATED, "Paul": "?", "Quinn": "?"}, "Paul 1 Quinn, Quinn 1 Paul, Paul ½ Quinn"
        )

        assert played.after() == {}
        assert [left_out.reason for left_out in played.report().games_not_rated] == [
            "INGO B III 3: Paul has no number, and no level can be found"
        ] * 3

    def test_the_opponents_of_a_newcomer_with_too_few_games_use_his_performance(self):
        """INGO Vorwort 4, R11: (300 - 16.7)/2 = 141.7, 125; two games give no number."""
        rows = event({**RATED, "Paul": "?"}, "Paul ½ Anna, Paul 1 Berta").rows()

        assert rows["Paul"]["number_after"] is None
        assert rows["Anna"]["games_used"][0]["opponent_number"] == 125
        assert rows["Anna"]["level"] == 137.5

    def test_others_are_charged_the_performance_as_published(self):
        """INGO B III 3, R18: 2½ of 3 is -25; (450 - 25)/3 = 141.7; 116.7 is published as 117."""
        rows = event({**RATED, "Paul": "?"}, "Paul 1 Anna, Paul 1 Berta, Paul ½ Clara").rows()

        assert (rows["Paul"]["level"], rows["Paul"]["performance"]) == (141.7, 117)
        assert rows["Clara"]["games_used"][0]["opponent_number"] == 117


@st.composite
def joined_newcomers(draw):
    """Equations of newcomers of whom each met a rated player and perhaps others of them."""
    players = [f"N{number}" for number in range(draw(st.integers(min_value=1, max_value=6)))]
    pairs = [(a, b) for a in players for b in players if a < b]
    met = draw(st.lists(st.sampled_from(pairs), max_size=10)) if pairs else []
    known = st.lists(st.integers(min_value=60, max_value=250), min_size=1, max_size=4)
    return {
        player: Equation(
            d=Fraction(draw(st.integers(min_value=-450, max_value=450)), 10),
            known=tuple(draw(known)),
            met=tuple(b if a == player else a for a, b in met if player in (a, b)),
            limited=tuple(draw(st.lists(st.sampled_from([-50, 50]), max_size=2))),
        )
        for player in players
    }


class TestTheExactSolution:
    """INGO B III 3, R5: where the inserting of provisional numbers comes to rest."""

    @given(equations=joined_newcomers())
    def test_everybody_s_level_fits_everybody_s_performance(self, equations):
        H = solved({player: each.row(player) for player, each in equations.items()})

        for player, each in equations.items():
            met = [H[other] for other in each.met]
            own = [H[player] + distance for distance in each.limited]
            numbers = [*each.known, *met, *own]
            assert H[player] == Fraction(sum(numbers) + each.d, len(numbers)) + each.d

    @settings(max_examples=30)
    @given(equations=joined_newcomers())
    def test_inserting_again_and_again_leads_to_it(self, equations):
        exact = solved({player: each.row(player) for player, each in equations.items()})
        H = dict.fromkeys(equations, 150.0)

        for _ in range(400):
            for player, each in equations.items():
                numbers = [*each.known, *(H[other] for other in each.met)]
                numbers += [H[player] + distance for distance in each.limited]
                H[player] = float((sum(numbers) + each.d) / len(numbers) + each.d)

        assert all(abs(H[player] - exact[player]) < 0.01 for player in equations)


def test_four_newcomers_in_a_ring():
    """INGO B III 3: everybody draws with one rated player and his two neighbours in the ring.

    3 · 150 = 150 + 160 + 140, 3 · 160 = 160 + 150 + 170, 3 · 170 = 210 + 160 + 140,
    3 · 140 = 100 + 170 + 150.
    """
    rated = {"R": "150 /5", "S": "160 /5", "T": "210 /5", "U": "100 /5"}
    ring = event(
        {"A": "?", "B": "?", "C": "?", "D": "?", **rated},
        "A ½ R, B ½ S, C ½ T, D ½ U, A ½ B, B ½ C, C ½ D, D ½ A",
    )

    new = {player: ring.after()[player] for player in "ABCD"}
    assert new == {"A": "150 /1", "B": "160 /1", "C": "170 /1", "D": "140 /1"}


def test_two_newcomers_of_degree_nought():
    """INGO B III 3: each draws with -10, 10 and the other: 3 H is the other's H, so both are 0."""
    played = event(
        {"Yves": "?", "Zoe": "?", "R": "-10 /5", "S": "10 /5"},
        "Zoe ½ R, Zoe ½ S, Yves ½ R, Yves ½ S, Yves ½ Zoe",
    )

    assert [played.rows()[player]["level"] for player in ("Yves", "Zoe")] == [0, 0]


def test_a_newcomer_of_degree_nought():
    """INGO B III 2: half of the points against -10, 0 and 10 is the level 0, and H = 0."""
    played = event(
        {"Zoe": "?", "R": "-10 /5", "S": "0 /5", "T": "10 /5"}, "Zoe ½ R, Zoe ½ S, Zoe ½ T"
    )

    assert played.rows()["Zoe"]["level"] == 0
    assert played.after()["Zoe"] == "0 /1"
