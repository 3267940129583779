"""A ledger that imports tournaments, and writes them, lists and evaluations as files."""

import json
from datetime import date
from typing import Any

from click.testing import CliRunner, Result
from sqlalchemy import Engine

from ledger.importing.formats.tournament_report import EnglishFindings, TournamentReport
from ledger.importing.report_events import (
    events_of,
    new_player_ids,
    reported_tournament,
    tournament_id,
)
from ledger.log.clock import now
from ledger.log.database import snapshot
from ledger.validation.submission import append
from projections.engine.history.as_of import AsOf
from projections.engine.registry import RegisteredRulebooks
from projections.files.documents.files import TOURNAMENTS
from projections.files.exports.tournament_reports import report_from_log
from projections.interfaces.cli.lazy_commands import main
from projections.queries.answers import Question
from tests.projections.submissions import adoption

TODAY = date(2020, 6, 1)
POOLS = ("dwz", "mgsz")


class ExportLedger:
    """A ledger with a pool of each game."""

    def __init__(self, engine: Engine, url: str) -> None:
        self.engine = engine
        self.url = url
        self.append(
            adoption("1900-01-01"),
            adoption("1900-01-01", "mgsz", rulebook="mgsz-2011"),
        )

    def append(self, *events: dict[str, Any]) -> None:
        lines = [(number, json.dumps(each).encode()) for number, each in enumerate(events, 1)]
        append(self.engine, lines, by="the office", rulebooks=RegisteredRulebooks(), clock=now)

    def submit(self, report: TournamentReport) -> str:
        """Append what a report says, everybody being new; gives the tournament's id."""
        players = new_player_ids(report)
        pools = ("dwz" if report.discipline == "chess" else "mgsz",)
        self.append(*events_of(reported_tournament(report, players, players, pools), "a file"))
        return tournament_id(report)

    def written(
        self, tournament: str, form: str, *, pool: str = "", on: str | None = None
    ) -> tuple[bytes, list[str]]:
        """A tournament's file, and what is said beside it."""
        findings = EnglishFindings()
        as_of = AsOf(None if on is None else date.fromisoformat(on))
        with snapshot(self.engine) as connection:
            question = Question(pool, TODAY, as_of)
            report = report_from_log(
                connection, tournament, question, findings, in_places=form == "h9"
            )
        content = TOURNAMENTS[form](report, findings)
        return content, [str(issue) for issue in findings.issues()]

    def lines(self, tournament: str, form: str, **asked: str) -> list[str]:
        """The lines of a tournament's file about which there is nothing to say."""
        content, messages = self.written(tournament, form, **asked)
        assert messages == []
        return content.decode().splitlines()

    def run(self, *arguments: str) -> Result:
        """The command as somebody types it; a traceback is a failure."""
        return CliRunner().invoke(
            main, ["--database", self.url, *arguments], catch_exceptions=False
        )
