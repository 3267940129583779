"""The German federation's submission for DWZ: DSB_DWZ_TournamentReport, XML 2.5.

The federation's own schema accepts dangling references, numbers used twice and 1:1, so all of
that is checked here.  ``+`` and ``-`` mean that a result does not count for *that* player: 0:-
is a loss for White that is rated, and nothing for Black.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date

from ledger.events.facts import ThinkingTime
from ledger.events.messages import Message
from ledger.importing.formats import kit

POINTS = kit.results_of(win="1", draw="0.5", loss="0", forfeit_win="+", forfeit_loss="-")

_Sides = tuple[int | None, bool, str | None, float, str | None, float]


def without_mirrored(
    games: Sequence[kit.GameReport], file: kit.File
) -> tuple[kit.GameReport, ...]:
    """Return the games once if a list has every one twice, in the lines of both players.

    Such a list has the player of each line as White, so the colours are not known.
    """
    between = [game for game in games if game.black is not None]
    counted = Counter(_sides(game)[0] for game in between)
    if not between or any(len({counted[it] for it in _sides(game)}) == 2 for game in between):
        return tuple(games)
    kept, seen = [], Counter[_Sides]()
    for game in games:
        from_white, from_black = _sides(game)
        if game.black is None:
            kept.append(game)
        elif seen[from_black]:
            seen[from_black] -= 1
        else:
            seen[from_white] += 1
            kept.append(kit.replace(game, sides_known=False))
    message = Message(
        "every game is listed twice, with White and Black exchanged: read once, and the colours "
        "are not known"
    )
    file.warn(message, between[0].line)
    return tuple(kept)


def _sides(game: kit.GameReport) -> "tuple[_Sides, _Sides]":
    """Return a game as White and as Black sees it."""
    white, black = (game.white, game.white_points), (game.black, game.black_points)
    return (game.round, game.played, *white, *black), (game.round, game.played, *black, *white)


def _game(element: kit.Element, file: kit.File) -> kit.GameReport | None:
    line, column = element.line, element.column
    sides = [_side(element, colour, file) for colour in ("White", "Black")]
    if not (element.value("pointWhite") or element.value("pointBlack")) and all(sides):
        number = kit.ordinal_of(element.value("round"))
        white, black = (side or "" for side in sides)
        if file.leaves_open(number, white, black, line):
            return None
    results = [_side_result(element, f"point{colour}", file) for colour in ("White", "Black")]
    round_ = kit.whole_number(element, "round", 999, file)
    if round_ is None:
        file.error(Message("a game has no round: complete it"), line, column)
    own, other = results
    if own is None or other is None or None in sides or round_ is None:
        return None
    if sides == ["", ""]:
        file.error(Message("a game has no player at all: correct it"), line, column)
        return None
    day = _day(element, file)
    if "" in sides:
        points = (own if sides[0] else other).points
        return kit.bye(round_, sides[0] or sides[1] or "", points, line)
    result = kit.combine_results(own, other)
    if result is None:
        file.error(Message("more than one point is given: correct the game"), line, column)
        return None
    return kit.GameReport(
        round=round_, white=sides[0] or "", black=sides[1], day=day, line=line, **result.fields()
    )


def _side(element: kit.Element, colour: str, file: kit.File) -> str | None:
    """Return the player's number; empty for nobody, None (and an error) if it is left open."""
    number = kit.whole_number(element, f"tournamentPlayerNumber{colour}", 999_999, file)
    nobody = element.value(f"none{colour}Player") in {"true", "1"}
    if (number is None) != nobody:
        message = Message(
            "a game needs %(number)s or %(nobody)s, not both: correct it",
            {"number": f"tournamentPlayerNumber{colour}", "nobody": f"none{colour}Player"},
        )
        file.error(message, element.line, element.column)
        return None
    return "" if number is None else str(number)


def _side_result(element: kit.Element, name: str, file: kit.File) -> kit.SideResult | None:
    text = element.value(name) or ""
    result = POINTS.get(text)
    if result is None:
        message = Message(
            "%(name)s %(text)r is not one of 0, 0.5, 1, +, -: correct it",
            {"name": name, "text": text[:10]},
        )
        file.error(message, element.line, element.column)
    return result


def _day(element: kit.Element, file: kit.File) -> date | None:
    text = element.value("date")
    if text is not None and not text.strip(" 0./-"):
        file.warn(Message("date %(text)r means an unknown day", text=text[:20]), element.line)
        return None
    day = None if text is None else kit.unambiguous_date(text)
    if text is not None and day is None:
        message = Message("date %(text)r is not a day: write it as YYYY-MM-DD", text=text[:20])
        file.error(message, element.line)
    return day


COMPUTER = "###COMPUTER###"
PLACEHOLDER_YEAR = 1900
SYSTEMS: Mapping[str, kit.System] = {
    "SR": "round-robin",
    "SW": "swiss",
    "SC": "knockout",
    **dict.fromkeys(("TR", "TW", "TC"), "team"),
}
_UUID = re.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def read_dsb(file: kit.File) -> kit.TournamentReport:
    """The report of a DSB file."""
    root = file.xml("DSB_DWZ_TournamentReport")
    if not root.attributes.get("version", "").startswith("2.5"):
        file.warn(Message("the version is not 2.5: read as if it were"), root.line)
    tournament = root.first("tournament")
    if tournament is None:
        message = Message("the element tournament is missing: export the file again")
        raise file.refusal(message, root.line)
    days = file.days(_spelling(tournament, "startDate"), _spelling(tournament, "endDate"))
    players = [_player(element, file) for element in root.listed("players", "player")]
    found = [_game(element, file) for element in root.listed("games", "game")]
    games, system = tuple(filter(None, found)), _system(tournament, file)
    if system not in {"knockout", "match"}:  # two players may meet several times in a round
        games = without_mirrored(games, file)
    return file.report(
        days,
        players,
        games,
        key=_key(tournament, file),
        name=tournament.value("label"),
        place=tournament.value("location"),
        rounds=kit.whole_number(tournament, "rounds", 999, file),
        system=system,
        thinking_time=_thinking_time(tournament, file),
        youth_class=_youth_class(tournament, file),
    )


def _spelling(element: kit.Element, name: str) -> kit.WrittenDate | None:
    child = element.first(name)
    return None if child is None else kit.written(kit.tidy(child.text), child.line, child.column)


def _key(tournament: kit.Element, file: kit.File) -> str | None:
    uuid = tournament.value("tournamentUUID")
    if uuid is not None and _UUID.fullmatch(uuid):
        return f"dsb-{uuid.casefold()}"
    message = Message("tournamentUUID is missing or none: the tournament is named by its content")
    file.warn(message, tournament.line)
    return None


def _system(tournament: kit.Element, file: kit.File) -> kit.System | None:
    kind = tournament.value("tournamentType") or ""
    system = SYSTEMS.get(kind.removesuffix("-H"))
    if system is None:
        known = ", ".join(SYSTEMS)
        message = Message(
            "tournamentType %(kind)r is not one of %(known)s: correct it",
            {"kind": kind[:10], "known": known},
        )
        file.error(message, tournament.line)
    return system


def _youth_class(tournament: kit.Element, file: kit.File) -> str | None:
    text = tournament.value("ageClass")
    if text is None or not re.fullmatch("[Uu][1-9][0-9]?", text):
        if text is not None:
            message = Message("ageClass %(text)r is not a youth class: left out", text=text[:20])
            file.warn(message, tournament.line)
        return None
    return text.upper()


def _thinking_time(tournament: kit.Element, file: kit.File) -> ThinkingTime | None:
    """Periods joined by ``+``: minutes with the number of moves, at the end the increment.

    ``90/40+30/0+30``: 90 minutes for 40 moves, 30 for the rest, 30 seconds for each move.
    """
    text = tournament.value("timecontrol")
    if text is None:
        return None
    match = re.fullmatch(r"((?:[0-9]{1,3}/[0-9]{1,3}\+){1,5})([0-9]{1,3})", text)
    if match is None:
        return kit.thinking_time_of(text, "timecontrol", file, tournament.line)
    minutes = sum(int(each.split("/")[0]) for each in match[1].rstrip("+").split("+"))
    return ThinkingTime(minutes=float(minutes), increment_seconds=float(match[2]))


def _player(element: kit.Element, file: kit.File) -> kit.PlayerReport:
    surname, forename = element.value("surname"), element.value("forename")
    computer = COMPUTER in {surname, forename}
    day, year = _birth(element, file, is_demanded=not computer)
    vkz, member = element.value("vkz") or "", element.value("numberClubMember")
    ids = {"dsb": element.value("dsbId"), "fide": element.value("fideId")}
    if member is not None and re.fullmatch("[A-Za-z0-9]{5}", vkz):
        ids["zps"] = f"{vkz.upper()}-{member[:10].strip()}"
    return file.player(
        element.value("tournamentPlayerNumber"),
        surname,
        None if computer else forename,
        line=element.line,
        sex=element.value("sex"),
        birth=day,
        year=year,
        club=element.value("club") or vkz,
        ids=ids,
        ratings={"FIDE": element.value("fideRating")},
        computer=computer,
    )


def _birth(
    element: kit.Element, file: kit.File, *, is_demanded: bool
) -> tuple[date | None, int | None]:
    """Return day and year of birth; the placeholder year counts as none."""
    line, year = element.line, kit.whole_number(element, "dobYear", 2_200, file)
    if year == PLACEHOLDER_YEAR:
        message = Message(
            "dobYear %(year)s is read as unknown: programs write it for unknown years", year=year
        )
        file.warn(message, line)
        return None, None
    if year is None:
        if is_demanded:
            message = Message("dobYear is missing, which the federation demands: complete it")
            file.error(message, line)
        return None, None
    if year < 1_850:
        message = Message(
            "the year of birth %(year)s is impossible: correct %(field)s",
            {"year": year, "field": "dobYear"},
        )
        file.error(message, line)
    day = kit.unambiguous_date(element.value("dobDate") or "")
    if day is not None and day.year != year:
        message = Message(
            "dobDate %(day)s is not in dobYear %(year)s: correct one of them", day=day, year=year
        )
        file.error(message, line)
        day = None
    return day, year
