"""FIDE 8.1 and FIDE 8.3: what the terminal shows of a report, with FIDE's own symbols."""

from projections.rulebooks.fide_2024.rulebook import Fide2024

FIDE = Fide2024()


def test_a_report_shows_how_the_change_came_about():
    ratings = ["Status", "Ro"]
    worked_out = ["W", "n", "PD", "ΔR", "K", "K·ΔR"]
    assert [*FIDE.columns.values()] == [*ratings, *worked_out, "List", "Rn", "Rp"]


def test_every_symbol_of_the_regulations_is_explained():
    of_columns = {"Ro", "Rn", "Rp", "W", "ΔR", "K·ΔR"}
    assert FIDE.symbols.keys() == {"D", "PD", "K", "Ra", "Ru", "dp", "n"} | of_columns


def test_a_card_shows_k_games_and_peak_beside_the_rating():
    row = {"rating_after": 2412, "k_after": 10, "games_after": 70, "peak_after": 2420}
    found = FIDE.card_in(row, "after")
    assert found == {"rating": 2412, "k": 10, "games": 70, "peak": 2420, "inactive": None}


def test_points_are_printed_with_halves_and_what_is_expected_with_hundredths():
    """FIDE 8.3.2: ΔR is W − PD, a hundredth each."""
    decimals = {each.heading: each.decimals for each in FIDE.printed if each.decimals != 3}
    assert decimals == {"W": 1, "PD": 2, "ΔR": 2, "K·ΔR": 2}
    assert [each.field for each in FIDE.printed] == [
        *("status", "rating_before", "opponents_mean", "points", "games", "expected"),
        *("delta", "k", "change", "list", "rating_after", "performance"),
    ]


def test_a_typed_card_has_the_rating_the_games_and_the_peak():
    """FIDE 8.3.3: K depends on these."""
    card = {"rating": 2312, "games": 40, "peak": 2405}
    assert FIDE.typed_card([2312, 40, 2405], is_opponent=False) == card
