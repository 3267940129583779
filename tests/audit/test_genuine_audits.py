"""The law of the second opinion: every genuine audit is accepted, every changed number noticed."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from projections.checking.check import checked
from projections.checking.formula import FORMULAS
from projections.engine.registry import registered
from scripts.audit_changes import changes, count_changes, place_text
from tests.audit.genuine_audits import Document, audits, kinds, shared_and_single_audits
from tests.audit.random_seasons import NEXT, SYSTEMS
from tests.databases.fresh import SQLiteFiles
from tests.ledger.soak import SEED, other_dice, soak
from tests.projections.club import Club
from tests.projections.new_clubs import NewClub, new_in_files
from tests.tables import some_at_once

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


@pytest.mark.parametrize("share", some_at_once([0.3, 1], [0.3]))
@pytest.mark.parametrize("rulebook", some_at_once(SYSTEMS, ["dwz-2026", "fide-2024"]))
def test_audits_of_one_tournament_from_one_evaluation_are_those_of_each_alone(
    new_club: NewClub[Club], rulebook: str, share: float
):
    with new_club() as club:
        pairs = list(shared_and_single_audits(club, rulebook, SEED, share))
    assert len(pairs) > 5
    for shared, single in pairs:
        assert shared == single, where(single, SEED)


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", SYSTEMS)
def test_every_genuine_audit_is_confirmed(new_club: NewClub[Club], rulebook: str):
    """Of 20 seasons, and of more until every kind of step, event and decision has occurred."""
    occurred: set[Any] = set()
    failed = []
    for tried, seed in enumerate(range(SEED, SEED + 63 * soak())):
        if tried >= 20 * soak() and not lacking(rulebook, occurred):
            break
        for document, wrong in refuted(new_club, rulebook, seed, 0.5):
            occurred |= {document["rulebook"], *kinds(document)}
            if wrong:
                failed.append((where(document, seed), wrong))
    assert failed == []
    if other_dice() and soak() < 5:  # too few seasons of another seed for what is rare
        return
    assert lacking(rulebook, occurred) == set()


def lacking(rulebook: str, occurred: set[Any]) -> set[Any]:
    """Return the kinds that must occur in the audits of a rulebook and have not."""
    wanted = steps_of(rulebook) | ALWAYS | OCCUR[rulebook]
    if rulebook in SUCCEEDED and len(occurred & SYSTEMS.keys()) < 2:
        wanted |= {"a later rulebook"}
    return wanted - occurred


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rulebook", "seed"),
    [
        # DWZ 6.1.1: results are thrown away in a tournament before undated cards (4.10.1.3).
        ("dwz-1995", 310),
        ("dwz-2026", 314),
        # LASK Regel 10: a concentrated tournament counts in the season of its first day.
        ("lask-1970", 2206),
        # FIDE: a tournament on two lists, with equal games on both.
        ("fide-2024", 2036),
        # The same, and the row names the game of the later list first.
        ("fide-2024", 2173),
    ],
)
def test_what_is_rare_in_a_season_is_confirmed(new_club: NewClub[Club], rulebook: str, seed: int):
    found = list(refuted(new_club, rulebook, seed, 1))
    assert found
    assert [(where(document, seed), wrong) for document, wrong in found if wrong] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rulebook", "seed", "asked", "place"),
    [
        # A sum of expectations that one more point of a far opponent does not change.
        ("dwz-1995", 8, ("bela", "b open"), "steps [DWZ 4.6] * given opponents *"),
        ("dwz-2014", 8, ("dora", "b open"), "steps [DWZ 2014 3.3] * given opponents *"),
        ("dwz-2026", 9, ("anna", "a cup"), "steps [DWZ 2026 3.3] * given opponents *"),
        ("ingo-1960", 6, ("anna", "b open"), "steps [DWZ 2026 3.3] * given opponents *"),
        # The start and the performance of a player who won every game, or with residual games.
        ("dwz-1995", 9, ("cleo", "b open"), "steps [DWZ 4.7.2.1.1] * given W"),
        ("ingo-1960", 6, ("hans", "b open"), "steps [DWZ 2026 3.6] * given W"),
        ("dwz-2014", 2, ("fritz", "e club"), "steps [DWZ 2026 3.4.4] * given opponents *"),
        ("dwz-2014", 2, ("fritz", "e club"), "steps [DWZ 2026 3.6] * given opponents *"),
        # Conversions.
        ("egf-2021", 6, ("bela", None), "steps [EGF conversion] * given plus"),
        ("egf-2021", 6, ("bela", None), "steps [EGF conversion] * given figure"),
        ("ingo-1960", 2, ("cleo", None), "steps [INGO 0] * given figure"),
        # What nothing changes.
        ("ingo-1960", 101, ("bela", "a cup"), "row count_after"),
        ("ingo-1960", 104, ("emil", "a cup"), "card_after card count"),
        ("ingo-1960", 101, ("emil", "c league"), "card_after card index"),
        ("mgsz-2011", 101, ("fritz", "d match"), "row part"),
    ],
)
def test_a_changed_number_is_noticed(
    new_club: NewClub[Club],
    rulebook: str,
    seed: int,
    asked: tuple[str, str | None],
    place: str,
):
    with new_club() as club:
        found = [
            each
            for each in audits(club, rulebook, seed)
            if (each["player"], each["tournament"]) == asked
        ]
    for document in found:
        tried = [each for each in changes(document) if place_text(document, each.place) == place]
        count = count_changes(document, checked, tried)
        assert (count.found > 0, count.unnoticed) == (True, {})
    assert found


@pytest.mark.slow
def test_an_audit_has_no_steps_of_the_rulebook_before(new_club: NewClub[Club]):
    with new_club() as club:
        found = list(audits(club, "lask-1970", 1))
    converted = [
        each
        for each in found
        if each["rulebook"] == "lask-1970" and "'peak'" in str(each["card_before"])
    ]
    assert [each["steps"] for each in converted] == [[]] * len(converted) != []


@cache
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
