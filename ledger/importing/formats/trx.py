"""TRX, the file of the Norwegian TurneringsService: XML with everything in attributes.

Each group is a tournament of its own.  Known from programs that read it, not from real files.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from hashlib import sha256

import attrs
from msgspec.structs import replace

from ledger.events.messages import Message, RequestField, joined_with_and
from ledger.importing.formats import fields
from ledger.importing.formats.choice import choose_tournament
from ledger.importing.formats.consistency import check_report
from ledger.importing.formats.dates import WrittenDate, resolve_dates, unambiguous_date
from ledger.importing.formats.mirrored_cells import Colour, MirroredCell, games_of_cells
from ledger.importing.formats.side_results import (
    DRAW,
    FORFEIT_DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    LOSS,
    WIN,
    SideResult,
)
from ledger.importing.formats.text import tidy
from ledger.importing.formats.time_control import thinking_time_of
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

_RESULTS: Mapping[str, SideResult] = {
    "1": WIN,
    "=": DRAW,
    "0": LOSS,
    "+": FORFEIT_WIN,
    "-": FORFEIT_LOSS,
    "d": FORFEIT_DRAW,
}
_OPEN = frozenset({"A", "?", ""})
_NO_POINTS = _OPEN | {"0", "-"}
_NUMBER = re.compile("(?!0+$)[0-9]{1,4}")
_CLOCK = re.compile(r"(?P<hours>[0-9]):(?P<minutes>[0-5][0-9]):(?P<seconds>[0-5][0-9])")
_NOBODY = frozenset({"-1", "0", ""})
_COLOURS: Mapping[str, Colour] = {"W": "w", "B": "b"}
_SYSTEMS: Mapping[str, System] = {"monrad": "swiss", "swiss": "swiss", "berger": "round-robin"}
_SEXES = {"male": "m", "female": "f"}


def read_trx(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """The report of one group of a TRX file."""
    root = read_xml(content, "Tournament", findings)
    if root is None:
        return None
    groups = [each for list_ in root.all("Groups") for each in list_.all("Group")]
    named_groups = [((each.attributes.get("Event", ""),), each) for each in groups]
    group = choose_tournament(named_groups, supplied, findings)
    if group is None:
        return None
    head = {**root.attributes, **{k: v for k, v in group.attributes.items() if v.strip()}}
    first, last = resolve_dates(
        _written(head, "StartDate", group), _written(head, "EndDate", group), supplied, findings
    )
    players = list(group.below("Player"))
    cells = (cell for each in players for cell in _cells(each, findings))
    is_team = root.attributes.get("TeamEvent", "").upper() == "Y"
    report = TournamentReport(
        format="trx",
        encoding=declared_encoding(content),
        digest=sha256(content).hexdigest(),
        discipline="chess",
        name=_name(root, group),
        place=tidy(head.get("Site", ""))[:200] or None,
        country=fields.federation(head.get("Federation", ""), findings, root.line),
        starts_on=first,
        ended_on=last,
        system="team" if is_team else _SYSTEMS.get(head.get("Pairing", "").casefold()),
        thinking_time=thinking_time_of(
            _time_control(group, findings), "TimeFinish", findings, group.line
        ),
        officials=_officials(head),
        players=tuple(_player(each, findings) for each in players),
        games=tuple(_in_rounds(games_of_cells(cells, findings), group, first, last)),
    )
    last_round = max((game.round or 0 for game in report.games), default=0)
    return check_report(attrs.evolve(report, rounds=last_round or None), supplied, findings)


def _name(root: Element, group: Element) -> str | None:
    """Return the event, followed by the name of its group if there are several."""
    names = [tidy(each.attributes.get("Event", "")) for each in (root, group)]
    return " ".join(name for name in dict.fromkeys(names) if name)[:200] or None


def _officials(head: Mapping[str, str]) -> Officials:
    """Return the arbiter, with FIDE's number in brackets if there is one."""
    name, number = (tidy(head.get(each, ""))[:100] for each in ("Arbiter", "ArbiterFideId"))
    is_numbered = name and number.strip("0 ")
    return Officials(chief_arbiter=f"{name} ({number})" if is_numbered else name or None)


def _written(head: Mapping[str, str], name: str, element: Element) -> WrittenDate | None:
    text = head.get(name, "").strip()
    return WrittenDate(text, element.line, element.column) if text else None


def _player(element: Element, findings: Findings) -> PlayerReport:
    attributes, line = element.attributes, element.line
    number = attributes.get("StartNo", "").strip()
    if not _is_number(number):
        message = Message(
            "%(name)s %(text)r is no number: correct it", name="StartNo", text=number[:10]
        )
        findings.error(message, line, element.column)
    names = [tidy(attributes.get(each, "")) for each in ("Ln", "Gn")]
    if not names[0]:
        message = Message("player %(number)s has no surname (Ln): complete it", number=number[:10])
        findings.error(message, line)
    day, year = fields.birth(attributes.get("Born", ""), findings, line)
    if year is None:
        _, year = fields.birth(attributes.get("BornYear", ""), findings, line)
    fide = fields.external_id("fide", attributes.get("FideId", ""), findings, line, names[0])
    ratings = {
        name: fields.figure(attributes.get(attribute, ""), findings, line)
        for name, attribute in (("FIDE", "FideRating"), ("NOR", "LocalRating"))
    }
    sex = attributes.get("sex", "").strip()
    return PlayerReport(
        number=number[:10],
        name=", ".join(part for part in names if part)[:200] or "?",
        sex=fields.sex(_SEXES.get(sex.casefold(), sex), findings, line),
        birth_date=day,
        birth_year=year,
        federation=fields.federation(attributes.get("Federation", ""), findings, line),
        club=tidy(attributes.get("Club", ""))[:100].strip() or None,
        title=tidy(attributes.get("Title", ""))[:3] or None,
        ids={} if fide is None else {"fide": fide},
        ratings={name: figure for name, figure in ratings.items() if figure is not None},
        line=line,
    )


def _cells(player: Element, findings: Findings) -> Iterator[MirroredCell]:
    number = player.attributes.get("StartNo", "").strip()[:10]
    for element in player.below("Game"):
        value = element.attributes.get
        round_, opponent = value("Rd", "").strip(), value("Opnt", "").strip()
        result, table = value("Res", "").strip(), value("Table", "").strip()
        is_bye = opponent in _NOBODY
        known = result in _RESULTS or result in _OPEN
        if not (known and _is_number(round_) and (is_bye or _is_number(opponent))):
            _report_wrong_game(element, round_, opponent, result, findings)
            continue
        if is_bye and result in _NO_POINTS:
            continue
        yield MirroredCell(
            player=number,
            round=int(round_),
            opponent=None if is_bye else opponent,
            result=_RESULTS.get(result),
            colour=_COLOURS.get(value("Clr", "").strip().upper()),
            board=int(table) if _is_number(table) else None,
            line=element.line,
            column=element.column,
        )


def _report_wrong_game(
    element: Element, round_: str, opponent: str, result: str, findings: Findings
) -> None:
    """Report every attribute of a game that cannot be read."""
    wrong = [
        f"{name} {text[:10]!r}"
        for name, text, right in (
            ("Rd", round_, _is_number(round_)),
            ("Opnt", opponent, opponent in _NOBODY or _is_number(opponent)),
            ("Res", result, result in _RESULTS or result in _OPEN),
        )
        if not right
    ]
    message = Message("a game has %(wrong)s: correct it", wrong=joined_with_and(wrong))
    findings.error(message, element.line, element.column)


def _in_rounds(
    games: Iterator[GameReport], group: Element, first: date | None, last: date | None
) -> Iterator[GameReport]:
    """Yield the games with the days of their rounds; unrated rounds are rated for nobody."""
    rounds = [each.attributes for list_ in group.all("Rounds") for each in list_.all("Rd")]
    days = [_day_of(about, first, last) for about in rounds]
    unrated = [about.get("IsRated", "").strip().upper() == "N" for about in rounds]
    for game in games:
        if not game.played or game.round is None or game.round > len(rounds):
            yield game
            continue
        at = game.round - 1
        rated_for = "none" if unrated[at] else game.rated_for
        yield replace(game, day=days[at], rated_for=rated_for)


def _day_of(round_: Mapping[str, str], first: date | None, last: date | None) -> date | None:
    """The day of a round, if it is within the tournament."""
    day = unambiguous_date(round_.get("StartDate", ""))
    return day if day and last and (first or day) <= day <= last else None


def _time_control(group: Element, findings: Findings) -> str | None:
    """Return the time of every round in words, if all of them have the same.

    TimeFinish is written h:mm:ss; the unit of AdditionPerMove is certain in that form only.
    """
    rounds = [each.attributes for list_ in group.all("Rounds") for each in list_.all("Rd")]
    times = {(each.get("TimeFinish", ""), each.get("AdditionPerMove", "")) for each in rounds}
    if len(times) > 1:
        message = Message(
            "the rounds have different thinking times: give the shortest as %(minutes)s",
            minutes=RequestField("minutes", "MINUTES"),
        )
        findings.warn(message, group.line)
    if len(times) != 1:
        return None
    ((finish, addition),) = times
    clock, seconds = _CLOCK.fullmatch(finish.strip()), _CLOCK.fullmatch(addition.strip())
    if clock is None or clock["seconds"] != "00":
        return finish.strip() or None
    minutes = 60 * int(clock["hours"]) + int(clock["minutes"])
    if seconds is not None and seconds["hours"] == "0":
        increment = 60 * int(seconds["minutes"]) + int(seconds["seconds"])
        return f"{minutes} min + {increment} s"
    return f"{minutes}+{addition.strip()}" if addition.strip() else f"{minutes} min"


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None
