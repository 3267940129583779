"""The canonical fields: a tournament, its players, its games, as rows of named values.

The CSV tables and the JSON Lines share them; here the rows become a report.  An empty value
means that there is none; an unknown field is refused by name.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, TypeVar, get_args

from ledger.events.facts import ThinkingTime, TournamentFlag, codes_in
from ledger.events.messages import Message, joined
from ledger.events.values import id_of, read_day, read_youth_class, text_of
from ledger.importing.formats import fields, kit
from ledger.importing.formats.canonical import cells
from ledger.importing.formats.canonical.columns import RATED, RESULTS, UNSTATED
from ledger.importing.formats.dates import LONGEST_TOURNAMENT, NO_LIMIT, resolve_dates

_REASONS = (*get_args(kit.Unplayed), UNSTATED)
_RATED = ("yes", "no", "white", "black")
_TOO_MANY_POINTS = Message("more than one point is given out: correct the game")
_LONGEST = max(map(len, RESULTS)) + 1
_SELDOM = frozenset({"handicap", "receiver", "minutes_per_move", "finished", "rated", "reason"})


_USUAL: Mapping[str, Any] = {"stones": 0}


def game_of(row: cells.Row) -> kit.GameReport | None:
    """Return the game of a row; None for a pairing of a running tournament.

    Raises `InvalidRow` if it has no players or result.
    """
    seldom = row.has_any(_SELDOM)
    round_, board = cells.ordinal(row, "round"), cells.whole_number(row, "board", 100_000) or None
    white = cells.player_number(row, "white")
    black = cells.player_number(row, "black") if row.get("black") else None
    conditions = _conditions(row) if seldom else _USUAL
    is_open = black is not None and not (row.get("result_white") or row.get("result_black"))
    more = {"board": board, "stones": conditions["stones"]}
    if is_open and row.findings.leaves_open(round_, white, black or "", row.line, **more):
        return None
    day, finished = cells.day_of(row, "date"), cells.day_of(row, "finished") if seldom else None
    result = _bye(row) if black is None else _result(row)
    if seldom and black is not None:
        result = _judged(row, result)
    return kit.GameReport(
        round=round_,
        white=white,
        black=black,
        **result.fields(),
        **conditions,
        board=board,
        day=day,
        finished=finished,
        line=row.line,
    )


def _conditions(row: cells.Row) -> Mapping[str, Any]:
    """Return the handicap of a game, and its thinking time if it has one of its own."""
    stones = cells.whole_number(row, "handicap", 50) or 0
    receiver = cells.one_of(row, "receiver", get_args(kit.Receiver)) or "black"
    minutes = cells.decimal_number(row, "minutes_per_move")
    if minutes == 0:
        row.refuse("minutes_per_move", Message("minutes_per_move must be more than 0: correct it"))
    return {"stones": stones, "receiver": receiver, "minutes_per_move": minutes}


def _bye(row: cells.Row) -> kit.GameResult:
    """Return a row without an opponent; a point for nobody is rare, but allowed."""
    white = _side_result(row, "result_white").points
    black = _side_result(row, "result_black").points if row.get("result_black") else 0.0
    if white + black > 1:
        raise cells.InvalidRow(_TOO_MANY_POINTS)
    return kit.GameResult(
        white_points=white,
        black_points=black,
        played=False,
        reason=_reason(row) if row.get("reason") else "bye",
        rated_for=_rated(row),
        complete=False,
    )


def _result(row: cells.Row) -> kit.GameResult:
    result = _both_results(row.get("result_white")[:_LONGEST], row.get("result_black")[:_LONGEST])
    if result is None:
        for name in ("result_white", "result_black"):
            _side_result(row, name)  # it reports the fault
        raise cells.InvalidRow(_TOO_MANY_POINTS)
    return result


@lru_cache(maxsize=1_000)
def _both_results(white: str, black: str) -> kit.GameResult | None:
    """Return the result of both sides; None if one has none, or they exceed one point."""
    own, theirs = RESULTS.get(white), RESULTS.get(black)
    if own is None or theirs is None:
        return None
    return kit.combine_results(own, theirs, both_may_win=True)


def _judged(row: cells.Row, result: kit.GameResult) -> kit.GameResult:
    """Return a result with the sides it is rated for, and the reason if it was not played."""
    rated, reason = _rated(row), row.get("reason")
    if rated != "both":
        result = kit.replace(result, rated_for=_narrowed(result.rated_for, rated))
    if not reason:
        return result
    if reason == "bye":
        message = Message("a bye has no opponent: leave black out, or give another reason")
        row.refuse("reason", message)
    return kit.replace(result, played=False, reason=_reason(row))


def _reason(row: cells.Row) -> kit.Unplayed | None:
    reason: kit.Unplayed | None = cells.one_of(row, "reason", _REASONS)
    return None if reason == UNSTATED else reason


def _rated(row: cells.Row) -> kit.RatedFor:
    rated = RATED.get(row.get("rated").casefold())
    if rated is None:
        row.refuse("rated", cells.none_of("rated", row.get("rated")[:20], _RATED))
    return rated or "both"


def _narrowed(one: kit.RatedFor, other: kit.RatedFor) -> kit.RatedFor:
    if one in {"both", other}:
        return other
    return one if other == "both" else "none"


def _side_result(row: cells.Row, name: str) -> kit.SideResult:
    result = RESULTS.get(row.get(name))
    if result is None:
        message = Message(
            "%(name)s %(text)r is not a result: use 1, 0.5, 0, + and - (not played)",
            {"name": name, "text": row.get(name)[:20]},
        )
        raise cells.InvalidRow(message)
    return result


_PARTICIPATION = frozenset({"kind", "computer", "entered", "junior", "status"})
_OF_TABLE = frozenset(kit.TableLine.__struct_fields__)
_EARLIEST_YEAR, _LATEST_YEAR = 1_800, 2_200


def player_of(row: cells.Row) -> kit.PlayerReport:
    """Return the player of a row.

    Raises `InvalidRow` if he has no number or no name.
    """
    findings, line = row.findings, row.line
    day, year = fields.birth(row.get("birth_date"), findings, line)
    rating = fields.figure(row.get("rating"), findings, line)
    name = _name(row)
    ids = {
        namespace: id_
        for namespace in fields.REGISTERS
        if (text := row.get(namespace))
        and (id_ := fields.external_id(namespace, text, findings, line, name))
    }
    return kit.PlayerReport(
        number=cells.player_number(row, "number"),
        name=name,
        sex=fields.sex(row.get("sex"), findings, line),
        birth_date=day,
        birth_year=_birth_year(row, year),
        federation=fields.federation(row.get("federation"), findings, line),
        club=row.get("club")[:100].strip() or None,
        title=fields.title(row.get("title"), findings, line),
        grade=fields.grade(row.get("grade"), findings, line),
        ids=ids,
        ratings={} if rating is None else {row.get("rating_system") or "FIDE": rating},
        **(_participation(row) if row.has_any(_PARTICIPATION) else {}),
        table_line=_table_line(row) if row.has_any(_OF_TABLE) else kit.NO_LINE,
        line=line,
    )


def _table_line(row: cells.Row) -> kit.TableLine:
    return kit.TableLine(
        start_number=cells.ordinal(row, "start_number"),
        place=cells.ordinal(row, "place"),
        points=cells.decimal_number(row, "points"),
        tie_breaks=cells.decimal_numbers(row, "tie_breaks"),
        team=cells.ordinal(row, "team"),
        withdrawn=cells.whole_number(row, "withdrawn", 100_000),
    )


def _participation(row: cells.Row) -> Mapping[str, Any]:
    return {
        "computer": _computer(row),
        "entered": cells.yes_or_no(row, "entered") is not False,
        "junior": cells.yes_or_no(row, "junior") is True,
        "status": cells.one_of(row, "status", get_args(kit.Status)) or "registered",
    }


def _name(row: cells.Row) -> str:
    name = row.get("name") or ", ".join(
        part for part in (row.get("surname"), row.get("forename")) if part
    )
    if not name:
        raise cells.InvalidRow(
            Message("the player has no name: fill in name, or surname and forename")
        )
    return name[:200]


def _birth_year(row: cells.Row, of_date: int | None) -> int | None:
    stated = cells.whole_number(row, "birth_year", _LATEST_YEAR)
    if stated is not None and stated < _EARLIEST_YEAR:
        message = Message(
            "the year of birth %(year)s is impossible: correct %(field)s",
            {"year": stated, "field": "birth_year"},
        )
        row.refuse("birth_year", message)
    if of_date is not None and stated is not None and of_date != stated:
        message = Message(
            "birth_date is not in birth_year %(year)s: correct one of them", year=stated
        )
        row.refuse("birth_year", message)
    return of_date or stated


def _computer(row: cells.Row) -> bool:
    """The flag from ``kind`` in a table, from ``computer`` in a line, whose ``kind`` differs."""
    kind, computer = (
        cells.one_of(row, "kind", ("human", "computer")),
        cells.yes_or_no(row, "computer"),
    )
    if kind is not None and computer is not None and (kind == "computer") != computer:
        message = Message("kind and computer contradict each other: keep one of them")
        row.refuse("computer", message)
    return kind == "computer" or computer is True


_OVERTIMES = ("none", "japanese", "canadian", "fischer")
_OF_CHESS: Sequence[str] = ("increment_seconds", "minutes_per_move")
_OF_GO: Sequence[str] = ("overtime", "seconds", "stones", "overtime_minutes")
# Messages about a field, placed before it.
_ONLY_FOR: Mapping[kit.Discipline, Message] = {
    "chess": Message("is for chess only: leave it out"),
    "go": Message("is for go only: leave it out"),
}
_NEEDS_MINUTES = Message("is a part of the thinking time: fill in minutes as well")


def span_of(row: cells.Row, file: kit.File) -> kit.Span:
    """Return the first and the last day; ISO dates are accepted however far apart they are."""
    texts = {name: row.get(name) for name in ("starts_on", "ended_on")}
    start, end = (
        kit.WrittenDate(text, row.lines.get(name, row.line)) if text else None
        for name, text in texts.items()
    )
    plain = all(cells.is_iso_day(text) for text in texts.values() if text)
    longest = NO_LIMIT if plain else LONGEST_TOURNAMENT
    first, last = resolve_dates(start, end, file.supplied, file, longest=longest)
    if first and last and last - first > LONGEST_TOURNAMENT and row.get("system") != "games":
        message = Message(
            "%(place)sit lasted %(days)s days: check the first and the last day",
            {"place": row.place, "days": (last - first).days},
        )
        file.warn(message, row.lines.get("starts_on", row.line))
    return first, last


def _komi(row: cells.Row) -> float | None:
    """Return the komi of a go tournament; in chess it is ignored, as always."""
    return fields.komi(row.get("komi"), row.findings, row.lines.get("komi", row.line))


def _board(row: cells.Row, discipline: kit.Discipline) -> Any:
    if discipline == "chess":
        _refuse_all(row, ("board",), _ONLY_FOR["go"])
        return None
    return kit.BOARD_SIZES.get(cells.one_of(row, "board", ("", *kit.BOARD_SIZES)))


def _thinking_time(row: cells.Row, discipline: kit.Discipline) -> ThinkingTime | None:
    is_chess = discipline == "chess"
    own, foreign = (_OF_CHESS, _OF_GO) if is_chess else (_OF_GO, _OF_CHESS)
    other: kit.Discipline = "go" if is_chess else "chess"
    _refuse_all(row, foreign, _ONLY_FOR[other])
    if not row.get("minutes"):
        _refuse_all(row, own, _NEEDS_MINUTES)
        return None
    parts: Mapping[str, Any] = {
        "increment_seconds": cells.decimal_number(row, "increment_seconds"),
        "minutes_per_move": cells.decimal_number(row, "minutes_per_move"),
        "overtime": cells.one_of(row, "overtime", _OVERTIMES),
        "seconds": cells.decimal_number(row, "seconds"),
        "stones": cells.ordinal(row, "stones"),
        "overtime_minutes": cells.decimal_number(row, "overtime_minutes"),
    }
    return ThinkingTime(
        minutes=cells.decimal_number(row, "minutes") or 0.0, **{name: parts[name] for name in own}
    )


def _refuse_all(row: cells.Row, names: Sequence[str], why: Message) -> None:
    for name in names:
        if row.get(name):
            row.refuse(name, joined(" ", [name, why]))


def _round_days(row: cells.Row) -> Mapping[int, date]:
    """Return the days of the rounds, written ``1=2026-10-03 2=2026-10-04``."""
    found: dict[int, date] = {}
    for text in row.get("round_days").split():
        try:
            number, _, day = text.partition("=")
            found[int(number)] = read_day(day)
        except ValueError:
            message = Message(
                "round_days %(text)r is not a round and its day, such as 1=2026-10-03",
                text=text[:20],
            )
            row.refuse("round_days", message)
    return found


def team_of(row: cells.Row) -> kit.TeamReport:
    """Return the team of a row.

    Raises `InvalidRow` if it has no number or no name.
    """
    number, name = cells.ordinal(row, "number"), row.get("name")[:200]
    if number is None or not name:
        raise cells.InvalidRow(Message("a team needs a number and a name: fill them in"))
    return kit.TeamReport(
        number=number,
        name=name,
        club=row.get("club")[:100].strip() or None,
        place=cells.ordinal(row, "place"),
        match_points=cells.decimal_number(row, "match_points"),
        board_points=cells.decimal_number(row, "board_points"),
    )


T = TypeVar("T")


def report_of(
    row: cells.Row, rows: Mapping[str, Sequence[cells.Row]], file: kit.File
) -> kit.TournamentReport:
    """Return the checked report of the row of a tournament, and the other rows by kind."""
    discipline: kit.Discipline = (
        cells.one_of(row, "discipline", get_args(kit.Discipline)) or "chess"
    )
    country, line = row.get("country"), row.lines.get("country", row.line)
    return file.report(
        span_of(row, file),
        _converted(rows["player"], player_of),
        _converted(rows["game"], game_of),
        canonical=True,
        discipline=discipline,
        key=cells.parsed_value(row, "key", id_of(100)),
        name=row.get("name"),
        place=row.get("place"),
        country=fields.federation(country, file, line),
        arbiter=row.get("chief_arbiter"),
        deputies=row.get("deputy_arbiters").split(";"),
        program=row.get("pairing_program"),
        system=cells.one_of(row, "system", get_args(kit.System)),
        rounds=cells.whole_number(row, "rounds", 100_000) or None,
        participants=cells.ordinal(row, "participants"),
        thinking_time=_thinking_time(row, discipline),
        youth_class=cells.parsed_value(row, "youth_class", read_youth_class),
        class_=cells.parsed_value(row, "class", text_of(200)),
        flags=cells.some_of(row, "flags", get_args(TournamentFlag)),
        board=_board(row, discipline),
        komi=None if discipline == "chess" else _komi(row),
        pairing_rules=cells.parsed_value(row, "pairing_rules", text_of(200)),
        tie_breaks=codes_in(cells.parsed_value(row, "tie_breaks", text_of(1_000)) or ""),
        boards=cells.ordinal(row, "boards"),
        rounds_planned=cells.ordinal(row, "rounds_planned"),
        round_days=_round_days(row),
        teams=tuple(_converted(rows.get("team", ()), team_of)),
    )


def _converted(rows: Sequence[cells.Row], read: Callable[[cells.Row], T | None]) -> Iterator[T]:
    """Yield the parsed rows; a row without its required values becomes an error."""
    for row in rows:
        try:
            if (found := read(row)) is not None:
                yield found
        except cells.InvalidRow as invalid:
            row.findings.error(cells.placed(row.place, invalid.why), row.line)
