"""The XML by which pairing programs upload a tournament to chess-results: all in attributes.

A pairing names its sides by start number; -1 is a bye, -2 a player who was not paired.
No points are an empty text, so only a pairing with points, or one with a mark, has a result.
In a tournament of teams the pairings of the players are read, not those of the teams.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from hashlib import sha256

import attrs
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
    UNRATED_DRAW,
    UNRATED_LOSS,
    UNRATED_WIN,
    WIN,
    SideResult,
    combine_results,
)
from ledger.importing.formats.text import tidy
from ledger.importing.formats.time_control import coded_thinking_time, thinking_time_of
from ledger.importing.formats.tournament_report import (
    Findings,
    GameReport,
    Officials,
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
_LOST_BY_BOTH, _ADJOURNED = "D", "H"
_SIDES: Mapping[str, Mapping[float, SideResult]] = {
    "": _PLAYED,
    "N": _PLAYED,
    "K": {1.0: FORFEIT_WIN, 0.5: FORFEIT_DRAW, 0.0: FORFEIT_LOSS},
    "U": {1.0: UNRATED_WIN, 0.5: UNRATED_DRAW, 0.0: UNRATED_LOSS},
    _LOST_BY_BOTH: {0.0: FORFEIT_LOSS},
    _ADJOURNED: {},
}
"""The meaning of a side's points, by the mark (forfeit) of the pairing."""
_SYSTEMS: Mapping[str, System] = {"0": "swiss", "1": "round-robin", "2": "team", "3": "team"}
_NO_FEDERATION, _COMPUTER = 3 * "X", "c"
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
    first, last = resolve_dates(_day(about, "from"), _day(about, "to"), supplied, findings)
    system = _SYSTEMS.get(head.get("type", "").strip())
    games = tuple(_with_days(_games(root, system, findings), root, first, last))
    key = head.get("key", "").strip()
    report = TournamentReport(
        format="chessresults",
        encoding=declared_encoding(content),
        digest=sha256(content).hexdigest(),
        discipline="chess",
        key=f"chess-results-{key}" if re.fullmatch("[1-9][0-9]{0,8}", key) else None,
        name=tidy(head.get("name", ""))[:200] or None,
        place=tidy(head.get("location", ""))[:200] or None,
        country=_country(about, findings),
        starts_on=first,
        ended_on=last,
        rounds=max((game.round or 0 for game in games), default=0) or None,
        system=system,
        thinking_time=_thinking_time(about, findings),
        officials=_officials(about),
        players=tuple(_players(root, games, findings)),
        games=games,
    )
    return check_report(report, supplied, findings)


def _country(about: Element, findings: Findings) -> str | None:
    text = about.attributes.get("federation", "")
    return None if text == _NO_FEDERATION else fields.federation(text, findings, about.line)


def _officials(about: Element) -> Officials:
    """Return the arbiters; several deputies can be told apart only behind their numbers."""
    chief, deputies = (
        tidy(about.attributes.get(each, "")) for each in ("chiefarbiter", "deputyarbiter")
    )
    names = re.split(r"(?<=\)), ?", deputies)[:50]
    return Officials(
        chief_arbiter=chief[:200] or None, deputies=tuple(each[:200] for each in names if each)
    )


def _thinking_time(about: Element, findings: Findings) -> ThinkingTime | None:
    """Return the time from seconds in the form of record 222 of a TRF, or from free text."""
    text = about.attributes.get("timecontrol", "")
    numbers = re.findall("[0-9]{3,6}", text)
    is_coded = any(int(each) >= _LEAST_SECONDS for each in numbers)
    read = coded_thinking_time if is_coded else thinking_time_of
    return read(text, "timecontrol", findings, about.line)


def _day(element: Element, name: str) -> WrittenDate | None:
    """Return a day, which is written YYYYMMDD or, in a later description, DD.MM.YYYY."""
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


def _players(
    root: Element, games: Sequence[GameReport], findings: Findings
) -> Iterator[PlayerReport]:
    """Yield the players; the rows without a name and without a game are empty boards of teams."""
    playing = {side for game in games for side in (game.white, game.black)}
    for element in root.below("player"):
        named = any(element.attributes.get(each, "").strip() for each in ("lastname", "firstname"))
        if named or element.attributes.get("no", "").strip() in playing:
            yield _player(element, findings)


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
    fide = fields.external_id("fide", attributes.get("fideid", ""), findings, line, names[0])
    rating = fields.figure(attributes.get("rtgfide", ""), findings, line)
    sex = attributes.get("sex", "").casefold()
    computer = sex == _COMPUTER
    return PlayerReport(
        number=number[:10] or "?",
        name=", ".join(part for part in names if part)[:200] or "?",
        sex=None if computer else fields.sex(sex, findings, line),
        computer=computer,
        birth_date=day,
        birth_year=year,
        federation=fields.federation(attributes.get("fed", ""), findings, line),
        club=tidy(attributes.get("clubname", ""))[:100].strip() or None,
        title=tidy(attributes.get("title", ""))[:3] or None,
        ids={} if fide is None else {"fide": fide},
        ratings={} if rating is None else {"FIDE": rating},
        line=line,
    )


@attrs.frozen
class _Pairing:
    """A pairing of two players, or of one (``black`` is None) who has points or none."""

    element: Element
    round: int
    white: str
    black: str | None
    points: tuple[float, float]
    mark: str

    @property
    def is_open(self) -> bool:
        """True if the result is still to come."""
        if self.mark == _ADJOURNED:
            return True
        return _SIDES[self.mark] is _PLAYED and not any(self.points)


def _games(root: Element, system: System | None, findings: Findings) -> Iterator[GameReport]:
    pending: list[Element] = []
    for element in root.below("playerpairing"):
        pairing = _pairing(element, findings)
        if pairing is None:
            continue
        if pairing.black is None:
            yield from _bye(pairing)
        elif pairing.is_open:
            pending.append(element)
        else:
            yield from _game(pairing, system, findings)
    _report_pending(pending, findings)


def _pairing(element: Element, findings: Findings) -> _Pairing | None:
    """Return a pairing; None, and an error, if it is none."""

    def value(name: str) -> str:
        return element.attributes.get(name, "").strip()

    round_, white, black, mark = (
        value(name) for name in ("round", "whiteno", "blackno", "forfeit")
    )
    points = [_POINTS.get(value(name).replace(",", ".")) for name in ("reswhite", "resblack")]
    is_free = black in {_BYE, _NOT_PAIRED}
    numbers = (round_, white) if is_free else (round_, white, black)
    if None in points or not all(map(_NUMBER.fullmatch, numbers)):
        message = Message("a pairing has no players, round or points: correct it")
        findings.error(message, element.line, element.column)
        return None
    if mark not in _SIDES:
        _report_unknown(element, int(round_), white, mark, findings)
        return None
    one, other = (each or 0.0 for each in points)
    return _Pairing(element, int(round_), white, None if is_free else black, (one, other), mark)


def _game(pairing: _Pairing, system: System | None, findings: Findings) -> Iterator[GameReport]:
    element, (one, other) = pairing.element, map(_SIDES[pairing.mark].get, pairing.points)
    if one is None or other is None:
        _report_unknown(element, pairing.round, pairing.white, pairing.mark, findings)
        return
    result = combine_results(one, other)
    if result is None:
        message = Message("only in go both sides may win: correct the result")
        findings.error(message, element.line, element.column)
        return
    about = result.fields()
    if pairing.mark == _LOST_BY_BOTH:
        about["reason"] = "double-loss"
        message = Message(
            "round %(round)s: %(white)s – %(black)s was lost by both: entered as not rated",
            round=pairing.round,
            white=pairing.white,
            black=pairing.black,
        )
        findings.warn(message, element.line)
    table = element.attributes.get("pairing", "").strip()
    yield GameReport(
        round=pairing.round,
        board=int(table) if system != "team" and _NUMBER.fullmatch(table) else None,
        white=pairing.white,
        black=pairing.black,
        line=element.line,
        **about,
    )


def _bye(pairing: _Pairing) -> Iterator[GameReport]:
    points, _ = pairing.points
    if points:
        yield GameReport(
            round=pairing.round,
            white=pairing.white,
            black=None,
            white_points=points,
            black_points=0.0,
            played=False,
            reason="bye",
            line=pairing.element.line,
        )


def _report_unknown(
    element: Element, round_: int, player: str, mark: str, findings: Findings
) -> None:
    message = Message(
        "round %(round)s: player %(player)s has the result %(code)s, whose meaning is not "
        "known: export the tournament as TRF (FIDE)",
        round=round_,
        player=player,
        code=mark[:10],
    )
    findings.error(message, element.line, element.column)


def _report_pending(pending: list[Element], findings: Findings) -> None:
    if pending:
        message = Message(
            "%(count)s pairings have no result: export the tournament again once they are entered",
            count=len(pending),
        )
        findings.error(message, pending[0].line, pending[0].column)
