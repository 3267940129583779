"""Results that were typed into a grid stay with those who played, however the list is changed."""

from hypothesis import given
from hypothesis import strategies as st

from ledger.importing.manual_entry.tournament import Participant
from ledger.importing.manual_entry.tournament_form import keys_of, moved_results

CELLS = {"cell.1.2": "1", "cell.1.3": "=", "cell.2.3": "-", "name": "Blitz"}
ABC = ["a", "b", "c"]


def test_a_sign_is_mirrored_where_two_players_change_places():
    moved = moved_results(CELLS, ABC, ["c", "b", "a"])
    assert moved == {"cell.2.3": "0", "cell.1.3": "=", "cell.1.2": "+", "name": "Blitz"}


def test_the_results_of_somebody_who_is_taken_out_go():
    assert moved_results(CELLS, ABC, ["a", "c"]) == {"cell.1.2": "=", "name": "Blitz"}


def test_somebody_who_is_put_in_between_has_no_results():
    moved = moved_results(CELLS, ABC, ["a", "x", "b", "c"])
    assert moved == {"cell.1.3": "1", "cell.1.4": "=", "cell.3.4": "-", "name": "Blitz"}


def test_whoever_takes_the_place_of_another_has_his_results():
    assert moved_results(CELLS, ABC, ["a", "x", "c"]) == CELLS
    assert moved_results(CELLS, ABC, ["a", "x", "c", "y"]) == CELLS


def test_of_two_newcomers_only_who_stands_in_the_line_of_another_has_his_results():
    assert moved_results(CELLS, ABC, ["c", "x", "y"]) == {"cell.1.2": "+", "name": "Blitz"}


def test_newcomers_are_known_by_name_and_year():
    players = [Participant("A", None, "a"), Participant("N", 1980), Participant("N", 1981)]
    assert keys_of(players) == ["a", "new N, born 1980", "new N, born 1981"]


@given(st.permutations(ABC))
def test_there_and_back_leaves_everything_as_it_was(order):
    """Law: putting the players in another order and back changes no result."""
    assert moved_results(moved_results(CELLS, ABC, order), order, ABC) == CELLS
