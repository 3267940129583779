"""The rounds of all players, combined into games.

A game is on the lines of both players.  It is built once, from both; if the lines
contradict each other, the file is refused.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter

import msgspec

from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.side_results import contradicting_line
from ledger.importing.formats.trf import codes, columns

_NATIONAL = re.compile(r"(?!XX|BB[WDLZFU])[A-Z]{3}")
_STARTING_NUMBER = re.compile("[0-9]{1,4}")


class Line(msgspec.Struct, frozen=True, gc=False):
    """A line of the file and its number."""

    number: int
    text: str


def player_of(line: Line, file: kit.File) -> kit.PlayerReport | None:
    """Return the player of a record 001; None if he has no starting number."""
    text, at = line.text, line.number
    number = columns.NUMBER.of(text)
    if not _STARTING_NUMBER.fullmatch(number) or int(number) == 0:
        message = Message(
            "starting number %(number)r is not one of 1–9999: put it in columns 5–8", number=number
        )
        file.error(message, at, 5)
        return None
    name = kit.tidy(columns.NAME.of(text))
    if not name:
        file.error(Message("the player has no name: put it in columns 15–47"), at, 15)
        return None
    return file.player(
        int(number),
        name,
        line=at,
        sex=columns.SEX.of(text),
        birth=columns.BIRTH.of(text),
        federation=columns.FEDERATION.of(text),
        title=columns.TITLE.of(text),
        ids={"fide": columns.EXTERNAL_ID.of(text)},
        ratings={"FIDE": columns.RATING.of(text)},
        table_line=kit.table_line(
            columns.RANK.of(text), columns.POINTS.of(text), start_number=int(number)
        ),
    )


def is_national(line: str, numbers: Mapping[str, object]) -> bool:
    """True if a line is a national record of a player: ``GER``, his number, and more."""
    if not _NATIONAL.fullmatch(columns.RECORD.of(line)):
        return False
    number = columns.NUMBER.of(line)
    return (
        number.isascii()
        and number.isdigit()
        and str(int(number)) in numbers
        and bool(line[13:].strip())
    )


def with_national_records(
    players: Mapping[str, kit.PlayerReport], lines: Sequence[Line], file: kit.File
) -> dict[str, kit.PlayerReport]:
    """The players with their national ratings and numbers added."""
    added = dict(players)
    for line in lines:
        number = str(int(columns.NUMBER.of(line.text)))
        added[number] = _with_national(added[number], line, file)
    return added


def _with_national(player: kit.PlayerReport, line: Line, file: kit.File) -> kit.PlayerReport:
    federation = columns.RECORD.of(line.text)
    namespace = codes.NATIONAL_REGISTERS.get(federation, federation.casefold())
    ids, ratings = dict(player.ids), dict(player.ratings)
    national = columns.EXTERNAL_ID.of(line.text)
    id_ = kit.fields.external_id(namespace, national, file, line.number, player.name)
    if id_ is not None:
        ids[namespace] = id_
    rating = kit.fields.figure(columns.RATING.of(line.text), file, line.number)
    if rating is not None:
        ratings[federation] = rating
    return kit.replace(player, ids=ids, ratings=ratings)


_COLOURS = {"w": "w", "W": "w", "b": "b", "B": "b", "-": "", "": ""}
_OTHER = {"w": "b", "b": "w", "": ""}


class Cell(msgspec.Struct, frozen=True, gc=False):
    """One round in a player's line; ``opponent`` is None without one."""

    player: str
    round: int
    opponent: str | None
    colour: str
    code: str
    line: int

    @property
    def column(self) -> int:
        """Return the column of the result."""
        return columns.in_round(columns.RESULT, self.round).first


def games_of(
    lines: Mapping[str, Line], allocated_bye: float, file: kit.File
) -> Sequence[kit.GameReport]:
    """Every game, forfeit and bye, by round."""
    cells = _cells(lines, file)
    games = []
    for of_player in cells.values():
        for cell in of_player.values():
            if cell.opponent is None:
                game = _bye(cell, allocated_bye, file)
            else:
                other = cells.get(cell.opponent, {}).get(cell.round)
                game = _game(cell, other, file)
            if game is not None:
                games.append(game)
    games.sort(key=attrgetter("round"))
    return games


def _cells(lines: Mapping[str, Line], file: kit.File) -> dict[str, dict[int, Cell]]:
    """The cells by player and round."""
    rounds = {player: columns.rounds_in(line.text) for player, line in lines.items()}
    if sum(rounds.values()) > kit.MOST_RESULTS:
        file.error(kit.TOO_MANY_RESULTS)
        return {}
    cells = {}
    for player, line in lines.items():
        if rounds[player] > kit.MOST_ROUNDS:
            message = Message("the line has more than %(most)s rounds", most=kit.MOST_ROUNDS)
            file.error(message, line.number)
            continue
        cells[player] = {cell.round: cell for cell in _cells_of(player, line, file)}
    return cells


def _cells_of(player: str, line: Line, file: kit.File) -> Iterator[Cell]:
    at = line.number
    for round_, text in enumerate(columns.rounds_of(line.text), start=1):
        reading = _read_round(text)
        if reading is None:
            _report_unreadable(text, round_, at, file)
            continue
        opponent, colour, code, is_misplaced = reading
        if is_misplaced:
            message = Message("a bye (%(code)s) with an opponent: read as a bye", code=code)
            file.warn(message, at, columns.in_round(columns.OPPONENT, round_).first)
        yield Cell(player, round_, opponent, colour, code, at)


@lru_cache(maxsize=20_000)  # even all tournaments together have few different cells
def _read_round(text: str) -> tuple[str | None, str, str, bool] | None:
    """Return opponent (None without one), colour and code of a round; None if it has no meaning.

    With them goes True for a bye that has the number of an opponent beside it.
    """
    number, colour, code = columns.parts_of_round(text)
    if not _is_number(number) or colour not in _COLOURS:
        return None
    opponent = number.lstrip("0") or None
    is_misplaced = opponent is not None and code in codes.MISPLACED_BYES
    return None if is_misplaced else opponent, _COLOURS[colour], code, is_misplaced


def _is_number(text: str) -> bool:
    return not text or (text.isascii() and text.isdigit())


def _report_unreadable(text: str, round_: int, line: int, file: kit.File) -> None:
    number, colour, _ = columns.parts_of_round(text)
    if _is_number(number):
        message = Message("colour %(colour)r is not w, b or -: correct it", colour=colour)
        file.error(message, line, columns.in_round(columns.COLOUR, round_).first)
    else:
        message = Message(
            "%(number)r is not an opponent's number: rounds are ten columns wide, from 92",
            number=number,
        )
        file.error(message, line, columns.in_round(columns.OPPONENT, round_).first)


def _bye(cell: Cell, allocated_bye: float, file: kit.File) -> kit.GameReport | None:
    if cell.code == "*":
        message = Message("round %(round)s is not over for all players", round=cell.round)
        file.warn(message, cell.line, cell.column)
    if cell.code in codes.NO_PAIRING:
        return None
    points = allocated_bye if cell.code == "U" else codes.BYES.get(cell.code)
    if points is None:
        message = Message(
            "result %(code)r without an opponent: give the opponent, or a bye F H U Z",
            code=cell.code,
        )
        file.error(message, cell.line, cell.column)
        return None
    bye = kit.bye(cell.round, cell.player, points, cell.line)
    return kit.replace(bye, granted=cell.code == codes.GRANTED_BYE)


def _game(cell: Cell, other: Cell | None, file: kit.File) -> kit.GameReport | None:
    if other is None or other.opponent != cell.player:
        named = None if other is None else other.opponent
        message = contradicting_line(cell.round, cell.player, cell.opponent, named)
        file.error(message, cell.line, columns.in_round(columns.OPPONENT, cell.round).first)
        return None
    if cell.colour and cell.colour == other.colour:
        if int(cell.player) > int(other.player):
            return None  # reported on the opponent's line
        message = Message(
            "round %(round)s: %(one)s and %(other)s have the same colour: correct one of them",
            {"round": cell.round, "one": cell.player, "other": other.player},
        )
        file.error(message, other.line, other.column - 2)
        return None
    first = cell.colour or _OTHER[other.colour]
    if first == "b" if first else int(cell.player) > int(other.player):
        return None  # the second line: the first is White's, or that of the lower number
    if cell.code in codes.NO_RESULT or other.code in codes.NO_RESULT:
        _report_open(cell, other, file)
        return None
    return _build_game(cell, other, file)


def _report_open(cell: Cell, other: Cell, file: kit.File) -> None:
    """Keep a pairing without a result, or report it if the tournament is over."""
    missing = cell if cell.code in codes.NO_RESULT else other
    if not file.leaves_open(cell.round, cell.player, other.player, cell.line):
        message = Message(
            "round %(round)s: %(one)s – %(other)s has no result: complete it",
            {"round": cell.round, "one": cell.player, "other": other.player},
        )
        file.error(message, missing.line, missing.column)


def _build_game(cell: Cell, other: Cell, file: kit.File) -> kit.GameReport | None:
    result = _result(cell.code, other.code)
    if result is None:
        _report_result(cell, other, file)
        return None
    if result.played and not result.complete:
        message = Message(
            "%(game)s: the halves do not complete each other; each is taken by itself",
            game=_result_text(cell, other),
        )
        file.warn(message, other.line, other.column)
    known = bool(cell.colour or other.colour)
    if not known and result.played:
        message = Message("no colours: the lower number is entered as White")
        file.adjusted(message, cell.line, cell.column - 2)
    return kit.GameReport(
        round=cell.round,
        white=cell.player,
        black=other.player,
        **result.fields(),
        sides_known=known,
        line=cell.line,
    )


def _result_text(cell: Cell, other: Cell) -> str:
    return Message(
        "round %(round)s: %(one)s – %(other)s is %(result)s",
        round=cell.round,
        one=cell.player,
        other=other.player,
        result=f"{cell.code}:{other.code}",
    )


@lru_cache(maxsize=1_000)
def _result(code: str, other_code: str) -> kit.GameResult | None:
    """Return the result of a game; None if a code is unknown, or the points exceed one."""
    white, black = _side_result(code, other_code), _side_result(other_code, code)
    return None if white is None or black is None else kit.combine_results(white, black)


def _side_result(code: str, other_code: str) -> kit.SideResult | None:
    if other_code in {"+", "-"} and code in codes.FORFEITS:
        return codes.FORFEITS[code]
    return codes.WITH_OPPONENT.get(code)


def _report_result(cell: Cell, other: Cell, file: kit.File) -> None:
    known = codes.WITH_OPPONENT
    unknown = [each for each in (cell, other) if each.code not in known]
    for each in unknown:
        message = Message(
            "result %(code)r is unknown: the codes are %(known)s",
            {"code": each.code, "known": " ".join(known)},
        )
        file.error(message, each.line, each.column)
    if not unknown:
        message = Message(
            "%(game)s, more than one point: correct it", game=_result_text(cell, other)
        )
        file.error(message, other.line, other.column)
