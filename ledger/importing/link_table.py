"""The link table: the candidates for the open players of many files, and the choices.

A line for each open player, with the data of the file and the register.  A person checks
``link`` – a player of the register, ``yes`` for the one proposed, ``new`` or ``nobody`` – and
imports the files again with the table.  It is filled in if only one player has the name, in any
spelling, and nothing contradicts him.  It is a CSV with any of the usual delimiters, or a
workbook.  It contains names: keep it accordingly.
"""

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from ledger.events.messages import RequestField
from ledger.events.problems import Problem, Refused, refusal
from ledger.importing.formats.csv_cells import CsvWriter, unguarded
from ledger.importing.formats.spreadsheet import Sheet, read_sheets
from ledger.importing.formats.tournament_report import PlayerReport, TournamentReport
from ledger.importing.matching.evidence import Proposal
from ledger.importing.matching.player_links import NEW, NOBODY, YES, Link
from ledger.importing.outcome import FileOutcome
from ledger.importing.ports import KnownPlayer

# --- the table of a file's open players with the registered players proposed for them ------------

MOST_SHOWN = 100
PROPOSALS = RequestField("proposals", "FILE")


def open_player_lines(
    report: TournamentReport, links: Sequence[Link], known: Mapping[str, KnownPlayer]
) -> Iterator[str]:
    """A line for each of them with the file's data, one for each proposal with the register's."""
    players = {player.number: player for player in report.players}
    for link in links[:MOST_SHOWN]:
        player = players[link.number]
        facts = "; ".join(_facts(player, figure_in_the_file(player)))
        yield f"Player {link.number} is not identified: {facts}"
        for proposal in link.proposals:
            shown = known.get(proposal.player, KnownPlayer())
            facts = "; ".join([proposal.player, *_in_the_register(shown)])
            yield f"    perhaps {facts} ({', '.join(_for_and_against(proposal))})"
    if len(links) > MOST_SHOWN:
        yield f"… and {len(links) - MOST_SHOWN} more open players: {PROPOSALS} lists them all"


def _for_and_against(proposal: Proposal) -> Iterator[str]:
    yield from proposal.reasons
    yield from (f"but {each}" for each in proposal.against)


def figure_in_the_file(player: PlayerReport) -> str:
    """The ratings and the grade that a file gives a player."""
    ratings = [f"{system} {figure}" for system, figure in player.ratings.items()]
    return ", ".join([*ratings, *([player.grade] if player.grade else [])])


def _facts(about: PlayerReport | KnownPlayer, figure: str | None) -> Iterator[str]:
    born = "" if about.birth_year is None else f"born {about.birth_year}"
    yield from filter(None, (about.name, born, about.club, figure))


def _in_the_register(known: KnownPlayer) -> Iterator[str]:
    yield from _facts(known, known.figure)
    if known.last_tournament is not None:
        yield f"last {known.last_tournament}"


IN_THE_FILE = ("file", "number", "name", "birth_year", "club", "figure")
PROPOSED = (
    *("proposal", "known_name", "known_birth_year", "known_club", "known_figure"),
    *("known_last_tournament", "reasons"),
)
COLUMNS = (*IN_THE_FILE, *PROPOSED, "link")
NEEDED = ("file", "number", "link")
WORKBOOK = ".xlsx"

# --- writing -----------------------------------------------------------------------------------


def proposals_table(
    path: Path, outcomes: Iterable[FileOutcome], known: Mapping[str, KnownPlayer]
) -> bytes:
    """The content of a table for a path: a workbook if it is called .xlsx, else a CSV."""
    rows = [row for outcome in outcomes for row in _rows(outcome, known)]
    if path.suffix.casefold() == WORKBOOK:
        return _workbook(rows)
    stream = io.StringIO()
    writer = CsvWriter(stream)
    writer.row(COLUMNS)
    writer.rows(rows)
    return stream.getvalue().encode()


def _workbook(rows: Sequence[Sequence[str]]) -> bytes:
    """Write every cell as text, so that no name becomes a formula."""
    file = io.BytesIO()
    book: Any = import_module("xlsxwriter").Workbook(file, {"in_memory": True})
    sheet = book.add_worksheet("Links")
    for line, row in enumerate([COLUMNS, *rows]):
        for column, cell in enumerate(row):
            sheet.write_string(line, column, cell)
    sheet.freeze_panes(1, 0)
    book.close()
    return file.getvalue()


def _rows(outcome: FileOutcome, known: Mapping[str, KnownPlayer]) -> Iterator[tuple[str, ...]]:
    players = () if outcome.report is None else outcome.report.players
    links = {link.number: link for link in outcome.open_players}
    for player in players:
        if player.number in links:
            link = links[player.number]
            # Only enough evidence proposes the player as the answer.
            likely = link.candidate or "" if link.evidence in {"good", "otherwise"} else ""
            yield outcome.file, *_in_the_file(player), *_proposed(link, known), likely


def _in_the_file(player: PlayerReport) -> Iterator[str]:
    yield from (player.number, player.name, _text(player.birth_year))
    yield from (_text(player.club), figure_in_the_file(player))


def _proposed(link: Link, known: Mapping[str, KnownPlayer]) -> Iterator[str]:
    """Several proposals stand one after another in every cell."""
    shown = [known.get(each.player, KnownPlayer()) for each in link.proposals]
    yield "; ".join(each.player for each in link.proposals)
    about: tuple[Callable[[KnownPlayer], object], ...] = (
        lambda each: each.name,
        lambda each: each.birth_year,
        lambda each: each.club,
        lambda each: each.figure,
        lambda each: each.last_tournament,
    )
    for fact in about:
        facts = [_text(fact(each)) for each in shown]
        yield "; ".join(each or "?" for each in facts) if any(facts) else ""
    yield "; ".join(", ".join(_for_and_against(each)) for each in link.proposals)


def _text(value: object) -> str:
    return "" if value is None else str(value)


# --- reading -----------------------------------------------------------------------------------


def file_key(name: str) -> Path:
    """A file as the table names it; a spreadsheet may tidy the blanks."""
    return Path(" ".join(name.split()))


def read_links(path: Path) -> dict[Path, dict[str, str]]:
    """The links of a table file by file and number; what is not filled in is left open.

    Raises :class:`~ledger.events.problems.Refused` if it is not such a table, or links a
    player twice.
    """
    sheet, places = _table_in(path)
    links: dict[Path, dict[str, str]] = {}
    problems = []
    for line in range(2, len(sheet.rows) + 1):
        file, number, link = (unguarded(sheet.cell(line, places[name])) for name in NEEDED)
        link = link.casefold() if link.casefold() in {NEW, NOBODY, YES} else link
        if link and links.setdefault(file_key(file), {}).setdefault(number, link) != link:
            message = f"player {number} of {file} is linked twice: keep one of the lines"
            problems.append(Problem(line, "link", "links", message))
    if problems:
        raise Refused(problems)
    return links


def _table_in(path: Path) -> tuple[Sheet, Mapping[str, int]]:
    """The sheet with the needed columns in its first row, and their places."""
    try:
        sheets = read_sheets(path.read_bytes())
    except Refused as refused:
        message = f"{path} is not a link table: {refused.problems[0].message}"
        raise refusal("links", message, "link_table") from None
    for sheet in sheets:
        headings = [unguarded(each).casefold() for each in sheet.rows[0]] if sheet.rows else []
        if all(name in headings for name in NEEDED):
            return sheet, {name: headings.index(name) + 1 for name in NEEDED}
    message = f"{path} lacks one of the columns {', '.join(NEEDED)}: begin with {PROPOSALS}"
    raise refusal("links", message, "link_table")
