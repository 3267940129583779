"""FIDE C.07 4.2 and 5: codes as files write them, and the order in which they are applied."""

import attrs
from msgspec.structs import replace

from projections.rulebooks.fide_c07.codes import LIST, VALUES, code_of
from projections.rulebooks.fide_c07.p04_order import is_missing, standings
from projections.rulebooks.fide_c07.table import table_of
from tests.rulebooks.fide_c07.crosstables import order, tournament
from tests.tables import every


@every(
    ("written", "understood"),
    [
        ("BH", "BH"),
        ("BH/C1", "BH-C1"),
        ("bh-c1", "BH-C1"),
        ("BH-C2", "BH-C2"),
        ("BH/M1", "BH-M1"),
        ("BH/M2/P", "BH-M2/P"),
        ("DE/P", "DE/P"),
        ("AOB/F", "AOB/F"),
        ("KS/L+1", "KS/L+1"),
        ("KS/L-2", "KS/L-2"),
        ("PTS", "PTS"),
        ("RTNG/R", "RTNG/R"),
        ("SOSOS", "SOSOS"),
        ("Buchholz", "BH"),
        ("Buchholz Cut 1", "BH-C1"),
        ("Buchholz Tie-Break Variable (2026) (Gamepoints, Cut1)", "BH-C1"),
        ("Buchholz Tie-Break Variable (2023) (Gamepoints)", "BH"),
        ("Buchholz Tie-Breaks (all Results)", "BH"),
        ("Buchholzwertung (1 Streichresultat)", "BH-C1"),
        ("Buchholz Tie-Breaks (without two results=middle Tie-Breaks)", "BH-M1"),
        ("Sonneborn Berger Tie-Break Variable (2026) (Gamepoints)", "SB"),
        ("Sonneborn-Berger-Wertung", "SB"),
        ("Direct Encounter (DE)", "DE"),
        ("Direct Encounter (The results of the players in the same point group)", "DE"),
        ("Direkte Begegnung", "DE"),
        ("Number of wins including byes (WIN) (Gamepoints, Forfeited games count)", "WIN"),
        ("Number of games won with black (BWG) (Gamepoints)", "BWG"),
        ("Koya-System (Points against player with >= 50% of the points)", "KS"),
        ("rating average of the opponents (without one result)", "ARO-C1"),
        ("points (game-points)", "PTS"),
        ("Fortschrittswertung", "PS"),
    ],
)
def test_what_a_file_writes_is_understood(written, understood):
    """C.07 5: the acronyms of the handbook; headings of chess-results and Swiss-Manager."""
    assert code_of(written).name == understood


@every(
    "written",
    [
        "", "BH:GP", "BH/C", "BH/K2", "WIN/C1", "SB/M1", "OTHER_BH", "TB1", "EDE", "TPN",
        "BH/C1,SB",
        "Buchholz Tie-Breaks (variabel with parameter)", "Buchholz (with the real points)",
        "Sonneborn-Berger Cut 1 (with real points)", "Fide Tie-Break (fine)", "Buchholz Median 3",
        "Direct Encounter (WIN)", "BH-C1-C0",
    ],
)  # fmt: skip
def test_what_is_not_understood_is_not_guessed(written):
    """C.07 5: team tie-breaks, parameters that are not stated, and tie-breaks of programs."""
    assert code_of(written) is None


def test_every_code_of_the_list_can_be_evaluated():
    """C.07 5: direct encounter alone has no value before the players are tied."""
    assert LIST.keys() - VALUES.keys() == {"DE"}
    assert VALUES.keys() <= LIST.keys()


def test_the_next_tie_break_divides_those_who_are_still_tied():
    """C.07 4.2: A, C and D have a point; A and D met B, who has none, and C met A twice."""
    given = tournament("A1B C:1 D:0", "D1B A:0 C:0")
    assert order(given) == "ACD B"
    assert order(given, "WON") == "AD C B"
    assert order(given, "WON", "BPG", "PS") == "A D C B"


def test_points_come_first_unless_they_are_stated_elsewhere():
    """C.07 4.2: B won a game, A has two byes."""
    given = tournament("B1C A:1", "A:1 B:0 C:0")
    assert order(given, "WON") == "A B C"
    assert order(given, "WON", "PTS") == "B A C"
    found = standings(given, [code_of("WON")])
    assert [each.name for each in found.tie_breaks] == ["PTS", "WON"]
    found = standings(given, [code_of("MMS"), code_of("SOS")], starts={"A": 1, "B": 2, "C": 2})
    assert [each.name for each in found.tie_breaks] == ["MMS", "SOS"]


def test_equal_players_share_their_places():
    """C.07 4.2: the list is exhausted."""
    found = standings(tournament("A=B C1D"), [])
    assert found.places == {"C": (1, 1), "A": (2, 3), "B": (2, 3), "D": (4, 4)}


def test_the_value_of_a_direct_encounter_is_the_number_of_tied_players_behind():
    """C.07 4.2: B is ahead of A, C of nobody but those without a point."""
    found = standings(tournament("A1C B1C", "B1A C:0", "A:1 B:0 C:0"), [code_of("DE")]).values
    assert {player: float(each[-1]) for player, each in found.items()} == {"A": 0, "B": 1, "C": 0}


@every(("code", "missing"), [("PS", True), ("FB", True), ("BH", False), ("MMS", True)])
def test_what_a_tournament_without_rounds_lacks(code, missing):
    """C.07 7.5, C.07 8.3: progressive scores need the order of the games."""
    given = tournament("A1B")
    games = tuple(replace(game, round=None) for game in given.games)
    assert is_missing(table_of(attrs.evolve(given, games=games)), code_of(code)) is missing
