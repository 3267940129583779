"""FIDE C.07: what holds in every tournament."""

from datetime import date
from itertools import pairwise

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from projections.rulebooks.fide_c07.codes import LIST, VALUES, code_of
from projections.rulebooks.fide_c07.p04_order import standings
from tests.rulebooks.fide_c07.crosstables import tournament, values

PLAYERS = "ABCDEFGH"
RATINGS = {player: 1500 + 37 * place for place, player in enumerate(PLAYERS)}
RESULTS = "1=0+-#"


@st.composite
def swiss(draw, results=RESULTS):
    rounds = []
    for _ in range(draw(st.integers(1, 6))):
        players = draw(st.permutations(PLAYERS))
        boards = draw(st.integers(1, 4))
        tokens = [
            players[2 * board] + draw(st.sampled_from(results)) + players[2 * board + 1]
            for board in range(boards)
        ]
        tokens += [f"{player}:{draw(st.sampled_from('1½0'))}" for player in players[2 * boards :]]
        rounds.append(" ".join(tokens))
    ended_on = draw(st.sampled_from([date(2025, 5, 1), date(2026, 5, 1)]))
    return tournament(*rounds, ended_on=ended_on)


@st.composite
def round_robin(draw):
    pairs = [a + b for place, a in enumerate(PLAYERS) for b in PLAYERS[place + 1 :]]
    tokens = [a + draw(st.sampled_from("1=0")) + b for a, b in pairs]
    return tournament(*tokens, system="round-robin")


def renamed(given, names):
    return evolve(
        given,
        players={names[it]: evolve(player, id=names[it]) for it, player in given.players.items()},
        games=tuple(
            replace(g, white=names[g.white], black=g.black and names[g.black])
            for g in reversed(given.games)
        ),
    )


@given(swiss(), st.permutations(PLAYERS), st.sampled_from(sorted(VALUES)))
def test_no_name_and_no_order_of_games_changes_a_value(tournament, others, code):
    names = dict(zip(PLAYERS, others, strict=True))
    ratings = {names[player]: RATINGS[player] for player in PLAYERS}
    before = standings(tournament, [code_of(code), code_of("DE")], RATINGS)
    after = standings(renamed(tournament, names), [code_of(code), code_of("DE")], ratings)
    assert {names[player]: each for player, each in before.values.items()} == after.values
    assert {names[player]: each for player, each in before.places.items()} == after.places


@given(swiss(), st.sampled_from(["BH", "FB", "SB", "PS"]))
def test_a_cut_leaves_no_more_than_before(tournament, code):
    sums = [values(tournament, code + cut) for cut in ("", "-C1", "-C2", "-C3")]
    for more, less in pairwise(sums):
        assert all(a >= b for a, b in zip(more, less, strict=True))


@given(swiss(), st.sampled_from(["BH", "FB"]))
def test_a_median_leaves_no_more_than_its_cut(tournament, code):
    for n in "12":
        cut, median = (values(tournament, f"{code}-{kind}{n}") for kind in "CM")
        assert all(a >= b for a, b in zip(cut, median, strict=True))


@given(swiss())
def test_games_won_are_wins_and_those_with_black_are_among_them(tournament):
    wins, won, black = (values(tournament, code) for code in ("WIN", "WON", "BWG"))
    assert all(a >= b >= c for a, b, c in zip(wins, won, black, strict=True))
    played = sum(game.played for game in tournament.games)
    assert sum(values(tournament, "BPG")) == played


@given(swiss(), st.lists(st.sampled_from(sorted(LIST)), max_size=4))
def test_a_further_tie_break_never_changes_the_order_before_it(tournament, codes):
    given = [code_of(code) for code in codes]
    before = standings(tournament, given, RATINGS).places
    after = standings(tournament, [*given, code_of("BH-C1")], RATINGS).places
    for player, (first, last) in after.items():
        assert before[player][0] <= first <= last <= before[player][1]


@given(round_robin())
def test_in_a_round_robin_the_identities_of_sums_hold(tournament):
    """Everybody meets all others once: BH is the sum of all points less one's own; the sum of SB
    is that of the products; half of all games are played with Black.
    """
    points, buchholz = (values(tournament, code) for code in ("PTS", "BH"))
    assert buchholz == [sum(points) - own for own in points]
    score = dict(zip(PLAYERS, points, strict=True))
    products = sum(
        g.white_points * score[g.black] + g.black_points * score[g.white] for g in tournament.games
    )
    assert sum(values(tournament, "SB")) == products
    assert values(tournament, "STD") == points
    assert sum(values(tournament, "AOB")) == pytest.approx(sum(buchholz))


@given(swiss())
def test_all_draws_make_every_sum_the_same_in_a_fore_buchholz(tournament):
    """Before the last round nothing but the pairings of it is known: its results do not matter."""
    last = max(game.round for game in tournament.games)
    drawn = tuple(
        replace(g, white_points=0.5, black_points=0.5, played=True, reason=None)
        if g.round == last and g.black
        else g
        for g in tournament.games
    )
    assert values(tournament, "FB") == values(evolve(tournament, games=drawn), "BH")
