"""The mapping file: who the open players of many files may be, and who they are.

A line for each player that is open; a person fills in ``link`` – an id of the register, or
``new`` – and imports the files again with ``--links``.  It holds names: keep it accordingly.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ledger.events.problems import Problem, Refused, refusal
from ledger.formats.csv_cells import CsvWriter, unguarded
from ledger.formats.tournament_report import PlayerReport
from ledger.imports.matching.player_links import Link
from ledger.imports.outcome import FileOutcome

COLUMNS = ("file", "number", "name", "birth_year", "proposal", "reasons", "link")
NEEDED = ("file", "number", "link")


def proposals_table(outcomes: Iterable[FileOutcome]) -> bytes:
    """A CSV with a line for each open player of the files."""
    stream = io.StringIO()
    writer = CsvWriter(stream)
    writer.row(COLUMNS)
    writer.rows(row for outcome in outcomes for row in _rows(outcome))
    return stream.getvalue().encode()


def _rows(outcome: FileOutcome) -> Iterator[tuple[str, ...]]:
    players = () if outcome.report is None else outcome.report.players
    links = {link.number: link for link in outcome.links if link.how == "open"}
    for player in players:
        if player.number in links:
            yield outcome.file, *_row(player, links[player.number])


def _row(player: PlayerReport, link: Link) -> tuple[str, ...]:
    """Several proposals stand one after another, and so do their reasons."""
    proposals = "; ".join(each.player for each in link.proposals)
    reasons = "; ".join(", ".join(each.reasons) for each in link.proposals)
    year = "" if player.birth_year is None else str(player.birth_year)
    return player.number, player.name, year, proposals, reasons, ""


def read_links(path: Path) -> Mapping[Path, Mapping[str, str]]:
    """The links of a mapping file by file and number; what is not filled in is left open.

    Raises :class:`~ledger.events.problems.Refused` where it is no such table, or links a
    player twice.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise refusal("links", f"{path} is no CSV in UTF-8: {error}", "--links") from None
    missing = [name for name in NEEDED if rows and name not in rows[0]]
    if missing:
        message = f"{path} has no column {', '.join(missing)}: begin with --proposals FILE"
        raise refusal("links", message, "--links")
    links: dict[Path, dict[str, str]] = {}
    problems = []
    for line, row in enumerate(rows, start=2):
        file, number, link = (unguarded((row[name] or "").strip()) for name in NEEDED)
        if link and links.setdefault(Path(file), {}).setdefault(number, link) != link:
            message = f"player {number} of {file} is linked twice: keep one of the lines"
            problems.append(Problem(line, "link", "links", message))
    if problems:
        raise Refused(problems)
    return links
