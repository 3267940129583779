"""Swiss-Chess's forms of all players (``…-form.html``): each with every game, his own side first.

A form names opponents by their names only, so no two players of a tournament may share one.
There are neither days nor a thinking time.  Swiss-Chess's other lists have no games, or those of
one round.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

import attrs

from ledger.events.messages import Message
from ledger.events.wording import named
from ledger.importing.formats import fields
from ledger.importing.formats.consistency import MOST_PLAYERS, check_report
from ledger.importing.formats.dates import resolve_dates
from ledger.importing.formats.html_tables import Page, PageRow, PageTable, read_page
from ledger.importing.formats.mirrored_cells import Colour, MirroredCell, games_of_cells
from ledger.importing.formats.side_results import (
    DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    LOSS,
    WIN,
    SideResult,
)
from ledger.importing.formats.tournament_report import (
    Findings,
    PlayerReport,
    SuppliedDetails,
    TournamentReport,
)

RESULTS: Mapping[str, SideResult] = {
    "1": WIN,
    "½": DRAW,
    "0": LOSS,
    "+": FORFEIT_WIN,
    "-": FORFEIT_LOSS,
}
_RESULT = re.compile("([10½+-]) ?[-:] ?([10½+-])")
_OPEN = re.compile("[-: ]*")
_LABEL = re.compile(
    r"(TlnNr|Name|Verein/Ort|Titel|Land|ELO|NWZ|FIDE-Ken\.|Geburt): ?(.*)", re.IGNORECASE
)
_COLOURS: Mapping[str, Colour] = {"W": "w", "S": "b"}
_NOBODY = "spielfrei"


def read_player_forms(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """The report of a page of forms."""
    page = read_page(content, findings)
    forms = [] if page is None else list(_forms(page, findings))
    if page is None or not forms:
        if not findings.has_errors():
            message = Message(
                "no form of a player (TlnNr, Name, Runde, Farbe, Teilnehmer, Ergebnis) is in the "
                "page: export the forms of all players, or SWI"
            )
            findings.error(message)
        return None
    first, last = resolve_dates(None, None, supplied, findings)
    names = _Names(forms)
    cells = [cell for form in forms for cell in _cells(form, names, findings)]
    report = TournamentReport(
        format="swisschess",
        encoding=page.encoding,
        digest=sha256(content).hexdigest(),
        discipline="chess",
        name=next((title[:200] for title in page.titles if title), None),
        starts_on=first,
        ended_on=last,
        rounds=max((cell.round for cell in cells), default=None),
        players=tuple(form.player for form in forms),
        games=tuple(games_of_cells(cells, findings)),
    )
    return check_report(report, supplied, findings)


@attrs.frozen
class _Form:
    """A player and the rows of his games under their headings."""

    player: PlayerReport
    columns: Mapping[str, int]
    rows: Sequence[PageRow]

    def cell(self, row: PageRow, heading: str) -> str:
        """Return a row's text under a heading; empty if there is none."""
        index = self.columns.get(heading, MOST_PLAYERS)
        return row.cells[index] if index < len(row.cells) else ""


class _Names:
    """The numbers of the opponents, by the names that the forms use."""

    def __init__(self, forms: Sequence[_Form]) -> None:
        self._numbers: dict[str, list[str]] = {}
        for form in forms:
            self._numbers.setdefault(form.player.name, []).append(form.player.number)

    def numbers(self, name: str) -> Sequence[str]:
        """The players of that name."""
        return self._numbers.get(name, [])


def _forms(page: Page, findings: Findings) -> Iterator[_Form]:
    seen: set[str] = set()
    for table in page.tables:
        columns = {name.casefold(): index for index, name in enumerate(table.rows[0].cells)}
        if not {"runde", "farbe", "teilnehmer", "ergebnis"} <= columns.keys():
            continue
        player = _player(table, findings)
        if player is None:
            continue
        if player.number in seen or len(seen) == MOST_PLAYERS:
            message = Message(
                "player %(number)s has a second form, or there are too many: export the forms "
                "again",
                number=player.number,
            )
            findings.error(message, player.line)
            return
        seen.add(player.number)
        yield _Form(player, columns, table.rows[1:])


def _player(table: PageTable, findings: Findings) -> PlayerReport | None:
    """Return the player of the form above a table of games."""
    labels = {
        match[1].casefold(): match[2].strip()
        for text in table.texts
        if (match := _LABEL.fullmatch(text))
    }
    line = table.rows[0].line
    number, name = labels.get("tlnnr", ""), labels.get("name", "")
    if not re.fullmatch("[0-9]{1,4}", number) or not name:
        message = Message("a form has no number (TlnNr) or no name: export the forms again")
        findings.error(message, line)
        return None
    day, year = fields.birth(labels.get("geburt", ""), findings, line)
    fide = fields.external_id("fide", labels.get("fide-ken.", ""), findings, line, name)
    figures = {
        "FIDE": fields.figure(labels.get("elo", ""), findings, line),
        "DWZ": fields.figure(labels.get("nwz", ""), findings, line),
    }
    return PlayerReport(
        number=number,
        name=name[:200],
        birth_date=day,
        birth_year=year,
        federation=fields.federation(labels.get("land", ""), findings, line),
        club=labels.get("verein/ort", "")[:100] or None,
        title=labels.get("titel", "")[:10] or None,
        ids={} if fide is None else {"fide": fide},
        ratings={name: figure for name, figure in figures.items() if figure is not None},
        line=line,
    )


def _cells(form: _Form, names: _Names, findings: Findings) -> Iterator[MirroredCell]:
    for row in form.rows:
        round_ = form.cell(row, "runde")
        if not re.fullmatch("[1-9][0-9]?", round_):
            continue  # the line of totals
        cell = _cell(form, row, int(round_), names, findings)
        if cell is not None:
            yield cell


def _cell(
    form: _Form, row: PageRow, round_: int, names: _Names, findings: Findings
) -> MirroredCell | None:
    text, opponent = form.cell(row, "ergebnis"), form.cell(row, "teilnehmer")
    match = _RESULT.fullmatch(text)
    if match is None and not _OPEN.fullmatch(text):
        message = Message(
            "round %(round)s: %(text)r is no result such as 1 - 0 or + - -: correct it",
            round=round_,
            text=text[:20],
        )
        findings.error(message, row.line)
        return None
    own = None if match is None else RESULTS[match[1]]
    if not opponent or opponent.casefold() == _NOBODY:
        return None if own is None or not own.points else _bye(form, round_, own, row)
    numbers = names.numbers(opponent)
    if len(numbers) != 1:
        message = Message(
            "round %(round)s: the opponent %(name)r is not known: %(who)s: export SWI or TRF "
            "instead",
            round=round_,
            name=opponent[:40],
            who=Message("%(players)s have this name", players=named(numbers))
            if numbers
            else Message("no player has a form"),
        )
        findings.error(message, row.line)
        return None
    return MirroredCell(
        player=form.player.number,
        round=round_,
        opponent=numbers[0],
        result=own,
        colour=_COLOURS.get(form.cell(row, "farbe").upper()),
        line=row.line,
    )


def _bye(form: _Form, round_: int, own: SideResult, row: PageRow) -> MirroredCell:
    return MirroredCell(
        player=form.player.number,
        round=round_,
        opponent=None,
        result=SideResult(own.points),
        colour=None,
        line=row.line,
    )
