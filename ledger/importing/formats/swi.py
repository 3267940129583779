"""SWI, also called Elobase text: the exchange format of the German rating offices.

The table's rows are the players in their final order, and games name opponents by it.  A player
without an opponent had a bye or was absent: the format does not tell which, so no bye is recorded.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import attrs

from ledger.events.messages import Message
from ledger.importing.formats import kit

_TEMPLATE = re.compile(r" ?ttt\. +r{1,4} +n{5,60} [a-zA-Z ]*")
_ROUND = 6


@attrs.frozen
class Columns:
    """The columns of a player's fields and of his rounds; ``line`` from 1."""

    line: int
    slices: Mapping[str, slice]
    rounds_at: int

    def field(self, letter: str, line: str) -> str:
        """Return a player's field by its letter; empty if the template has none."""
        where = self.slices.get(letter)
        return "" if where is None else line[where].strip()

    def rounds_in(self, line: str) -> int:
        """Return the number of rounds that fit a line."""
        return max(0, len(line.rstrip()) - self.rounds_at + _ROUND - 1) // _ROUND


def find_columns(lines: Sequence[str]) -> Columns | None:
    """Return the columns by the template among the first lines; None if there is none."""
    for number, line in enumerate(lines[:20], start=1):
        if _TEMPLATE.fullmatch(line.rstrip()[:300] + " "):
            slices = {run[0][0]: slice(*run.span()) for run in re.finditer(r"([a-z])\1*", line)}
            return Columns(number, slices, max(where.stop for where in slices.values()) + 2)
    return None


RESULTS = kit.results_of(win="1", draw="R", loss="0", forfeit_win="+", forfeit_loss="-")
_OPPONENT = re.compile("[0-9]{0,4}")
_COMMA = re.compile(r"\s*,\s*")
_KIND = re.compile(r"([EM])([SR])\s+[0-9]+\s+([0-9]+)")
_LABEL = re.compile(
    r"(Name|Ort|FIDE-Land|Datum\([SE]\)|Züge\([123]\)|Hauptschiedsrichter"
    r"|Weitere Schiedsrichter):\s*(.*?)(?=\s{2,}\S+:|\s*$)"
)
# The footer's word Züge shows the encoding of the file.
_WORDS = ((b"Z\x81ge", "cp850"), (b"Z\xfcge", "cp1252"), (b"Z\xc3\xbcge", "utf-8"))


def read_swi(file: kit.File) -> kit.TournamentReport:
    """The report of an SWI file."""
    lines = _lines(file)
    columns = find_columns(lines)
    if columns is None:
        message = Message(
            "no line of the template ( ttt. rrr nnnn…) is in the first 20 lines: this is not SWI, "
            "export the tournament again"
        )
        raise file.refusal(message)
    rows, end = _rows(lines, columns, file)
    footer = _footer(lines[end:], end)
    rounds = max((columns.rounds_in(row.text) for row in rows), default=0)
    return file.report(
        file.days(footer.get("Datum(S)"), footer.get("Datum(E)")),
        [_player(row, columns, file) for row in rows],
        kit.games_of_cells(_cells(rows, columns, rounds, file), file),
        name=kit.short(lines[0]) or _value(footer, "Name"),
        place=_value(footer, "Ort"),
        arbiter=_value(footer, "Hauptschiedsrichter"),
        deputies=[_value(footer, "Weitere Schiedsrichter")],  # one text, however many they are
        country=_value(footer, "FIDE-Land"),
        thinking_time=kit.thinking_time_of(_time_control(footer), "Züge", file),
        rounds=rounds,
        system=_system(lines[: columns.line]),
    )


@attrs.frozen
class Row:
    """The line of a player: its number in the file, his number in the table."""

    line: int
    number: str
    text: str


def _lines(file: kit.File) -> Sequence[str]:
    """Return the lines, decoded as the word Züge indicates; else UTF-8 if possible, else CP850."""
    content = file.content
    if b"\x00" in content:
        return file.lines()  # it detects the actual format
    encoding = next((name for word, name in _WORDS if word in content), None)
    if encoding is None:
        try:
            content.decode("utf-8")
            encoding = "utf-8"
        except UnicodeDecodeError:
            encoding = "cp850"
    return file.lines(encoding)


def _rows(lines: Sequence[str], columns: Columns, file: kit.File) -> tuple[list[Row], int]:
    """Return the lines of the players, and the number of the file's line at which they end."""
    rows: list[Row] = []
    for number, line in enumerate(lines[columns.line :], start=columns.line + 1):
        if line.startswith("###"):
            return rows, number
        if not line.strip():
            continue
        place = columns.field("t", line).rstrip(".")
        if not kit.SHORT_NUMBER.fullmatch(place):
            message = Message("%(text)r is not a player number: correct it", text=place[:10])
            file.error(message, number, 2)
        elif len(rows) < kit.MOST_PLAYERS:
            rows.append(Row(number, place, line))
        else:
            file.error(kit.TOO_MANY_PLAYERS, number)
            break
    else:
        file.warn(Message("the line ### that ends the table is missing: is the file complete?"))
    return rows, len(lines)


def _footer(lines: Sequence[str], offset: int) -> Mapping[str, kit.WrittenDate]:
    """Return the values of the labels below the table, with their lines."""
    found: dict[str, kit.WrittenDate] = {}
    for number, line in enumerate(lines[:50], start=offset + 1):
        for match in _LABEL.finditer(line[:500]):
            if match[2].strip():
                found.setdefault(
                    match[1], kit.WrittenDate(match[2].strip(), number, match.start(2) + 1)
                )
    return found


def _value(footer: Mapping[str, kit.WrittenDate], label: str) -> str:
    return kit.tidy(footer[label].text)[:200] if label in footer else ""


def _time_control(footer: Mapping[str, kit.WrittenDate]) -> str:
    """Return the periods Züge(1) to Züge(3), joined."""
    periods = [_value(footer, f"Züge({number})") for number in (1, 2, 3)]
    return " + ".join(each for each in periods if each and not each.endswith(":"))


def _system(lines: Sequence[str]) -> kit.System | None:
    """Return the system from the line above the template: E or M (team), S or R (round robin)."""
    kinds = [match for line in lines if (match := _KIND.match(line.strip()))]
    if not kinds or kinds[0][1] == "M":
        return "team" if kinds else None
    return "swiss" if kinds[0][2] == "S" else "round-robin"


def _player(row: Row, columns: Columns, file: kit.File) -> kit.PlayerReport:
    def field(letter: str) -> str:
        return columns.field(letter, row.text)

    return file.player(
        row.number,
        _COMMA.sub(", ", kit.tidy(field("n"))),
        line=row.line,
        birth=kit.fields.birth_of_digits(field("g"), file, row.line),
        federation=field("l"),
        club=field("v"),
        ids=kit.fields.german_numbers(
            fide=field("f"), dsb=field("p"), club=field("z"), member=field("m")
        ),
        ratings={"FIDE": field("e"), "DWZ": field("d")},
    )


def _cells(
    rows: Sequence[Row], columns: Columns, rounds: int, file: kit.File
) -> Iterator[kit.MirroredCell]:
    starts = [columns.rounds_at + _ROUND * number for number in range(rounds)]
    for row in rows:
        for number, start in enumerate(starts, start=1):
            at, text = start + 1, row.text[start : start + _ROUND - 1]
            try:
                cell = _read_cell(text)
            except ValueError:
                message = Message(
                    "round %(round)s: %(text)r is not a result, colour and opponent, such as "
                    "'1W 12': correct it",
                    {"round": number, "text": text[:5].ljust(5)},
                )
                file.error(message, row.line, at)
                continue
            yield from kit.one_side(row.number, number, *cell, line=row.line, column=at)


@lru_cache(maxsize=20_000)  # even all tournaments together have few different cells
def _read_cell(text: str) -> tuple[str | None, kit.SideResult | None, kit.Colour | None]:
    """Return opponent (None: a bye, or nothing), result (None: still open) and colour.

    Raises ValueError if the text has no meaning.
    """
    text = text.ljust(5)
    opponent, code = text[2:].strip().lstrip("0"), text[0].strip().upper()
    if not opponent and code == ":":
        return None, None, None
    result = RESULTS.get(code)
    if (result is None and code) or not _OPPONENT.fullmatch(opponent):
        raise ValueError(text)
    return opponent or None, result, kit.COLOURS.get(text[1].upper())
