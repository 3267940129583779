"""The XML by which pairing programs upload a tournament to chess-results: all in attributes.

A pairing names its sides by start number; -1 is a bye, -2 a player who was not paired.
No points are an empty text, so only a pairing with points, or one with a mark, has a result.
In a tournament of teams the pairings of the players are read, not those of the teams.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from datetime import date

import attrs

from ledger.events.facts import ThinkingTime
from ledger.events.messages import Message
from ledger.importing.formats import kit

_BYE, _NOT_PAIRED = "-1", "-2"
_POINTS: Mapping[str, float] = {"": 0.0, "0": 0.0, "0.0": 0.0, "0.5": 0.5, "1": 1.0, "1.0": 1.0}
_LOST_BY_BOTH, _ADJOURNED = "D", "H"
_PLAYED: Mapping[float, kit.SideResult] = {1.0: kit.WIN, 0.5: kit.DRAW, 0.0: kit.LOSS}
_SIDES: Mapping[str, Mapping[float, kit.SideResult]] = {
    "": _PLAYED,
    "N": _PLAYED,
    "K": {1.0: kit.FORFEIT_WIN, 0.5: kit.FORFEIT_DRAW, 0.0: kit.FORFEIT_LOSS},
    "U": {1.0: kit.UNRATED_WIN, 0.5: kit.UNRATED_DRAW, 0.0: kit.UNRATED_LOSS},
    _LOST_BY_BOTH: {0.0: kit.FORFEIT_LOSS},
    _ADJOURNED: {},
}
"""The meaning of a side's points, by the mark (forfeit) of the pairing."""
_SYSTEMS: Mapping[str, kit.System] = {"0": "swiss", "1": "round-robin", "2": "team", "3": "team"}
_NO_FEDERATION, _COMPUTER = 3 * "X", "c"
_LEAST_SECONDS = 600  # smaller numbers may be minutes, which some programs write


def read_chess_results_xml(file: kit.File) -> kit.TournamentReport:
    """The report of an upload."""
    root = file.xml("chessresults")
    about = next(root.below("tournament"), None)
    if about is None:
        message = Message("the element tournament is missing: export the tournament again")
        raise file.refusal(message)
    days = file.days(_day(about, "from"), _day(about, "to"))
    system = _SYSTEMS.get(about.get("type"))
    games = tuple(kit.dated(_games(root, system, file), _round_days(root), days))
    # Rows without a name and without a game are empty boards of teams.
    playing = {side for game in games for side in (game.white, game.black)}
    tie_breaks = _tie_breaks(about)
    teams = {team.number: team for team in _teams(root, tie_breaks)} if system == "team" else {}
    key, federation = about.get("key"), about.get("federation")
    return file.report(
        days,
        (
            _player(it, tie_breaks, file)
            for it in root.below("player")
            if it.get("lastname") or it.get("firstname") or it.get("no") in playing
        ),
        games,
        key=f"chess-results-{key}" if re.fullmatch("[1-9][0-9]{0,8}", key) else None,
        name=about.get("name"),
        place=about.get("location"),
        country=None if federation == _NO_FEDERATION else federation,
        planned=kit.ordinal_of(about.get("rounds")),
        system=system,
        thinking_time=_thinking_time(about, file),
        arbiter=about.get("chiefarbiter"),
        # Several can be told apart only behind their numbers.
        tie_breaks=tuple(name.upper() for name in tie_breaks),
        boards=kit.ordinal_of(about.get("playerperteam")) if system == "team" else None,
        teams=tuple(teams.values()),
        deputies=re.split(r"(?<=\)), ?", about.get("deputyarbiter"))[:50],
    )


def _thinking_time(about: kit.Element, file: kit.File) -> ThinkingTime | None:
    """Return the time from seconds in the form of record 222 of a TRF, or from free text."""
    text = about.attributes.get("timecontrol", "")
    numbers = re.findall("[0-9]{3,6}", text)
    is_coded = any(int(each) >= _LEAST_SECONDS for each in numbers)
    read = kit.coded_thinking_time if is_coded else kit.thinking_time_of
    return read(text, "timecontrol", file, about.line)


def _day(element: kit.Element, name: str) -> kit.WrittenDate | None:
    """Return a day, which is written YYYYMMDD or, in a later description, DD.MM.YYYY."""
    text = element.get(name)
    match = re.fullmatch("([0-9]{4})([0-9]{2})([0-9]{2})", text)
    return kit.written("-".join(match.groups()) if match else text, element.line, element.column)


def _round_days(root: kit.Element) -> Mapping[int, date | None]:
    return {
        int(number): kit.unambiguous_date(written.text)
        for each in root.below("round")
        if kit.SHORT_NUMBER.fullmatch(number := each.get("round"))
        and (written := _day(each, "date"))
    }


_MOST_TIE_BREAKS = 5
_MATCH_POINTS, _BOARD_POINTS = 13, 1
"""The numbers of these among the tie-breaks of chess-results."""


def _tie_breaks(about: kit.Element) -> Mapping[str, int]:
    """Return the attributes of the tie-breaks that decide, with the number of each."""
    names = (f"tb{place}" for place in range(1, _MOST_TIE_BREAKS + 1))
    return {name: number for name in names if (number := kit.ordinal_of(about.get(f"{name}no")))}


def _teams(root: kit.Element, tie_breaks: Mapping[str, int]) -> Iterator[kit.TeamReport]:
    """Yield the teams; their match and board points are among their tie-breaks."""
    name_of = {number: name for name, number in tie_breaks.items()}
    for element in root.below("team"):
        number, name = kit.ordinal_of(element.get("no")), kit.short(element.get("teamname"))
        if number is not None and name is not None:
            match, board = (name_of.get(each, "") for each in (_MATCH_POINTS, _BOARD_POINTS))
            yield kit.TeamReport(
                number=number,
                name=name,
                place=kit.ordinal_of(element.get("rank")),
                match_points=kit.decimal_of(element.get(match)),
                board_points=kit.decimal_of(element.get(board)),
            )


def _player(element: kit.Element, tie_breaks: Collection[str], file: kit.File) -> kit.PlayerReport:
    born, sex = element.get("dob"), element.get("sex").casefold()
    return file.player(
        element.get("no"),
        element.get("lastname"),
        element.get("firstname"),
        line=element.line,
        sex="" if sex == _COMPUTER else sex,
        computer=sex == _COMPUTER,
        birth="" if born == "None" else born,
        federation=element.get("fed"),
        club=element.get("clubname"),
        title=element.get("title"),
        ids={"fide": element.get("fideid")},
        ratings={"FIDE": element.get("rtgfide")},
        table_line=kit.table_line(
            element.get("rank"),
            element.get("pts"),
            [element.get(name) for name in tie_breaks],
            start_number=kit.ordinal_of(element.get("no")),
            team=kit.ordinal_of(element.get("teamno")),
        ),
    )


@attrs.frozen
class _Pairing:
    """A pairing of two players, or of one (``black`` is None) who has points or none."""

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


def _games(
    root: kit.Element, system: kit.System | None, file: kit.File
) -> Iterator[kit.GameReport]:
    board = "board" if system == "team" else "pairing"  # that of a match, else the table
    for element in root.below("playerpairing"):
        pairing = _pairing(element, file)
        if pairing is None:
            continue
        if pairing.black is None:
            if points := pairing.points[0]:
                yield kit.bye(pairing.round, pairing.white, points, element.line)
            continue
        place = element.line, element.column
        one, other = map(_SIDES[pairing.mark].get, pairing.points)
        known = one is not None and other is not None
        if not known and not pairing.is_open:
            file.unknown_result(pairing.round, pairing.white, pairing.mark, *place)
            continue
        yield from file.game(
            pairing.round,
            pairing.white,
            pairing.black,
            None if pairing.is_open or not (one and other) else (one, other),
            board=kit.ordinal_of(element.get(board)),
            lost_by_both=pairing.mark == _LOST_BY_BOTH,
            place=place,
        )


def _pairing(element: kit.Element, file: kit.File) -> _Pairing | None:
    """Return a pairing; None, and an error, if it is none."""
    round_, white, black, mark = map(element.get, ("round", "whiteno", "blackno", "forfeit"))
    points = [_POINTS.get(element.get(it).replace(",", ".")) for it in ("reswhite", "resblack")]
    is_free = black in {_BYE, _NOT_PAIRED}
    numbers = (round_, white) if is_free else (round_, white, black)
    if None in points or not all(map(kit.SHORT_NUMBER.fullmatch, numbers)):
        message = Message("a pairing has no players, round or points: correct it")
        file.error(message, element.line, element.column)
        return None
    if mark not in _SIDES:
        file.unknown_result(round_, white, mark, element.line, element.column)
        return None
    one, other = (each or 0.0 for each in points)
    return _Pairing(int(round_), white, None if is_free else black, (one, other), mark)
