"""Laws that hold for every season, as properties."""

from hypothesis import given, settings
from hypothesis import strategies as st

from projections.rulebooks.lask_1970.metod_1_initial import difference, initial_rating
from projections.rulebooks.lask_1970.rankingregler import change, compensation
from projections.rulebooks.lask_1970.regel_6_base_dates import deduction, general_addition, table_4
from projections.rulebooks.lask_1970.regel_10_concentrated import (
    change as change_of_tournament,
)
from projections.rulebooks.lask_1970.regel_10_concentrated import opponents_mean

NUMBERS = st.integers(-300, 3000)
POINTS = st.sampled_from([0.0, 0.5, 1.0])
PLAYERS = "ABCDE"
FIELDS = st.fixed_dictionaries(dict.fromkeys(PLAYERS, st.integers(1200, 2400)))
DAYS = ["1970-09-05", "1970-10-31", "1970-11-01", "1971-01-20", "1971-03-01", "1971-05-31"]


@st.composite
def games(draw, days=tuple(DAYS)):
    """Some games: white, black, White's points, day."""
    pairs = st.permutations(PLAYERS).map(lambda order: order[:2])
    one = st.tuples(pairs, POINTS, st.sampled_from(days))
    return [(*pair, points, day) for pair, points, day in draw(st.lists(one, max_size=12))]


def played(federation, field, season):
    """The federation after a season, the games named by their place in it."""
    for player, rating in field.items():
        federation.member(player, rating, club=f"club {player}")
    for white, black, points, day in season:
        federation.plays(white, black, points, day)
    return federation


class TestOneGame:
    """LASK Rankingregel 1, LASK Tabell 5."""

    @given(NUMBERS, NUMBERS, POINTS)
    def test_what_one_player_wins_the_other_loses(self, own, opponent, points):
        assert change(own, opponent, points) == -change(opponent, own, 1 - points)

    @given(NUMBERS, NUMBERS)
    def test_a_win_gains_1_to_31_points_and_a_draw_at_most_15(self, own, opponent):
        assert 1 <= change(own, opponent, 1.0) <= 31
        assert -15 <= change(own, opponent, 0.5) <= 15
        assert change(own, opponent, 1.0) - change(own, opponent, 0.0) == 32

    @given(NUMBERS, NUMBERS, NUMBERS, POINTS)
    def test_only_the_difference_counts(self, own, opponent, shift, points):
        assert change(own, opponent, points) == change(own + shift, opponent + shift, points)

    @given(st.integers(0, 3000), st.integers(0, 3000))
    def test_the_compensation_grows_with_the_difference(self, R, more):
        assert compensation(R) <= compensation(R + more)


class TestASeasonOfGames:
    """LASK Rankingregel 2, LASK Rankingregel 3: constant bases within a period."""

    @settings(max_examples=40, deadline=None)
    @given(FIELDS, games())
    def test_the_sum_of_the_numbers_stays_the_same_until_1_june(
        self, new_federation, field, season
    ):
        federation = played(new_federation(), field, season)
        assert sum(federation.running("1971-05-31").values()) == sum(field.values())
        assert sum(federation.bases("1971-03-01").values()) == sum(field.values())

    @settings(max_examples=40, deadline=None)
    @given(FIELDS, games(days=tuple(DAYS[:2])), st.randoms(use_true_random=False))
    def test_the_order_of_the_games_of_a_period_does_not_matter(
        self, new_federation, field, season, chance
    ):
        shuffled = [(*game[:3], chance.choice(DAYS[:2])) for game in season]
        chance.shuffle(shuffled)
        in_order = played(new_federation(), field, season)
        otherwise = played(new_federation(), field, shuffled)
        assert in_order.bases("1970-11-01") == otherwise.bases("1970-11-01")

    @settings(max_examples=40, deadline=None)
    @given(FIELDS, games(), st.permutations(PLAYERS))
    def test_the_players_names_do_not_matter(self, new_federation, field, season, names):
        renamed = dict(zip(PLAYERS, names, strict=True))
        before = played(new_federation(), field, season).bases("1971-09-01")
        after = played(
            new_federation(),
            {renamed[player]: rating for player, rating in field.items()},
            [(renamed[white], renamed[black], *rest) for white, black, *rest in season],
        ).bases("1971-09-01")
        assert after == {renamed[player]: base for player, base in before.items()}

    @settings(max_examples=40, deadline=None)
    @given(FIELDS, games())
    def test_a_league_is_booked_like_its_games_one_by_one(self, new_federation, field, season):
        singly = played(new_federation(), field, season)
        league = played(new_federation(), field, [])
        rounds = [
            league.game(white, black, points, day, game=str(number))
            for number, (white, black, points, day) in enumerate(season)
        ]
        league.tournament(*rounds, ended_on=DAYS[-1])
        assert league.bases("1971-09-01") == singly.bases("1971-09-01")

    @settings(max_examples=40, deadline=None)
    @given(FIELDS, games())
    def test_the_cards_count_what_was_played(self, new_federation, field, season):
        cards = played(new_federation(), field, season).on("1971-05-31")
        assert sum(card.season.games for card in cards.values()) == 2 * len(season)
        records = [record for card in cards.values() for record in card.season.interclub]
        assert sum(record.N for record in records) == 2 * len(season)
        assert sum(record.S for record in records) == 0

    @settings(max_examples=40, deadline=None)
    @given(FIELDS, games())
    def test_every_card_comes_back_from_paper(self, new_federation, field, season):
        federation = played(new_federation(), field, season)
        for card in federation.on("1971-08-31").values():
            assert federation.rulebook.unpack(federation.rulebook.pack(card)) == card

    @settings(max_examples=40, deadline=None)
    @given(FIELDS, games())
    def test_every_report_adds_up_to_what_its_games_moved(self, new_federation, field, season):
        federation = played(new_federation(), field, season)
        moved = dict.fromkeys(PLAYERS, 0)
        for tournament in federation.tournaments:
            for row in federation.report(tournament).rows:
                assert row["change"] == sum(game["change"] for game in row["games_used"])
                moved[row["player"]] += row["change"]
        assert {
            player: running - field[player]
            for player, running in federation.running("1971-05-31").items()
        } == moved


class TestATournamentAsAWhole:
    """LASK Formel (1), LASK Formel (2a)."""

    @given(NUMBERS, NUMBERS, st.lists(POINTS, min_size=1, max_size=15))
    def test_against_opponents_of_one_strength_it_is_the_sum_of_the_games(
        self, base, mean, results
    ):
        one_by_one = sum(change(base, mean, points) for points in results)
        assert change_of_tournament(base, mean, sum(results), len(results)) == one_by_one

    @given(NUMBERS, st.integers(1, 15))
    def test_half_the_points_for_every_opponent_are_the_strength_of_the_group(self, G, rounds):
        assert opponents_mean(G, rounds * rounds / 2, rounds, rounds) == G

    @given(NUMBERS, st.integers(0, 100), st.integers(1, 12))
    def test_more_quality_points_mean_stronger_opponents(self, G, halves, rounds):
        weaker = opponents_mean(G, halves / 2, rounds, rounds)
        assert opponents_mean(G, halves / 2 + 0.5, rounds, rounds) >= weaker


class TestAdjustments:
    """LASK Regel 6, LASK Tabell 4, LASK Regel 11 b, LASK Metod 1."""

    @given(st.integers(0, 50))
    def test_more_games_never_cost_more(self, n):
        table = table_4({})
        assert 0 <= deduction(n + 1, table) <= deduction(n, table) <= 27

    @given(st.integers(-2000, 2000), st.integers(1, 500), st.integers(1, 200))
    def test_a_club_that_lost_is_the_mirror_of_one_that_won(self, S, N, M):
        assert general_addition(S, N, M) == -general_addition(-S, N, M)

    @given(st.integers(1, 98))
    def test_a_better_share_is_a_greater_difference(self, P):
        assert difference(P, 501) < difference(P + 1, 501)

    @given(st.integers(1, 40), st.data())
    def test_a_first_number_grows_with_the_points(self, games, data):
        halves = data.draw(st.integers(1, 2 * games))
        ratings = [initial_rating(points / 2, games, 1775) for points in (halves - 1, halves)]
        known = [rating for rating in ratings if rating is not None]
        assert known == sorted(known)
