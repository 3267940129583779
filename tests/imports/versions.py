"""A tournament submitted, and submitted again in another version."""

from typing import Any

from tests.imports.import_ledger import ImportLedger
from tests.imports.tournament_files import HEAD, trf, trf_player

ID = "dsb-0a1b2c3d-0000-4000-8000-00000000beef"
PEOPLE = {1: "Ahorn, Anna", 2: "Buche, Bert", 3: "Esche, Eva", 4: "Fichte, Fritz"}
Cells = dict[int, list[tuple[int | None, str, str]]]
ROUNDS: Cells = {
    1: [(2, "w", "1"), (3, "b", "=")],
    2: [(1, "b", "0"), (4, "w", "1")],
    3: [(4, "w", "1"), (1, "w", "=")],
    4: [(3, "b", "0"), (2, "b", "0")],
}
SLIP: Cells = {**ROUNDS, 1: [(2, "w", "1"), (3, "b", "1")], 3: [(4, "w", "1"), (1, "w", "0")]}
"""One result of four is another."""

MORE: Cells = {
    number: [*cells, (5 - number, "wb"[number > 2], "10"[number > 2])]
    for number, cells in ROUNDS.items()
}
"""A third round."""


def open_(cells: Cells = ROUNDS, head: tuple[str, ...] = HEAD, **names: str) -> bytes:
    """An open without a key of its own; ``p2="…"`` renames somebody."""
    people = {number: names.get(f"p{number}", name) for number, name in PEOPLE.items()}
    lines = [trf_player(number, people[number], row) for number, row in cells.items()]
    return trf(lines, (*head, "092 Swiss"))


def without_system(cells: Cells) -> bytes:
    """The same without its system."""
    return open_(cells).replace(b"092 Swiss\n", b"")


def handed_in(ledger: ImportLedger, content: bytes, *arguments: str, kind: str = "trf") -> str:
    """The id of a tournament that is submitted for the first time."""
    file_path = ledger.write_file("first.txt", content)
    document = ledger.import_file(kind, file_path, "--register-new", *arguments)
    name: str = document["tournament"]["tournament"]
    return name


def changed(ledger: ImportLedger, content: bytes, *arguments: str, **how: Any) -> Any:
    """Return the outcome of a changed file of it."""
    kind, status = how.get("kind", "trf"), how.get("status", 0)
    return ledger.import_file(
        kind, ledger.write_file("second.txt", content), *arguments, status=status
    )


def correct(ledger: ImportLedger, id_: str, **fields: Any) -> None:
    """A correction by hand of one event as it was recorded."""
    data = next(event["data"] for event in ledger.log() if event["id"] == id_)
    replacement = {**data, **fields} if fields else None
    correction = {"corrects": id_, "replacement": replacement, "reason": "as the arbiter said"}
    ledger.append({"type": "correction.submitted", "data": correction})
