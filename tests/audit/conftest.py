"""The pools to ask for audits, each submitted once for all tests, and the ways of asking."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from ledger.log.database import connect
from projections.engine.history.as_of import AsOf
from projections.interfaces.cli.lazy_commands import main
from projections.queries.answers import Answers, Question
from projections.queries.audit import audit
from projections.queries.audit_sources import complete
from tests.audit import fide_season, seasons
from tests.databases.fresh import SQLiteFiles
from tests.projections.club import TODAY, Club

Audited = Callable[..., dict[str, Any]]
SEASONS = {
    "dwz": ("dwz", seasons.dwz_season),
    "dwz 2014": ("dwz", seasons.dwz_2014_season),
    "members": ("dwz", seasons.members_season),
    "dwz 2026": ("dwz", seasons.dwz_2026_season),
    "undated": ("dwz", seasons.undated_season),
    "ingo": ("ingo", seasons.ingo_season),
    "marks": ("ingo", seasons.marks_season),
    "go": ("go", seasons.mgsz_season),
    "egf": ("egf", seasons.egf_season),
    "lask": ("lask", seasons.lask_season),
    "fide": ("elo", fide_season.fide_season),
    "fide 2024-03": ("elo", fide_season.converted_season),
}


@pytest.fixture(scope="session")
def databases(sqlite_files: SQLiteFiles, tmp_path_factory: Any) -> Iterator[dict[str, str]]:
    """The URLs of the ledgers by the name of their season."""
    with ExitStack() as stack:
        urls = {}
        for name, (pool, season) in SEASONS.items():
            folder: Path = tmp_path_factory.mktemp(name)
            urls[name] = stack.enter_context(sqlite_files.fresh(folder))
            engine = connect(urls[name])
            club = Club(engine, pool)
            club.append(*season())
            club.catch_up()
            engine.dispose()
        yield urls


@pytest.fixture(scope="session")
def audited(databases: dict[str, str]) -> Audited:
    """An audit of a season as a program reads it."""

    def ask(
        season: str,
        player: str,
        tournament: str | None = None,
        *,
        on: str | None = None,
        known_at: int | None = None,
        today: date = TODAY,
    ) -> dict[str, Any]:
        engine = connect(databases[season])
        as_of = AsOf(None if on is None else date.fromisoformat(on), known_at)
        with engine.connect() as connection:
            answers = Answers(connection, Question(SEASONS[season][0], today, as_of))
            document = complete(answers, audit(answers, player, tournament))
        engine.dispose()
        read: dict[str, Any] = json.loads(json.dumps(document))
        return read

    return ask


@pytest.fixture
def on_the_command_line(databases: dict[str, str]) -> Callable[..., Result]:
    """A command put to a season's ledger."""

    def run(season: str, *arguments: str) -> Result:
        return CliRunner().invoke(main, ["--database", databases[season], *arguments])

    return run
