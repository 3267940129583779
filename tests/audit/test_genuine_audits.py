"""The law of the second opinion: the checker accepts every genuine audit, whatever was played."""

from collections.abc import Iterator
from typing import Any

import pytest

from projections.checking.check import checked
from projections.checking.formula import FORMULAS
from projections.engine.registry import registered
from tests.audit.genuine_audits import Document, audits, kinds
from tests.audit.random_seasons import NEXT, SYSTEMS
from tests.databases.fresh import SQLiteFiles
from tests.ledger.soak import SEED, other_dice, soak
from tests.projections.club import Club
from tests.projections.new_clubs import NewClub, new_in_files

ALWAYS = {"registration", "rulebook", "tournament", "game", "decided rating", "correction"}
ALWAYS |= {"merge", "membership", "unrated opponent", "as of a day"}
ALWAYS |= {"corrected game", "corrected tournament", "corrected correction", "struck game"}
ALWAYS |= {"struck correction"}
OF_DWZ = {"adopted rating", "known evaluation", "lapsed card", "DWZ 6.2.1", "residual games"}
OCCUR = {
    "dwz-1995": OF_DWZ,
    "dwz-2014": {*OF_DWZ, "row that is not kept"},
    "dwz-2026": {*OF_DWZ, "row that is not kept"},
    "ingo-1960": {"own mark", "mark of an opponent", "INGO 0", "INGO C III"},
    "lask-1970": {
        *("LASK Regel 4", "LASK Regel 10", "LASK Regel 11 a", "LASK Regel 11 b"),
        *("LASK Tabell 1", "LASK Tabell 4"),
    },
    "mgsz-2011": {"several parts", "MGSZ 6 (2)", "MGSZ 6 (3)"},
    "egf-2021": {"EGF class", "EGF reset"},
    "fide-2024": {"FIDE 0.2", "FIDE 5.1", "FIDE 6.2", "FIDE 7.1.3", "adopted rating"},
}
"""The kinds that must occur in the audits of a rulebook, besides every one of its steps."""
SUCCEEDED = {before for pair in NEXT for before in pair}
OF_EARLIER_DOCUMENTS = {frozenset({"passes"}), frozenset({"deviation"})}


@pytest.fixture
def new_club(sqlite_files: SQLiteFiles) -> NewClub[Club]:
    """A new club with an empty ledger each time, for the pool of the random seasons."""
    return new_in_files(sqlite_files, lambda engine: Club(engine, "pool"))


def refuted(new_club: NewClub[Club], rulebook: str, seed: int, share: float) -> Iterator[Any]:
    """Yield a share of a season's audits, each with what the checker has against it."""
    with new_club() as club:
        for document in audits(club, rulebook, seed, share):
            found = checked(document)
            wrong = [each for each in found["steps"] if each["verdict"] == "contradicted"]
            yield document, (*found["misfits"], *wrong)


def where(document: Document, seed: int) -> tuple[Any, ...]:
    """Return the question of an audit, for whoever has to look into it."""
    asked = ("rulebook", "player", "tournament", "ended_on", "as_of", "known_at")
    return (seed, *(document[each] for each in asked))


@pytest.mark.parametrize("rulebook", SYSTEMS)
def test_audits_of_a_season_are_confirmed(new_club: NewClub[Club], rulebook: str):
    tried = 0
    for document, wrong in refuted(new_club, rulebook, SEED, 0.5):
        assert wrong == (), where(document, SEED)
        tried += 1
    assert tried > 5


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", SYSTEMS)
def test_every_genuine_audit_is_confirmed(new_club: NewClub[Club], rulebook: str):
    """500 seasons by default, in which every kind of step, event and decision occurs."""
    occurred: set[Any] = set()
    failed = []
    for seed in range(SEED, SEED + 63 * soak()):
        for document, wrong in refuted(new_club, rulebook, seed, 0.5):
            occurred |= {document["rulebook"], *kinds(document)}
            if wrong:
                failed.append((where(document, seed), wrong))
    assert failed == []
    if other_dice() and soak() < 5:  # too few seasons of another seed for what is rare
        return
    assert steps_of(rulebook) - occurred == set()
    assert (ALWAYS | OCCUR[rulebook]) - occurred == set()
    assert rulebook not in SUCCEEDED or len(occurred & SYSTEMS.keys()) > 1


def steps_of(rulebook: str) -> set[tuple[str, frozenset[str]]]:
    """Return the steps that a rulebook's checker knows, but for forms of earlier documents."""
    own = registered(rulebook).document.short
    shorts = sorted((registered(each).document.short for each in SYSTEMS), key=len)
    return {
        (rule, given)
        for rule, given in FORMULAS
        if [each for each in shorts if rule.startswith(f"{each} ")][-1:] == [own]
        and given not in OF_EARLIER_DOCUMENTS
    }
