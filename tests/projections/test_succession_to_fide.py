"""One federation over 55 years: LASK 1970, FIDE from 2000 on, FIDE's adjustment of March 2024."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

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
)

TO_FIDE, ADJUSTED = "dwz-adopted-2000-06-15", "dwz-adopted-2024-03-01"
SEAMS = [("2000-06-14", "2000-06-15"), ("2024-02-29", "2024-03-01")]
OF_1970 = "t000001-g026"


@pytest.fixture(scope="module")
def lines() -> Lines:
    return lines_of("swedish", 2_500)


@pytest.fixture(scope="module")
def swedish(
    lines: Lines, sqlite_files: SQLiteFiles, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Club]:
    """The federation, submitted as it arrived."""
    with lived_by(lines, sqlite_files, tmp_path_factory.mktemp("swedish")) as club:
        yield club


def rated(card: dict[str, Any]) -> dict[str, Any]:
    """Of a FIDE card what a conversion carries over."""
    return {field: card[field] for field in ("rating", "games", "peak")}


def test_a_rebuild_gives_what_is_in_service(swedish: Club):
    assert swedish.check().differences == ()


def test_every_tournament_has_the_rulebook_of_the_day_on_which_it_ended(swedish: Club, lines):
    for rulebook, first, last in (
        ("lask-1970", "1970-01-01", "2000-06-14"),
        ("fide-2024", "2000-06-15", "2099-12-31"),
    ):
        tournaments = ended(lines, first, last)
        assert tournaments
        assert {swedish.tournament(each)["rulebook"] for each in tournaments} == {rulebook}


class TestSeams:
    def test_of_2000_every_number_from_1000_on_becomes_a_rating(self, swedish: Club):
        """FIDE 0, FIDE 7.2.1: the figure as it is, with the thirty games that are assumed."""
        before, after = (cards(swedish, day) for day in SEAMS[0])
        carried = {p: card["rating"] for p, card in before.items() if card["rating"] >= 1000}
        assert 5 <= len(carried) < len(before)
        assert {player: rated(card) for player, card in after.items()} == {
            player: {"rating": figure, "games": 30, "peak": figure}
            for player, figure in carried.items()
        }

    def test_of_2000_a_junior_has_a_juniors_coefficient_at_once(self, swedish: Club, lines):
        """FIDE 8.3.3: K 40 up to the year in which he turns 18, whoever rated him before."""
        born = {
            line["data"]["player"]: line["data"].get("birth_year")
            for line in lines
            if line["type"] == "player.registered"
        }
        after = cards(swedish, "2000-06-15")
        juniors = {player for player in after if (born[player] or 0) >= 1982}
        assert juniors
        assert {p: card["k"] for p, card in after.items()} == {
            player: 40 if player in juniors else 20 for player in after
        }

    def test_of_2024_everybody_below_2000_is_lifted(self, swedish: Club):
        """0.6 · R + 800, in tenths and rounded half up; games and peak stay, if not exceeded."""
        before, after = (cards(swedish, day) for day in SEAMS[1])
        untouched = {p for p in after if swedish.player(p)["last_event"] == ADJUSTED}
        assert len(untouched) >= 20
        for player in untouched:
            R, card = before[player]["rating"], after[player]
            assert card["rating"] == ((6 * R + 8_000 + 5) // 10 if R < 2000 else R)
            assert card["games"] == before[player]["games"]
            assert card["peak"] == max(before[player]["peak"], card["rating"])

    @pytest.mark.parametrize(("event", "day"), [(TO_FIDE, "2000-06-15"), (ADJUSTED, "2024-03-01")])
    def test_each_conversion_has_a_step_that_the_checker_confirms(
        self, swedish: Club, event: str, day: str
    ):
        for found in audits(swedish, event, sorted(cards(swedish, day))):
            assert found["holds"], found["misfits"]
            assert [(s["rule"], s["verdict"]) for s in found["steps"]] == [("FIDE 0", "confirmed")]

    @pytest.mark.slow
    @pytest.mark.parametrize(("last", "first"), SEAMS)
    def test_the_evaluations_on_both_sides_are_confirmed(
        self, swedish: Club, lines, last: str, first: str
    ):
        for tournament in around(swedish, lines, last, first):
            for found in audits(swedish, tournament, sorted(swedish.rows(tournament))):
                assert found["holds"], (found["player"], found["misfits"], found["steps"])

    def test_the_record_of_a_career_goes_through_both_systems(self, swedish: Club):
        records = [swedish.player(player)["history"] for player in cards(swedish, "2000-06-15")]
        longest = max(records, key=len)
        assert next(row["event"] for row in longest if row.get("conversion")) == TO_FIDE
        assert {row["rulebook"] for row in longest} == {"lask-1970", "fide-2024"}


def test_a_result_of_1970_is_corrected_and_what_follows_decades_later_is_told(
    swedish: Club, lines
):
    """From LASK's numbers of 1970 to FIDE's ratings of 2025."""
    tournament = game_in(lines, OF_1970)["data"]["tournament"]
    assert swedish.tournament(tournament)["ended_on"].startswith("1970")
    before_2025 = {player: card["rating"] for player, card in cards(swedish, "2025-12-31").items()}
    rows = after_correction(swedish, game_in(lines, OF_1970))
    after_2025 = {player: card["rating"] for player, card in cards(swedish, "2025-12-31").items()}
    changed = {p for p in after_2025 if after_2025[p] != before_2025.get(p)}
    assert len(changed) >= 10
    sentences = []
    for player in sorted(changed):
        row = rows[player]
        assert (row["before"], row["after"]) == (before_2025[player], after_2025[player])
        first, *_, last = row["told"]
        assert first.startswith("The result of ")
        assert first.endswith(": 1–0 instead of 0–1 (the score sheet says so).")
        assert row["name"] in last
        sentences += row["told"]
    assert any("(197" in each and "instead of" in each for each in sentences)
    of_a_list = re.compile(r"the list of 20\d\d-.*: .* \d+ instead of \d+")
    assert any(of_a_list.search(each) for each in sentences)
