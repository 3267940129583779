"""A club whose members are entered by ``players add``."""

from typing import Any

from tests.console.shell import Shell

MEMBERS = [
    ("Name", "Vorname", "Geburtsjahr", "DWZ", "Index", "Verein", "FIDE-ID"),
    ("Adler", "Anna", 1970, 1700, 20, "SK Föhr", ""),
    ("Berg", "Bruno", 1955, 1650, 15, "SK Föhr", 4600001),
    ("Müller", "Clara", 1979, "", "", "", ""),
]


class Club(Shell):
    """The commands on a ledger with one pool, ``club``."""

    def begin(self) -> None:
        self.table("pool", "club", "--rulebook", "dwz-1995", "--from", "1996-01-01")

    def file_of(self, content: bytes, name: str = "members.csv") -> str:
        path = self.folder / name
        path.write_bytes(content)
        return str(path)

    def add(self, content: bytes, *options: str, name: str = "members.csv") -> Any:
        return self.json("players", "add", self.file_of(content, name), *options)

    def wrong(self, content: bytes, *options: str) -> list[str]:
        """Return the objections to a list, without writing anything."""
        size = len(self.json("log"))
        problems = self.refused("players", "add", self.file_of(content), *options)
        assert len(self.json("log")) == size
        return [str(each["message"]) for each in problems]

    def cards(self) -> dict[str, tuple[int, int]]:
        rows = self.json("ratings", "club")
        return {row["name"]: (row["card"]["rating"], row["card"]["index"]) for row in rows}

    def ids(self) -> dict[str, str]:
        return {row["name"]: row["player"] for row in self.json("players", "club")}
