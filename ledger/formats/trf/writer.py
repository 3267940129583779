"""FIDE's tournament report file, written: TRF16, and TRF26 with national figures and numbers.

The columns are those of :mod:`ledger.formats.trf.columns`, the codes those of
:mod:`ledger.formats.trf.codes`: what the reader reads is what is written here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Literal

import attrs

from ledger.formats.omissions import warn_about_canonical_only_fields, warn_left_out
from ledger.formats.rounds import PlayerRound, RoundTable, last_round, points_of, round_table
from ledger.formats.side_results import FORFEIT_DRAW
from ledger.formats.tournament_report import EnglishFindings, PlayerReport, TournamentReport
from ledger.formats.trf import codes, columns
from ledger.formats.trf.columns import Field
from ledger.formats.trf.record_codes import PLAYER
from ledger.formats.trf.writer_head import header_records

Edition = Literal["trf16", "trf26"]

_RIGHT = {columns.NUMBER, columns.RATING, columns.EXTERNAL_ID, columns.POINTS, columns.RANK}
_MOST_PLAYERS = 9_999


TieBreaks = Mapping[str, Sequence[float]]
"""What decides between equal points, by the player's number: larger numbers stand above."""

NO_TIE_BREAKS: TieBreaks = {}


def write_trf(
    report: TournamentReport,
    edition: Edition,
    findings: EnglishFindings,
    tie_breaks: TieBreaks = NO_TIE_BREAKS,
) -> bytes:
    """The file in UTF-8; what it cannot express is an error or a warning in ``findings``.

    Players whom neither points nor ``tie_breaks`` put in order share a rank.
    """
    _refuse_unwritable(report, findings)
    warn_about_canonical_only_fields(report, findings)
    rounds, ranks = round_table(report, findings), _ranks(report, tie_breaks)
    table = _PlayerLines(edition, last_round(report), rounds, ranks, findings)
    lines = [*header_records(report, edition, findings), *map(table.line, report.players)]
    if edition == "trf26":
        for player in report.players:
            lines += _national_lines(player, findings)
    _warn_about_left_out_of_players(report, edition, findings)
    _warn_about_left_out_of_games(report, findings)
    return "".join(f"{line.rstrip()}\r\n" for line in lines).encode()


def _refuse_unwritable(report: TournamentReport, findings: EnglishFindings) -> None:
    if report.discipline != "chess":
        findings.error(f"TRF is for chess, this is {report.discipline}: use h9, csv or jsonl")
    if report.system == "pairs":
        findings.error("TRF knows no games of two against two: use csv or jsonl")
    if len(report.players) > _MOST_PLAYERS:
        findings.error(f"TRF has start numbers up to {_MOST_PLAYERS}: use csv or jsonl")


def _ranks(report: TournamentReport, tie_breaks: TieBreaks) -> Mapping[str, tuple[float, int]]:
    """Points and rank of every player: one more than there are players above him."""
    points = points_of(report)
    standing = {number: (points[number], *tie_breaks.get(number, ())) for number in points}
    order = sorted(standing.values(), reverse=True)
    ranks = {each: rank for rank, each in reversed([*enumerate(order, start=1)])}
    return {number: (points[number], ranks[standing[number]]) for number in points}


@attrs.frozen
class _PlayerLines:
    """The players' lines; ``ranks`` gives points and rank by the player's number."""

    edition: Edition
    rounds: int
    rounds_by_player: RoundTable
    ranks: Mapping[str, tuple[float, int]]
    findings: EnglishFindings

    def line(self, player: PlayerReport) -> str:
        """A record 001."""
        points, rank = self.ranks[player.number]
        cells = {
            columns.RECORD: PLAYER,
            columns.NUMBER: player.number,
            columns.SEX: {"m": "m", "f": "w", None: ""}[player.sex],
            columns.NAME: _name(player, self.findings),
            columns.RATING: _first_rating(player, self.edition),
            columns.FEDERATION: player.federation or "",
            columns.EXTERNAL_ID: _fide_number(player, self.findings),
            columns.BIRTH: _birth(player.birth_date, player.birth_year),
            columns.POINTS: _points(points, self.findings),
            columns.RANK: str(rank),
        }
        for round_ in range(1, self.rounds + 1):
            side = self.rounds_by_player.get((player.number, round_))
            if side is not None:
                cells |= _round_cells(round_, side, self.findings)
        return line_of_cells(cells)


def line_of_cells(cells: Mapping[Field, str]) -> str:
    """A line with every text in its columns; what is longer than its field is cut."""
    signs = [" "] * max(field.last for field in cells)
    for field, text in cells.items():
        width = field.last - field.first + 1
        aligned = text.rjust(width) if field in _RIGHT else text.ljust(width)
        signs[field.first - 1 : field.last] = aligned[:width]
    return "".join(signs)


def _round_cells(round_: int, side: PlayerRound, findings: EnglishFindings) -> Mapping[Field, str]:
    if side.opponent is None:
        opponent, colour, code = "0000", "-", codes.BYE_CODES[side.result.points]
    else:
        opponent, colour, code = side.opponent.rjust(4), side.colour, _code(side, findings)
    return {
        columns.opponent(round_): opponent,
        columns.colour(round_): colour,
        columns.result(round_): code,
    }


def _code(side: PlayerRound, findings: EnglishFindings) -> str:
    if side.result != FORFEIT_DRAW:
        return codes.RESULT_CODES[side.result]
    if side.opponent_result == FORFEIT_DRAW and side.colour == "w":
        message = "TRF has no draw without play: written as a draw that is not rated (D)"
        findings.warn(message)
    return "D" if side.opponent_result == FORFEIT_DRAW else "="


def _name(player: PlayerReport, findings: EnglishFindings) -> str:
    longest = columns.NAME.last - columns.NAME.first + 1
    if len(player.name) > longest:
        message = f"cut to {longest} characters: the name of player {player.number}, {player.name}"
        findings.warn(message)
    return player.name[:longest].rstrip()


def _first_rating(player: PlayerReport, edition: Edition) -> str:
    """FIDE's figure; TRF16 has no other place for a national one either."""
    figures = (
        str(figure)
        for nation, figure in player.ratings.items()
        if nation == "FIDE" or edition == "trf16"
    )
    return next(figures, "")


def _points(points: float, findings: EnglishFindings) -> str:
    if points < 100:
        return f"{points:.1f}"
    warn_left_out(findings, "sums of 100 points and more")
    return ""


def _fide_number(player: PlayerReport, findings: EnglishFindings) -> str:
    number = player.ids.get("fide", "")
    if number and not re.fullmatch(r"[1-9][0-9]{5,10}", number):
        warn_left_out(findings, "what stands for a number of FIDE and is none")
        return ""
    return number


def _birth(day: date | None, year: int | None) -> str:
    if day is not None:
        return f"{day.year:04}/{day.month:02}/{day.day:02}"
    return "" if year is None else f"{year}/00/00"


def _national_lines(player: PlayerReport, findings: EnglishFindings) -> Iterator[str]:
    """The records of TRF26 with the national figure and the number of the DSB, if any."""
    figures = {nation: figure for nation, figure in player.ratings.items() if nation != "FIDE"}
    number = player.ids.get("dsb", "")
    width = columns.EXTERNAL_ID.last - columns.EXTERNAL_ID.first + 1
    if len(number) > width:
        warn_left_out(findings, f"numbers of the DSB with more than {width} characters")
        number = ""
    for nation in dict.fromkeys([*figures, *(["GER"] if number else [])]):
        yield line_of_cells(
            {
                columns.RECORD: nation,
                columns.NUMBER: player.number,
                columns.NAME: player.name,
                columns.RATING: str(figures.get(nation, "")),
                columns.EXTERNAL_ID: number if nation == "GER" else "",
            }
        )


def _warn_about_left_out_of_players(
    report: TournamentReport, edition: Edition, findings: EnglishFindings
) -> None:
    for player in report.players:
        if player.club is not None:
            warn_left_out(findings, "clubs")
        if player.computer:
            warn_left_out(findings, f"that player {player.number} is a computer")
        for space in player.ids.keys() - ({"fide", "dsb"} if edition == "trf26" else {"fide"}):
            warn_left_out(findings, f"numbers of the register {space}")


def _warn_about_left_out_of_games(report: TournamentReport, findings: EnglishFindings) -> None:
    for game in report.games:
        if game.board is not None:
            warn_left_out(findings, "numbers of boards")
        if game.finished is not None:
            warn_left_out(findings, "when adjourned games were finished")
        if game.black is not None and game.reason not in {None, "forfeit"}:
            warn_left_out(findings, f"that games were not played because of {game.reason}")
