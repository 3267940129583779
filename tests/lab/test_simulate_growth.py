"""The model of growth: its arithmetic by hand, and what must hold whatever the costs are."""

import math

import attrs
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from scripts.lab.simulate_growth import SCENARIOS, Scenario, UnitCosts, limits, main, simulated
from tests.tables import every

COSTS = UnitCosts(
    append_rate=10_000,
    transaction=0.01,
    replay_rate=10_000,
    verify_rate=20_000,
    log_bytes=400,
    derived_bytes=100,
    disk=1e12,
)
EVEN = Scenario(
    games_a_year=365 * 24 * 36_000.0,
    before=0,
    report=100,
    overhead=0,
    weekdays=(1 / 7,) * 7,
    hours=(1 / 24,) * 24,
)


def test_ten_games_a_second_in_reports_of_a_hundred():
    """360 reports an hour of 0.01 + 100 / 10,000 s are 7.2 s of 3,600: 0.2 % of the writer.  Of
    8,760 hours with √360 = 19 reports more or less, none has 25 % more.
    """
    year = simulated(EVEN, COSTS, seed=1)
    assert year.events == pytest.approx(EVEN.games_a_year, rel=0.001)
    assert 10 < year.busiest < 12.5
    assert 0.002 < year.busy < 0.0025
    assert year.backlog == year.lag == 0


def test_where_more_comes_than_is_done_the_backlog_grows_all_the_year():
    """Reports of one game: 36,000 an hour of 0.0101 s are 363.6 s; tenfold, 36 s too many."""
    single = attrs.evolve(EVEN, report=1, games_a_year=EVEN.games_a_year * 10)
    year = simulated(single, COSTS, seed=1)
    assert year.wait == math.inf
    assert year.backlog == pytest.approx(8_760 * 36, rel=0.05)


def test_a_night_a_disk_and_what_is_first():
    """A night rebuilds 8 · 3,600 · 10,000 = 288 million events and verifies 576 million; the disk
    holds 2,000 million.  315 million come in a year.
    """
    year = simulated(EVEN, COSTS, seed=1)
    found = dict(limits(EVEN, COSTS, year))
    assert next(iter(found)) == "the tables are rebuilt in a night"
    assert found["the tables are rebuilt in a night"] == pytest.approx(288 / 315.36, rel=0.01)
    assert found["the log is verified in a night"] == pytest.approx(576 / 315.36, rel=0.01)
    assert found["one disk holds it"] == pytest.approx(2_000 / 315.36, rel=0.01)
    assert found["one writer appends what comes in"] == math.inf


@pytest.mark.slow
@given(factor=st.floats(1.5, 20))
def test_a_slower_writer_is_busier_by_as_much(factor):
    slower = attrs.evolve(
        COSTS, append_rate=COSTS.append_rate / factor, transaction=COSTS.transaction * factor
    )
    week = attrs.evolve(SCENARIOS["federation"], games_a_year=1e5)
    one, other = (simulated(week, each, seed=3) for each in (COSTS, slower))
    assert other.busy == pytest.approx(factor * one.busy)
    assert other.wait >= one.wait


@every("name", SCENARIOS)
def test_the_same_seed_says_the_same(name):
    first, second = (CliRunner().invoke(main, [name]) for _ in range(2))
    assert first.exit_code == 0
    assert first.output == second.output


def test_games_come_by_chance_and_in_the_number_that_was_said():
    few = attrs.evolve(SCENARIOS["federation"], report=10, overhead=0)
    found = [simulated(few, COSTS, seed=seed).events for seed in range(5)]
    assert len(set(found)) == 5
    assert sum(found) / 5 == pytest.approx(few.games_a_year, rel=0.01)
