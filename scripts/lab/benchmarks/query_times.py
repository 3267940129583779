"""Questions to a ledger that is up to date: as whole commands, and as calls alone."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from ledger.log.database import connect
from projections.engine.read_model.schema import card
from projections.queries.answers import Answers, Question
from projections.queries.player_record import named_record
from scripts.lab.benchmarks.driver import Driver, Query, as_program
from scripts.lab.benchmarks.isolation import Stopwatch

ROOT = Path(__file__).parents[3]
COMMAND = ("-c", "from projections.interfaces.cli.lazy_commands import main; main()")
TODAY = date(2100, 1, 1)


def ask_by_command(url: str, *words: str) -> float:
    """The seconds that a question takes as a command, from its start to its end."""
    return _run(*COMMAND, "--database", url, *words)


def fetch_by_program(url: str, query: Query) -> float:
    """Return the seconds of a program that only fetches the result of a query by the driver."""
    return _run(*as_program(url, query))


def _run(*arguments: str) -> float:
    stopwatch = Stopwatch()
    command = [sys.executable, *arguments]
    with stopwatch.running():
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return stopwatch.seconds


def players_by_record(url: str, count: int) -> list[str]:
    """Some players out of the half with the longer records, the longest first."""
    ranked = _ranked(url)
    return [ranked[number * len(ranked) // (2 * count)] for number in range(count)]


def longest_records(url: str, count: int) -> list[str]:
    """The players with the longest records, the longest first: a quarter if there are few."""
    ranked = _ranked(url)
    return ranked[: min(count, 1 + len(ranked) // 4)]


def _ranked(url: str) -> list[str]:
    engine = connect(url)
    query = select(card.c.player).group_by(card.c.player)
    with engine.connect() as connection:
        ranked = connection.execute(query.order_by(func.count(), card.c.player)).scalars().all()
    engine.dispose()
    return list(reversed(ranked))


def call_ratings(url: str, pool: str, times: int) -> list[float]:
    """The seconds of the list of everybody's rating, called several times."""
    return _called(url, pool, [Answers.ratings] * times)


def call_player(url: str, pool: str, players: Sequence[str]) -> list[float]:
    """The seconds of some players' records."""

    def record_of(player: str) -> Callable[[Answers], object]:
        return lambda answers: named_record(answers, player)

    return _called(url, pool, [record_of(player) for player in players])


def _called(url: str, pool: str, questions: Sequence[Callable[[Answers], Any]]) -> list[float]:
    engine, taken = connect(url), []
    for ask in questions:
        stopwatch = Stopwatch()
        with stopwatch.running(), engine.connect() as connection:
            ask(Answers(connection, Question(pool, TODAY)))
        taken.append(stopwatch.seconds)
    engine.dispose()
    return taken


def fetch(url: str, queries: Sequence[Query]) -> list[float]:
    """The seconds that the driver needs for some queries."""
    taken = []
    with Driver.of(url) as driver:
        for query in queries:
            stopwatch = Stopwatch()
            with stopwatch.running():
                driver.fetch(query)
            taken.append(stopwatch.seconds)
    return taken
