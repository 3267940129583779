"""One go federation over 32 years: MGSZ from 1990, EGF from 2000, its readings changed in 2021."""

from collections.abc import Iterator

import pytest

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
)

TO_EGF = "dwz-adopted-2000-05-01"
SEAMS = [("2000-04-30", "2000-05-01"), ("2021-04-03", "2021-04-04")]
BANDS = Egf2021.conversions["mgsz-2011"]["pieces"]
OF_1996 = "t000018-g007"


@pytest.fixture(scope="module")
def lines() -> Lines:
    return lines_of("hungarian", 2_500)


@pytest.fixture(scope="module")
def hungarian(
    lines: Lines, sqlite_files: SQLiteFiles, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Club]:
    """The federation, submitted as it arrived."""
    with lived_by(lines, sqlite_files, tmp_path_factory.mktemp("hungarian")) as club:
        yield club


def test_a_rebuild_gives_what_is_in_service(hungarian: Club):
    assert hungarian.check().differences == ()


def test_every_tournament_has_the_rulebook_of_the_day_on_which_it_ended(hungarian: Club, lines):
    for rulebook, first, last in (
        ("mgsz-2011", "1990-01-01", "2000-04-30"),
        ("egf-2021", "2000-05-01", "2099-12-31"),
    ):
        tournaments = ended(lines, first, last)
        assert tournaments
        assert {hungarian.tournament(each)["rulebook"] for each in tournaments} == {rulebook}


class TestSeams:
    def test_of_2000_every_elo_becomes_the_gor_of_its_band_and_the_grade_stays(
        self, hungarian: Club
    ):
        """EGF conversion: within a tenth of a grade of the band's straight line."""
        before, after = (cards(hungarian, day) for day in SEAMS[0])
        assert len(before) >= 10
        assert after.keys() == before.keys()
        for player, card in before.items():
            band = next(each for each in BANDS if card["elo"] < each.get("below", 10_000))
            exactly = band["factor"] * card["elo"] + band["plus"]
            assert abs(after[player]["gor"] - exactly) <= 0.5
            assert after[player]["gor"] == int(after[player]["gor"])
            assert after[player]["grade"] == after[player]["highest"] == card["grade"]

    def test_of_2021_no_card_changes(self, hungarian: Club):
        before, after = (cards(hungarian, day) for day in SEAMS[1])
        assert len(before) >= 20
        assert after == before

    def test_the_conversion_has_a_step_that_the_checker_confirms(self, hungarian: Club):
        for found in audits(hungarian, TO_EGF, sorted(cards(hungarian, "2000-05-01"))):
            assert found["holds"], found["misfits"]
            steps = [(step["rule"], step["verdict"]) for step in found["steps"]]
            assert steps == [("EGF conversion", "confirmed")]

    @pytest.mark.slow
    @pytest.mark.parametrize(("last", "first"), SEAMS)
    def test_the_evaluations_on_both_sides_are_confirmed(
        self, hungarian: Club, lines, last: str, first: str
    ):
        for tournament in around(hungarian, lines, last, first):
            for found in audits(hungarian, tournament, sorted(hungarian.rows(tournament))):
                assert found["holds"], (found["player"], found["misfits"], found["steps"])

    def test_the_record_of_a_career_goes_through_both_systems(self, hungarian: Club):
        records = [hungarian.player(player)["history"] for player in cards(hungarian, SEAMS[0][1])]
        longest = max(records, key=len)
        assert [row["event"] for row in longest if row.get("conversion")] == [TO_EGF]
        assert {row["rulebook"] for row in longest} == {"mgsz-2011", "egf-2021"}


def test_a_result_of_the_nineties_is_corrected_and_what_follows_decades_later_is_told(
    hungarian: Club, lines
):
    """From Hungarian Elo to the GoR of 2021, each card written in the way of its own system."""
    wrong = game_in(lines, OF_1996)
    ended_on = hungarian.tournament(wrong["data"]["tournament"])["ended_on"]
    assert "1994" < ended_on < "2000"
    before_2021 = {player: card["gor"] for player, card in cards(hungarian, "2021-12-31").items()}
    rows = after_correction(hungarian, wrong)
    after_2021 = {player: card["gor"] for player, card in cards(hungarian, "2021-12-31").items()}
    played = {p for each in ended(lines, "2015-01-01", "2021-12-31") for p in hungarian.rows(each)}
    changed = {p for p in played & after_2021.keys() if after_2021[p] != before_2021[p]}
    assert len(changed) >= 5
    sentences = []
    for player in sorted(changed & rows.keys()):
        row = rows[player]
        first, *_, last = row["told"]
        assert first.startswith("The result of ")
        assert first.endswith(": 1–0 instead of 0–1 (the score sheet says so).")
        assert row["name"] in last
        sentences += row["told"]
    assert any("(199" in each and "kyu instead of" in each for each in sentences)
    assert any("(20" in each and "instead of" in each for each in sentences)
