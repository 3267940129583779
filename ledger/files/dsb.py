"""The German federation's submission for DWZ: DSB_DWZ_TournamentReport, XML 2.5.

The federation's own schema lets dangling references, numbers used twice and 1:1 pass, so all of
that is checked here.  ``+`` and ``-`` say that a result does not count for *that* player: 0:-
is a loss for White that is rated, and nothing for Black.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from hashlib import sha256

import attrs

from ledger.facts import ThinkingTime
from ledger.files import fields
from ledger.files.closing import closed
from ledger.files.days import the_day
from ledger.files.halves import DRAW, FORFEIT_LOSS, FORFEIT_WIN, LOSS, WIN, Half, together
from ledger.files.report import Findings, GameReport, PlayerReport, Said, System, TournamentReport
from ledger.files.span import Spelling, settle
from ledger.files.text import tidy
from ledger.files.xml import Element, declared_encoding, read_xml

ROOT = "DSB_DWZ_TournamentReport"
COMPUTER = "###COMPUTER###"
POINTS: Mapping[str, Half] = {
    "1": WIN,
    "0.5": DRAW,
    "0": LOSS,
    "+": FORFEIT_WIN,
    "-": FORFEIT_LOSS,
}
SYSTEMS: Mapping[str, System] = {
    "SR": "round-robin",
    "SW": "swiss",
    "SC": "knockout",
    "TR": "team",
    "TW": "team",
    "TC": "team",
}
_UUID = re.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def read_dsb(content: bytes, said: Said, findings: Findings) -> TournamentReport | None:
    """The report of a DSB file."""
    root = read_xml(content, ROOT, findings)
    if root is None:
        return None
    if not root.attributes.get("version", "").startswith("2.5"):
        findings.warn("the version is not 2.5: read as if it were", root.line)
    about = root.first("tournament")
    if about is None:
        findings.error("the element tournament is missing: export the file again", root.line)
        return None
    first, last = settle(_spelling(about, "startDate"), _spelling(about, "endDate"), said, findings)
    players = tuple(_players(root, findings))
    report = TournamentReport(
        format="dsb",
        encoding=declared_encoding(content),
        digest=sha256(content).hexdigest(),
        discipline="chess",
        key=_key(about, findings),
        name=_short(about.value("label")),
        place=_short(about.value("location")),
        country="GER",
        starts_on=first,
        ended_on=last,
        rounds=_whole(about, "rounds", 999, findings),
        system=_system(about, findings),
        thinking_time=_thinking_time(about, findings),
        youth_class=_youth_class(about, findings),
        players=players,
        games=tuple(_games(root, findings)),
    )
    return closed(report, said, findings)


def _short(text: str | None) -> str | None:
    return None if text is None else text[:200]


def _spelling(element: Element, name: str) -> Spelling | None:
    child = element.first(name)
    text = element.value(name)
    return None if child is None or text is None else Spelling(text, child.line, child.column)


def _key(about: Element, findings: Findings) -> str | None:
    uuid = about.value("tournamentUUID")
    if uuid is not None and _UUID.fullmatch(uuid):
        return f"dsb-{uuid.casefold()}"
    message = "tournamentUUID is missing or none: the tournament is named by its content"
    findings.warn(message, about.line)
    return None


def _system(about: Element, findings: Findings) -> System | None:
    kind = about.value("tournamentType") or ""
    system = SYSTEMS.get(kind.removesuffix("-H"))
    if system is None:
        known = ", ".join(SYSTEMS)
        findings.error(f"tournamentType {kind[:10]!r} is none of {known}: correct it", about.line)
    return system


def _youth_class(about: Element, findings: Findings) -> str | None:
    text = about.value("ageClass")
    if text is None or not re.fullmatch("[Uu][1-9][0-9]?", text):
        if text is not None:
            findings.warn(f"ageClass {text[:20]!r} is no youth class: left out", about.line)
        return None
    return text.upper()


def _thinking_time(about: Element, findings: Findings) -> ThinkingTime | None:
    """Periods joined by ``+``: minutes with the number of moves, at the end the increment.

    ``90/40+30/0+30``: 90 minutes for 40 moves, 30 for the rest, 30 seconds for each move.
    """
    text = about.value("timecontrol")
    if text is None:
        return None
    match = re.fullmatch(r"((?:[0-9]{1,3}/[0-9]{1,3}\+){1,5})([0-9]{1,3})", text)
    if match is None:
        findings.warn(f"timecontrol {text[:40]!r} is not understood: left out", about.line)
        return None
    minutes = sum(int(each.split("/")[0]) for each in match[1].rstrip("+").split("+"))
    return ThinkingTime(minutes=float(minutes), increment_seconds=float(match[2]))


def _players(root: Element, findings: Findings) -> Iterator[PlayerReport]:
    for list_ in root.all("players"):
        for element in list_.all("player"):
            yield _player(element, findings)


def _player(element: Element, findings: Findings) -> PlayerReport:
    line = element.line
    number = _whole(element, "tournamentPlayerNumber", 999_999, findings)
    if number is None:
        findings.error("a player has no tournamentPlayerNumber: complete it", line)
    surname, forename = element.value("surname") or "?", element.value("forename")
    year = _whole(element, "dobYear", 2_200, findings)
    computer = COMPUTER in {surname, forename}
    if year is None and not computer:
        findings.error("dobYear is missing, which the federation demands: complete it", line)
    day = the_day(element.value("dobDate") or "")
    if day is not None and year is not None and day.year != year:
        findings.error(f"dobDate {day} is not in dobYear {year}: correct one of them", line)
    rating = fields.figure(element.value("fideRating") or "", findings, line)
    return PlayerReport(
        number=str(number or f"line {line}"),
        name=tidy(surname if forename is None or computer else f"{surname}, {forename}")[:200],
        sex=fields.sex(element.value("sex") or "", findings, line),  # type: ignore[arg-type]
        birth_date=day if day is not None and day.year == year else None,
        birth_year=year,
        club=_short(element.value("club") or element.value("vkz")),
        ids=_ids(element, findings),
        ratings={} if rating is None else {"FIDE": rating},
        computer=computer,
        line=line,
    )


def _ids(element: Element, findings: Findings) -> dict[str, str]:
    """The federation's own number, else club and membership number; and FIDE's."""
    ids = {}
    for namespace, name in (("dsb", "dsbId"), ("fide", "fideId")):
        id_ = fields.external_id(namespace, element.value(name) or "", findings, element.line)
        if id_ is not None:
            ids[namespace] = id_
    vkz, member = element.value("vkz"), element.value("numberClubMember")
    if vkz is not None and member is not None and re.fullmatch("[A-Za-z0-9]{5}", vkz):
        ids["zps"] = f"{vkz.upper()}-{member[:10]}"
    return ids


def _games(root: Element, findings: Findings) -> Iterator[GameReport]:
    for list_ in root.all("games"):
        for element in list_.all("game"):
            game = _game(element, findings)
            if game is not None:
                yield game


def _game(element: Element, findings: Findings) -> GameReport | None:
    line, column = element.line, element.column
    sides = [_side(element, colour, findings) for colour in ("White", "Black")]
    halves = [_half(element, f"point{colour}", findings) for colour in ("White", "Black")]
    round_ = _whole(element, "round", 999, findings)
    if round_ is None:
        findings.error("a game has no round: complete it", line, column)
    if None in halves or None in sides or round_ is None:
        return None
    if sides == ["", ""]:
        findings.error("a game has no player at all: correct it", line, column)
        return None
    white_half, black_half = halves
    game = GameReport(
        round=round_,
        white=sides[0] or "",
        black=sides[1],
        white_points=0.0,
        black_points=0.0,
        day=_day(element, findings),
        line=line,
    )
    if "" in sides:
        half = white_half if sides[0] else black_half
        return attrs.evolve(
            game,
            white=sides[0] or sides[1] or "",
            black=None,
            white_points=half.points if half else 0.0,
            played=False,
            reason="bye",
            day=None,
        )
    whole = together(white_half, black_half) if white_half and black_half else None
    if whole is None:
        findings.error("more than one point is given: correct the game", line, column)
        return None
    return attrs.evolve(game, **attrs.asdict(whole))


def _side(element: Element, colour: str, findings: Findings) -> str | None:
    """The player's number; empty for nobody, None (and an error) where it is left open."""
    number = _whole(element, f"tournamentPlayerNumber{colour}", 999_999, findings)
    nobody = element.value(f"none{colour}Player") in {"true", "1"}
    if (number is None) != nobody:
        message = f"a game needs tournamentPlayerNumber{colour} or none{colour}Player, not both"
        findings.error(f"{message}: correct it", element.line, element.column)
        return None
    return "" if number is None else str(number)


def _half(element: Element, name: str, findings: Findings) -> Half | None:
    text = element.value(name) or ""
    half = POINTS.get(text)
    if half is None:
        message = f"{name} {text[:10]!r} is not one of 0, 0.5, 1, +, -: correct it"
        findings.error(message, element.line, element.column)
    return half


def _day(element: Element, findings: Findings) -> date | None:
    text = element.value("date")
    day = None if text is None else the_day(text)
    if text is not None and day is None:
        findings.error(f"date {text[:20]!r} is no day: write it as YYYY-MM-DD", element.line)
    return day


def _whole(element: Element, name: str, most: int, findings: Findings) -> int | None:
    text = element.value(name)
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,7}", text) or not 1 <= int(text) <= most:
        message = f"{name} {text[:20]!r} is not a number from 1 to {most}: correct it"
        findings.error(message, element.line, element.column)
        return None
    return int(text)
