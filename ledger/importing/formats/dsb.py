"""The German federation's submission for DWZ: DSB_DWZ_TournamentReport, XML 2.5.

The federation's own schema accepts dangling references, numbers used twice and 1:1, so all of
that is checked here.  ``+`` and ``-`` mean that a result does not count for *that* player: 0:-
is a loss for White that is rated, and nothing for Black.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
    FORFEIT_LOSS,
    FORFEIT_WIN,
    LOSS,
    WIN,
    SideResult,
    combine_results,
)
from ledger.importing.formats.time_control import thinking_time_of
from ledger.importing.formats.tournament_report import (
    Findings,
    GameReport,
    PlayerReport,
    SuppliedDetails,
    System,
    TournamentReport,
)
from ledger.importing.formats.xml_tree import Element, declared_encoding, read_xml, whole_number

# Reads the games of a DSB file, in which each side's result counts for its own player only.


POINTS: Mapping[str, SideResult] = {
    "1": WIN,
    "0.5": DRAW,
    "0": LOSS,
    "+": FORFEIT_WIN,
    "-": FORFEIT_LOSS,
}

_Sides = tuple[int | None, str | None, str | None, float, float, bool]


def dsb_games(root: Element, findings: Findings) -> Iterator[GameReport]:
    """Every game, forfeit and bye of a report."""
    for list_ in root.all("games"):
        for element in list_.all("game"):
            game = _game(element, findings)
            if game is not None:
                yield game


def without_mirrored(games: Sequence[GameReport], findings: Findings) -> tuple[GameReport, ...]:
    """Return the games once if a list has every one twice, in the lines of both players.

    Such a list has the player of each line as White, so the colours are not known.
    """
    between = [game for game in games if game.black is not None]
    counted = Counter(map(_seen_from_white, between))
    if not between or any(
        counted[_seen_from_white(game)] != counted[_seen_from_black(game)] for game in between
    ):
        return tuple(games)
    kept, seen = [], Counter[_Sides]()
    for game in games:
        if game.black is None:
            kept.append(game)
        elif seen[_seen_from_black(game)]:
            seen[_seen_from_black(game)] -= 1
        else:
            seen[_seen_from_white(game)] += 1
            kept.append(replace(game, sides_known=False))
    message = Message(
        "every game is listed twice, with White and Black exchanged: read once, and the colours "
        "are not known"
    )
    findings.warn(message, between[0].line)
    return tuple(kept)


def _seen_from_white(game: GameReport) -> "_Sides":
    return game.round, game.white, game.black, game.white_points, game.black_points, game.played


def _seen_from_black(game: GameReport) -> "_Sides":
    return game.round, game.black, game.white, game.black_points, game.white_points, game.played


def _game(element: Element, findings: Findings) -> GameReport | None:
    line, column = element.line, element.column
    sides = [_side(element, colour, findings) for colour in ("White", "Black")]
    results = [_side_result(element, f"point{colour}", findings) for colour in ("White", "Black")]
    round_ = whole_number(element, "round", 999, findings)
    if round_ is None:
        findings.error(Message("a game has no round: complete it"), line, column)
    if None in results or None in sides or round_ is None:
        return None
    if sides == ["", ""]:
        findings.error(Message("a game has no player at all: correct it"), line, column)
        return None
    white_result, black_result = results
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
        side_result = white_result if sides[0] else black_result
        return replace(
            game,
            white=sides[0] or sides[1] or "",
            black=None,
            white_points=side_result.points if side_result else 0.0,
            played=False,
            reason="bye",
            day=None,
        )
    result = combine_results(white_result, black_result) if white_result and black_result else None
    if result is None:
        message = Message("more than one point is given: correct the game")
        findings.error(message, line, column)
        return None
    return replace(game, **result.fields())


def _side(element: Element, colour: str, findings: Findings) -> str | None:
    """Return the player's number; empty for nobody, None (and an error) if it is left open."""
    number = whole_number(element, f"tournamentPlayerNumber{colour}", 999_999, findings)
    nobody = element.value(f"none{colour}Player") in {"true", "1"}
    if (number is None) != nobody:
        message = Message(
            "a game needs %(number)s or %(nobody)s, not both: correct it",
            number=f"tournamentPlayerNumber{colour}",
            nobody=f"none{colour}Player",
        )
        findings.error(message, element.line, element.column)
        return None
    return "" if number is None else str(number)


def _side_result(element: Element, name: str, findings: Findings) -> SideResult | None:
    text = element.value(name) or ""
    result = POINTS.get(text)
    if result is None:
        message = Message(
            "%(name)s %(text)r is not one of 0, 0.5, 1, +, -: correct it",
            name=name,
            text=text[:10],
        )
        findings.error(message, element.line, element.column)
    return result


def _day(element: Element, findings: Findings) -> date | None:
    text = element.value("date")
    if text is not None and not text.strip(" 0./-"):
        message = Message("date %(text)r means an unknown day", text=text[:20])
        findings.warn(message, element.line)
        return None
    day = None if text is None else unambiguous_date(text)
    if text is not None and day is None:
        message = Message("date %(text)r is no day: write it as YYYY-MM-DD", text=text[:20])
        findings.error(message, element.line)
    return day


ROOT = "DSB_DWZ_TournamentReport"
COMPUTER = "###COMPUTER###"
PLACEHOLDER_YEAR = 1900
SYSTEMS: Mapping[str, System] = {
    "SR": "round-robin",
    "SW": "swiss",
    "SC": "knockout",
    "TR": "team",
    "TW": "team",
    "TC": "team",
}
_UUID = re.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def read_dsb(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """The report of a DSB file."""
    root = read_xml(content, ROOT, findings)
    if root is None:
        return None
    if not root.attributes.get("version", "").startswith("2.5"):
        findings.warn(Message("the version is not 2.5: read as if it were"), root.line)
    tournament = root.first("tournament")
    if tournament is None:
        message = Message("the element tournament is missing: export the file again")
        findings.error(message, root.line)
        return None
    first, last = resolve_dates(
        _spelling(tournament, "startDate"), _spelling(tournament, "endDate"), supplied, findings
    )
    players = tuple(_players(root, findings))
    games, system = tuple(dsb_games(root, findings)), _system(tournament, findings)
    if system not in {"knockout", "match"}:  # two players may meet several times in a round
        games = without_mirrored(games, findings)
    report = TournamentReport(
        format="dsb",
        encoding=declared_encoding(content),
        digest=sha256(content).hexdigest(),
        discipline="chess",
        key=_key(tournament, findings),
        name=_short(tournament.value("label")),
        place=_short(tournament.value("location")),
        starts_on=first,
        ended_on=last,
        rounds=whole_number(tournament, "rounds", 999, findings),
        system=system,
        thinking_time=_thinking_time(tournament, findings),
        youth_class=_youth_class(tournament, findings),
        players=players,
        games=games,
    )
    return check_report(report, supplied, findings)


def _short(text: str | None) -> str | None:
    return None if text is None else text[:200]


def _spelling(element: Element, name: str) -> WrittenDate | None:
    child = element.first(name)
    text = element.value(name)
    return None if child is None or text is None else WrittenDate(text, child.line, child.column)


def _key(tournament: Element, findings: Findings) -> str | None:
    uuid = tournament.value("tournamentUUID")
    if uuid is not None and _UUID.fullmatch(uuid):
        return f"dsb-{uuid.casefold()}"
    message = Message("tournamentUUID is missing or none: the tournament is named by its content")
    findings.warn(message, tournament.line)
    return None


def _system(tournament: Element, findings: Findings) -> System | None:
    kind = tournament.value("tournamentType") or ""
    system = SYSTEMS.get(kind.removesuffix("-H"))
    if system is None:
        known = ", ".join(SYSTEMS)
        message = Message(
            "tournamentType %(kind)r is not one of %(known)s: correct it",
            kind=kind[:10],
            known=known,
        )
        findings.error(message, tournament.line)
    return system


def _youth_class(tournament: Element, findings: Findings) -> str | None:
    text = tournament.value("ageClass")
    if text is None or not re.fullmatch("[Uu][1-9][0-9]?", text):
        if text is not None:
            message = Message("ageClass %(text)r is no youth class: left out", text=text[:20])
            findings.warn(message, tournament.line)
        return None
    return text.upper()


def _thinking_time(tournament: Element, findings: Findings) -> ThinkingTime | None:
    """Periods joined by ``+``: minutes with the number of moves, at the end the increment.

    ``90/40+30/0+30``: 90 minutes for 40 moves, 30 for the rest, 30 seconds for each move.
    """
    text = tournament.value("timecontrol")
    if text is None:
        return None
    match = re.fullmatch(r"((?:[0-9]{1,3}/[0-9]{1,3}\+){1,5})([0-9]{1,3})", text)
    if match is None:
        return thinking_time_of(text, "timecontrol", findings, tournament.line)
    minutes = sum(int(each.split("/")[0]) for each in match[1].rstrip("+").split("+"))
    return ThinkingTime(minutes=float(minutes), increment_seconds=float(match[2]))


def _players(root: Element, findings: Findings) -> Iterator[PlayerReport]:
    for list_ in root.all("players"):
        for element in list_.all("player"):
            yield _player(element, findings)


def _player(element: Element, findings: Findings) -> PlayerReport:
    line = element.line
    number = whole_number(element, "tournamentPlayerNumber", 999_999, findings)
    if number is None:
        findings.error(Message("a player has no tournamentPlayerNumber: complete it"), line)
    surname, forename = element.value("surname"), element.value("forename")
    if surname is None:
        findings.error(Message("a player has no surname: complete it"), line)
    computer = COMPUTER in {surname, forename}
    day, year = _birth(element, findings, is_demanded=not computer)
    rating = fields.figure(element.value("fideRating") or "", findings, line)
    return PlayerReport(
        number=str(number or f"line {line}"),
        name=", ".join(part for part in (surname, None if computer else forename) if part)[:200],
        sex=fields.sex(element.value("sex") or "", findings, line),
        birth_date=day,
        birth_year=year,
        club=(element.value("club") or element.value("vkz") or "")[:100].strip() or None,
        ids=_ids(element, findings),
        ratings={} if rating is None else {"FIDE": rating},
        computer=computer,
        line=line,
    )


def _birth(
    element: Element, findings: Findings, *, is_demanded: bool
) -> tuple[date | None, int | None]:
    """Return day and year of birth; the placeholder year counts as none."""
    line, year = element.line, whole_number(element, "dobYear", 2_200, findings)
    if year == PLACEHOLDER_YEAR:
        message = Message(
            "dobYear %(year)s is read as unknown: programs write it for unknown years",
            year=year,
        )
        findings.warn(message, line)
        return None, None
    if year is None:
        if is_demanded:
            message = Message("dobYear is missing, which the federation demands: complete it")
            findings.error(message, line)
        return None, None
    if year < 1_850:
        message = Message(
            "the year of birth %(year)s is impossible: correct %(field)s",
            year=year,
            field="dobYear",
        )
        findings.error(message, line)
    day = unambiguous_date(element.value("dobDate") or "")
    if day is not None and day.year != year:
        message = Message(
            "dobDate %(day)s is not in dobYear %(year)s: correct one of them", day=day, year=year
        )
        findings.error(message, line)
        day = None
    return day, year


def _ids(element: Element, findings: Findings) -> dict[str, str]:
    """The federation's own number, else club and membership number; and FIDE's."""
    ids = {}
    for namespace, name in (("dsb", "dsbId"), ("fide", "fideId")):
        text, surname = element.value(name) or "", element.value("surname") or ""
        id_ = fields.external_id(namespace, text, findings, element.line, surname)
        if id_ is not None:
            ids[namespace] = id_
    vkz, member = element.value("vkz"), element.value("numberClubMember")
    if vkz is not None and member is not None and re.fullmatch("[A-Za-z0-9]{5}", vkz):
        ids["zps"] = f"{vkz.upper()}-{member[:10].strip()}"
    return ids
