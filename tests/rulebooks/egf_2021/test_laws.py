"""Laws that hold for every tournament under EGF 2021, as properties."""

from decimal import ROUND_HALF_UP, Decimal

import attrs
from hypothesis import given
from hypothesis import strategies as st

from projections.rulebooks.egf_2021.grades import GRADES, nominal, proposal, rank_of
from projections.rulebooks.egf_2021.rulebook import Egf2021
from projections.rulebooks.egf_2021.update import (
    Pairing,
    bonus,
    change,
    con,
    exact_changes,
    expected,
)
from tests.rulebooks.egf_2021.go_club import card, cup, left_out, rows, worked_out

THOUSANDTH = Decimal("0.001")
GOR = st.integers(-900_000, 3_100_000).map(lambda thousandths: thousandths / 1000)
STONES = st.integers(-9, 9)
POINTS = st.sampled_from([1.0, 0.5, 0.0])
CLASSES = st.sampled_from("ABCD")
A_GRADE = st.sampled_from(GRADES)
PLAYERS = ["a", "b", "c", "d"]
CARDS = st.fixed_dictionaries(
    {player: st.none() | st.builds(card, GOR, A_GRADE) for player in PLAYERS}
)
ENTERED = st.dictionaries(st.sampled_from(PLAYERS), A_GRADE)


@st.composite
def games(draw):
    white, black = draw(st.permutations(PLAYERS))[:2]
    result = draw(st.sampled_from(["1-0", "0-1", "½-½"]))
    stones = draw(st.integers(0, 9))
    receiver = draw(st.sampled_from("+-"))
    side = draw(st.sampled_from(["", "", " for=white", " for=black"]))
    return f"{white} {result} {black} {receiver}{stones}{side}"


FIELDS = st.tuples(st.lists(games(), max_size=8), ENTERED, CLASSES)


def cup_of(field):
    written, entered, class_ = field
    return cup(*written, entered=entered, class_=class_)


class TestGames:
    """EGF Se, EGF con, EGF bonus, EGF update: laws of a single game."""

    @given(GOR, GOR)
    def test_the_expectations_of_both_add_up_to_one(self, r, other):
        assert abs(expected(r, other) + expected(other, r) - 1) < 1e-12

    @given(GOR, GOR, st.integers(1, 500))
    def test_more_strength_never_expects_less_nor_weighs_more(self, r, other, more):
        assert expected(r + more, other) >= expected(r, other)
        assert con(r + more) <= con(r)
        assert bonus(r + more) <= bonus(r)

    @given(GOR, GOR, STONES)
    def test_a_win_gives_more_than_a_jigo_and_a_jigo_more_than_a_loss(self, r, other, stones):
        win, jigo, loss = (
            change(Pairing("1", "x", stones, Sa), r, other, 1, (con(r), bonus(r))).change
            for Sa in (1.0, 0.5, 0.0)
        )
        assert win > jigo > loss
        assert win >= 0

    @given(GOR, GOR, st.integers(0, 8))
    def test_another_stone_received_never_lowers_what_is_expected(self, r, other, stones):
        """EGF handicap."""
        fewer, more = (
            change(Pairing("1", "x", H, 1.0), r, other, 1, (1.0, 0.0)).Se
            for H in (stones, stones + 1)
        )
        assert more >= fewer


class TestTournaments:
    """EGF simultaneous, EGF after, EGF rounding: laws of a whole tournament."""

    @given(FIELDS, CARDS, st.randoms(use_true_random=False))
    def test_the_order_of_games_and_players_does_not_matter(self, field, cards, shuffle):
        tournament = cup_of(field)
        played, players = list(tournament.games), list(tournament.players.items())
        shuffle.shuffle(played)
        shuffle.shuffle(players)
        other = attrs.evolve(tournament, games=tuple(played), players=dict(players))
        one, two = worked_out(tournament, cards).cards, worked_out(other, cards).cards
        assert one.keys() == two.keys()
        for player in one:  # sums of floats may differ in their last digits, roundings do not
            assert one[player] == two[player]

    @given(FIELDS, CARDS)
    def test_it_does_not_matter_who_sits_on_which_side(self, field, cards):
        written, entered, class_ = field
        turned = [turn(game) for game in written]
        one = worked_out(cup_of(field), cards).cards
        assert worked_out(cup_of((turned, entered, class_)), cards).cards == one

    @given(FIELDS, CARDS, st.sampled_from(["tournament", "game"]))
    def test_what_is_rounded_is_the_sum_in_decimals_never_below_the_floor(
        self, field, cards, point
    ):
        """EGF floor, EGF class: as if nothing had been computed with binary floats."""
        tournament = cup_of(field)
        factor = {"A": 1.0, "B": 0.75, "C": 0.5, "D": 0.25}[field[2]]
        for row in rows(tournament, cards, rounding_point=point).values():
            used = row["games_used"]
            seen = [Pairing(g["game"], g["opponent"], g["received"], g["points"]) for g in used]
            opponents = [game["opponent_gor"] for game in used]
            changes = exact_changes(row["gor_before"], seen, opponents, factor)
            if point == "game":
                changes = [each.quantize(THOUSANDTH, ROUND_HALF_UP) for each in changes]
            after = (Decimal(str(row["gor_before"])) + sum(changes)).quantize(
                THOUSANDTH, ROUND_HALF_UP
            )
            assert Decimal(str(row["gor_after"])) == max(after, Decimal(-900))

    @given(FIELDS, CARDS)
    def test_every_game_serves_somebody_or_is_left_out_with_a_reason(self, field, cards):
        tournament = cup_of(field)
        found = rows(tournament, cards)
        served = {game["game"] for row in found.values() for game in row["games_used"]}
        out = left_out(tournament, cards).keys()
        assert not served & out
        assert served | out == {game.game for game in tournament.games}

    @given(FIELDS, CARDS)
    def test_the_report_tells_the_way_from_the_old_card_to_the_new_one(self, field, cards):
        evaluation = worked_out(cup_of(field), cards)
        found = {row["player"]: row for row in evaluation.report().rows}
        assert found.keys() == evaluation.cards.keys()
        for player, after in evaluation.cards.items():
            row, before = found[player], cards[player]
            assert (row["gor_after"], row["grade"]) == (after.gor, after.grade)
            if before is None:
                assert row["reset_from"] is None
            else:
                was = row["gor_before"] if row["reset_from"] is None else row["reset_from"]
                assert was == before.gor
                assert rank_of(after.highest) >= rank_of(before.highest)
            assert Egf2021().unpack(Egf2021().pack(after)) == after

    @given(FIELDS, CARDS)
    def test_the_same_grade_declared_again_resets_nobody_twice(self, field, cards):
        """EGF reset."""
        _, entered, class_ = field
        tournament = cup_of((["a 1-0 b", "c ½-½ d"], entered, class_))
        once = {**cards, **worked_out(tournament, cards).cards}
        assert all(row["reset_from"] is None for row in rows(tournament, once).values())


class TestProposals:
    """EGF proposals."""

    @given(GOR, A_GRADE)
    def test_who_declares_the_grade_proposed_is_proposed_no_other(self, gor, grade):
        proposed = proposal(gor, grade)
        if proposed is not None:
            assert proposal(gor, proposed) in {None, "7d"} or nominal(proposed) == -900
            assert proposed != grade

    @given(st.integers(-900, 2799), st.sampled_from(GRADES[5:42]))
    def test_a_proposed_grade_is_within_a_hundred_points(self, gor, grade):
        proposed = proposal(gor, grade)
        assert proposed is None or abs(nominal(proposed) - gor) <= 100


def turn(written: str) -> str:
    """The same game with colours exchanged."""
    white, result, black, *more = written.split()
    other = {"+": "-", "-": "+", "for=white": "for=black", "for=black": "for=white"}
    changed = [other.get(word) or other[word[0]] + word[1:] for word in more]
    return " ".join([black, result[::-1], white, *changed])
