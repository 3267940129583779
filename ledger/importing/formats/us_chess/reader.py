"""The rating report of US Chess, format 2C: the dBase tables of event, sections and players.

They come as a ZIP of THEXPORT.DBF, TSEXPORT.DBF and TDEXPORT.DBF (a packed folder of these
files), or as the last one alone, which has neither name nor days.  Each section is
a separate tournament.  The older format, which has only the numbers of players, is refused.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import attrs

from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.archive import BEGINNING, DAMAGED, open_archive, read_member
from ledger.importing.formats.dbase import Row, field_names, read_dbase

KEY_PREFIX = "uschess-"
MEMBER = re.compile(r"(?P<event>.*)T(?P<table>[HSD])EXPORT\.DBF", re.IGNORECASE | re.DOTALL)
"""The name of a table; programs put the event's name in front."""
_Letter = Literal["H", "S", "D"]
_TABLES: Mapping[str, _Letter] = {"H_TOT_SECT": "H", "S_SEC_NUM": "S", "D_PAIR_NUM": "D"}
"""The tables by a field that only each of them has."""
_ROUND = re.compile("D_RND([0-9]{2,3})")
_CELL = re.compile("([A-Z]) *([0-9]{0,4}) *([WB]?)")
_PLAYED = kit.results_of(win="W", draw="D", loss="L")
_FORFEITS = kit.results_of(forfeit_win="X", forfeit_draw="Z", forfeit_loss="F")
_BYES = kit.results_of(forfeit_win="B", forfeit_draw="H")
_NOT_PAIRED = frozenset({"", "U"})
_SYSTEMS: Mapping[str, kit.System] = {"S": "swiss", "2": "swiss", "R": "round-robin", "M": "match"}
_UNNAMED = ""
_EXPORT_AGAIN = Message("make the rating report again in the pairing program")


@attrs.frozen
class _Section:
    """A section with its event; both are empty if the file has no table of them."""

    number: str
    event: Row
    about: Row
    players: Sequence[Row]

    def name(self) -> str:
        """Return the name of the event, followed by that of the section unless it is contained."""
        event, section = (
            kit.tidy(row.get(field, ""))
            for row, field in ((self.event, "H_NAME"), (self.about, "S_SEC_NAME"))
        )
        return event if event.startswith(section) else f"{event} {section}".strip()


def read_us_chess(file: kit.File) -> kit.TournamentReport:
    """The report of one section of a rating report."""
    file.encoding = "ascii"
    section = _section(_tables(file), file)
    days = file.days(_day(section, "BEG_DATE"), _day(section, "END_DATE"))
    event = section.event.get("H_EVENT_ID", "")
    where = (kit.tidy(section.event.get(field, "")) for field in ("H_CITY", "H_STATE"))
    return file.report(
        days,
        [
            file.player(
                _number(row, "D_PAIR_NUM"),
                row.get("D_NAME"),
                ids={"uschess": row.get("D_MEM_ID")},
                ratings={"USCF": row.get("D_RATING")},
            )
            for row in section.players
        ],
        _games(section, file),
        # The number that US Chess has given to the event; others are the organiser's own.
        key=f"{KEY_PREFIX}{event}-{section.number}" if re.fullmatch("[0-9]{12}", event) else None,
        name=section.name(),
        place=", ".join(part for part in where if part),
        country=section.event.get("H_COUNTRY"),
        system=_SYSTEMS.get(section.about.get("S_TRN_TYPE", "")),
        thinking_time=kit.thinking_time_of(
            in_words(section.about.get("S_TIMECTL", "")), "S_TIMECTL", file
        ),
    )


# --- the tables ------------------------------------------------------------------------------


def _tables(file: kit.File) -> Mapping[str, Sequence[Row]]:
    """The rows of each table by its letter; that of the players is among them."""
    try:
        tables = _files(file.content)
        if tables is None:
            message = Message(
                "the tables are of several reports: submit those of one as a folder or a ZIP"
            )
        elif "D" in tables and "D_NAME" not in field_names(tables["D"]):
            message = Message(
                "the table of players has no names: this is the older format of US Chess, make "
                "the rating report again in format 2C"
            )
        elif "D" in tables:
            return {letter: read_dbase(table) for letter, table in tables.items()}
        else:
            message = Message(
                "there is no TDEXPORT.DBF, which has the players and results: submit all three "
                "tables as a folder or a ZIP"
            )
    except (*DAMAGED, KeyError):
        message = Message("the dBase tables cannot be read: %(remedy)s", remedy=_EXPORT_AGAIN)
    raise file.refusal(message)


def _files(content: bytes) -> Mapping[str, bytes] | None:
    """Return the bytes of each table by its letter; None if they are of several reports.

    Raises the errors of damaged archives.
    """
    if not content.startswith(BEGINNING):
        names = field_names(content)
        table = next((table for field, table in _TABLES.items() if field in names), None)
        return {} if table is None else {table: content}
    with open_archive(content) as pack:
        found = [match for name in pack.namelist() if (match := MEMBER.fullmatch(name))]
        tables = {match["table"].upper(): match[0] for match in found}
        if len(tables) < len(found) or len({match["event"].casefold() for match in found}) > 1:
            return None
        return {table: read_member(pack, name) for table, name in tables.items()}


def _section(tables: Mapping[str, Sequence[Row]], file: kit.File) -> _Section:
    """The only section, or the one that has the name given."""
    events = {row.get("H_EVENT_ID", ""): row for row in tables.get("H", ())}
    abouts = {
        (row.get("S_EVENT_ID", ""), _number(row, "S_SEC_NUM")): row for row in tables.get("S", ())
    }
    players: dict[tuple[str, str], list[Row]] = {}
    for row in tables["D"]:
        key = row.get("D_EVENT_ID", ""), _number(row, "D_SEC_NUM")
        players.setdefault(key, []).append(row)
    sections = [
        _Section(number, events.get(event, {}), abouts.get((event, number), {}), rows)
        for (event, number), rows in players.items()
    ]
    names = [(each.name(), each.about.get("S_SEC_NAME")) for each in sections]
    return file.chosen(list(zip(names, sections, strict=True)))


def _number(row: Row, field: str) -> str:
    """Return a number without leading blanks and zeros, which programs set as they like."""
    text = row.get(field, "")
    return text.lstrip("0 ") or text


# --- the head --------------------------------------------------------------------------------


def _day(section: _Section, field: str) -> str:
    """A day of the section, else of the event, written YYYYMMDD."""
    text = section.about.get(f"S_{field}") or section.event.get(f"H_{field}", "")
    match = re.fullmatch("([0-9]{4})([0-9]{2})([0-9]{2})", text)
    return "-".join(match.groups()) if match and text.strip("0") else text.strip("0")


def in_words(control: str) -> str:
    """Return a time control of US Chess (``40/90,SD/30;+30``) in words with units.

    A delay is not an increment; it is put beside the minutes without a unit, for a person to
    decide.
    """
    text = re.sub(r"(?i)\s*[;,]?\s*\bd/?0+\b", "", control)
    text = re.sub(r"(?i)[;,]?\s*(?:inc(?:rement)?\.?\s*/?|\+)\s*(\d{1,3})\b", r" + \1 s", text)
    text = re.sub(r"(?i)\b(?:game|g|sd)\s*/?\s*(\d{1,3})\b", r"\1 min", text)
    text = re.sub(r"\b(\d{2})/(\d{1,3})\b", r"\2 min/\1", text)
    bare = re.fullmatch(r"(?i)\s*(\d{1,3}) min\s*[;,]?\s*d/?(\d{1,2})\s*", text)
    return f"{bare[1]}+{bare[2]}" if bare else text.strip()


# --- players and games -----------------------------------------------------------------------


def _games(section: _Section, file: kit.File) -> Iterator[kit.GameReport]:
    """Return the games, whose columns are rounds or, in a table of all against all, opponents."""
    cells = list(_cells(section, file))
    opponents = [cell for cell in cells if cell.opponent]
    by_opponent = section.about.get("S_TRN_TYPE") == "R" and all(
        cell.opponent == str(cell.round) for cell in opponents
    )
    if by_opponent and opponents:
        table = [
            kit.replace(it, opponent=str(it.round)) for it in cells if it.opponent is not None
        ]
        return _games_of_table(table, file)
    return kit.games_of_cells(_with_opponents(cells, file), file)


def _cells(section: _Section, file: kit.File) -> Iterator[kit.MirroredCell]:
    total = _number(section.about, "S_TOT_RNDS")
    last = int(total) if re.fullmatch("[0-9]{1,3}", total) else None
    for row in section.players:
        number = _number(row, "D_PAIR_NUM")[:10] or "?"
        for name, text in row.items():
            column = _ROUND.fullmatch(name)
            if column is None or (last is not None and int(column[1]) > last):
                continue
            cell = _CELL.fullmatch(text.upper()) if text else None
            if text and cell is None:
                file.wrong_result(column[1].lstrip("0"), number, text)
            elif cell is not None:
                yield from _cell(number, int(column[1]), cell, file)


def _cell(
    number: str, round_: int, cell: re.Match[str], file: kit.File
) -> Iterator[kit.MirroredCell]:
    code, opponent, colour = cell.groups()
    opponent = opponent.lstrip("0")
    result = _PLAYED.get(code) or _FORFEITS.get(code)
    if code in _NOT_PAIRED or code in _BYES:
        yield from kit.one_side(number, round_, None, _BYES.get(code))
    elif result is None or (not opponent and code not in _FORFEITS):
        file.wrong_result(round_, number, cell[0])
    else:
        yield from kit.one_side(number, round_, opponent, result, kit.COLOURS.get(colour))


def _with_opponents(
    cells: Sequence[kit.MirroredCell], file: kit.File
) -> Iterator[kit.MirroredCell]:
    """Yield the cells, forfeits that name no opponent as games if a round has just two of them."""
    unnamed: dict[int, list[kit.MirroredCell]] = {}
    for cell in cells:
        if cell.opponent == _UNNAMED:
            unnamed.setdefault(cell.round, []).append(cell)
    for cell in cells:
        both = unnamed.get(cell.round, [])
        if cell.opponent != _UNNAMED:
            yield cell
        elif len(both) == 2 and sum(each.result.points for each in both if each.result) <= 1:
            file.adjusted(Message("the two forfeits of a round are entered as one game"))
            yield kit.replace(cell, opponent=both[both[0] is cell].player)
        else:
            file.adjusted(Message("forfeits that name no opponent are entered as byes"))
            yield kit.replace(cell, opponent=None)


def _games_of_table(cells: Sequence[kit.MirroredCell], file: kit.File) -> Iterator[kit.GameReport]:
    """Yield the games of a table of all against all, in which a column is an opponent."""
    pairs: dict[frozenset[str | None], list[kit.MirroredCell]] = {}
    for cell in cells:
        pairs.setdefault(frozenset({cell.player, cell.opponent}), []).append(cell)
    for pair in pairs.values():
        column = pair[0].round
        for game in kit.games_of_cells([kit.replace(each, round=column) for each in pair], file):
            yield kit.replace(game, round=None)
