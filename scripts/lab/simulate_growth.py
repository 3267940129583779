"""The cost of growth: a year of a federation, of FIDE, of an online server, hour by hour.

    python -m scripts.lab.simulate_growth federation
    python -m scripts.lab.simulate_growth online --append-rate 20000 --disk 4e12

A model, not a measurement: the unit costs are arguments, and their defaults were measured once
(see docs/explanation/scale.md).  Events arrive by the hour, at random, in reports; one writer
at a time appends them to the log; one follower brings the derived tables up to date.
"""

import math
import random
from collections.abc import Iterator, Sequence

import attrs
import click

HOURS, DAYS = 24, 365
NIGHT = 8 * 3_600.0
BUSY = 0.6  # a busier server makes readers wait


@attrs.frozen(kw_only=True)
class Scenario:
    """The players' activity; ``weekdays`` and ``hours``: the shares of a week and of a day.

    ``report``: games that are submitted together; ``overhead``: further events a game, for
    tournaments, registrations and corrections; ``before``: existing games.
    """

    games_a_year: float
    before: float
    report: int
    overhead: float
    weekdays: Sequence[float]
    hours: Sequence[float]


WEEKEND = (0.05, 0.05, 0.06, 0.07, 0.10, 0.27, 0.40)
EVENINGS = (*[0.005] * 9, *[0.02] * 9, *[0.125] * 6)
EVEN_WEEK = (1 / 7,) * 7
DAY_AND_NIGHT = tuple(
    (1 + 0.5 * math.sin(2 * math.pi * (hour - 12) / 24)) / 24 for hour in range(24)
)
SCENARIOS = {
    "federation": Scenario(
        games_a_year=4e5,
        before=10e6,
        report=100,
        overhead=0.035,
        weekdays=WEEKEND,
        hours=EVENINGS,
    ),
    "fide": Scenario(
        games_a_year=6e6,
        before=60e6,
        report=250,
        overhead=0.035,
        weekdays=WEEKEND,
        hours=EVENINGS,
    ),
    "online": Scenario(
        games_a_year=100e6 * DAYS,
        before=0,
        report=1_000,
        overhead=0.002,
        weekdays=EVEN_WEEK,
        hours=DAY_AND_NIGHT,
    ),
}


@attrs.frozen(kw_only=True)
class UnitCosts:
    """One machine's capacity: events a second, seconds a transaction, bytes an event, its disk."""

    append_rate: float
    transaction: float
    replay_rate: float
    verify_rate: float
    log_bytes: float
    derived_bytes: float
    disk: float


@attrs.frozen(kw_only=True)
class Year:
    """The outcome of a year."""

    events: float
    busiest: float
    busy: float
    wait: float
    backlog: float
    lag: float


def simulated(scenario: Scenario, costs: UnitCosts, seed: int) -> Year:
    """Simulate a year hour by hour: arrivals, and the work of the writer and the follower.

    ``busiest``: events a second of the busiest hour; ``busy``: the writer's share of that hour;
    ``wait``: seconds that a report of that hour waits for those before it (a queue with random
    arrivals and even work); ``backlog``, ``lag``: the most seconds of work that writer and
    follower were behind at the end of an hour.
    """
    dice = random.Random(seed)
    events = busiest = busy = backlog = lag = 0.0
    waiting = behind = 0.0
    per_report = scenario.report * (1 + scenario.overhead)
    work = costs.transaction + per_report / costs.append_rate
    for reports in _arrivals(scenario, dice):
        events += reports * per_report
        busiest = max(busiest, reports * per_report / 3_600)
        busy = max(busy, reports * work / 3_600)
        waiting = max(0.0, waiting + reports * work - 3_600)
        behind = max(0.0, behind + reports * per_report / costs.replay_rate - 3_600)
        backlog, lag = max(backlog, waiting), max(lag, behind)
    wait = math.inf if busy >= 1 else busy * work / (2 * (1 - busy))
    return Year(events=events, busiest=busiest, busy=busy, wait=wait, backlog=backlog, lag=lag)


def _arrivals(scenario: Scenario, dice: random.Random) -> Iterator[int]:
    """Yield the number of reports of each hour of the year."""
    of_a_week = scenario.games_a_year / scenario.report / (DAYS / 7)
    for day in range(DAYS):
        for share in scenario.hours:
            mean = of_a_week * scenario.weekdays[day % 7] * share / sum(scenario.hours)
            yield _by_chance(mean, dice)


def _by_chance(mean: float, dice: random.Random) -> int:
    """Return a random number of independent arrivals (Poisson)."""
    if mean > 100:
        return round(dice.gauss(mean, math.sqrt(mean)))
    came, left = 0, dice.random()
    chance = math.exp(-mean)
    while left > chance:
        left *= dice.random()
        came += 1
    return came


def limits(scenario: Scenario, costs: UnitCosts, year: Year) -> list[tuple[str, float]]:
    """Return for each limit the years until one machine no longer suffices, the first one first.

    Infinity: never by growth; 0: at once.
    """
    of_log = scenario.before * (1 + scenario.overhead)
    writer = 0.0 if year.busy > BUSY else math.inf
    follower = 0.0 if year.busiest > BUSY * costs.replay_rate else math.inf
    found = {
        "one writer appends what comes in": writer,
        "one follower keeps the tables up to date": follower,
        "the log is verified in a night": _years(costs.verify_rate * NIGHT, of_log, year),
        "the tables are rebuilt in a night": _years(costs.replay_rate * NIGHT, of_log, year),
        "one disk holds it": _years(
            costs.disk / (costs.log_bytes + costs.derived_bytes), of_log, year
        ),
    }
    return sorted(found.items(), key=lambda item: item[1])


def _years(most: float, there: float, year: Year) -> float:
    return max(0.0, (most - there) / year.events)


def _report(name: str, scenario: Scenario, costs: UnitCosts, year: Year) -> Iterator[str]:
    there = scenario.before * (1 + scenario.overhead) + year.events
    size = there * (costs.log_bytes + costs.derived_bytes)
    lanes = max(1, math.ceil(year.busy / BUSY))
    yield f"{name}: {year.events:,.0f} events in a year, {there:,.0f} at its end"
    yield f"  a second           {year.events / DAYS / 86_400:,.2f} on average"
    yield f"  busiest hour       {year.busiest:,.1f} a second; the writer is busy {year.busy:.1%}"
    yield f"  a report waits     {_seconds(year.wait)}; most behind: {_seconds(year.backlog)}"
    yield f"  tables behind      {_seconds(year.lag)} at most"
    yield f"  log and tables     {_bytes(size)}, on {math.ceil(size / costs.disk)} disk(s)"
    yield f"  writers needed     {lanes}"
    yield f"  rebuild            {_seconds(there / costs.replay_rate)}"
    yield f"  verify             {_seconds(there / costs.verify_rate)}"
    yield "  what one machine does, and for how long:"
    for what, years in limits(scenario, costs, year):
        yield f"    {what:42} {_lasting(years)}"


def _lasting(years: float) -> str:
    if years == 0:
        return "not today"
    if years == math.inf:
        return "always, at this pace"
    return f"{years * DAYS:,.0f} days" if years < 2 else f"{years:,.0f} years"


def _seconds(value: float) -> str:
    if value == math.inf:
        return "for ever"
    if value < 1:
        return f"{1000 * value:.1f} ms"
    for unit, length in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if value >= 2 * length:
            return f"{value / length:,.1f} {unit}"
    return f"{value:.1f} s"


def _bytes(value: float) -> str:
    for unit, size in (("TB", 1e12), ("GB", 1e9)):
        if value >= size:
            return f"{value / size:,.1f} {unit}"
    return f"{value / 1e6:,.1f} MB"


@click.command
@click.argument("names", nargs=-1, type=click.Choice(list(SCENARIOS)), metavar="[SCENARIO]...")
@click.option("--games-a-year", type=float, help="In place of the scenario's.")
@click.option("--report", type=click.IntRange(1), help="Games that are handed in together.")
@click.option(
    "--append-rate", default=17_000.0, show_default=True, help="Events a second, in bulk."
)
@click.option("--transaction", default=0.02, show_default=True, help="Seconds, beside the events.")
@click.option("--replay-rate", default=40_000.0, show_default=True, help="Events a second.")
@click.option("--verify-rate", default=45_000.0, show_default=True, help="Events a second.")
@click.option("--log-bytes", default=410.0, show_default=True, help="An event, with its indexes.")
@click.option("--derived-bytes", default=90.0, show_default=True, help="An event, in all tables.")
@click.option("--disk", default=4e12, show_default=True, help="Bytes of one machine.")
@click.option("--seed", default=1, show_default=True)
def main(
    names: tuple[str, ...],
    games_a_year: float | None,
    report: int | None,
    seed: int,
    **unit_costs: float,
) -> None:
    """Print the cost of a year of each scenario, and its first limit."""
    costs = UnitCosts(**unit_costs)
    for name in names or SCENARIOS:
        usual = SCENARIOS[name]
        scenario = attrs.evolve(
            usual,
            games_a_year=games_a_year or usual.games_a_year,
            report=report or usual.report,
        )
        for line in _report(name, scenario, costs, simulated(scenario, costs, seed)):
            print(line)


if __name__ == "__main__":
    main()
