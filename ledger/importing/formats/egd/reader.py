"""EGD's tournament table in .h9 files: headers in comments, then the table.

The .tou files of the French go federation have a header of their own, then the same table.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from ledger.events.facts import ThinkingTime
from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.egd import go_table
from ledger.importing.formats.egd.codes import CLASSES, KEY_PREFIX, TOURNAMENT_CODE

_HEADER = re.compile(r";\s*([A-Z]{2})\[([^\]]{0,500})\]?")
_HEADING = re.compile(r";\s*Pl\s+Name\s.{0,200}?\sClub\s(.{0,200})")
_WIDTH = 5
"""Columns of tie-breaks are so wide, and their headings stand at the right without a gap."""
_GOR, _POINTS = "gor", "pts"
_NO_TIE_BREAKS = frozenset({_GOR, _POINTS})
_SCORES = frozenset({"mms", "nbw", _POINTS})
_EGF = "EGF"
_TIME = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,3})?)\s*(h|min|m)?", re.IGNORECASE)


Headers = Mapping[str, kit.WrittenDate]
"""The values of headers, some of which are days, with their lines."""


def read_h9(file: kit.File) -> kit.TournamentReport:
    """The report of an h9 file."""
    lines = file.lines()
    headers = _headers(lines, _HEADER)
    rows = rows_of(lines, file)
    round_cells = go_table.find_round_cells(rows, file)
    days = _dates(headers, file)
    country, place = _place(headers, file)
    rule = headers["HA"].text.strip().casefold() if "HA" in headers else None
    names = _names_of_criteria(lines)
    return file.report(
        days,
        [*_with_criteria(rows, names, file)],
        go_table.games_of(rows, round_cells, _handicap(rule, file), file),
        discipline="go",
        key=_key(headers, file),
        name=_text(headers, "EV"),
        place=place,
        country=country,
        rounds=round_cells.rounds,
        system="swiss",
        thinking_time=adjusted_time(headers.get("TM") or headers.get("TA"), file),
        class_=_class(headers, file),
        komi=_komi(headers.get("KM"), file),
        tie_breaks=tuple(it for it in names if it.casefold() not in _NO_TIE_BREAKS),
    )


def rows_of(lines: Sequence[str], file: kit.File) -> list[go_table.Row]:
    """Return the rows of the table; the text after a semicolon is a comment."""
    rows: list[go_table.Row] = []
    ordinal = 0
    for number, line in enumerate(lines, start=1):
        body = line.partition(";")[0]
        if not body.strip():
            continue
        ordinal += 1
        if ordinal > kit.MOST_PLAYERS:
            file.error(kit.TOO_MANY_PLAYERS, number)
            return []
        row = go_table.row_of(body, number, ordinal, file)
        if row is not None:
            rows.append(row)
    return rows if len(rows) == ordinal else []


def adjusted_time(value: kit.WrittenDate | None, file: kit.File) -> ThinkingTime | None:
    """Return the thinking time as EGD adjusts it, with overtime included."""
    if value is None:
        return None
    match = _TIME.fullmatch(value.text.strip())
    if match is None:
        message = Message(
            "thinking time %(text)r is not understood: it is the adjusted time in minutes: "
            "give %(minutes)s",
            {"text": value.text[:20], "minutes": kit.RequestField("minutes", "MINUTES")},
        )
        file.warn(message, value.line)
        return None
    factor = 60 if (match[2] or "").casefold() == "h" else 1
    file.adjusted(Message("the adjusted time is taken as minutes without overtime"), value.line)
    return ThinkingTime(minutes=float(match[1]) * factor, overtime="none")


def _headers(lines: Sequence[str], header: re.Pattern[str]) -> Headers:
    found: dict[str, kit.WrittenDate] = {}
    for number, line in enumerate(lines, start=1):
        if match := header.match(line.lstrip()[:600]):
            found.setdefault(match[1], kit.WrittenDate(match[2], number))
    return found


def _names_of_criteria(lines: Sequence[str]) -> Sequence[str]:
    """Return the headings of the numbers before the results, such as MMS, SOS, SOSOS, GoR."""
    for line in lines:
        if match := _HEADING.match(line.lstrip()[:600]):
            return [name for word in match[1].split() for name in _headings_in(word)]
    return ()


def _headings_in(word: str) -> Iterator[str]:
    """Yield the headings in a word: ``SOSSOSOS`` are SOS and SOSOS."""
    first = len(word) % _WIDTH
    for start in range(first - _WIDTH if first else 0, len(word), _WIDTH):
        yield word[max(start, 0) : start + _WIDTH]


def _is_in_order(rows: Sequence[go_table.Row], names: Sequence[str]) -> bool:
    """True if the table has the order of its places: the scores, if they come first, fall."""
    if names and names[0].casefold() not in _SCORES:
        return True
    return bool(names) and kit.is_falling(row.criteria for row in rows)


def _with_criteria(
    rows: Sequence[go_table.Row], names: Sequence[str], file: kit.File
) -> Iterator[kit.PlayerReport]:
    """Yield the players with their lines of the table; a place left blank is that above."""
    placed, place = _is_in_order(rows, names), None
    for row in rows:
        place = row.place or place
        found = dict(zip(names, row.criteria, strict=False))
        named = {name.casefold(): text for name, text in found.items()}
        tie_breaks = [found.get(it, "") for it in names if it.casefold() not in _NO_TIE_BREAKS]
        line = kit.table_line(place if placed else None, named.get(_POINTS), tie_breaks)
        ratings = _gor(named.get(_GOR, ""), file, row.line)
        yield kit.replace(row.player, table_line=line, ratings=ratings)


def _gor(text: str, file: kit.File, line: int) -> Mapping[str, int]:
    """Return a GoR, which may be negative; 0 means none."""
    figure = kit.fields.figure(text.removeprefix("-"), file, line)
    return {} if figure is None else {_EGF: -figure if text.startswith("-") else figure}


def _key(headers: Headers, file: kit.File) -> str | None:
    code = headers.get("TC")
    if code is None:
        return None
    if not TOURNAMENT_CODE.fullmatch(code.text.strip()):
        message = Message("tournament code %(code)r is not one of EGD's", code=code.text[:20])
        file.warn(message, code.line)
        return None
    return f"{KEY_PREFIX}{code.text.strip()}"


def _class(headers: Headers, file: kit.File) -> str | None:
    value = headers.get("CL")
    if value is None or not value.text.strip():
        return None
    class_ = value.text.strip().upper()
    if class_ not in CLASSES:
        message = Message(
            "class %(text)r is not one of %(known)s",
            {"text": value.text[:20], "known": ", ".join(CLASSES)},
        )
        file.warn(message, value.line)
        return None
    return class_


def _place(headers: Headers, file: kit.File) -> tuple[str | None, str | None]:
    """Return country and town of ``KR, Buan``; ``,Juvisy``; ``,TR, Istanbul``."""
    if "PC" not in headers:
        return None, None
    parts = [part.strip() for part in headers["PC"].text.split(",") if part.strip()]
    country = None
    if parts and re.fullmatch("[A-Z]{2,3}", parts[0]):
        country = kit.fields.federation(parts.pop(0), file, headers["PC"].line)
    return country, kit.tidy(", ".join(parts))[:200] or None


def _komi(value: kit.WrittenDate | None, file: kit.File) -> float | None:
    return None if value is None else kit.fields.komi(value.text, file, value.line)


def _dates(headers: Headers, file: kit.File) -> kit.Span:
    value = headers.get("DT")
    if value is None:
        return file.days()
    start, _, end = value.text.partition(",")
    return file.days(kit.written(start, value.line), kit.written(end, value.line))


def _handicap(rule: str | None, file: kit.File) -> int:
    match = re.fullmatch("h([0-9])", rule or "h9")
    if match is None:
        file.warn(Message("handicap rule %(rule)r is not h0 … h9: read as even games", rule=rule))
    return int(match[1]) if match else go_table.NO_HANDICAP


_TOU_HEADER = re.compile(r";\s*([a-z]{1,10})\s*=(.{0,500})")


def read_tou(file: kit.File) -> kit.TournamentReport:
    """The report of a .tou file."""
    lines = file.lines()
    headers = _headers(lines, _TOU_HEADER)
    rows = rows_of(lines, file)
    round_cells = go_table.find_round_cells(rows, file)
    return file.report(
        file.days(_start(headers)),
        [row.player for row in rows],
        go_table.games_of(rows, round_cells, go_table.NO_HANDICAP, file),
        discipline="go",
        name=_text(headers, "name"),
        place=_text(headers, "vill"),
        rounds=round_cells.rounds,
        system="swiss",
        thinking_time=adjusted_time(headers.get("ta"), file),
        board=kit.BOARD_SIZES.get(_text(headers, "size")),
        komi=_komi(headers.get("komi"), file),
    )


def _start(headers: Headers) -> kit.WrittenDate | None:
    """Return the day, which this format writes as day, month, year."""
    day = headers.get("date")
    if day is None:
        return None
    match = re.fullmatch("([0-9]{2})/([0-9]{2})/([0-9]{4})", day.text.strip())
    return kit.WrittenDate(f"{match[3]}-{match[2]}-{match[1]}" if match else day.text, day.line)


def _text(headers: Headers, name: str) -> str:
    return kit.tidy(headers[name].text) if name in headers else ""
