"""Swiss-Chess's forms of all players (``…-form.html``): each with every game, his own side first.

A form names opponents by their names only, so no two players of a tournament may share one.
There are neither days nor a thinking time.  Swiss-Chess's other lists have no games, or those of
one round.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

import attrs

from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.html_tables import Page, PageTable, Row, read_page

RESULTS = kit.results_of(win="1", draw="½", loss="0", forfeit_win="+", forfeit_loss="-")
_RESULT = re.compile("([10½+-]) ?[-:] ?([10½+-])")
_OPEN = re.compile("[-: ]*")
_LABEL = re.compile(
    r"(TlnNr|Name|Verein/Ort|Titel|Land|ELO|NWZ|FIDE-Ken\.|Geburt): ?(.*)", re.IGNORECASE
)
_COLOURS: Mapping[str, kit.Colour] = {"W": "w", "S": "b"}
_NOBODY = "spielfrei"


def read_player_forms(file: kit.File) -> kit.TournamentReport:
    """The report of a page of forms."""
    page = read_page(file.content, file)
    forms = [] if page is None else list(_forms(page, file))
    if page is None or not forms:
        if not file.has_errors():
            message = Message(
                "no form of a player (TlnNr, Name, Runde, Farbe, Teilnehmer, Ergebnis) is in the "
                "page: export the forms of all players, or SWI"
            )
            file.error(message)
        raise kit.Unreadable
    file.encoding = page.encoding
    names: dict[str, list[str]] = {}
    for form in forms:
        names.setdefault(form.player.name, []).append(form.player.number)
    cells = [cell for form in forms for row in form.rows for cell in _cell(form, row, names, file)]
    return file.report(
        file.days(),
        [form.player for form in forms],
        kit.games_of_cells(cells, file),
        name=next(filter(None, page.titles), None),
        rounds=max((cell.round for cell in cells), default=None),
    )


@attrs.frozen
class _Form:
    """A player and the rows of his games under their headings."""

    player: kit.PlayerReport
    columns: Mapping[str, int]
    rows: Sequence[Row]

    def cell(self, row: Row, heading: str) -> str:
        """Return a row's text under a heading; empty if there is none."""
        return row.cell(self.columns.get(heading))


def _forms(page: Page, file: kit.File) -> Iterator[_Form]:
    seen: set[str] = set()
    for table in page.tables:
        columns = {name.casefold(): index for index, name in enumerate(table.rows[0].cells)}
        if not {"runde", "farbe", "teilnehmer", "ergebnis"} <= columns.keys():
            continue
        player = _player(table, file)
        if player is None:
            continue
        if player.number in seen or len(seen) == kit.MOST_PLAYERS:
            message = Message(
                "player %(number)s has a second form, or there are too many: export the forms "
                "again",
                number=player.number,
            )
            file.error(message, player.line)
            return
        seen.add(player.number)
        yield _Form(player, columns, table.rows[1:])


def _player(table: PageTable, file: kit.File) -> kit.PlayerReport | None:
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
        file.error(message, line)
        return None
    return file.player(
        number,
        name,
        line=line,
        birth=labels.get("geburt"),
        federation=labels.get("land"),
        club=labels.get("verein/ort"),
        title=labels.get("titel"),
        ids={"fide": labels.get("fide-ken.")},
        ratings={"FIDE": labels.get("elo"), "DWZ": labels.get("nwz")},
    )


def _cell(
    form: _Form, row: Row, numbers_by_name: Mapping[str, Sequence[str]], file: kit.File
) -> Iterator[kit.MirroredCell]:
    if not re.fullmatch("[1-9][0-9]?", form.cell(row, "runde")):
        return  # the line of totals
    text, opponent = form.cell(row, "ergebnis"), form.cell(row, "teilnehmer")
    round_ = int(form.cell(row, "runde"))
    match = _RESULT.fullmatch(text)
    if match is None and not _OPEN.fullmatch(text):
        message = Message(
            "round %(round)s: %(text)r is not a result such as 1 - 0 or + - -: correct it",
            {"round": round_, "text": text[:20]},
        )
        file.error(message, row.line)
        return
    own = None if match is None else RESULTS[match[1]]
    numbers = numbers_by_name.get(opponent, ())
    if not opponent or opponent.casefold() == _NOBODY:
        yield from kit.one_side(form.player.number, round_, None, own, line=row.line)
    elif len(numbers) != 1:
        message = Message(
            "round %(round)s: the opponent %(name)r is not known: %(who)s: export SWI or TRF "
            "instead",
            round=round_,
            name=opponent[:40],
            who=Message("%(players)s have this name", players=kit.named(numbers))
            if numbers
            else Message("no player has a form"),
        )
        file.error(message, row.line)
    else:
        colour = _COLOURS.get(form.cell(row, "farbe").upper())
        side = form.player.number, round_, numbers[0], own, colour
        yield from kit.one_side(*side, line=row.line)
