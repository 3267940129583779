"""The ledger's commands and ``import``, with the rulebooks of the tests."""

import json
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner, Result

from ledger.importing.ports import RegisterWithoutNames
from projections.interfaces.cli.console import root_options
from projections.interfaces.cli.import_options import import_command
from projections.interfaces.cli.log_commands import (
    append_command,
    export_group,
    init_command,
    log_command,
    verify_command,
)
from projections.interfaces.cli.source_file_command import paper_command
from tests.ledger.house_rulebooks import HouseRulebooks

RULEBOOKS = HouseRulebooks()


@click.group()
@root_options
def main() -> None:
    """The ledger without the projections."""


for command in (
    init_command,
    append_command(RULEBOOKS),
    log_command,
    export_group,
    verify_command,
):
    main.add_command(command)
main.add_command(
    import_command(lambda _: RegisterWithoutNames(), rulebooks=RULEBOOKS, effect=None)
)
main.add_command(paper_command)


class ImportLedger:
    """A ledger with a pool, and a folder of tournament files."""

    def __init__(self, database: str, folder: Path) -> None:
        self.database = database
        self.folder = folder
        pool = {"pool": "house", "rulebook": "house-1900", "from_day": "1990-01-01"}
        self.append({"type": "rulebook.adopted", "data": pool})

    def run(self, *arguments: str, stdin: bytes = b"") -> Result:
        result = CliRunner().invoke(main, ["--database", self.database, *arguments], input=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result

    def append(self, *events: dict[str, Any]) -> None:
        lines = "\n".join(json.dumps(event) for event in events).encode()
        result = self.run("append", "-", stdin=lines)
        assert result.exit_code == 0, result.stderr

    def register(self, player: str, name: str, **more: Any) -> None:
        data = {"player": player, "name": name, **more}
        self.append({"type": "player.registered", "data": data})

    def write_file(self, name: str, content: bytes) -> str:
        path = self.folder / name
        path.write_bytes(content)
        return str(path)

    def import_file(self, format_: str, *arguments: str, status: int = 0) -> Any:
        """The one document that an import prints."""
        result = self.run("--format", "json", "import", format_, *arguments, "--pool", "house")
        assert result.exit_code == status, result.stderr + result.stdout
        return json.loads(result.stdout)

    def log(self) -> list[dict[str, Any]]:
        result = self.run("--format", "json", "log")
        assert result.exit_code == 0
        found: list[dict[str, Any]] = json.loads(result.stdout)
        return found
