"""Events in words: names in place of ids, and ids where no name may be shown."""

import pytest

from projections.api import Ledger
from tests.projections.submissions import (
    adoption,
    correction,
    decided,
    forgotten,
    game,
    membership,
    merge,
    player,
    strike,
    tournament,
)

GAME = game("t1", "reck", "1-0", "viehoff", round=1)
SEASON = [
    adoption(),
    player("reck", name="Reck, Anna"),
    player("viehoff", name="Viehoff, Bert"),
    player("other", name="Reck, Otto"),
    player("twice", name="Viehof, Bert"),
    tournament("t1", "1996-05-05", name="Spring Open"),
    GAME,
    game("t1", "other", "½-½", "reck"),
    game("t1", "viehoff", "1-0", None, round=2, played=False, reason="bye"),
    membership("reck", "SK Köln", "1996-01-01"),
    decided("reck", "1500-10", "1996-01-01"),
    merge("viehoff", "twice"),
    correction(GAME, "c1", white_points=0.5, black_points=0.5),
    strike({"id": "c1"}, "c2"),
]
WORDS = [
    "dwz follows dwz-1995 from 1990-01-01 on",
    "Registration of Reck, Anna",
    "Registration of Viehoff, Bert",
    "Registration of Reck, Otto",
    "Registration of Viehof, Bert",
    "Tournament Spring Open, ended 1996-05-05",
    "Round 1, Reck – Viehoff, 1:0 (Spring Open)",
    "Reck, Otto – Reck, Anna, ½:½ (Spring Open)",
    "Round 2, Viehoff, Bert without opponent (Spring Open)",
    "Reck, Anna in SK Köln from 1996-01-01 on",
    "Rating of Reck, Anna decided: 1500-10 from 1996-01-01 on",
    "Merge of two registrations: Viehof, Bert is Viehoff, Bert",
    "Correction: Round 1, Reck – Viehoff, 1:0 (Spring Open) → ½:½",
    "Struck: Correction: Round 1, Reck – Viehoff, 1:0 (Spring Open) → ½:½",
]


@pytest.fixture
def ledger(sqlite_database: str):
    with Ledger.open(sqlite_database) as ledger:
        ledger.append(SEASON, by="anna")
        yield ledger


def words(ledger: Ledger) -> list[str]:
    return [str(each) for each in ledger.descriptions(list(ledger.log()))]


def test_every_event_is_said_in_words_that_people_know(ledger: Ledger):
    assert words(ledger) == WORDS


def test_a_name_that_was_erased_is_in_no_sentence(ledger: Ledger):
    ledger.append([forgotten("reck")], by="anna")
    said = words(ledger)
    assert "Reck, Anna" not in " ".join(said)
    assert said[6] == "Round 1, reck – Viehoff, 1:0 (Spring Open)"
    assert said[-1] == "Personal data of reck erased"
