"""Pairings in the generated tournaments."""

from collections import Counter
from statistics import mean

from scripts.federation.pairings import match, round_robin, swiss


def test_in_a_swiss_neighbours_in_the_table_meet():
    points = [0.0] * 32
    gaps = []
    for number, pairings in enumerate(swiss(points, 5)):
        for white, black in pairings:
            gaps.append(abs(points[white] - points[black]) if number else 0)
            points[min(white, black)] += 1
    assert mean(gaps) < 0.25
    assert max(points) == 5


def test_colours_are_fairly_spread():
    for rounds in (list(swiss([0.0] * 20, 8)), list(round_robin(9))):
        whites = Counter(white for pairings in rounds for white, _ in pairings)
        assert all(3 <= whites[player] <= 5 for player in whites)


def test_in_a_swiss_of_odd_size_the_bye_goes_to_another_player_every_round():
    byes = [
        white for pairings in swiss([0.0] * 9, 9) for white, black in pairings if black is None
    ]
    assert sorted(byes) == list(range(9))


def test_in_a_round_robin_of_odd_size_everybody_rests_once():
    rests = [set(range(9)) - {p for pair in pairings for p in pair} for pairings in round_robin(9)]
    assert sorted(rests, key=min) == [{player} for player in range(9)]


def test_in_a_match_the_colours_change_from_game_to_game():
    assert list(match(3)) == [[(0, 1)], [(1, 0)], [(0, 1)]]
