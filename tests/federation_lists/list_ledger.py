"""The ledger's commands and ``enrol``, with the rulebooks of the tests."""

import json
from typing import Any

import click
from click.testing import CliRunner, Result

from projections.interfaces.cli.console import root_options
from projections.interfaces.cli.log_commands import append_command, log_command, verify_command
from projections.interfaces.cli.sync_command import sync_command
from tests.imports.import_ledger import ImportLedger
from tests.ledger.house_rulebooks import HouseRulebooks

RULEBOOKS = HouseRulebooks()
OCTOBER = "--list-date", "2026-10-01"


@click.group()
@root_options
def main() -> None:
    """The ledger without the projections."""


for command in (append_command(RULEBOOKS), log_command, verify_command, sync_command(RULEBOOKS)):
    main.add_command(command)


class ListLedger(ImportLedger):
    """A ledger with a pool, and a folder of player lists."""

    def run(self, *arguments: str, stdin: bytes = b"") -> Result:
        result = CliRunner().invoke(main, ["--database", self.database, *arguments], input=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result

    def enrol(self, format_: str, content: bytes, *arguments: str, status: int = 0) -> Any:
        """The one document about a list."""
        file_path = self.write_file(f"list-of-{format_}", content)
        result = self.run("--format", "json", "sync", format_, file_path, *arguments)
        assert result.exit_code == status, result.stderr + result.stdout
        return json.loads(result.stdout)

    def october(self, content: bytes, *arguments: str, status: int = 0) -> Any:
        """The same about FIDE's list of October."""
        return self.enrol("fide", content, *OCTOBER, *arguments, status=status)

    def proposed(self, content: bytes, *arguments: str) -> list[tuple[str, str]]:
        """Kind and player of everything that FIDE's list of October proposes."""
        found = self.october(content, *arguments)["proposals"]
        return [(each["kind"], each["player"]) for each in found]

    def marked(self, format_: str, content: bytes, marks: dict[str, str], *arguments: str) -> str:
        """The table of all proposals with marks by the proposals' ids; gives its path."""
        path = self.folder / "proposals.csv"
        path.unlink(missing_ok=True)
        self.enrol(format_, content, *arguments, "--proposals", str(path))
        lines = path.read_text("utf-8").splitlines()
        for number, line in enumerate(lines):
            mark = marks.get(line.removeprefix(",").split(",")[0])
            if mark is not None:
                lines[number] = mark + line
        path.write_text("\n".join([*lines, ""]), "utf-8")
        return str(path)

    def of_type(self, type_: str) -> list[dict[str, Any]]:
        """The data of all events of a type."""
        return [each["data"] for each in self.log() if each["type"] == type_]
