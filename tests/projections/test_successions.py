"""Three federations over decades, in which one rulebook follows another.

The German one has Ingo 1960, DWZ 1995, DWZ 2014 twice, the Umstufung and DWZ 2026; the Hungarian
one MGSZ from 1990, EGF from 2000, its readings changed in 2021; the Swedish one LASK 1970, FIDE
from 2000, FIDE's adjustment of March 2024.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any

import attrs
import pytest

from projections.engine.replay.schedule import WhatIf
from projections.rulebooks.egf_2021.rulebook import Egf2021
from tests.databases.fresh import SQLiteFiles
from tests.projections.club import Club
from tests.projections.successions import (
    Lines,
    after_correction,
    around,
    audits,
    cards,
    ended,
    game_in,
    lines_of,
    lived_by,
    records,
    tournaments,
)
from tests.tables import some_at_once

BANDS = Egf2021.conversions["mgsz-2011"]["pieces"]
EVER = ("1900-01-01", "2099-12-31")


@attrs.frozen
class Succession:
    """The rulebooks with their first days, and what is corrected decades later."""

    rulebooks: Mapping[str, str]
    """The first day of each adoption, with its rulebook."""
    converted: Mapping[str, str]
    """The first day of each conversion, with its paragraph."""
    corrected: tuple[str, str]
    """A game that White lost, and the year of its tournament."""
    felt: tuple[str, int]
    """A day decades later, and how many figures differ then at least."""
    told: tuple[str, str]
    """Patterns of sentences in the way of the first system, and of the last."""

    @property
    def seams(self) -> list[tuple[str, str]]:
        """The last day under each adoption, and the first one under the next."""
        return [(eve(day), day) for day in self.rulebooks][1:]


def eve(day: str) -> str:
    """The day before."""
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


SUCCESSIONS = {
    "german": Succession(
        {
            "1960-01-01": "ingo-1960",
            "1995-01-01": "dwz-1995",
            "2003-01-01": "dwz-2014",
            "2016-08-01": "dwz-2014",
            "2026-06-08": "dwz-2026",
        },
        {"1995-01-01": "DWZ 6.1.2", "2026-06-08": "DWZ 2026 Umstufung"},
        ("t000023-g001", "1975"),
        ("2026-12-31", 5),
        (r"\(19[78]\d-.* \d+ /\d+ instead of \d+ /\d+", r"\(20\d\d-.* \d+-\d+ instead of \d+-\d+"),
    ),
    "hungarian": Succession(
        {"1990-01-01": "mgsz-2011", "2000-05-01": "egf-2021", "2021-04-04": "egf-2021"},
        {"2000-05-01": "EGF conversion"},
        ("t000018-g007", "199"),
        ("2021-12-31", 5),
        (r"\(199.*kyu instead of", r"\(20.*instead of"),
    ),
    "swedish": Succession(
        {"1970-01-01": "lask-1970", "2000-06-15": "fide-2024", "2024-03-01": "fide-2024"},
        {"2000-06-15": "FIDE 0", "2024-03-01": "FIDE 0"},
        ("t000001-g026", "1970"),
        ("2025-12-31", 10),
        (r"\(197.*instead of", r"the list of 20\d\d-.*: .* \d+ instead of \d+"),
    ),
}


@attrs.frozen
class Federation:
    """A federation, submitted as it arrived."""

    club: Club
    lines: Lines
    succession: Succession

    def around(self, number: int) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """The cards of the last and the first day at a seam."""
        last, first = self.succession.seams[number]
        return cards(self.club, last), cards(self.club, first)

    def untouched(self, since: str) -> list[str]:
        """The players who have not played since a conversion."""
        event = f"dwz-adopted-{since}"
        after = cards(self.club, since)
        found = records(self.club, after).items()
        return [each for each, record in found if record["last_event"] == event]


@pytest.fixture(scope="module", params=some_at_once(SUCCESSIONS, ["german"]))
def federation(
    request: pytest.FixtureRequest,
    sqlite_files: SQLiteFiles,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Federation]:
    lines = lines_of(request.param, 2_500)
    with lived_by(lines, sqlite_files, tmp_path_factory.mktemp(request.param)) as club:
        yield Federation(club, lines, SUCCESSIONS[request.param])


german, hungarian, swedish = (
    pytest.mark.parametrize("federation", [name], indirect=True) for name in SUCCESSIONS
)


def test_a_rebuild_gives_what_is_in_service(federation):
    assert federation.club.check().differences == ()


def test_every_tournament_has_the_rulebook_of_the_day_on_which_it_ended(federation):
    firsts = federation.succession.rulebooks
    lasts = [*(eve(day) for day in firsts), EVER[1]][1:]
    for (first, rulebook), last in zip(firsts.items(), lasts, strict=True):
        found = tournaments(federation.club, ended(federation.lines, first, last))
        assert found
        assert {each["rulebook"] for each in found.values()} == {rulebook}


class TestSeams:
    @german
    def test_of_1995_every_ingo_number_becomes_a_dwz_with_its_count(self, federation):
        """DWZ = 2840 − 8 · Ingo."""
        before, after = federation.around(0)
        assert len(before) >= 20
        assert after == {
            player: {"rating": 2840 - 8 * card["number"], "index": card["count"]}
            for player, card in before.items()
        }

    @pytest.mark.parametrize(
        ("federation", "seam"),
        [("german", 1), ("german", 2), ("hungarian", 1)],
        indirect=["federation"],
    )
    def test_of_2003_2016_and_2021_no_card_changes(self, federation, seam):
        """Ratings that had lapsed by 2003 are valid again, with the same figure."""
        before, after = federation.around(seam)
        assert len(after) >= 20
        assert before == after

    @german
    def test_of_2026_everybody_is_lifted_whenever_he_played_last(self, federation):
        before, after = federation.around(3)
        untouched = federation.untouched("2026-06-08")
        assert len(before) >= 40
        assert len(untouched) >= 20
        for player in untouched:
            x, (rating, index) = before[player]["rating"], after[player].values()
            exactly = 64 * x + 76_000 if 1000 <= x < 2110 else 100 * x + 40_000 * (x < 1000)
            assert rating == max(1100, (exactly + 50) // 100)
            assert index == before[player]["index"] + 1

    @hungarian
    def test_of_2000_every_elo_becomes_the_gor_of_its_band_and_the_grade_stays(self, federation):
        """EGF conversion: within a tenth of a grade of the band's straight line."""
        before, after = federation.around(0)
        assert len(before) >= 10
        assert after.keys() == before.keys()
        for player, card in before.items():
            band = next(each for each in BANDS if card["elo"] < each.get("below", 10_000))
            exactly = band["factor"] * card["elo"] + band["plus"]
            assert abs(after[player]["gor"] - exactly) <= 0.5
            assert after[player]["gor"] == int(after[player]["gor"])
            assert after[player]["grade"] == after[player]["highest"] == card["grade"]

    @swedish
    def test_of_2000_every_number_from_1000_on_becomes_a_rating(self, federation):
        """FIDE 0, FIDE 7.2.1: the figure as it is, with the thirty games that are assumed."""
        before, after = federation.around(0)
        carried = {p: card["rating"] for p, card in before.items() if card["rating"] >= 1000}
        assert 5 <= len(carried) < len(before)
        assert {
            player: (card["rating"], card["games"], card["peak"]) for player, card in after.items()
        } == {player: (figure, 30, figure) for player, figure in carried.items()}

    @swedish
    def test_of_2000_a_junior_has_a_juniors_coefficient_at_once(self, federation):
        """FIDE 8.3.3: K 40 up to the year in which he turns 18, whoever rated him before."""
        born = {
            line["data"]["player"]: line["data"].get("birth_year")
            for line in federation.lines
            if line["type"] == "player.registered"
        }
        after = cards(federation.club, "2000-06-15")
        juniors = {player for player in after if (born[player] or 0) >= 1982}
        assert juniors
        assert {p: card["k"] for p, card in after.items()} == {
            player: 40 if player in juniors else 20 for player in after
        }

    @swedish
    def test_of_2024_everybody_below_2000_is_lifted(self, federation):
        """0.6 · R + 800, in tenths and rounded half up; games and peak stay, if not exceeded."""
        before, after = federation.around(1)
        untouched = federation.untouched("2024-03-01")
        assert len(untouched) >= 20
        for player in untouched:
            R, card = before[player]["rating"], after[player]
            assert card["rating"] == ((6 * R + 8_000 + 5) // 10 if R < 2000 else R)
            assert card["games"] == before[player]["games"]
            assert card["peak"] == max(before[player]["peak"], card["rating"])

    def test_each_conversion_has_a_step_that_the_checker_confirms(self, federation):
        for day, rule in federation.succession.converted.items():
            converted = sorted(
                cards(federation.club, day).keys() & cards(federation.club, eve(day))
            )
            for found in audits(federation.club, f"dwz-adopted-{day}", converted):
                assert found["holds"], found["misfits"]
                assert [(s["rule"], s["verdict"]) for s in found["steps"]] == [(rule, "confirmed")]

    @pytest.mark.slow
    def test_the_evaluations_on_both_sides_are_confirmed(self, federation):
        club = federation.club
        for last, first in federation.succession.seams:
            for tournament in around(club, federation.lines, last, first):
                for found in audits(club, tournament, sorted(club.rows(tournament))):
                    assert found["holds"], (found["player"], found["misfits"], found["steps"])

    def test_the_record_of_a_career_goes_through_all_of_them(self, federation):
        (_, first), *_ = federation.succession.seams
        found = records(federation.club, cards(federation.club, first)).values()
        longest = max(
            (each["history"] for each in found),
            key=lambda rows: len({row["rulebook"] for row in rows}),
        )
        conversions = [row["event"] for row in longest if row.get("conversion")]
        assert conversions == [f"dwz-adopted-{day}" for day in federation.succession.converted]
        assert {row["rulebook"] for row in longest} == {*federation.succession.rulebooks.values()}
        days = [row["ended_on"] for row in longest]
        assert days == sorted(days)


@german
def test_asked_under_another_edition_the_decided_numbers_come_along(federation):
    """A founding list in Ingo, asked under DWZ 2026: 2840 − 8 · Ingo."""
    day = "1960-01-01"
    with federation.club.answers(day) as asked:
        numbers = {row["player"]: row["card"]["number"] for row in asked.ratings()}
    with federation.club.answers(day, what_if=WhatIf("dwz-2026")) as asked:
        figures = {row["player"]: row["figure"] for row in asked.ratings()}
    assert len(figures) == 10
    assert figures == {player: 2840 - 8 * number for player, number in numbers.items()}


def test_a_result_of_long_ago_is_corrected_and_what_follows_decades_later_is_told(federation):
    """From Ingo numbers to the DWZ of 2026, from Hungarian Elo to the GoR of 2021, from LASK's
    numbers of 1970 to FIDE's ratings of 2025: each card in the way of its own system.
    """
    club, succession = federation.club, federation.succession
    (game, year), (day, reached) = succession.corrected, succession.felt

    def figures() -> dict[str, Any]:
        with club.answers(day) as answers:
            return {row["player"]: row["figure"] for row in answers.ratings(lapsed=True)}

    wrong = game_in(federation.lines, game)
    assert club.tournament(wrong["data"]["tournament"])["ended_on"].startswith(year)
    assert wrong["data"]["white_points"] == 0
    before = figures()
    rows = after_correction(club, wrong)
    after = figures()
    changed = sorted(p for p in after.keys() & rows if after[p] != before.get(p))
    assert len(changed) >= reached
    sentences = []
    for player in changed:
        row = rows[player]
        assert (row["before"], row["after"]) == (before[player], after[player])
        first, *_, last = row["told"]
        assert first.startswith("The result of ")
        assert first.endswith(": 1 : 0 instead of 0 : 1 (the score sheet says so).")
        assert row["name"] in last
        sentences += row["told"]
    for pattern in succession.told:
        assert any(re.search(pattern, each) for each in sentences)
