"""Events in words: names in place of ids, and ids where no name may be shown."""

from datetime import date

import pytest

from projections.api import Ledger
from projections.queries.explanations import KINDS, EventSentences, Labels
from tests.projections.submissions import (
    adopted,
    adoption,
    correction,
    decided,
    event,
    exception,
    forgotten,
    game,
    membership,
    merge,
    player,
    strike,
    summary,
    tournament,
    withheld,
)

GAME = game("t1", "reck", "1-0", "viehoff", round=1)
DRAWN = game("t1", "other", "½-½", "reck")
RULED = {
    "pool": "fide",
    "rule": "FIDE 5.1",
    "about": {"game": "t1:reck-viehoff"},
    "value": {"rate": False},
    "by": "the board",
    "reason": "agreed",
}
CLASSES = {
    "pool": "lask",
    "rule": "LASK Tabell 1",
    "about": {"season": 1970},
    "value": {"I": 1900, "II": 1750},
    "by": "the board",
    "reason": "agreed",
}
LISTED = {"pool": "dwz", "day": "1996-06-01", "position": 0, "digest": "0" * 64, "players": 0}
SEASON = [
    adoption(),
    player("reck", name="Reck, Anna"),
    player("viehoff", name="Viehoff, Bert"),
    player("other", name="Reck, Otto"),
    player("twice", name="Viehof, Bert"),
    tournament("t1", "1996-05-05", name="Spring Open"),
    GAME,
    DRAWN,
    game("t1", "viehoff", "1-0", None, round=2, played=False, reason="bye"),
    membership("reck", "SK Köln", "1996-01-01"),
    decided("reck", "1500-10", "1996-01-01"),
    merge("viehoff", "twice"),
    correction(GAME, "c1", white_points=0.5, black_points=0.5),
    strike({"id": "c1"}, "c2"),
    membership("reck", None, "1997-01-01"),
    withheld("other", "2099-01-01"),
    adopted("reck", 1600, "1996-07-01"),
    exception("t1", "exception", granted=True),
    summary("viehoff", "t0", "1994-05-05"),
    strike({"id": "merge viehoff twice"}, "c3"),
    correction(GAME, "c4", white_points=0, black_points=1, board=3),
    correction(decided("reck", "1500-10", "1996-01-01"), "c5", from_day="1995-01-01"),
    correction(DRAWN, "c6", board=2),
    adoption("1990-01-01", "fide", rulebook="fide-2024"),
    event("decision.recorded", "about a game", RULED),
    adoption("1970-01-01", "lask", rulebook="lask-1970"),
    event("decision.recorded", "about a season", CLASSES),
    event("list.published", "listed", LISTED),
]
WORDS = [
    "dwz follows DWZ (Wertungsordnung 1995) from 1990-01-01 on",
    "Registration of Reck, Anna",
    "Registration of Viehoff, Bert",
    "Registration of Reck, Otto",
    "Registration of Viehof, Bert",
    "Tournament Spring Open, ended 1996-05-05",
    "Round 1, Reck – Viehoff, 1 : 0 (Spring Open)",
    "Reck, Otto – Reck, Anna, ½ : ½ (Spring Open)",
    "Round 2, Viehoff, Bert without opponent (Spring Open)",
    "Reck, Anna in SK Köln from 1996-01-01 on",
    "Rating of Reck, Anna decided: 1500-10 from 1996-01-01 on",
    "Merge of two registrations: Viehof, Bert is Viehoff, Bert",
    "Correction: Round 1, Reck – Viehoff, 1 : 0 (Spring Open) → ½ : ½",
    "Struck: Correction: Round 1, Reck – Viehoff, 1 : 0 (Spring Open) → ½ : ½",
    "Reck, Anna without a club from 1997-01-01 on",
    "Name of the player other withheld from 2099-01-01 on",
    "Rating of Reck, Anna adopted: FIDE 1600 of 1996-07-01",
    "Decision by DWZ 6.2.1: Spring Open",
    "Known evaluation of Viehoff, Bert, ended 1994-05-05",
    "Struck: Merge of two registrations: Viehof, Bert is Viehoff, Bert",
    "Correction: Round 1, Reck – Viehoff, 1 : 0 (Spring Open) → 0 : 1",
    "Correction: Rating of Reck, Anna decided: 1500-10 from 1996-01-01 on",
    "Correction: Reck, Otto – Reck, Anna, ½ : ½ (Spring Open)",
    "fide follows FIDE rating (2024) from 1990-01-01 on",
    "Decision by FIDE 5.1: t1:reck-viehoff",
    "lask follows LASK-ranking (1970) from 1970-01-01 on",
    "Decision by LASK Tabell 1: 1970",
    "List of dwz of 1996-06-01 published",
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


OF_ROUND_1 = "The result of round 1, Reck, Anna – Viehoff, Bert in Spring Open was"
OF_THE_DRAW = "The result of Reck, Otto – Reck, Anna in Spring Open was"
OF_RATING = "The rating 1500-10 of Reck, Anna from 1995-01-01 was"
SHEET = "(the score sheet says so)"
SENTENCES = [
    "Dwz-1995 from 1990-01-01 was submitted",
    "The registration of Reck, Anna was submitted",
    "The registration of Viehoff, Bert was submitted",
    "The registration of Reck, Otto was submitted",
    "The registration of Viehof, Bert was submitted",
    "Spring Open (ended 1996-05-05) was submitted",
    f"{OF_ROUND_1} submitted",
    "The result of Reck, Otto – Reck, Anna in Spring Open was submitted",
    "The result of round 2, Viehoff, Bert – a bye in Spring Open was submitted",
    "The membership of Reck, Anna from 1996-01-01 was submitted",
    "The rating 1500-10 of Reck, Anna from 1996-01-01 was submitted (agreed)",
    "That twice is the same person as Viehoff, Bert (viehoff) was submitted (one person)",
    f"{OF_ROUND_1} corrected: ½ : ½ instead of 1 : 0 {SHEET}",
    f"{OF_ROUND_1} corrected: 1 : 0 instead of ½ : ½ (handed in by mistake)",
    "The membership of Reck, Anna from 1997-01-01 was submitted",
    "An event player.withheld was submitted",
    "The rating FIDE 1600 of Reck, Anna, list of 1996-07-01 was submitted",
    "The decision under DWZ 6.2.1 was submitted (agreed)",
    "The evaluation of Viehoff, Bert in t0 was submitted",
    "That twice is the same person as Viehoff, Bert (viehoff) was struck (handed in by mistake)",
    f"{OF_ROUND_1} corrected: 0 : 1 instead of 1 : 0; board 3 instead of none {SHEET}",
    f"{OF_RATING} corrected: from day 1995-01-01 instead of 1996-01-01 {SHEET}",
    f"{OF_THE_DRAW} corrected: board 2 instead of none {SHEET}",
    "Fide-2024 from 1990-01-01 was submitted",
    "The decision under FIDE 5.1 was submitted (agreed)",
    "Lask-1970 from 1970-01-01 was submitted",
    "The decision under LASK Tabell 1 was submitted (agreed)",
    "An event list.published was submitted",
]


def test_every_event_is_a_sentence_with_who_when_and_why(ledger: Ledger):
    with ledger.pool("dwz") as view, view.answers() as answers:
        told = EventSentences(answers.connection, Labels(answers.connection, answers))
        found = [told.sentences((each["id"],))[0] for each in SEASON]
        first, *_, more = told.sentences(tuple(each["id"] for each in SEASON[:5]))
    recorded = {entry["id"]: entry["recorded_at"][:10] for entry in ledger.log()}
    assert [
        said.replace(f" on {recorded[each['id']]} by anna", "")
        for said, each in zip(found, SEASON, strict=True)
    ] == [f"{each}." for each in SENTENCES]
    assert (first, more) == (found[0], "2 more events had a part in it.")


def test_a_name_that_was_erased_is_in_no_sentence(ledger: Ledger):
    ledger.append([forgotten("reck")], by="anna")
    said = words(ledger)
    assert "Reck, Anna" not in " ".join(said)
    assert (
        said[6] == "Round 1, a player whose name is withheld (reck) – Viehoff, 1 : 0 (Spring Open)"
    )
    assert said[-1] == "Personal data of the player reck erased"


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("day", "the day of the rulebook's calendar of 1996-05-01"),
        ("decision", "the decision of 1996-05-01"),
        ("list", "the list of 1996-05-01"),
        ("rulebook", "the change of rulebooks of 1996-05-01"),
        ("start", "the beginning of a report of 1996-05-01"),
        ("summary", "the evaluation known by its summary of 1996-05-01"),
    ],
)
def test_an_occasion_without_games_has_words(kind: str, said: str):
    assert KINDS[kind](date(1996, 5, 1)) == said
