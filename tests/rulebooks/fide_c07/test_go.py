"""The tie-breaks of go, by hand; real tables of OpenGotha where they are beside the project."""

from fractions import Fraction

from attrs import evolve
from msgspec.structs import replace

from projections.rulebooks.fide_c07.codes import code_of
from projections.rulebooks.fide_c07.go import starts_of
from projections.rulebooks.fide_c07.p04_order import standings
from projections.rulebooks.fide_c07.table import table_of
from tests.rulebooks.fide_c07.crosstables import tournament, values
from tests.tables import every

STARTS = {"A": 30, "B": 30, "C": 28, "D": 27}


def mcmahon():
    """A beat B and C, who had three stones, and rested; D rested in rounds 1 and 2.

    McMahon scores: A 30 + 2 (half a point for the bye is rounded down), B 31, C 28, D 28.
    """
    given = tournament("A1B C:0 D:½", "A1C B:0 D:½", "A:½ B1C D:0")
    stones = tuple(
        replace(game, stones=3) if (game.white, game.black) == ("A", "C") else game
        for game in given.games
    )
    return evolve(given, games=stones)


def go_values(code):
    found = standings(mcmahon(), [code_of(code)], starts=STARTS).values
    return [float(found[player][-1]) for player in "ABCD"]


@every(
    ("code", "expected"),
    [
        ("MMS", [32, 31, 28, 28]),
        ("SOS", [92, 90, 88, 81]),
        ("SODOS", [62, 28, 0, 0]),
        ("SOSOS", [268, 270, 266, 243]),
        ("CUSS", [95, 91, 84, 83]),
    ],
)
def test_mcmahon_scores(code, expected):
    """SOS of A: B 31, C 28 and the three stones he gave, his own start 30.  SOS of C: his start
    28, A 32 less three stones, B 31.  SOSOS of A: 90 + 88, and for the bye 3 · 30.
    """
    assert go_values(code) == expected


@every(
    ("code", "expected"),
    [("SOS", [2, 3.5, 2.5]), ("SODOS", [2, 0.75, 0.25]), ("CUSS", [5, 0.5, 3.5])],
)
def test_without_starts_points_count(code, expected):
    """A 2, B ½, C 1½ points: SOS of A ½ + 1½; a round without an opponent adds nothing."""
    assert values(tournament("A1B C:1", "A1C B:0", "B=C A:0"), code) == expected


def test_stones_may_be_received_by_white():
    """A received two stones from B: SOS of A is 31 less two."""
    given = tournament("A0B")
    game = replace(given.games[0], stones=2, receiver="white")
    found = standings(evolve(given, games=(game,)), [code_of("SOS")], starts=STARTS).values
    assert {player: float(each[-1]) for player, each in found.items()} == {"A": 29, "B": 32}


@every(
    ("stated", "starts"),
    [
        ({"A": 32, "B": 31, "C": 28, "D": 28}, STARTS),
        ({"A": 32, "B": 31.5, "C": 28, "D": 28}, {}),
        ({"A": 32, "B": 31, "C": 28}, {}),
    ],
)
def test_starts_follow_from_all_mcmahon_scores_stated(stated, starts):
    """A scored 2, his half a point rounded down; B 1, C nothing, D a point in two halves."""
    scores = {player: Fraction(score) for player, score in stated.items()}
    assert starts_of(table_of(mcmahon()), scores) == starts


def test_stones_make_up_for_a_lower_start_only():
    """Without starts SOS of C is the points of A and B, whatever stones he was given."""
    found = standings(mcmahon(), [code_of("SOS")]).values
    assert float(found["C"][-1]) == 2 + 1
