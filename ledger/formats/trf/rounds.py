"""The rounds of all players, put together into games.

A game stands on the lines of both players.  It is built once, from both, and where the lines
contradict each other the file is refused.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

import msgspec

from ledger.events.sentences import sentence
from ledger.formats.consistency import MOST_ROUNDS
from ledger.formats.side_results import SideResult, combine_results
from ledger.formats.tournament_report import Findings, GameReport
from ledger.formats.trf import codes, columns
from ledger.formats.trf.player import Line

MOST_RESULTS = 300_000
_COLOURS = {"w": "w", "W": "w", "b": "b", "B": "b", "-": "", "": ""}
_OTHER = {"w": "b", "b": "w", "": ""}


class Cell(msgspec.Struct, frozen=True, gc=False):
    """What a player's line says about one round; ``opponent`` is None without one."""

    player: str
    round: int
    opponent: str | None
    colour: str
    code: str
    line: int

    @property
    def column(self) -> int:
        """Where the result stands."""
        return columns.result(self.round).first


def games_of(
    lines: Mapping[str, Line],
    days: Sequence[date | None],
    allocated_bye: float,
    findings: Findings,
) -> tuple[GameReport, ...]:
    """Every game, forfeit and bye, by round."""
    cells = _cells(lines, findings)
    games = []
    for cell in cells.values():
        if cell.opponent is None:
            game = _bye(cell, allocated_bye, findings)
        else:
            game = _game(cell, cells.get((cell.opponent, cell.round)), days, findings)
        if game is not None:
            games.append(game)
    games.sort(key=lambda game: game.round or 0)
    return tuple(games)


def _cells(lines: Mapping[str, Line], findings: Findings) -> dict[tuple[str, int], Cell]:
    rounds = {player: columns.rounds_in(line.text) for player, line in lines.items()}
    if sum(rounds.values()) > MOST_RESULTS:
        findings.error(f"more than {MOST_RESULTS:,} results: this is no tournament")
        return {}
    cells = {}
    for player, line in lines.items():
        if rounds[player] > MOST_ROUNDS:
            findings.error(f"the line goes on for more than {MOST_ROUNDS} rounds", line.number)
            continue
        for cell in _cells_of(player, line, findings):
            cells[player, cell.round] = cell
    return cells


def _cells_of(player: str, line: Line, findings: Findings) -> Iterator[Cell]:
    for round_, (number, colour, code) in enumerate(columns.rounds_of(line.text), start=1):
        if number and not (number.isascii() and number.isdigit()):
            message = f"{number!r} is no opponent's number: rounds are ten columns wide, from 92"
            findings.error(message, line.number, columns.opponent(round_).first)
            continue
        if colour not in _COLOURS:
            message = f"colour {colour!r} is not w, b or -: correct it"
            findings.error(message, line.number, columns.colour(round_).first)
            continue
        opponent = number.lstrip("0") or None
        if opponent is not None and code in codes.MISPLACED_BYES:
            message = sentence("a bye (%(code)s) beside an opponent: taken as bye", code=code)
            findings.warn(message, line.number, columns.opponent(round_).first)
            opponent = None
        yield Cell(player, round_, opponent, _COLOURS[colour], code, line.number)


def _bye(cell: Cell, allocated_bye: float, findings: Findings) -> GameReport | None:
    if cell.code == "*":
        message = sentence("round %(round)s is not over for everybody", round=cell.round)
        findings.warn(message, cell.line, cell.column)
    if cell.code in codes.NO_PAIRING:
        return None
    points = allocated_bye if cell.code == "U" else codes.BYES.get(cell.code)
    if points is None:
        message = sentence(
            "result %(code)r without an opponent: give the opponent, or a bye F H U Z",
            code=cell.code,
        )
        findings.error(message, cell.line, cell.column)
        return None
    return GameReport(
        round=cell.round,
        white=cell.player,
        black=None,
        white_points=points,
        black_points=0.0,
        played=False,
        reason="bye",
        line=cell.line,
    )


def _game(
    cell: Cell, other: Cell | None, days: Sequence[date | None], findings: Findings
) -> GameReport | None:
    if other is None or other.opponent != cell.player:
        says = "says nothing" if other is None or other.opponent is None else "names another"
        message = (
            f"round {cell.round}: player {cell.player} has opponent {cell.opponent}, "
            f"whose own line {says}: correct one of them"
        )
        findings.error(message, cell.line, columns.opponent(cell.round).first)
        return None
    if cell.colour and cell.colour == other.colour:
        if int(cell.player) > int(other.player):
            return None  # reported at the other's line
        message = f"round {cell.round}: {cell.player} and {other.player} have the same colour"
        findings.error(f"{message}: correct one of them", other.line, other.column - 2)
        return None
    if _is_second_line(cell, other):
        return None
    if cell.code in codes.NO_RESULT or other.code in codes.NO_RESULT:
        missing = cell if cell.code in codes.NO_RESULT else other
        message = f"round {cell.round}: {cell.player} – {other.player} has no result: complete it"
        findings.error(message, missing.line, missing.column)
        return None
    return _build_game(cell, other, days, findings)


def _is_second_line(cell: Cell, other: Cell) -> bool:
    """Each game is on two lines: White's counts, or that of the lower number."""
    first = cell.colour or _OTHER[other.colour]
    return first == "b" if first else int(cell.player) > int(other.player)


def _build_game(
    cell: Cell, other: Cell, days: Sequence[date | None], findings: Findings
) -> GameReport | None:
    white, black = _side_result(cell, other, findings), _side_result(other, cell, findings)
    if white is None or black is None:
        return None
    combined = combine_results(white, black)
    if combined is None:
        message = f"{_result_text(cell, other)}, more than one point: correct it"
        findings.error(message, other.line, other.column)
        return None
    if combined.played and not combined.complete:
        message = sentence(
            "%(game)s: the halves do not complete each other; each is taken by itself",
            game=_result_text(cell, other),
        )
        findings.warn(message, other.line, other.column)
    known = bool(cell.colour or other.colour)
    if not known and combined.played:
        message = sentence("no colours: the lower number is entered as White")
        findings.adjusted(message, cell.line, cell.column - 2)
    return GameReport(
        round=cell.round,
        white=cell.player,
        black=other.player,
        **combined.fields(),
        day=days[cell.round - 1] if combined.played and cell.round <= len(days) else None,
        sides_known=known,
        line=cell.line,
    )


def _result_text(cell: Cell, other: Cell) -> str:
    return sentence(
        "round %(round)s: %(one)s – %(other)s is %(result)s",
        round=cell.round,
        one=cell.player,
        other=other.player,
        result=f"{cell.code}:{other.code}",
    )


def _side_result(cell: Cell, other: Cell, findings: Findings) -> SideResult | None:
    result = codes.WITH_OPPONENT.get(cell.code)
    if result is None:
        known = " ".join(codes.WITH_OPPONENT)
        message = f"result {cell.code!r} is unknown: the codes are {known}"
        findings.error(message, cell.line, cell.column)
    elif other.code in {"+", "-"} and cell.code in codes.FORFEITS:
        return codes.FORFEITS[cell.code]
    return result
