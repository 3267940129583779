"""Strengths are stored in few bytes and restored exactly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.rulebooks.strengths import NOBODY, NONE_KEPT, Strengths, pack, unpack

PLAYERS = ("anna", "bela", "cleo", "dora", "äpfel")
figures = st.dictionaries(st.sampled_from(PLAYERS), st.integers(-500, 3000))
strengths = st.builds(
    Strengths, ratings=figures, special=figures, first=figures, provisional=figures
)


@given(strengths)
def test_what_was_packed_comes_back(given_strengths):
    assert unpack(pack(given_strengths, PLAYERS), PLAYERS) == given_strengths


@given(st.permutations(PLAYERS))
def test_equal_strengths_give_equal_text_in_whatever_order_they_came(order):
    ratings = {player: 1500 + PLAYERS.index(player) for player in order}
    text = pack(Strengths(ratings=ratings, first=ratings), PLAYERS)
    pairs = "[[0,1500],[1,1501],[2,1502],[3,1503],[4,1504]]"
    assert text == f"[[1500,1501,1502,1503,1504],[],{pairs},[]]"


def test_a_rulebook_that_keeps_none_is_asked_for_the_whole():
    assert pack(None, PLAYERS) == NONE_KEPT
    assert unpack(NONE_KEPT, PLAYERS) is None


def test_the_strengths_of_others_are_not_taken_for_those_of_the_players():
    with pytest.raises(ValueError, match="zip"):
        unpack(pack(Strengths(ratings={"anna": 1500}), PLAYERS), PLAYERS[:-1])


def test_a_conversion_that_reads_everybody_keeps_none():
    assert pack(NOBODY, None) == NONE_KEPT


def test_who_counts_as_something_else_is_found_in_any_of_the_figures():
    before = Strengths(ratings={"anna": 1500, "bela": 1600}, special={"anna": 1700})
    after = Strengths(
        ratings={"anna": 1500, "bela": 1601}, first={"cleo": 1400}, provisional={"dora": 1300}
    )
    assert before.unlike(after) == {"anna", "bela", "cleo", "dora"}


def test_the_first_pass_has_the_values_from_before_the_surprise():
    both = Strengths(first={"anna": 1500, "bela": 1400}, provisional={"anna": 1490})
    assert both.first_pass == {"anna": 1490, "bela": 1400}
    assert both.without({"anna"}) == Strengths(first={"bela": 1400})
