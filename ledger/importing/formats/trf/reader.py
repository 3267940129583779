"""FIDE's tournament report file: TRF06, TRF16, the extensions (x) of JaVaFo, TRF26."""

import re
from collections.abc import Mapping, Sequence
from datetime import date

from ledger.events.facts import ThinkingTime, codes_in
from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.dates import candidates, round_dates_within
from ledger.importing.formats.trf import codes, columns
from ledger.importing.formats.trf.rounds import (
    Line,
    games_of,
    is_national,
    player_of,
    with_national_records,
)


class Records:
    """The lines of the file by their record."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._by_record: dict[str, list[Line]] = {}
        for line in lines:
            self._by_record.setdefault(columns.RECORD.of(line.text), []).append(line)

    def all(self, *records: str) -> list[Line]:
        """Every line of the records."""
        return [line for record in records for line in self._by_record.get(record, [])]

    def value(self, record: str) -> str | None:
        """Return the value of the first line of a record, None if it is blank or missing."""
        found = [kit.tidy(columns.VALUE.of(line.text)) for line in self.all(record)]
        return next((value for value in found if value), None)

    def written_date(self, record: str) -> kit.WrittenDate | None:
        """Return the value of a record and its place."""
        lines = self.all(record)
        days = (kit.written(columns.VALUE.of(it.text), it.number, 5) for it in lines)
        return next(filter(None, days), None)


def _country(records: Records, file: kit.File) -> str | None:
    text = records.value(codes.FEDERATION)
    if text is None or not re.fullmatch("[A-Za-z]{2,3}", text):
        if text is not None:
            what = text[:20]
            message = Message(
                "032 %(text)r is not a federation code of three letters: left out", text=what
            )
            file.warn(message)
        return None
    return kit.fields.federation(text, file, records.all(codes.FEDERATION)[0].number)


def _number_of_rounds(records: Records, file: kit.File) -> int | None:
    for line in records.all(codes.ROUNDS, codes.ROUNDS_OF_JAVAFO):
        value = columns.VALUE.of(line.text)
        if re.fullmatch("[1-9][0-9]{0,2}", value):
            return int(value)
        message = Message("number of rounds %(text)r is not a number: left out", text=value[:10])
        file.warn(message, line.number, 5)
    return None


def _system(records: Records) -> kit.System | None:
    for record in (codes.CODED_SYSTEM, codes.SYSTEM):
        system = codes.system_in(records.value(record) or "")
        if system is not None:
            return system
    return "team" if records.all(codes.TEAM, codes.TEAM_OF_TRF26) else None


def _pairing_rules(records: Records) -> str | None:
    """Return record 192, unless it names only the system, not the rules."""
    code = kit.short(records.value(codes.CODED_SYSTEM))
    return None if code in codes.SYSTEM_CODES.values() else code


def _tie_breaks(records: Records) -> tuple[str, ...]:
    """Record 202, else 212 without the points before the tie-breaks."""
    written = records.value(codes.TIE_BREAKS)
    if written is None and (standings := records.value(codes.STANDINGS)) is not None:
        written = re.sub(r"^PTS[, ]*", "", standings)
    return codes_in(kit.tidy(written or "")[:200])


def _round_dates(records: Records) -> list[kit.Candidates]:
    """Record 132: one line with a day in the columns of each round, or a line for each."""
    lines = [line.text for line in records.all(codes.ROUND_DATES)]
    if len(lines) == 1 and columns.VALUE.of(lines[0]) and not lines[0][4:14].strip():
        beyond = range(1, columns.rounds_in(lines[0]) + 1)
        texts = [columns.in_round(columns.ROUND_DATE, round_).of(lines[0]) for round_ in beyond]
    else:
        texts = [columns.VALUE.of(line) for line in lines]
    return [candidates(text) for text in texts[:999]]


_SPECIFIED_DAY = re.compile(r"[0-9]{4}/[0-9]{2}/[0-9]{2}")


def _keeps_to_order(records: Records) -> bool:
    """True if the first and last day, or the one given, are in the order of the specification."""
    records_of_days = codes.FIRST_DAY, codes.LAST_DAY
    days = [day for code in records_of_days if (day := records.value(code))]
    return bool(days) and all(map(_SPECIFIED_DAY.fullmatch, days))


def _round_days(
    rounds: Sequence[kit.Candidates], span: kit.Span, file: kit.File, *, in_order: bool
) -> Mapping[int, date | None]:
    """Return the days of the rounds, if they are unambiguous.

    Of several readings the one in the order of the specification holds where the file keeps
    to this order elsewhere.
    """
    first, last = span
    dated = [each for each in rounds if each]
    if not dated or last is None:
        return {}
    readings = round_dates_within(first, last, dated)
    if len(readings) > 1 and in_order:
        specified = [{"ymd": each["ymd"]} if "ymd" in each else {} for each in dated]
        if readings_in_order := round_dates_within(first, last, specified):
            readings = readings_in_order
            message = Message(
                "the days of the rounds (132) are read as year, month and day, as specified"
            )
            file.adjusted(message)
    if len(readings) != 1:
        file.warn(Message("the days of the rounds (132) cannot be read with certainty: left out"))
        return {}
    days = iter(readings[0])
    return {round_: next(days) for round_, each in enumerate(rounds, start=1) if each}


def _thinking_time(records: Records, file: kit.File) -> ThinkingTime | None:
    """Record 222, in seconds: moves/base+increment for each period, joined by colons; else 122."""
    coded = records.value(codes.CODED_THINKING_TIME)
    if coded is None:
        text = records.value(codes.THINKING_TIME)
        line = records.all(codes.THINKING_TIME)[0].number if text else None
        return kit.thinking_time_of(text, "122", file, line)
    return kit.coded_thinking_time(coded, codes.CODED_THINKING_TIME, file)


_USUAL_POINTS: Mapping[str, float] = {"W": 1.0, "D": 0.5, "L": 0.0, "A": 0.0, "X": 0.5}
"""Points of a win, a draw, a loss, an absence and an unknown result unless 162 differs."""


def _stated_points(records: Records) -> Mapping[str, float]:
    """Record 162: codes and their points."""
    texts = " ".join(columns.VALUE.of(line.text) for line in records.all(codes.SCORING))
    found = re.findall(r"([WDLAPX]) *([0-9]{1,2}\.[0-9])", texts[:1_000])
    return {code: float(points) for code, points in found}


def _is_scored_otherwise(records: Records) -> bool:
    """True if games give other points than the usual ones (162, or records that say so)."""
    stated = _stated_points(records)
    return any(stated.get(code, usual) != usual for code, usual in _USUAL_POINTS.items()) or bool(
        records.all(codes.SCORING_OF_JAVAFO, codes.ABNORMAL_POINTS)
    )


def _allocated_bye(records: Records) -> float:
    """The value of an allocated bye, as a share of a win (record 162, codes W D L and P)."""
    worth = {**_USUAL_POINTS, **_stated_points(records)}
    for code, points in (("W", 1.0), ("D", 0.5), ("L", 0.0)):
        if worth.get("P", worth["W"]) == worth[code]:
            return points
    return 1.0


_POINTS = re.compile(r"[0-9]{1,3}\.[05]")


def read_trf(file: kit.File) -> kit.TournamentReport:
    """The report of a TRF file."""
    lines = [Line(at, _padded_by_letters(text, at, file)) for at, text in file.written_lines()]
    records = Records(lines)
    if not records.all(codes.PLAYER):
        raise file.refusal(Message("there is no player (record 001): this is not a TRF file"))
    if len(records.all(codes.PLAYER)) > kit.MOST_PLAYERS:
        raise file.refusal(kit.TOO_MANY_PLAYERS)
    players, player_lines = _players(records, file)
    national = [line for line in lines if is_national(line.text, players)]
    _warn_about_unknown_records(lines, {line.number for line in national}, file)
    rounds = _round_dates(records)
    days = file.days(
        records.written_date(codes.FIRST_DAY),
        records.written_date(codes.LAST_DAY),
        [each for each in rounds if each],
    )
    round_days = _round_days(rounds, days, file, in_order=_keeps_to_order(records))
    coded, plain = map(records.all, (codes.TEAM_OF_TRF26, codes.TEAM))
    teams, players = _with_teams(players, coded, plain, file)
    games = games_of(player_lines, _allocated_bye(records), file)
    if not _is_scored_otherwise(records):
        _compare_points(player_lines, games, file)
    return file.report(
        days,
        with_national_records(players, national, file).values(),
        kit.dated(games, round_days, days),
        name=records.value(codes.NAME),
        place=records.value(codes.PLACE),
        arbiter=records.value(codes.CHIEF_ARBITER),
        deputies=[columns.VALUE.of(it.text) for it in records.all(codes.DEPUTY_ARBITER)[:50]],
        program=records.value(codes.PAIRING_PROGRAM),
        country=_country(records, file),
        rounds=_number_of_rounds(records, file),
        system=_system(records),
        pairing_rules=_pairing_rules(records),
        tie_breaks=_tie_breaks(records),
        teams=teams,
        thinking_time=_thinking_time(records, file),
    )


def _padded_by_letters(line: str, number: int, file: kit.File) -> str:
    """Return a player's line with its columns counted in characters.

    Some programs pad the name by bytes of UTF-8, so that all later columns are shifted to the
    left, by one column for every further byte of an accented letter.
    """
    if line.isascii() or not line.startswith(codes.PLAYER) or _in_columns(line):
        return line
    missing = len(line.encode(errors="replace")) - len(line)
    end = columns.NAME.last - missing
    moved = line[:end] + " " * missing + line[end:]
    if end <= columns.NAME.first or not _in_columns(moved):
        return line
    file.adjusted(Message("columns that count bytes are read as if they counted letters"), number)
    return moved


def _in_columns(line: str) -> bool:
    """True if the line has blanks between its columns, and is long enough to tell."""
    before = "".join(line[gap - 1 : gap] for gap in (48, 53, 57, 69, 80, 85, 90, 91))
    rounds = columns.rounds_of(line)
    return not before.strip(" ") and not any(text[4:9:2].strip(" ") for text in rounds)


def _players(
    records: Records, file: kit.File
) -> tuple[dict[str, kit.PlayerReport], dict[str, Line]]:
    players: dict[str, kit.PlayerReport] = {}
    lines: dict[str, Line] = {}
    for line in records.all(codes.PLAYER):
        player = player_of(line, file)
        if player is None:
            continue
        if player.number in players:
            message = Message(
                "starting number %(number)s is used twice: give one of them another",
                number=player.number,
            )
            file.error(message, line.number, 5)
            continue
        players[player.number] = player
        lines[player.number] = line
    return players, lines


def _warn_about_unknown_records(lines: list[Line], national: set[int], file: kit.File) -> None:
    for line in lines:
        record = line.text[:3]
        if line.number in national or record.strip() in codes.KNOWN or record.startswith("#"):
            continue
        if re.match(r"[A-Z]{3} [A-Z]{4} ", line.text):  # a ruler line that marks the columns
            continue
        message = Message("record %(record)r is unknown and skipped", record=record)
        file.warn(message, line.number, 1)


def _compare_points(
    lines: Mapping[str, Line], games: Sequence[kit.GameReport], file: kit.File
) -> None:
    """Compare stated points with the sums; another scoring (3-1-0) is not a contradiction."""
    total = kit.summed(lines, games)
    different = []
    for player, line in lines.items():
        stated = columns.POINTS.of(line.text)
        if _POINTS.fullmatch(stated) and float(stated) != total[player]:
            different.append((player, line, stated))
    if len(different) * 2 > len(lines):
        message = Message(
            "the points stated for %(count)s of %(players)s players are not those of their "
            "results: scored differently?",
            {"count": len(different), "players": len(lines)},
        )
        file.warn(message)
        return
    for player, line, stated in different:
        message = Message(
            "player %(number)s is stated to have %(points)s points, his results give %(sum)s",
            {"number": player, "points": stated, "sum": f"{total[player]:g}"},
        )
        file.warn(message, line.number, 81)


def _with_teams(
    players: Mapping[str, kit.PlayerReport],
    coded: Sequence[Line],
    plain: Sequence[Line],
    file: kit.File,
) -> tuple[tuple[kit.TeamReport, ...], dict[str, kit.PlayerReport]]:
    """Return the teams of records 310, else of 013, and the players, each with his team.

    A member whom the file does not have, or who is in two teams, is reported and left out.
    """
    first = columns.FIRST_MEMBER_OF_TRF26 if coded else columns.FIRST_MEMBER
    teams: dict[int, kit.TeamReport] = {}
    team_of: dict[str, int] = {}
    for place, line in enumerate(coded or plain, start=1):
        team = _team(line.text, place, coded=bool(coded))
        if not team.name or team.number in teams:
            file.warn(
                Message("the team has no name, or a number that another has: left out"),
                line.number,
            )
            continue
        teams[team.number] = team
        for text in columns.members(line.text, first):
            number = text.lstrip("0")
            if number in players and number not in team_of:
                team_of[number] = team.number
            else:
                file.no_member(team.name, text, line.number)
    members = {number: kit.in_team(players[number], team) for number, team in team_of.items()}
    return tuple(teams.values()), {**players, **members}


def _team(line: str, place: int, *, coded: bool) -> kit.TeamReport:
    if not coded:
        return kit.TeamReport(number=place, name=kit.tidy(columns.TEAM_NAME.of(line)))
    return kit.TeamReport(
        number=kit.ordinal_of(columns.TEAM_NUMBER.of(line)) or place,
        name=kit.tidy(columns.TEAM_NAME_OF_TRF26.of(line)),
        place=kit.ordinal_of(columns.TEAM_RANK.of(line)),
        match_points=kit.decimal_of(columns.MATCH_POINTS.of(line)),
        board_points=kit.decimal_of(columns.BOARD_POINTS.of(line)),
    )
