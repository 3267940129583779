"""Football as a history: what becomes of a few matches, through the façade."""

import pytest

from projections.api import Ledger
from scripts.lab.study_football import events, matches
from tests.databases.fresh import SQLiteFiles

RESULTS = """\
date,home_team,away_team,home_score,away_score,tournament,city,country,neutral
1908-02-15,Österreich,Wales,2,2,Friendly,Wien,Austria,FALSE
1908-01-05,Wales,Curaçao,3,1,British Cup,Cardiff,Wales,FALSE
1908-01-19,Curaçao,Österreich,0,1,British Cup,Willemstad,Curaçao,FALSE
2030-01-01,Wales,Curaçao,NA,NA,Friendly,Cardiff,Wales,FALSE
""".splitlines()


@pytest.fixture
def ledger(sqlite_files: SQLiteFiles, tmp_path):
    with sqlite_files.fresh(tmp_path) as url, Ledger.open(url) as ledger:
        ledger.append(events(matches(RESULTS)), by="anna")
        yield ledger


def test_matches_stand_in_the_order_of_their_days_and_unplayed_ones_are_left_out():
    found = matches(RESULTS)
    assert [(str(each.day), each.home_points) for each in found] == [
        ("1908-01-05", 1),
        ("1908-01-19", 0),
        ("1908-02-15", 0.5),
    ]


def test_the_matches_of_a_competition_in_a_month_are_a_tournament(ledger):
    games = ledger.games("british-cup-1908-01")
    assert [(row["white"], row["black"]) for row in games] == [
        ("wales", "curacao"),
        ("curacao", "osterreich"),
    ]


def test_every_team_begins_with_the_same_figure_in_every_pool(ledger):
    """1500 against 1500 in January (a Brier score of 0.25 each), and in February Austria's win
    against Wales' one: the same again, and a draw, which costs nothing.
    """
    for pool in ("dwz", "lask"):
        (found,) = ledger.predict(pool)["forecasters"]
        assert (found["games"], found["without_figure"]) == (3, 0)
        assert found["brier"]["value"] == pytest.approx(0.5 / 3, abs=1e-3)
