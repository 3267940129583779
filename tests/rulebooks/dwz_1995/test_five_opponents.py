"""DWZ 4.3.2 and 4.7.3, R5: whether five opponents are five games or five persons."""

from projections.rulebooks.dwz.p4_07_first_ratings import opponents_counted
from projections.rulebooks.dwz.readings import Readings1995
from projections.rulebooks.dwz.rulebook import Dwz1995
from projections.rulebooks.occasion import TournamentEnded
from tests.rulebooks.dwz_1995.club import card, tournament
from tests.tables import every

FOUR = {"a": "1500-10", "b": "1620-10", "c": "1710-10", "d": "1430-10"}


@every(("reading", "rated"), [("games", True), ("persons", False)])
def test_five_games_against_four_persons(reading: str, rated: bool):
    """DWZ 4.7.3.1, R5: he met a twice."""
    event = tournament("one 1 a", "one 0 a", "one ½ b", "one 0 c", "one 1 d")
    book = Dwz1995().read_with({"five_opponents": reading})
    cards = {"one": None, **{name: card(held) for name, held in FOUR.items()}}
    after = book.evaluate(TournamentEnded(day=event.ended_on, tournament=event), cards)
    assert (after.cards["one"].figure is not None) is rated


def test_a_person_met_before_and_again_counts_once():
    """DWZ 4.3.2, 4.4, R5: a and b wait as residual games, b and c were met here, c twice."""
    persons = Readings1995(five_opponents="persons")
    assert opponents_counted(["b", "c", "c"], ["a", "b"], persons) == (2, 1)
    assert opponents_counted(["b", "c", "c"], ["a", "b"], Readings1995()) == (3, 2)


def test_another_word_is_refused():
    (objection,) = Dwz1995().read_with({"five_opponents": "people"})
    assert objection.field.endswith("five_opponents")
