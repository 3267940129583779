"""INGO 0: figures carried over from another rulebook, and numbers carried on to the next."""

from datetime import date

from projections.rulebooks.ingo_1960.card import IngoCard
from projections.rulebooks.ingo_1960.readings import Readings
from projections.rulebooks.ingo_1960.rulebook import Ingo1960
from projections.rulebooks.occasion import RulebookBegan
from tests.tables import every

BOOK = Ingo1960()
DAY = date(1960, 11, 1)
MARKED = IngoCard(number=175, count=1, mark="or worse", on=DAY, source="autumn")


class TestFiguresCarriedOver:
    """INGO 0: figures carried over from the rulebook before."""

    def carried_over(self, figures, pieces, *, count_plus=0, **readings):
        began = RulebookBegan(
            day=DAY, event="adopted", before="dwz-1995", pieces=pieces, count_plus=count_plus
        )
        cards = Ingo1960(readings=Readings(**readings)).evaluate(began, figures).cards
        return {player: (card.number, card.count, card.mark) for player, card in cards.items()}

    def test_the_figure_is_converted_and_the_count_kept(self):
        """INGO 0: 2840 − 8·Ingo turned round, 355 − 0.125·DWZ, halves up."""
        pieces = ({"factor": -0.125, "plus": 355, "below": None},)

        assert self.carried_over(
            {"Anna": (1816, 5), "Berta": (1812, 42), "Clara": None}, pieces
        ) == {
            "Anna": (128, 5, None),
            "Berta": (129, 42, None),  # 128.5
        }
        assert self.carried_over({"Berta": (1812, 42)}, pieces, f_decimals=1) == {
            "Berta": (128.5, 42, None)
        }

    @every("before", ["dwz-1995", "dwz-2014"])
    def test_what_is_proposed_for_a_dwz_is_2840_less_eight_ingo_turned_round(self, before):
        """INGO 0: DWZ = 2840 − 8 · Ingo, so 1240 is 200, 1816 is 128 and 2840 is nought."""
        pieces = BOOK.conversions[before]["pieces"]

        assert self.carried_over(
            {"Anna": (1816, 5), "Berta": (1240, 3), "Clara": (2840, 9)}, pieces
        ) == {"Anna": (128, 5, None), "Berta": (200, 3, None), "Clara": (0, 9, None)}

    def test_a_dwz_is_the_only_figure_for_which_a_conversion_is_proposed(self):
        """INGO 0"""
        assert BOOK.conversions.keys() == {"dwz-1995", "dwz-2014"}

    def test_the_count_rises_by_what_the_adoption_says(self):
        """INGO 0: five evaluations and two; none and two are more than the one of R27."""
        pieces = ({"factor": 1, "plus": 0},)

        assert self.carried_over({"Anna": (150, 5), "Berta": (160, 0)}, pieces, count_plus=2) == {
            "Anna": (150, 7, None),
            "Berta": (160, 2, None),
        }

    def test_the_piece_with_the_smallest_bound_above_the_figure_holds(self):
        pieces = (
            {"factor": 0, "plus": 3},
            {"factor": 0, "plus": 2, "below": 2000},
            {"factor": 0, "plus": 1, "below": 1000},
        )

        assert self.carried_over(
            {"a": (999, 1), "b": (1000, 1), "c": (1999, 1), "d": (2000, 1)}, pieces
        ) == {"a": (1, 1, None), "b": (2, 1, None), "c": (2, 1, None), "d": (3, 1, None)}

    def test_a_figure_that_no_piece_covers_is_not_carried_over(self):
        """INGO 0, R27."""
        assert self.carried_over({"Anna": (1500, 5)}, ()) == {}
        assert (
            self.carried_over({"Anna": (1500, 5)}, ({"factor": 1, "plus": 0, "below": 9},)) == {}
        )

    def test_a_number_carried_over_was_evaluated_at_least_once(self):
        """INGO 0, R27."""
        assert self.carried_over({"Anna": (150, 0)}, ({"factor": 1, "plus": 0},)) == {
            "Anna": (150, 1, None)
        }

    def test_decimals_are_taken_as_they_are_written(self):
        """INGO 0: 1.15 · 150 is 172.5 and goes up, though in floats it is less."""
        assert self.carried_over({"Anna": (150, 1)}, ({"factor": 1.15, "plus": 0},)) == {
            "Anna": (173, 1, None)
        }


def test_to_the_next_rulebook_go_number_and_count_without_the_mark():
    """INGO 0"""
    assert BOOK.conversion_source(MARKED, DAY) == (175, 1)
    assert BOOK.conversion_source(None, DAY) is None
