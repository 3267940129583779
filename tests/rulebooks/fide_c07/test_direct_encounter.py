"""FIDE C.07 6: who is ahead of those tied with him, by hand."""

from projections.rulebooks.fide_c07.p06_direct_encounter import counted, direct_encounter
from projections.rulebooks.fide_c07.table import table_of
from tests.rulebooks.fide_c07.crosstables import order, tournament
from tests.tables import every


@every(
    ("tied", "rounds", "expected"),
    [
        ("AB", ["A1B"], "A B"),
        ("AB", ["A=B"], "AB"),
        ("AB", ["A1C B1D"], "AB"),
        ("ABC", ["A1B", "B1C", "C1A"], "ABC"),
        ("ABCD", ["A1B C1D", "A1C B1D", "D1A B1C"], "A B C D"),
        ("ABC", ["A1B", "A1C"], "A BC"),
        ("ABC", ["A1B", "C1D"], "ABC"),
        ("ABCD", ["A1B", "A1C B1D", "A1D B1C"], "A B CD"),
        ("ABCD", ["A1B", "A1C", "A1D B1C"], "A BCD"),
        ("ABC", ["A1B", "B1C"], "ABC"),
        ("ABCD", ["A1C", "A1D B=C", "C1D"], "ABCD"),
        ("ABC", ["A1B", "A=C", "B1C", "C1A"], "A B C"),
    ],
)
def test_a_tied_group(tied, rounds, expected):
    """C.07 6.1, C.07 6.2: all have met: ranked by their points, then those still tied again.
    C.07 6.3: not all have: whoever is alone at the top whatever is missing, then the second.
    C.07 6.1.2: of two games against one the average counts: A 1 + ¼, B 1, C ¾.
    """
    levels = direct_encounter(table_of(tournament(*rounds)), tied)
    assert " ".join("".join(sorted(level)) for level in levels) == expected


@every(
    ("system", "forfeits_count", "expected"),
    [("swiss", False, "AB"), ("swiss", True, "A B"), ("round-robin", False, "A B")],
)
def test_a_forfeit_counts_where_the_pairings_were_fixed(system, forfeits_count, expected):
    """C.07 6.1.1: in a Swiss only if the regulations say so."""
    table = table_of(tournament("A+B", system=system))
    levels = direct_encounter(counted(table, forfeits_count=forfeits_count), "AB")
    assert " ".join(map("".join, levels)) == expected


def test_only_those_still_tied_are_compared():
    """C.07 4.2: A and B lead with two points each, and B beat A; D beat C, both have one."""
    given = tournament("A1C B1D", "B1A D1C", "A1D C1B")
    assert order(given) == "AB CD"
    assert order(given, "DE") == "B A D C"
    assert order(given, "WIN", "DE") == "B A D C"
