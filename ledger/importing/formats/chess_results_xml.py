"""The XML by which pairing programs upload a tournament to chess-results: all in attributes.

A pairing names its sides by start number; -1 is a bye, -2 a player who was not paired.
No points are an empty text, so only a pairing with points, or one marked as
forfeited, has a result.  Known from programs that are accepted there, not from real files.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from hashlib import sha256

from msgspec.structs import replace

from ledger.events.facts import ThinkingTime
from ledger.events.messages import Message
from ledger.importing.formats import fields
from ledger.importing.formats.consistency import check_report
from ledger.importing.formats.dates import WrittenDate, resolve_dates, unambiguous_date
from ledger.importing.formats.side_results import (
    DRAW,
    FORFEIT_DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    LOSS,
    WIN,
    SideResult,
    combine_results,
)
from ledger.importing.formats.text import tidy
from ledger.importing.formats.time_control import coded_thinking_time, thinking_time_of
from ledger.importing.formats.tournament_report import (
    Findings,
    GameReport,
    PlayerReport,
    SuppliedDetails,
    System,
    TournamentReport,
)
from ledger.importing.formats.xml_tree import Element, declared_encoding, read_xml

ROOT = "chessresults"
_BYE, _NOT_PAIRED = "-1", "-2"
_NUMBER = re.compile("[1-9][0-9]{0,3}")
_POINTS: Mapping[str, float] = {"": 0.0, "0": 0.0, "0.0": 0.0, "0.5": 0.5, "1": 1.0, "1.0": 1.0}
_PLAYED: Mapping[float, SideResult] = {1.0: WIN, 0.5: DRAW, 0.0: LOSS}
_FORFEITED: Mapping[float, SideResult] = {1.0: FORFEIT_WIN, 0.5: FORFEIT_DRAW, 0.0: FORFEIT_LOSS}
_SYSTEMS: Mapping[str, System] = {"0": "swiss", "1": "round-robin"}
_OF_TEAMS = frozenset({"2", "3"})
_LEAST_SECONDS = 600  # smaller numbers may be minutes, which some programs write


def read_chess_results_xml(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """The report of an upload."""
    root = read_xml(content, ROOT, findings)
    if root is None:
        return None
    about = next(root.below("tournament"), None)
    if about is None:
        findings.error(Message("the element tournament is missing: export the tournament again"))
        return None
    head = about.attributes
    if head.get("type", "").strip() in _OF_TEAMS:
        message = Message("the tournament is one of teams, whose uploads are not read: use TRF")
        findings.error(message, about.line)
    first, last = resolve_dates(_day(about, "from"), _day(about, "to"), supplied, findings)
    games = tuple(_with_days(_games(root, findings), root, first, last))
    key = head.get("key", "").strip()
    report = TournamentReport(
        format="chessresults",
        encoding=declared_encoding(content),
        digest=sha256(content).hexdigest(),
        discipline="chess",
        key=f"chess-results-{key}" if re.fullmatch("[1-9][0-9]{0,8}", key) else None,
        name=tidy(head.get("name", ""))[:200] or None,
        place=tidy(head.get("location", ""))[:200] or None,
        country=fields.federation(head.get("federation", ""), findings, about.line),
        starts_on=first,
        ended_on=last,
        rounds=max((game.round or 0 for game in games), default=0) or None,
        system=_SYSTEMS.get(head.get("type", "").strip()),
        thinking_time=_thinking_time(about, findings),
        players=tuple(_player(each, findings) for each in root.below("player")),
        games=games,
    )
    return check_report(report, supplied, findings)


def _thinking_time(about: Element, findings: Findings) -> ThinkingTime | None:
    """Return the time from seconds in the form of record 222 of a TRF, or from free text."""
    text = about.attributes.get("timecontrol", "")
    numbers = re.findall("[0-9]{3,6}", text)
    is_coded = any(int(each) >= _LEAST_SECONDS for each in numbers)
    read = coded_thinking_time if is_coded else thinking_time_of
    return read(text, "timecontrol", findings, about.line)


def _day(element: Element, name: str) -> WrittenDate | None:
    """Return a day, which is written YYYYMMDD."""
    text = element.attributes.get(name, "").strip()
    match = re.fullmatch("([0-9]{4})([0-9]{2})([0-9]{2})", text)
    if not text:
        return None
    written = "-".join(match.groups()) if match else text
    return WrittenDate(written, element.line, element.column)


def _with_days(
    games: Iterator[GameReport], root: Element, first: date | None, last: date | None
) -> Iterator[GameReport]:
    """Yield the games with the days of their rounds, if these are within the tournament."""
    days = {
        each.attributes.get("round", "").strip(): _day(each, "date")
        for each in root.below("round")
    }
    for game in games:
        written = days.get(str(game.round))
        day = None if written is None else unambiguous_date(written.text)
        inside = day is not None and last is not None and (first or day) <= day <= last
        yield replace(game, day=day) if inside and game.played else game


def _player(element: Element, findings: Findings) -> PlayerReport:
    attributes, line = element.attributes, element.line
    number = attributes.get("no", "").strip()
    if not _NUMBER.fullmatch(number):
        message = Message(
            "%(name)s %(text)r is no number: correct it", name="no", text=number[:10]
        )
        findings.error(message, line, element.column)
    names = [tidy(attributes.get(each, "")) for each in ("lastname", "firstname")]
    if not names[0]:
        message = Message("player %(number)s has no name: complete it", number=number[:10])
        findings.error(message, line)
    born = attributes.get("dob", "").strip()
    day, year = fields.birth("" if born == "None" else born, findings, line)
    fide = fields.external_id("fide", attributes.get("fideid", ""), findings, line)
    rating = fields.figure(attributes.get("rtgfide", ""), findings, line)
    return PlayerReport(
        number=number[:10] or "?",
        name=", ".join(part for part in names if part)[:200] or "?",
        sex=fields.sex(attributes.get("sex", "").casefold(), findings, line),
        birth_date=day,
        birth_year=year,
        federation=fields.federation(attributes.get("fed", ""), findings, line),
        club=tidy(attributes.get("clubname", ""))[:100].strip() or None,
        title=tidy(attributes.get("title", ""))[:3] or None,
        ids={} if fide is None else {"fide": fide},
        ratings={} if rating is None else {"FIDE": rating},
        line=line,
    )


def _games(root: Element, findings: Findings) -> Iterator[GameReport]:
    pending: list[Element] = []
    for element in root.below("playerpairing"):
        value = element.attributes.get
        round_, white, black = (
            value(each, "").strip() for each in ("round", "whiteno", "blackno")
        )
        points = [_POINTS.get(value(each, "").strip()) for each in ("reswhite", "resblack")]
        is_free = black in {_BYE, _NOT_PAIRED}
        numbers = (round_, white) if is_free else (round_, white, black)
        if None in points or not all(map(_NUMBER.fullmatch, numbers)):
            message = Message("a pairing has no players, round or points: correct it")
            findings.error(message, element.line, element.column)
            continue
        forfeited = value("forfeit", "").strip() not in {"", "N"}
        if not is_free and not forfeited and not any(points):
            pending.append(element)
            continue
        white_points, black_points = (each or 0.0 for each in points)
        if is_free:
            yield from _bye(int(round_), white, white_points, element)
            continue
        sides = _FORFEITED if forfeited else _PLAYED
        result = combine_results(sides[white_points], sides[black_points])
        if result is None:
            message = Message("only in go both sides may win: correct the result")
            findings.error(message, element.line, element.column)
            continue
        table = value("pairing", "").strip()
        yield GameReport(
            round=int(round_),
            board=int(table) if _NUMBER.fullmatch(table) else None,
            white=white,
            black=black,
            line=element.line,
            **result.fields(),
        )
    _report_pending(pending, findings)


def _bye(round_: int, player: str, points: float, element: Element) -> Iterator[GameReport]:
    if points:
        yield GameReport(
            round=round_,
            white=player,
            black=None,
            white_points=points,
            black_points=0.0,
            played=False,
            reason="bye",
            line=element.line,
        )


def _report_pending(pending: list[Element], findings: Findings) -> None:
    if pending:
        message = Message(
            "%(count)s pairings have no result: export the tournament again once they are entered",
            count=len(pending),
        )
        findings.error(message, pending[0].line, pending[0].column)
