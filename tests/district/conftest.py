"""The district at the command line: wide tables for people, CSV and JSON for programs."""

from pathlib import Path
from typing import Any

import pytest

from tests.console.shell import Shell
from tests.console.terminal import printed
from tests.district.printed_tables import PrintedTable, csv_rows, tables_in

WIDE = 300


class Office:
    """Asks the district's ledger; every command must succeed without another word."""

    def __init__(self, database: str, monkeypatch: pytest.MonkeyPatch, shell: Shell) -> None:
        self.database = database
        self._monkeypatch = monkeypatch
        self._shell = shell

    def lines(self, *arguments: str, width: int = WIDE) -> list[str]:
        """The answer on a terminal."""
        return printed(self._monkeypatch, width, "--database", self.database, *arguments)

    def tables(self, *arguments: str) -> list[PrintedTable]:
        """The tables of an answer, with ids beside the names."""
        return tables_in(self.lines(*arguments, "--ids"))

    def table(self, *arguments: str) -> PrintedTable:
        """The only table of an answer."""
        (table,) = self.tables(*arguments)
        return table

    def csv(self, *arguments: str) -> list[dict[str, str]]:
        """The rows of an answer as CSV."""
        return csv_rows(self._shell.table("--format", "csv", *arguments))

    def json(self, *arguments: str) -> Any:
        """The answer for programs."""
        return self._shell.json(*arguments)


@pytest.fixture
def office(district: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Office:
    """The district's office."""
    return Office(district, monkeypatch, Shell(district, tmp_path))
