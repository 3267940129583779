"""FIDE's tournament report file: TRF06, TRF16, the extensions (x) of JaVaFo, TRF26."""

import re
from collections.abc import Mapping
from hashlib import sha256

from ledger.events.sentences import sentence
from ledger.formats.consistency import MOST_PLAYERS, TOO_MANY_PLAYERS, check_report
from ledger.formats.text import Text, read_text
from ledger.formats.tournament_report import (
    Findings,
    GameReport,
    PlayerReport,
    SuppliedDetails,
    TournamentReport,
)
from ledger.formats.trf import columns
from ledger.formats.trf.player import Line, is_national, player_of, with_national_records
from ledger.formats.trf.record_codes import KNOWN, PLAYER
from ledger.formats.trf.rounds import games_of
from ledger.formats.trf.tournament import Records, header_of

_POINTS = re.compile(r"[0-9]{1,3}\.[05]")


def read_trf(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """The report of a TRF file."""
    text = read_text(content, findings)
    if text is None:
        return None
    lines = _lines(text, findings)
    records = Records(lines)
    if not records.all(PLAYER):
        findings.error(sentence("there is no player (record 001): this is no TRF file"))
        return None
    if len(records.all(PLAYER)) > MOST_PLAYERS:
        findings.error(TOO_MANY_PLAYERS)
        return None
    players, player_lines = _players(records, findings)
    national = [line for line in lines if is_national(line.text, players)]
    _warn_about_unknown_records(lines, {line.number for line in national}, findings)
    header = header_of(records, supplied, findings)
    games = games_of(player_lines, header.round_days, header.allocated_bye, findings)
    if not header.uses_other_scoring:
        _compare_points(player_lines, games, findings)
    report = TournamentReport(
        format="trf",
        encoding=text.encoding,
        digest=sha256(content).hexdigest(),
        discipline="chess",
        name=header.name,
        place=header.place,
        country=header.country,
        starts_on=header.starts_on,
        ended_on=header.ended_on,
        rounds=header.rounds or max((game.round or 0 for game in games), default=0) or None,
        system=header.system,
        thinking_time=header.thinking_time,
        players=tuple(with_national_records(players, national, findings).values()),
        games=games,
    )
    return check_report(report, supplied, findings)


def _lines(text: Text, findings: Findings) -> list[Line]:
    return [
        Line(number, _padded_by_letters(line, number, findings))
        for number, line in enumerate(text.lines, start=1)
        if line.strip()
    ]


def _padded_by_letters(line: str, number: int, findings: Findings) -> str:
    """A player's line whose columns count letters.

    Some programs pad the name by bytes of UTF-8, so that all that follows stands too far to the
    left, by one column for every further byte of an accented letter.
    """
    if line.isascii() or not line.startswith(PLAYER) or _in_columns(line):
        return line
    missing = len(line.encode(errors="replace")) - len(line)
    end = columns.NAME.last - missing
    moved = line[:end] + " " * missing + line[end:]
    if end <= columns.NAME.first or not _in_columns(moved):
        return line
    message = sentence("columns that count bytes are read as if they counted letters")
    findings.adjusted(message, number)
    return moved


def _in_columns(line: str) -> bool:
    """Whether there are blanks where blanks belong, in a line long enough to tell."""
    before = "".join(line[gap - 1 : gap] for gap in (48, 53, 57, 69, 80, 85, 90, 91))
    rounds = columns.rounds_of(line)
    return not before.strip(" ") and not any(text[4:9:2].strip(" ") for text in rounds)


def _players(
    records: Records, findings: Findings
) -> tuple[dict[str, PlayerReport], dict[str, Line]]:
    players: dict[str, PlayerReport] = {}
    lines: dict[str, Line] = {}
    for line in records.all(PLAYER):
        player = player_of(line, findings)
        if player is None:
            continue
        if player.number in players:
            message = sentence(
                "starting number %(number)s is used twice: give one of them another",
                number=player.number,
            )
            findings.error(message, line.number, 5)
            continue
        players[player.number] = player
        lines[player.number] = line
    return players, lines


def _warn_about_unknown_records(lines: list[Line], national: set[int], findings: Findings) -> None:
    for line in lines:
        record = line.text[:3]
        if line.number in national or record.strip() in KNOWN or record.startswith("#"):
            continue
        if re.match(r"[A-Z]{3} [A-Z]{4} ", line.text):  # a ruler that shows the columns
            continue
        message = sentence("record %(record)r is unknown and passed over", record=record)
        findings.warn(message, line.number, 1)


def _compare_points(
    lines: Mapping[str, Line], games: tuple[GameReport, ...], findings: Findings
) -> None:
    """Points as stated against points as added up; other scoring (3-1-0) is no contradiction."""
    total = dict.fromkeys(lines, 0.0)
    for game in games:
        total[game.white] += game.white_points
        if game.black is not None:
            total[game.black] += game.black_points
    different = []
    for player, line in lines.items():
        stated = columns.POINTS.of(line.text)
        if _POINTS.fullmatch(stated) and float(stated) != total[player]:
            different.append((player, line, stated))
    if len(different) * 2 > len(lines):
        message = sentence(
            "the points stated for %(count)s of %(players)s players are not those of their "
            "results: scored differently?",
            count=len(different),
            players=len(lines),
        )
        findings.warn(message)
        return
    for player, line, stated in different:
        message = sentence(
            "player %(number)s is stated to have %(points)s points, his results give %(sum)s",
            number=player,
            points=stated,
            sum=f"{total[player]:g}",
        )
        findings.warn(message, line.number, 81)
