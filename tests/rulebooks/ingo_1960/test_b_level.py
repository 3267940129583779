"""INGO B I to B III 2 and the preface: levels."""

from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from projections.rulebooks.document import working
from projections.rulebooks.ingo_1960.a_general import percent_difference, performance
from projections.rulebooks.ingo_1960.b_level import (
    control_deviation,
    general_level,
    newcomers_level,
    single_level,
)
from tests.rulebooks.ingo_1960.club import crosstable, event, game, gathered
from tests.tables import every

NUMBERS = st.integers(min_value=-50, max_value=300)
RESULTS = st.sampled_from([0, 0.5, 1])
GAMES = st.lists(st.tuples(NUMBERS, RESULTS), min_size=1, max_size=30)

FOUR = """
Anna  100 /5 | * 1 1 ½
Berta 110 /5 | 0 * 1 ½
Clara 120 /5 | 0 0 * 1
Doris 130 /5 | ½ ½ 0 *
"""


def column(rows, name):
    return {player: row[name] for player, row in rows.items()}


class TestCompleteRoundRobin:
    """INGO B I: all games of a round robin played, all players rated."""

    def test_the_mean_of_all_numbers_is_everybody_s_level(self):
        rows = crosstable(FOUR).rows()

        assert set(column(rows, "level").values()) == {115}
        assert column(rows, "performance") == {
            "Anna": 90, "Berta": 115, "Clara": 128, "Doris": 128,  # 127.5 twice, rounded up
        }  # fmt: skip

    def test_three_games_each_but_twice_with_one_opponent_are_no_round_robin(self):
        """INGO B I, INGO B III 1: Anna (100 + 2 · 110 + 120)/4; the mean of all were 115."""
        played = event(
            {"Anna": "100 /5", "Berta": "110 /5", "Clara": "120 /5", "Doris": "130 /5"},
            "Anna ½ Berta, Berta ½ Anna, Clara ½ Doris, Doris ½ Clara, Anna ½ Clara, "
            "Berta ½ Doris",
            format="round-robin",
        )

        assert column(played.rows(), "level") == {
            "Anna": 110, "Berta": 110, "Clara": 120, "Doris": 120,
        }  # fmt: skip

    def test_a_forfeit_makes_single_levels_of_it(self):
        """INGO Vorwort 4: nobody's level has the number of somebody he has not met."""
        played = crosstable(FOUR)
        *games, last = played.tournament.games
        forfeited = game(last.game, last.white, "1", last.black, played=False)

        rows = played.changed(games=(*games, forfeited)).rows()

        assert column(rows, "level") == {
            "Anna": 115, "Berta": 115, "Clara": 110, "Doris": 113.3,
        }  # fmt: skip

    def test_somebody_entered_who_plays_nobody_makes_single_levels_of_it(self):
        """INGO B I: the participants are all who entered."""
        rows = gathered(
            {"Anna": "100 /5", "Berta": "110 /5", "Clara": "121 /5", "Emma": "?"},
            (game("1", "Anna", "½", "Berta"), game("2", "Clara", "½", "Anna")),
        ).rows()

        assert column(rows, "level") == {
            "Anna": 110.3, "Berta": 105, "Clara": 110.5, "Emma": None,
        }  # fmt: skip

    def test_a_match_has_single_levels(self):
        """INGO C V: even where everybody has met everybody."""
        players, results = {"Anna": "100 /5", "Berta": "120 /5"}, "Anna ½ Berta"

        assert column(event(players, results, format="match").rows(), "level") == {
            "Anna": 110, "Berta": 110,
        }  # fmt: skip


class TestControl:
    """INGO B II: the H of the rated add up to their F."""

    def test_a_result_that_is_no_whole_point_shows(self):
        played = crosstable(FOUR)
        first, *games = played.tournament.games
        spoilt = game(first.game, first.white, "1", first.black, white_points=0.0)

        assert controls(played) == ["holds"]
        assert controls(played.changed(games=(spoilt, *games))) == ["input error"]

    @every(
        ("players", "wrong", "deviation", "control"),
        [
            (22, 1, 2.3, "input error"),  # 10 of 21 is 2.3 in the table; allowed are 2.2
            (23, 1, 2.2, "holds"),  # 10½ of 22 is 2.2 in the table; allowed are 2.3
            (50, 5, 5, "holds"),  # 24 of 49 is 50 - 49; five times that is what is allowed
            (50, 6, 6, "input error"),
            (50, -5, -5, "holds"),
            (50, -6, -6, "input error"),
        ],
    )
    def test_a_tenth_of_a_degree_a_player_is_put_down_to_the_table(
        self, players, wrong, deviation, control
    ):
        """INGO B II: all draw, but ``wrong`` players lack half a point, or have one too many."""
        step = control_step(all_drawn(players, wrong))

        assert (step.given["deviation"], step.result) == (deviation, control)

    def test_the_d_of_all_are_shown_with_what_they_add_up_to(self):
        """INGO B II: 2½ of three games are -25, 1½ are nought, one is 12.5."""
        step = control_step(crosstable(FOUR))

        assert (step.rule, step.player) == ("INGO B II", None)
        assert step.given == {"%d": [-25, 0, 12.5, 12.5], "deviation": 0}

    @given(st.data())
    def test_they_do_exactly_in_any_round_robin_by_the_formula(self, data):
        n = data.draw(st.integers(min_value=2, max_value=8))
        rated = data.draw(st.integers(min_value=1, max_value=n))
        F = data.draw(st.lists(NUMBERS, min_size=rated, max_size=rated))
        points = [0.0] * n
        for white in range(n):
            for black in range(white):
                result = data.draw(RESULTS)
                points[white] += result
                points[black] += 1 - result

        d = [percent_difference(own, n - 1, "formula") for own in points]
        N = general_level(F, d[rated:])

        assert sum(performance(N, own) for own in d[:rated]) == sum(F)
        assert control_deviation(d) == 0

    @given(F=st.lists(NUMBERS, min_size=2, max_size=10))
    def test_without_newcomers_the_general_level_is_everybody_s_single_level(self, F):
        """INGO B I, B III 1: both ways give the same."""
        levels = {single_level(own, F[:i] + F[i + 1 :]) for i, own in enumerate(F)}

        assert levels == {general_level(F, [])}


def controls(played):
    return [step.result for step in control_steps(played)]


def control_step(played):
    (step,) = control_steps(played)
    return step


def control_steps(played):
    with working() as steps:
        played.evaluate()
    return [step for step in steps if "Control" in step.text]


def all_drawn(players, wrong):
    """A round robin of draws in which White has half a point less in so many games.

    Half a point more, where ``wrong`` is less than nought; each time it is another White.
    """
    names = [f"P{number:02}" for number in range(players)]
    spoilt = set(zip(names[: 2 * abs(wrong) : 2], names[1::2], strict=False))
    others = 0.0 if wrong > 0 else 1.0
    games = tuple(
        game(
            f"{white}-{black}", white, "½", black,
            white_points=others if (white, black) in spoilt else 0.5,
        )
        for white, black in combinations(names, 2)
    )  # fmt: skip
    return gathered(dict.fromkeys(names, "150 /5"), games, format="round-robin")


class TestSingleLevel:
    """INGO B III 1: the mean of one's own number and those of the opponents met."""

    def test_who_meets_an_opponent_twice_counts_him_twice(self):
        """INGO Vorwort 5: several rounds and play-offs are one event."""
        rows = event(
            {"Anna": "100 /5", "Berta": "110 /5", "Clara": "120 /5"},
            "Anna 1 Berta, Anna ½ Clara, Berta 1 Anna, Clara ½ Anna, Anna 1 Clara",
        ).rows()

        # Anna (100 + 2·110 + 3·120)/6, Berta (110 + 2·100)/3, Clara (120 + 3·100)/4
        assert column(rows, "level") == {"Anna": 113.3, "Berta": 103.3, "Clara": 105}

    @given(F=NUMBERS, games=GAMES)
    def test_half_a_point_and_a_game_added_are_a_draw_against_oneself(self, F, games):
        """INGO A, B III 1: H = (F + Σ v)/(k + 1), v being 50 above or below an opponent."""
        assert performance_in(games, lambda opponents, _: single_level(F, opponents)) == Fraction(
            F + sum(values(games)), len(games) + 1
        )


class TestNewcomersLevel:
    """INGO B III 2: the opponents' numbers and the newcomer's own %d, divided by the games."""

    def test_a_newcomer_among_rated_players_gets_his_first_number(self):
        players = {"Zoe": "?", "Anna": "120 /5", "Berta": "130 /5", "Clara": "140 /5"}

        rows = event(players, "Zoe 1 Anna, Zoe ½ Berta, Zoe ½ Clara").rows()

        # 2 out of 3 is -12.5; (390 - 12.5)/3 = 125.8; 113.3
        assert (rows["Zoe"]["level"], rows["Zoe"]["performance"]) == (125.8, 113)
        assert (rows["Zoe"]["number_after"], rows["Zoe"]["rule"]) == (113, "C I")

    @given(opponents=st.lists(NUMBERS, min_size=1), d=NUMBERS)
    def test_his_own_performance_counts_in_his_level(self, opponents, d):
        """INGO Vorwort 4: N (k + 1) = Σ x + H."""
        N = newcomers_level(opponents, d)

        assert N * (len(opponents) + 1) == sum(opponents) + performance(N, d)

    @given(games=GAMES)
    def test_his_performance_is_the_mean_of_his_games(self, games):
        """INGO A, B III 2: H = Σ v / k, so all lost is the opponents' mean and fifty."""
        assert performance_in(games, newcomers_level) == Fraction(sum(values(games)), len(games))


def values(games):
    """The opponent's number, 50 more for a loss and 50 less for a win."""
    return [opponent + 50 - int(100 * result) for opponent, result in games]


def performance_in(games, level):
    d = percent_difference(sum(result for _, result in games), len(games), "formula")
    return performance(level([opponent for opponent, _ in games], d), d)
