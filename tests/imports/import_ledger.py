"""A ledger with a pool, into which files are imported by the program."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from projections.interfaces.cli.lazy_commands import main


class ImportLedger:
    """A ledger with a pool, and a folder of tournament files."""

    rulebook = "dwz-1995"

    def __init__(self, database: str, folder: Path) -> None:
        self.database = database
        self.folder = folder
        pool = {"pool": "house", "rulebook": self.rulebook, "from_day": "1990-01-01"}
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
