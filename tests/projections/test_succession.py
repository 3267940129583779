"""One federation over 67 years: Ingo 1960, DWZ 1995, DWZ 2014 twice, the Umstufung, DWZ 2026."""

import re
from collections.abc import Iterator

import pytest

from projections.engine.replay.schedule import WhatIf
from projections.queries.explanations import compared
from tests.databases.fresh import SQLiteFiles
from tests.projections.club import Club
from tests.projections.submissions import correction
from tests.projections.successions import Lines, audits, cards, ended, lines_of, lived_by

TO_DWZ, UMSTUFUNG = "dwz-adopted-1995-01-01", "dwz-adopted-2026-06-08"
LAST_DAYS = ["1994-12-31", "2002-12-31", "2016-07-31", "2026-06-07"]
FIRST_DAYS = ["1995-01-01", "2003-01-01", "2016-08-01", "2026-06-08"]


@pytest.fixture(scope="module")
def lines() -> Lines:
    return lines_of("german", 2_500)


@pytest.fixture(scope="module")
def german(
    lines: Lines, sqlite_files: SQLiteFiles, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Club]:
    """The federation, submitted as it arrived."""
    with lived_by(lines, sqlite_files, tmp_path_factory.mktemp("german")) as club:
        yield club


def test_a_rebuild_gives_what_is_in_service(german: Club):
    assert german.check().differences == ()


def test_every_tournament_has_the_rulebook_of_the_day_on_which_it_ended(german: Club, lines):
    spans = zip(
        ["ingo-1960", "dwz-1995", "dwz-2014", "dwz-2014", "dwz-2026"],
        ["1960-01-01", *FIRST_DAYS],
        [*LAST_DAYS, "2099-12-31"],
        strict=True,
    )
    for rulebook, first, last in spans:
        tournaments = ended(lines, first, last)
        assert tournaments
        assert {german.tournament(each)["rulebook"] for each in tournaments} == {rulebook}


class TestSeams:
    def test_of_1995_every_ingo_number_becomes_a_dwz_with_its_count(self, german: Club):
        """DWZ = 2840 − 8 · Ingo."""
        before, after = cards(german, "1994-12-31"), cards(german, "1995-01-01")
        assert len(before) >= 20
        assert after == {
            player: {"rating": 2840 - 8 * card["number"], "index": card["count"]}
            for player, card in before.items()
        }

    @pytest.mark.parametrize(
        ("last", "first"), [("2002-12-31", "2003-01-01"), ("2016-07-31", "2016-08-01")]
    )
    def test_of_2003_and_2016_no_card_changes(self, german: Club, last: str, first: str):
        """Ratings that had lapsed by 2003 are valid again, with the same figure."""
        assert len(cards(german, first)) >= 20
        assert cards(german, last) == cards(german, first)

    def test_of_2026_everybody_is_lifted_whenever_he_played_last(self, german: Club):
        before, after = cards(german, "2026-06-07"), cards(german, "2026-06-08")
        assert len(before) >= 40
        untouched = {p for p in before if german.player(p)["last_event"] == UMSTUFUNG}
        assert len(untouched) >= 20
        for player in untouched:
            x, (rating, index) = before[player]["rating"], after[player].values()
            exactly = 64 * x + 76_000 if 1000 <= x < 2110 else 100 * x + 40_000 * (x < 1000)
            assert rating == max(1100, (exactly + 50) // 100)
            assert index == before[player]["index"] + 1

    @pytest.mark.parametrize(
        ("event", "eve", "rule"),
        [(TO_DWZ, "1994-12-31", "DWZ 6.1.2"), (UMSTUFUNG, "2026-06-07", "DWZ 2026 Umstufung")],
    )
    def test_each_conversion_has_a_step_that_the_checker_confirms(
        self, german: Club, event: str, eve: str, rule: str
    ):
        for found in audits(german, event, sorted(cards(german, eve))):
            assert found["holds"], found["misfits"]
            assert [(s["rule"], s["verdict"]) for s in found["steps"]] == [(rule, "confirmed")]

    @pytest.mark.slow
    @pytest.mark.parametrize(("last", "first"), list(zip(LAST_DAYS, FIRST_DAYS, strict=True)))
    def test_the_evaluations_on_both_sides_are_confirmed(
        self, german: Club, lines, last: str, first: str
    ):
        before = ended(lines, "1960-01-01", last)
        after = ended(lines, first, "2099-12-31")
        by_day = sorted(before, key=lambda each: german.tournament(each)["ended_on"])
        later = sorted(after, key=lambda each: german.tournament(each)["ended_on"])
        for tournament in (by_day[-1], later[0]):
            for found in audits(german, tournament, sorted(german.rows(tournament))):
                assert found["holds"], (found["player"], found["misfits"], found["steps"])

    def test_the_record_of_a_long_career_goes_through_all_of_them(self, german: Club):
        records = [german.player(player)["history"] for player in cards(german, "2026-06-08")]
        longest = max(records, key=lambda rows: len({row["rulebook"] for row in rows}))
        conversions = [row["event"] for row in longest if row.get("conversion")]
        assert conversions[-1] == UMSTUFUNG
        days = [row["ended_on"] for row in longest]
        assert days == sorted(days)


def test_asked_under_another_edition_the_decided_numbers_come_along(german: Club):
    """A founding list in Ingo, asked under DWZ 2026: 2840 − 8 · Ingo."""
    day = "1960-01-01"
    with german.answers(day) as asked:
        numbers = {row["player"]: row["card"]["number"] for row in asked.ratings()}
    with german.answers(day, what_if=WhatIf("dwz-2026")) as asked:
        figures = {row["player"]: row["figure"] for row in asked.ratings()}
    assert len(figures) == 10
    assert figures == {player: 2840 - 8 * number for player, number in numbers.items()}


def test_a_result_of_1975_is_corrected_and_what_follows_in_2026_is_told(german: Club, lines):
    """From Ingo numbers to the DWZ of 2026, each card written in the way of its own system."""
    tournaments = ended(lines, "1975-01-01", "1975-12-31")
    wrong = next(
        line
        for line in lines
        if line["type"] == "game.submitted"
        and line["data"]["tournament"] in tournaments
        and line["data"]["white_points"] == 0
    )
    before_2026 = german.ratings("2026-12-31")
    corrected = german.append(correction(wrong, "found in 2026", white_points=1, black_points=0))
    german.catch_up()
    assert german.check().differences == ()
    after_2026 = german.ratings("2026-12-31")
    with german.answers(known_at=corrected.first - 1) as before, german.answers() as after:
        rows = {row["player"]: row for row in compared(after.connection, before, after)}
    played = [german.rows(each) for each in ended(lines, "2026-06-08", "2026-12-31")]
    reached = sorted({player for field in played for player in field} & rows.keys())
    assert len(reached) >= 5
    sentences = []
    for player in reached:
        row = rows[player]
        assert before_2026[player].startswith(f"{row['before']}-")
        assert after_2026[player].startswith(f"{row['after']}-")
        first, *_, last = row["told"]
        assert first.startswith("The result of ")
        assert first.endswith(": 1–0 instead of 0–1 (the score sheet says so).")
        assert row["name"] in last
        sentences += row["told"]
    assert any(
        re.search(r"\(19[78]\d-.* \d+ /\d+ instead of \d+ /\d+", each) for each in sentences
    )
    assert any(re.search(r"\(20\d\d-.* \d+-\d+ instead of \d+-\d+", each) for each in sentences)
