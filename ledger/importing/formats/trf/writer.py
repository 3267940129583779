"""FIDE's tournament report file, written: TRF16, and TRF26 with national figures and numbers.

The columns are those of :mod:`ledger.importing.formats.trf.columns`, the codes those of
:mod:`ledger.importing.formats.trf.codes`, which the reader uses as well.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Literal

import attrs

from ledger.importing.formats import kit, omissions
from ledger.importing.formats.dates import candidates
from ledger.importing.formats.fields import FIDE_TITLES
from ledger.importing.formats.tournament_report import EnglishFindings
from ledger.importing.formats.trf import codes, columns
from ledger.importing.formats.trf.columns import Field

Values = Sequence[tuple[str, str | None]]
"""Records and their values; those without one are not written."""
Edition = Literal["trf16", "trf26"]


def _header(
    report: kit.TournamentReport, edition: Edition, findings: EnglishFindings
) -> Iterator[str]:
    """The records from 012 to 222 that have a value.

    TRF16 has no record for the number of rounds; pairing programs read JaVaFo's XXR.
    """
    trf26 = edition == "trf26"
    yield from _records(_values(report, findings))
    yield from _round_dates(report, findings)
    if report.rounds is not None:
        rounds = max(report.rounds, kit.last_round(report))
        yield f"{codes.ROUNDS if trf26 else codes.ROUNDS_OF_JAVAFO} {rounds}"
    if trf26:
        yield from _records(_values_of_trf26(report, findings))
    else:
        omissions.warn_about_pairing(report, findings)


def _records(values: Values) -> Iterator[str]:
    return (f"{record} {value}" for record, value in values if value is not None)


def _values_of_trf26(report: kit.TournamentReport, findings: EnglishFindings) -> Values:
    """Return records 172 to 222; start numbers follow the entrants, for which there is no code."""
    nation = next((each for player in report.players for each in _nations(player)), None)
    code = codes.SYSTEM_CODES.get(report.system)
    if report.pairing_rules is not None:
        if report.system == "team" and not report.teams:
            findings.left_out("the pairing rules, which need the teams")
        elif codes.system_in(report.pairing_rules) in {report.system, None}:
            code = report.pairing_rules
        else:
            findings.left_out(f"pairing rules that are of another system than {code}")
    return [
        (codes.STARTING_ORDER, None if nation is None else f"{nation:3} OTHER"),
        (codes.PAIRING_PROGRAM, report.officials.pairing_program),
        (codes.CODED_SYSTEM, code),
        (codes.TIE_BREAKS, ",".join(report.tie_breaks) or None),
        (codes.CODED_THINKING_TIME, _in_seconds(report.thinking_time)),
    ]


def _values(report: kit.TournamentReport, findings: EnglishFindings) -> Values:
    system = codes.SYSTEM_TEXTS.get(report.system)
    findings.left_out(f"the system: {report.system}", system is None)
    without_teams = report.system == "team" and not report.teams
    findings.left_out("which players make up a team: they are not on record", without_teams)
    findings.left_out(f"the youth class {report.youth_class}", report.youth_class is not None)
    rated = sum(bool(player.ratings) for player in report.players)
    return [
        (codes.NAME, report.name or ""),
        (codes.PLACE, report.place),
        (codes.FEDERATION, report.country),
        (codes.FIRST_DAY, _full_date(report.starts_on)),
        (codes.LAST_DAY, _full_date(report.ended_on)),
        (codes.NUMBER_OF_PLAYERS, str(len(report.players))),
        (codes.NUMBER_OF_RATED_PLAYERS, str(rated)),
        (codes.SYSTEM, system),
        (codes.CHIEF_ARBITER, report.officials.chief_arbiter),
        *((codes.DEPUTY_ARBITER, name) for name in report.officials.deputies),
        (codes.THINKING_TIME, _in_words(report.thinking_time, findings)),
    ]


def _in_words(time: kit.ThinkingTime | None, findings: EnglishFindings) -> str | None:
    """Return record 122; its form in seconds, 222, is left to TRF26."""
    if time is None:
        return None
    per_move = time.minutes_per_move is not None
    findings.left_out("the thinking time in minutes per move", per_move)
    added = f" + {time.increment_seconds:.10g} seconds per move" if time.increment_seconds else ""
    return f"{time.minutes:.10g} minutes{added}"


def _in_seconds(time: kit.ThinkingTime | None) -> str | None:
    """Return record 222: the whole game as one period; None unless a whole number of seconds."""
    if time is None:
        return None
    base, increment = round(time.minutes * 60, 3), time.increment_seconds or 0
    if not base.is_integer() or not float(increment).is_integer() or base > 999_999:
        return None
    return f"{base:.0f}" + (f"+{increment:.0f}" if increment else "")


def _round_dates(report: kit.TournamentReport, findings: EnglishFindings) -> Iterator[str]:
    """Yield record 132: a day for each round whose games were all played on it.

    The specification has years of two digits.  A year whose century they do not tell has four.
    """
    days = _days_of_rounds(report, findings)
    if not days or report.ended_on is None:
        return
    signs = [codes.ROUND_DATES.ljust(columns.ROUND_DATE.first - 1)]
    for round_ in range(1, max(days) + 1):
        text = ""
        if (day := days.get(round_)) is not None:
            short = f"{day:%y/%m/%d}"
            text = f" {short}" if candidates(short).get("ymd") == day else _full_date(day) or ""
        signs.append(f"{text:<10}")
    yield "".join(signs)


def _days_of_rounds(report: kit.TournamentReport, findings: EnglishFindings) -> Mapping[int, date]:
    days: dict[int, set[date | None]] = defaultdict(set)
    for game in report.games:
        if game.played and game.round is not None:
            days[game.round].add(game.day)
        elif game.day is not None:
            findings.left_out("the days of games that were not played")
    round_days: dict[int, date] = {}
    for round_ in sorted(days):
        on = days[round_]
        if len(on) == 1 and (day := next(iter(on))) is not None:
            round_days[round_] = day
        elif on != {None}:
            findings.left_out(f"the days of the games of round {round_}, which are several")
    return round_days


def _full_date(day: date | None) -> str | None:
    return None if day is None else f"{day.year:04}/{day.month:02}/{day.day:02}"


_RIGHT = {columns.NUMBER, columns.RATING, columns.EXTERNAL_ID, columns.POINTS, columns.RANK}
_RIGHT |= {columns.TEAM_NUMBER, columns.MATCH_POINTS, columns.BOARD_POINTS, columns.TEAM_RANK}
_MOST_PLAYERS = 9_999
_EXTERNAL_ID_WIDTH = columns.EXTERNAL_ID.last - columns.EXTERNAL_ID.first + 1


_WANTED_BY_FIDE = {
    codes.PLACE: "the city",
    codes.FEDERATION: "the federation",
    codes.FIRST_DAY: "the first day",
    codes.CHIEF_ARBITER: "the chief arbiter",
    codes.ROUND_DATES: "the days of the rounds",
}

TieBreaks = Mapping[str, Sequence[float]]
"""The order of players with equal points, by number: larger values are better."""

NO_TIE_BREAKS: TieBreaks = {}


def write_trf(
    report: kit.TournamentReport,
    edition: Edition,
    findings: EnglishFindings,
    tie_breaks: TieBreaks = NO_TIE_BREAKS,
) -> bytes:
    """Return the file in UTF-8; content that it cannot express is reported in ``findings``.

    The ranks are the places on record.  Without them, players with equal points and
    ``tie_breaks`` share a rank.
    """
    refuse_trf(report, findings)
    omissions.warn_about_canonical_only_fields(report, findings)
    rounds, ranks = kit.round_table(report), _ranks(report, tie_breaks)
    table = _PlayerLines(edition, kit.last_round(report), rounds, ranks, findings)
    lines = [*_header(report, edition, findings), *map(table.line, report.players)]
    lines += _team_lines(report, edition, findings)
    if edition == "trf26":
        for player in report.players:
            lines += _national_lines(player, findings)
        _warn_about_wanted_by_fide(lines, findings)
    _warn_about_left_out(report, edition, findings)
    return "".join(f"{line.rstrip()}\r\n" for line in lines).encode()


def _warn_about_wanted_by_fide(lines: Sequence[str], findings: EnglishFindings) -> None:
    """Warn about the records that FIDE requires of a rated tournament and the ledger lacks."""
    written = {line[:3] for line in lines}
    missing = [
        f"{name} ({record})" for record, name in _WANTED_BY_FIDE.items() if record not in written
    ]
    if missing:
        findings.warn(f"FIDE requires what is not on record: {', '.join(missing)}")


def refuse_trf(report: kit.TournamentReport, findings: EnglishFindings) -> None:
    """Report an error for everything that a TRF cannot express."""
    omissions.refuse_other_discipline(report, findings, "TRF", "chess", "h9, csv or jsonl")
    omissions.refuse_pairs(report, findings, "TRF")
    if len(report.players) > _MOST_PLAYERS:
        findings.error(f"TRF has start numbers up to {_MOST_PLAYERS}: use csv or jsonl")
    kit.refuse_without_place(report, findings)


def _ranks(report: kit.TournamentReport, tie_breaks: TieBreaks) -> Mapping[str, tuple[float, int]]:
    """Return points and rank of every player: his place, if each who entered has one on record.

    Otherwise it is one more than the number of players above him.
    """
    points = dict(kit.points_of(report))
    for player in report.players:
        if (stated := player.table_line.points) is not None:
            points[player.number] = stated
    places = {player.number: player.table_line.place for player in report.players}
    if not tie_breaks and None not in places.values():
        return {number: (points[number], place or 0) for number, place in places.items()}
    standing = {number: (points[number], *tie_breaks.get(number, ())) for number in points}
    order = sorted(standing.values(), reverse=True)
    ranks = {each: rank for rank, each in reversed([*enumerate(order, start=1)])}
    return {number: (points[number], ranks[standing[number]]) for number in points}


@attrs.frozen
class _PlayerLines:
    """The players' lines; ``ranks`` gives points and rank by the player's number."""

    edition: Edition
    rounds: int
    rounds_by_player: kit.RoundTable
    ranks: Mapping[str, tuple[float, int]]
    findings: EnglishFindings

    def line(self, player: kit.PlayerReport) -> str:
        """A record 001."""
        points, rank = self.ranks[player.number]
        year = "" if player.birth_year is None else f"{player.birth_year}/00/00"
        cells = {
            columns.RECORD: codes.PLAYER,
            columns.NUMBER: player.number,
            columns.SEX: {"m": "m", "f": "w", None: ""}[player.sex],
            columns.TITLE: _title(player, self.findings),
            columns.NAME: _name(player, self.findings),
            columns.RATING: _first_rating(player, self.edition),
            columns.FEDERATION: player.federation or "",
            columns.EXTERNAL_ID: _fide_number(player, self.findings),
            columns.BIRTH: _full_date(player.birth_date) or year,
            columns.POINTS: _points(points, self.findings),
            columns.RANK: str(rank),
        }
        for round_ in range(1, self.rounds + 1):
            side = self.rounds_by_player.get((player.number, round_))
            if side is not None or self.edition == "trf26":
                cells |= _round_cells(round_, side, self.findings)
        return line_of_cells(cells)


def line_of_cells(cells: Mapping[Field, str]) -> str:
    """Return a line with every text in its columns; a text longer than its field is cut."""
    signs = [" "] * max(field.last for field in cells)
    for field, text in cells.items():
        width = field.last - field.first + 1
        aligned = text.rjust(width) if field in _RIGHT else text.ljust(width)
        signs[field.first - 1 : field.last] = aligned[:width]
    return "".join(signs)


def _round_cells(
    round_: int, side: kit.PlayerRound | None, findings: EnglishFindings
) -> Mapping[Field, str]:
    """Return the columns of a round; without a pairing (None) it is a known absence."""
    if side is None:
        opponent, colour, code = "0000", "-", codes.BYE_CODES[0.0]
    elif side.opponent is None:
        code = codes.GRANTED_BYE if side.game.granted else codes.BYE_CODES[side.result.points]
        opponent, colour = "0000", "-"
    else:
        opponent, colour, code = side.opponent.rjust(4), side.colour, _code(side, findings)
    return {
        columns.in_round(columns.OPPONENT, round_): opponent,
        columns.in_round(columns.COLOUR, round_): colour,
        columns.in_round(columns.RESULT, round_): code,
    }


def _code(side: kit.PlayerRound, findings: EnglishFindings) -> str:
    if side.result != kit.FORFEIT_DRAW:
        return codes.RESULT_CODES[side.result]
    if side.opponent_result == kit.FORFEIT_DRAW and side.colour == "w":
        findings.warn("TRF has no draw without play: written as a draw that is not rated (D)")
    return "D" if side.opponent_result == kit.FORFEIT_DRAW else "="


def _title(player: kit.PlayerReport, findings: EnglishFindings) -> str:
    """Return the title, right-aligned as the specification requires."""
    title = player.title or ""
    if title and title not in FIDE_TITLES:
        findings.left_out(f"the title {title}, which is none of FIDE's")
        title = ""
    return title.rjust(columns.TITLE.last - columns.TITLE.first + 1)


def _name(player: kit.PlayerReport, findings: EnglishFindings) -> str:
    longest = columns.NAME.last - columns.NAME.first + 1
    if len(player.name) > longest:
        message = f"cut to {longest} characters: the name of player {player.number}, {player.name}"
        findings.warn(message)
    return player.name[:longest].rstrip()


def _first_rating(player: kit.PlayerReport, edition: Edition) -> str:
    """Return FIDE's rating; TRF16 has no other place for a national one."""
    figures = (
        str(figure)
        for nation, figure in player.ratings.items()
        if nation == "FIDE" or edition == "trf16"
    )
    return next(figures, "")


def _points(points: float, findings: EnglishFindings) -> str:
    if points < 100:
        return f"{points:.1f}"
    findings.left_out("sums of 100 points and more")
    return ""


def _fide_number(player: kit.PlayerReport, findings: EnglishFindings) -> str:
    number = player.ids.get("fide", "")
    if number and not re.fullmatch(r"[1-9][0-9]{5,10}", number):
        findings.left_out("invalid FIDE numbers")
        return ""
    return number


def _nations(player: kit.PlayerReport) -> Sequence[str]:
    """The federations that have a national record of a player."""
    figures = [nation for nation in player.ratings if nation != "FIDE"]
    return list(dict.fromkeys([*figures, *(["GER"] if _dsb_number(player) else [])]))


def _dsb_number(player: kit.PlayerReport) -> str:
    """Return the number of the DSB, empty if there is none or it is too long."""
    number = player.ids.get("dsb", "")
    return number if len(number) <= _EXTERNAL_ID_WIDTH else ""


def _national_lines(player: kit.PlayerReport, findings: EnglishFindings) -> Iterator[str]:
    """The records of TRF26 with the national figure and the number of the DSB, if any."""
    number = _dsb_number(player)
    if number != player.ids.get("dsb", ""):
        width = _EXTERNAL_ID_WIDTH
        findings.left_out(f"numbers of the DSB with more than {width} characters")
    for nation in _nations(player):
        yield line_of_cells(
            {
                columns.RECORD: nation,
                columns.NUMBER: player.number,
                columns.NAME: player.name,
                columns.RATING: str(player.ratings.get(nation, "")),
                columns.EXTERNAL_ID: number if nation == "GER" else "",
            }
        )


def _team_lines(
    report: kit.TournamentReport, edition: Edition, findings: EnglishFindings
) -> Iterator[str]:
    """The records of the teams with their players: 310 of TRF26, 013 of the editions before."""
    coded = edition == "trf26"
    first = columns.FIRST_MEMBER_OF_TRF26 if coded else columns.FIRST_MEMBER
    for team in report.teams:
        cells = {columns.RECORD: codes.TEAM, columns.TEAM_NAME: team.name}
        if coded:
            cells = {
                columns.RECORD: codes.TEAM_OF_TRF26,
                columns.TEAM_NUMBER: str(team.number),
                columns.TEAM_NAME_OF_TRF26: team.name,
                columns.MATCH_POINTS: _points_of_team(team.match_points),
                columns.BOARD_POINTS: _points_of_team(team.board_points),
                columns.TEAM_RANK: str(team.place or ""),
            }
        if len(team.name) > columns.TEAM_NAME.last - columns.TEAM_NAME.first + 1:
            findings.warn(f"cut to 32 characters: the name of team {team.number}, {team.name}")
        members = [it.number for it in report.players if it.table_line.team == team.number]
        yield line_of_cells(cells).ljust(first - 1) + " ".join(f"{it:>4}" for it in members)


def _points_of_team(points: float | None) -> str:
    return "" if points is None else f"{points:.1f}"


def _warn_about_left_out(
    report: kit.TournamentReport, edition: Edition, findings: EnglishFindings
) -> None:
    registers = {"fide", "dsb"} if edition == "trf26" else {"fide"}
    for player in report.players:
        findings.left_out("clubs", player.club is not None)
        findings.left_out(f"that player {player.number} is a computer", player.computer)
        omissions.warn_about_numbers(player.ids.keys() - registers, findings)
    for game in report.games:
        findings.left_out("numbers of boards", game.board is not None)
        findings.left_out("when adjourned games were finished", game.finished is not None)
        other_reason = game.black is not None and game.reason not in {None, "forfeit"}
        findings.left_out(f"that games were not played because of {game.reason}", other_reason)
