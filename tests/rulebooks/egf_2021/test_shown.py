"""Lists and evaluations of a go player, in the terms of the EGF."""

from projections.rulebooks.egf_2021.rulebook import Egf2021

EGF = Egf2021()


def test_an_evaluation_shows_how_the_change_came_about() -> None:
    """EGF update."""
    worked_out = ["Points", "Games", "con", "bonus", "Change"]
    headings = ["Class", "Reset from", "GoR before", *worked_out, "GoR after", "Grade"]
    assert [*EGF.columns.values()] == headings


def test_the_symbols_of_the_formulas_are_explained() -> None:
    """EGF update, EGF Se, EGF con, EGF bonus."""
    assert EGF.symbols.keys() == {"r", "r′", "f", "con", "Sa", "Se", "bonus"}


def test_a_card_shows_gor_grade_and_the_highest_grade() -> None:
    """EGF lists."""
    row = {"gor_after": 1612.345, "grade_after": "5k", "highest_after": "4k"}
    found = EGF.card_in(row, "after")
    assert found == {"gor": 1612.345, "grade": "5k", "highest": "4k"}


def test_all_but_points_are_printed_with_three_decimals() -> None:
    """EGF lists: Sa is 1, 0 or ½ a game."""
    others = {each.heading: each.decimals for each in EGF.printed if each.decimals != 3}
    assert others == {"Sa": 1}


def test_a_typed_gor_has_the_grade_that_is_nearest_unless_one_was_typed() -> None:
    """EGF scale: 1 dan stands for 2100 and so for 2050 to 2149, 30 kyu for −900."""
    assert EGF.typed_card([2049.9], is_opponent=False) == {"gor": 2049.9, "grade": "1k"}
    assert EGF.typed_card([2050], is_opponent=True) == {"gor": 2050, "grade": "1d"}
    assert EGF.typed_card([2149.9], is_opponent=True) == {"gor": 2149.9, "grade": "1d"}
    assert EGF.typed_card([2150], is_opponent=True) == {"gor": 2150, "grade": "2d"}
    assert EGF.typed_card([-950], is_opponent=True) == {"gor": -950, "grade": "30k"}
    assert EGF.typed_card([2055, "3k"], is_opponent=False) == {"gor": 2055, "grade": "3k"}
