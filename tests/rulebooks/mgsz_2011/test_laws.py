"""Laws that hold for every tournament, as properties."""

from fractions import Fraction

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projections.rulebooks.mgsz_2011.p04_grades import GRADES_OF_TABLE, limit_of, rank_of
from projections.rulebooks.mgsz_2011.p06_tournament import split
from projections.rulebooks.mgsz_2011.p07_new_elo import rounded
from projections.rulebooks.mgsz_2011.p08_game_points import Pairing, corrected, game_point
from projections.rulebooks.mgsz_2011.readings import Readings
from projections.rulebooks.mgsz_2011.rulebook import Mgsz2011

ELO = st.integers(-200, 3200)
STONES = st.integers(0, 9)
SCORE = st.sampled_from([1.0, 0.5, 0.0])
HOW = st.sampled_from([Readings(), Readings(handicap_correction="lower")])
PLAYERS = ["a", "b", "c", "d"]
FIGURES = st.fixed_dictionaries(dict.fromkeys(PLAYERS, ELO))


@st.composite
def games(draw):
    """Facts of some games among four players."""
    white, black = draw(st.permutations(PLAYERS))[:2]
    return {
        "white": white,
        "black": black,
        "result": draw(st.sampled_from(["1-0", "0-1", "½-½"])),
        "stones": draw(st.integers(0, 4)),
        "receiver": draw(st.sampled_from(["white", "black"])),
        "round": draw(st.integers(1, 9)),
    }


CUPS = st.tuples(st.lists(games(), max_size=8), st.sampled_from([0, 5, 25, 45]))


def cup_of(club, facts):
    played, C = facts
    return club.tournament(*(club.game(**game) for game in played), C=C, rounds=9)


class TestGamePoints:
    """MGSZ 8 (2) step 2: what one player gains the other loses."""

    @given(ELO, ELO, st.integers(-9, 9), SCORE, HOW)
    def test_a_game_is_zero_sum_before_rounding(self, Ep, other, stones, score, readings):
        own = game_point(Pairing("1", "x", stones, score), Ep, other, readings)
        theirs = game_point(Pairing("1", "y", -stones, 1 - score), other, Ep, readings)
        assert own.Jp == -theirs.Jp
        assert own.difference == -theirs.difference
        assert own.chance == theirs.chance

    @given(ELO, ELO, st.integers(-9, 9))
    def test_a_win_gains_and_a_loss_costs_and_between_them_lies_a_whole_point(
        self, Ep, other, stones
    ):
        win, jigo, loss = (
            game_point(Pairing("1", "x", stones, score), Ep, other, Readings()).Jp
            for score in (1.0, 0.5, 0.0)
        )
        assert 0 <= win <= 1000
        assert win - loss == 1000
        assert win - jigo == jigo - loss

    @given(ELO, ELO, st.integers(0, 50))
    def test_the_stronger_a_player_the_less_a_win_is_worth(self, Ep, other, more):
        win = Pairing("1", "x", 0, 1.0)
        weaker = game_point(win, Ep, other, Readings()).Jp
        assert game_point(win, Ep + more, other, Readings()).Jp <= weaker


class TestCorrection:
    """MGSZ 8 (2) step 1: the correction is monotone, and stone by stone."""

    @given(ELO, STONES, STONES)
    def test_stones_may_be_given_in_two_lots(self, Ep, first, then):
        together = corrected(Ep, first + then, 200, 10)
        assert corrected(corrected(Ep, first, 200, 10), then, 200, 10) == together

    @given(ELO, STONES, st.integers(0, 300))
    def test_more_elo_and_more_stones_never_give_less(self, Ep, stones, more):
        assert corrected(Ep + more, stones, 200, 10) >= corrected(Ep, stones, 200, 10)
        assert corrected(Ep, stones + 1, 200, 10) > corrected(Ep, stones, 200, 10)

    @given(st.sampled_from(GRADES_OF_TABLE[:-1]), st.data())
    def test_a_stone_lifts_a_limit_to_the_next_limit(self, grade, data):
        stones = data.draw(st.integers(0, len(GRADES_OF_TABLE) - 1 - rank_of(grade)))
        lifted = GRADES_OF_TABLE[rank_of(grade) + stones]
        assert corrected(limit_of(grade), stones, 200, 10) == limit_of(lifted)


class TestRounding:
    """MGSZ 7: rounded to the nearest whole point, halves up."""

    @given(st.integers(-60_000, 60_000))
    def test_the_change_is_the_nearest_whole_number(self, thousandths):
        off = rounded(thousandths, Readings()) - Fraction(thousandths, 1000)
        assert -Fraction(1, 2) < off <= Fraction(1, 2)

    @given(st.integers(-60_000, 60_000))
    def test_away_from_zero_a_loss_is_the_mirror_of_a_gain(self, thousandths):
        readings = Readings(rounding="half_away")
        assert rounded(-thousandths, readings) == -rounded(thousandths, readings)


class TestParts:
    """MGSZ 6 (3): the parts of a long tournament."""

    @given(st.integers(1, 299), st.integers(1, 100), st.sampled_from(["even", "greedy"]))
    def test_the_fewest_parts_that_all_stay_below_the_limit(self, C, rounds, policy):
        parts = split(C, rounds, Readings(split_policy=policy))
        assert sum(parts) == rounds
        assert all(C * part < 300 for part in parts)
        assert parts == sorted(parts, reverse=True)
        fewer = len(parts) - 1
        assert not any(C * part < 300 and part * fewer >= rounds for part in range(1, rounds + 1))
        if policy == "even":
            assert parts[0] - parts[-1] <= 1


@pytest.mark.usefixtures("club")
class TestTournaments:
    """MGSZ 6 (1) step 3, MGSZ 4 (2): laws of a whole tournament."""

    @given(CUPS, FIGURES, st.randoms(use_true_random=False))
    def test_the_order_of_games_and_players_does_not_matter(self, club, facts, elos, shuffle):
        cup = cup_of(club, facts)
        games, players = list(cup.games), list(cup.players.items())
        shuffle.shuffle(games)
        shuffle.shuffle(players)
        other = attrs.evolve(cup, games=tuple(games), players=dict(players))
        assert club.evaluate(other, elos).cards == club.evaluate(cup, elos).cards

    @given(CUPS, FIGURES)
    def test_it_does_not_matter_who_sits_on_which_side(self, club, facts, elos):
        played, C = facts
        other_side = {"white": "black", "black": "white"}
        turned = [
            {
                **game,
                "white": game["black"],
                "black": game["white"],
                "result": game["result"][::-1],
                "receiver": other_side[game["receiver"]],
            }
            for game in played
        ]
        cards = club.evaluate(cup_of(club, facts), elos).cards
        assert club.evaluate(cup_of(club, (turned, C)), elos).cards == cards

    @given(CUPS, FIGURES)
    def test_what_some_gain_others_lose_and_rounding_adds_half_a_point_each_at_most(
        self, club, facts, elos
    ):
        rows = club.evaluate(cup_of(club, facts), elos).report().rows
        assert sum(round(1000 * row["game_points"]) for row in rows) == 0
        created = sum(row["elo_after"] - row["elo_before"] for row in rows)
        assert abs(created) <= Fraction(len(rows), 2)

    @given(CUPS, FIGURES)
    def test_the_report_tells_the_way_from_the_old_card_to_the_new_one(self, club, facts, elos):
        evaluation = club.evaluate(cup_of(club, facts), elos)
        reached = dict(elos)
        for row in evaluation.report().rows:
            assert row["elo_before"] == reached[row["player"]]
            reached[row["player"]] = row["elo_after"]
            assert row["grade_after"] == evaluation.cards[row["player"]].grade
        assert {player: reached[player] for player in evaluation.cards} == {
            player: card.elo for player, card in evaluation.cards.items()
        }

    @settings(max_examples=40)
    @given(st.lists(CUPS, max_size=5), FIGURES, st.booleans())
    def test_a_grade_never_falls_and_every_count_is_short_of_winning(
        self, club, cups, elos, per_part
    ):
        cards = {player: club.card(elo, "35k") for player, elo in elos.items()}
        for facts in cups:
            evaluation = club.evaluate(cup_of(club, facts), cards, confirm_per_part=per_part)
            for player, card in evaluation.cards.items():
                assert rank_of(card.grade) >= rank_of(cards[player].grade)
                assert all(
                    rank_of(grade) > rank_of(card.grade) and times == 1
                    for grade, times in card.attained
                )
                assert Mgsz2011().unpack(Mgsz2011().pack(card)) == card
            cards |= evaluation.cards
