"""A ledger with a pool, with which lists of federations are compared by the program."""

import json
from typing import Any

from tests.imports.import_ledger import ImportLedger

OCTOBER = "--list-date", "2026-10-01"


class ListLedger(ImportLedger):
    """A ledger with a pool, and a folder of player lists."""

    rulebook = "mgsz-2011"

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
