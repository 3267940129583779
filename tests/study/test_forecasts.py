"""Forecasts: what was to be expected of a game before it, and of nothing later."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.log.database import snapshot
from projections.api import Ledger
from projections.engine.history.as_of import EVERYTHING
from projections.engine.history.history import History
from projections.engine.replay.replay import Replay
from projections.engine.replay.schedule import AS_ADOPTED
from projections.study.baselines import forecast_by
from projections.study.forecasts import encounters, forecasts
from projections.study.predict import list_days, list_forecasts
from tests.databases.fresh import SQLiteFiles
from tests.projections.submissions import adoption, decided, game, games, player, tournament

POOL = "dwz"


def forecast(ledger, by="rulebook"):
    """Every forecast of the pool by its game."""
    with snapshot(ledger.engine) as connection:
        history = History(connection, EVERYTHING)
        replay = Replay.of(history, POOL, EVERYTHING, AS_ADOPTED)
        games = encounters(history, POOL, EVERYTHING)
        match by:
            case "rulebook":
                found = list(forecasts(replay, games))
            case "last-list":
                found = list(list_forecasts(replay, games, list_days(history, POOL, games)))
            case baseline:
                found = list(forecast_by(baseline, games))
    return {one.game: one for one in found}


class TestASeason:
    def test_the_first_games_are_forecast_from_what_the_board_decided(self, ledger):
        """P(0) = 0.5, and Dora with 1600 has P(100) = 0.63816 against 1500 (DWZ 4.5)."""
        found = forecast(ledger)
        assert found["spring:agnes-bjorn"].expected == 0.5
        assert found["spring:dora-agnes"].expected == pytest.approx(0.63816, abs=5e-6)

    def test_the_next_tournament_is_forecast_from_what_the_first_one_gave(self, ledger):
        """Ágnes has 1523 and Dora 1595 after spring: Φ(−72 / 282.84) = 0.39953 (DWZ 4.5)."""
        summer = forecast(ledger)["summer:agnes-dora"]
        assert (summer.white, summer.black) == (1523, 1595)
        assert summer.expected == pytest.approx(0.39953, abs=1e-5)

    def test_nothing_is_expected_of_somebody_without_a_figure(self, ledger):
        autumn = forecast(ledger)["autumn:gustaf-agnes"]
        assert (autumn.white, autumn.black, autumn.expected) == (None, 1523, None)

    def test_a_bye_is_no_game_to_forecast(self, ledger):
        assert "spring:bye" not in forecast(ledger)

    def test_games_before_are_those_of_earlier_days(self, ledger):
        """In summer Dora has played one game before, Ágnes two, both on one day of spring."""
        found = forecast(ledger)
        assert found["spring:dora-agnes"].experience == 0
        assert found["summer:agnes-dora"].experience == 1


class TestDays:
    def test_a_game_of_a_long_tournament_does_not_know_what_ended_after_it(self, empty):
        """The league's first round was in January; the open that lifts Anna ended in March."""
        empty.append(
            [
                adoption(),
                *map(player, ("anna", "bela")),
                decided("anna", "1500-10"),
                decided("bela", "1500-10"),
                tournament("open", "1996-03-01"),
                *games("open", "anna 1-0 bela"),
                tournament("league", "1996-06-01", starts_on="1996-01-10"),
                game("league", "anna", "1-0", "bela", game="early", played_on="1996-01-10"),
                game("league", "bela", "0-1", "anna", game="late", played_on="1996-06-01"),
            ],
            by="anna",
        )
        found = forecast(empty)
        assert found["early"].expected == 0.5
        assert found["late"].expected < 0.5

    def test_a_figure_decided_on_the_day_counts_and_a_tournament_of_the_day_does_not(self, empty):
        empty.append(
            [
                adoption(),
                *map(player, ("anna", "bela")),
                decided("anna", "1500-10"),
                decided("bela", "1500-10", "1996-03-01"),
                tournament("a", "1996-03-01"),
                *games("a", "anna 1-0 bela"),
                tournament("b", "1996-03-01"),
                *games("b", "bela 1-0 anna"),
            ],
            by="anna",
        )
        assert [one.expected for one in forecast(empty).values()] == [0.5, 0.5]

    def test_a_lapsed_figure_is_none(self, empty):
        """DWZ 6.1.1: five years after the decision Anna has no DWZ any more."""
        empty.append(
            [
                adoption(),
                *map(player, ("anna", "bela")),
                decided("anna", "1500-10", "1995-01-01"),
                decided("bela", "1500-10", "2000-12-01"),
                tournament("open", "2001-03-01"),
                *games("open", "anna 1-0 bela"),
            ],
            by="anna",
        )
        (only,) = forecast(empty).values()
        assert (only.white, only.expected) == (None, None)


PEOPLE = ("anna", "bela", "cleo", "dora")
DAYS = ("1996-02-01", "1997-02-01", "1998-02-01", "1999-02-01")
RESULTS = st.sampled_from(["1-0", "0-1", "½-½"])
SEASONS = st.lists(st.tuples(*[RESULTS] * 6), min_size=4, max_size=4)


def season(results):
    """Four round robins of four people, a year apart."""
    yield adoption()
    yield from map(player, PEOPLE)
    for number, person in enumerate(PEOPLE[:3]):
        yield decided(person, f"{1500 + 60 * number}-10")
    for day, of_the_day in zip(DAYS, results, strict=True):
        yield tournament(f"t{day}", day)
        pairs = [(a, b) for a in PEOPLE for b in PEOPLE if a < b]
        for (white, black), result in zip(pairs, of_the_day, strict=True):
            yield game(f"t{day}", white, result, black)


@pytest.mark.slow
@pytest.mark.parametrize("by", ["rulebook", "last-list", "elo", "glicko-2", "trueskill"])
@settings(max_examples=8)
@given(both=st.tuples(SEASONS, SEASONS), seen=st.integers(0, 3))
def test_a_history_whose_future_is_scrambled_has_the_same_forecasts(
    by, both, seen, sqlite_files: SQLiteFiles, tmp_path_factory
):
    """Later tournaments, and later rounds of the same one, cannot be known before a game."""
    season_, other = both
    found = []
    for results in (season_, [*season_[:seen], *other[seen:]]):
        with (
            sqlite_files.fresh(tmp_path_factory.mktemp("season")) as url,
            Ledger.open(url) as ledger,
        ):
            ledger.append(season(results), by="anna")
            found.append(forecast(ledger, by))
    known = [one for one in found[0].values() if str(one.day) <= DAYS[seen]]
    assert [(one.game, one.expected) for one in known] == [
        (one.game, one.expected) for one in found[1].values() if str(one.day) <= DAYS[seen]
    ]
    assert len(known) == 6 * (seen + 1)
