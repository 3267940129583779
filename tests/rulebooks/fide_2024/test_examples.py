"""Every example through the rulebook's own functions."""

from fractions import Fraction

from projections.rulebooks.conversion import carried_over
from projections.rulebooks.fide_2024.card import FideCard, WaitingReport
from projections.rulebooks.fide_2024.p4_reports import list_of_report
from projections.rulebooks.fide_2024.p8_ratings import (
    Ra,
    Ru,
    base_K,
    difference,
    limited_K,
    p,
    rated_period,
    rating_change,
)
from projections.rulebooks.fide_2024.procedure import exemption, is_below_floor
from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.figures import whole
from projections.rulebooks.tournament import Tournament
from tests.rulebooks.fide_2024.examples import Example, day, examples, results
from tests.tables import every

MARCH_2024 = [{"factor": 0.6, "plus": 800, "below": 2000}, {"factor": 1, "plus": 0}]


def names(example: Example) -> str:
    return str(example["id"])


def waiting(example: Example) -> list[WaitingReport]:
    return [
        WaitingReport(
            listed_on=day(example["list"]),
            ended_on=day(each["end"]),
            tournament=f"t{number}",
            own_rating=each["Ro"],
            results=results(each["games"]),
            event_points=1,
            exempt_from=exemption(day(each["start"]), Readings()),
        )
        for number, each in enumerate(example["tournaments"])
    ]


class TestPublishedPeriods:
    """FIDE 8.3.1, FIDE 8.3.2, FIDE 8.3.3, FIDE 8.3.4: one player's month as published."""

    @every("example", examples("period"), ids=names)
    def test_sums_k_and_new_rating(self, example):
        base = example["base"][-1][1]
        card = FideCard(
            rating=base,
            games=example["games_before"],
            peak=example["peak"],
            birth_year=example["born"],
        )
        year = day(example["list"]).year - (day(example["list"]).month == 1)
        period = rated_period(card, base, waiting(example), year, Readings())
        assert [each.delta for each in period.reports] == [
            round(100 * each["sum"]) for each in example["tournaments"]
        ]
        assert (period.K, period.n) == (example["K"], example["n"])
        assert (period.new_rating == example["rating"]) is example["exact"]

    def test_what_differs_was_rounded_tournament_by_tournament(self):
        """FIDE 8.3.4: P02 has +6 on the list; once for the period it is 10 · 0.54 = +5."""
        (example,) = (each for each in examples("period") if not each["exact"])
        card = FideCard(rating=2400, games=100, peak=2400, birth_year=2006)
        once = rated_period(card, 2400, waiting(example), 2025, Readings())
        each = rated_period(
            card, 2400, waiting(example), 2025, Readings(rounding_unit="tournament")
        )
        assert (once.new_rating, each.new_rating, example["rating"]) == (2405, 2406, 2406)


class TestSingleGames:
    """FIDE 8.1.2 and FIDE 8.3.1: what FIDE's calculator answers for one game."""

    @every("example", examples("game"), ids=names)
    def test_a_game(self, example):
        D = difference(example["own"], example["opponent"], 2650)
        change = Fraction(example["K"] * rating_change(example["score"], D), 100)
        same = change == Fraction(str(example["expected"]["change"]))
        assert same is example.get("exact", True)

    @every(
        "example", [each for each in examples("game") if not each.get("exact", True)], ids=names
    )
    def test_the_calculator_caps_players_who_are_exempt(self, example):
        D = difference(example["own"], example["opponent"], None)
        change = Fraction(example["K"] * rating_change(example["score"], D), 100)
        assert change == Fraction(str(example["expected"]["change"]))


@every("example", examples("initial"), ids=names)
def test_a_first_rating(example):
    """FIDE 8.2.2, FIDE 8.2.3 and FIDE 7.2; Ru is compared before the highest of 2200."""
    games = results(example["games"])
    share = p(sum(game.points for game in games), len(games))
    rating = Ru(Ra([game.opponent_rating for game in games]), share)
    expected = example["expected"]
    assert share == expected["p"]
    assert rating == min(expected["Ru"], 2200)
    published = None if is_below_floor(rating, day("2026-01-01")) else rating
    assert published == expected.get("rating")


@every("example", examples("k"), ids=names)
def test_k(example):
    """FIDE 8.3.3."""
    card = FideCard(
        rating=example["rating"],
        peak=example["peak"],
        games=example["games"],
        birth_year=example.get("born"),
    )
    K = base_K(card, example["year"], "peak_first", "ever")
    assert limited_K(K, example["n"]) == example["expected"]["K"]


@every("example", examples("list"), ids=names)
def test_on_which_list(example):
    """FIDE 7.1.3."""
    flags = {"official-fide-event"} if example.get("official") else set()
    ended = day(example["ended_on"])
    event = Tournament(
        id="t",
        name="t",
        discipline="chess",
        format="swiss",
        ended_on=ended,
        flags=frozenset(flags),
    )
    assert list_of_report(ended, event, Readings()) == day(example["expected"]["list"])


@every("example", examples("conversion"), ids=names)
def test_the_conversion_of_march_2024(example):
    """FIDE 0: R + 0.40 · (2000 − R) below 2000."""
    number = carried_over(example["rating"], MARCH_2024)
    assert whole(number) == example["expected"]["rating"]
