"""The canonical fields: a tournament, its players, its games, as rows of named values.

The CSV tables and the JSON Lines share them; here the rows become a report.  An empty value
means that there is none; a field nobody knows is refused by name.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, get_args

import attrs

from ledger.facts import ThinkingTime
from ledger.files import fields
from ledger.files.cells import (
    Bad,
    Row,
    day_of,
    decimal_number,
    one_of,
    player_number,
    whole_number,
)
from ledger.files.halves import (
    DRAW,
    FORFEIT_DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    LOSS,
    WIN,
    Half,
    together,
)
from ledger.files.report import (
    Discipline,
    Findings,
    GameReport,
    PlayerReport,
    RatedFor,
    Said,
    System,
    TournamentReport,
    Unplayed,
)
from ledger.files.span import Spelling, settle

RESULTS: Mapping[str, Half] = {
    "1": WIN,
    "1.0": WIN,
    "0.5": DRAW,
    "0,5": DRAW,
    ".5": DRAW,
    "½": DRAW,
    "1/2": DRAW,
    "=": DRAW,
    "0": LOSS,
    "0.0": LOSS,
    "+": FORFEIT_WIN,
    "+=": FORFEIT_DRAW,
    "-": FORFEIT_LOSS,
}
RATED: Mapping[str, RatedFor] = {
    "": "both",
    "yes": "both",
    "true": "both",
    "1": "both",
    "both": "both",
    "no": "none",
    "false": "none",
    "0": "none",
    "none": "none",
    "white": "white",
    "black": "black",
}
_BOARDS = {"": None, "9": 9, "13": 13, "19": 19}
_YOUTH_CLASSES = tuple(f"U{age}" for age in range(6, 26))
_REASONS = get_args(Unplayed)
T = TypeVar("T")
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,47}")


@attrs.frozen
class Rows:
    """Everything a canonical file holds."""

    tournament: Row
    players: Sequence[Row]
    games: Sequence[Row]


def report_of(
    rows: Rows, blank: TournamentReport, said: Said, findings: Findings
) -> TournamentReport:
    """The report that the rows make; ``blank`` brings format, encoding and digest."""
    about = rows.tournament
    days = [
        Spelling(about.get(name), about.line) if about.get(name) else None
        for name in ("starts_on", "ended_on")
    ]
    first, last = settle(days[0], days[1], said, findings)
    players = tuple(_kept(rows.players, _player, findings))
    games = tuple(_kept(rows.games, _game, findings))
    whole = next(_kept([about], _about, findings), dict[str, Any]())
    return attrs.evolve(
        blank, starts_on=first, ended_on=last, players=players, games=games, **whole
    )


def _kept(
    rows: Sequence[Row], read: Callable[[Row, Findings], T], findings: Findings
) -> Iterator[T]:
    """What the rows are read as; what is wrong with one becomes an error of its line."""
    for row in rows:
        try:
            yield read(row, findings)
        except Bad as bad:
            findings.error(f"{row.place}{bad}", row.line)


def _about(row: Row, findings: Findings) -> dict[str, Any]:
    key = row.get("key") or None
    if key is not None and not _KEY.fullmatch(key):
        raise Bad(f"key {key[:20]!r}: use up to 48 letters, digits, dots and hyphens")
    country = row.get("country")
    return {
        "key": key,
        "name": row.get("name")[:200].strip() or None,
        "discipline": one_of(row, "discipline", get_args(Discipline)) or "chess",
        "system": one_of(row, "system", get_args(System)),
        "rounds": whole_number(row, "rounds", 999) or None,
        "country": fields.federation(country, findings, row.line) if country else None,
        "place": row.get("place")[:200].strip() or None,
        "thinking_time": _thinking_time(row),
        "youth_class": one_of(row, "youth_class", _YOUTH_CLASSES),
        "board": _BOARDS[one_of(row, "board", tuple(_BOARDS)) or ""],
        "handicap_rule": row.get("handicap") or None,
        "komi": row.get("komi") or None,
    }


def _thinking_time(row: Row) -> ThinkingTime | None:
    if row.get("discipline") == "go" and (
        row.get("increment_seconds") or row.get("minutes_per_move")
    ):
        raise Bad("increment_seconds and minutes_per_move are for chess: leave them out")
    minutes = decimal_number(row, "minutes")
    if minutes is None:
        return None
    return ThinkingTime(
        minutes=minutes,
        increment_seconds=decimal_number(row, "increment_seconds"),
        minutes_per_move=decimal_number(row, "minutes_per_move"),
    )


def _player(row: Row, findings: Findings) -> PlayerReport:
    line = row.line
    day, year = fields.birth(row.get("birth_date"), findings, line)
    stated = whole_number(row, "birth_year", 2_200)
    if stated is not None and stated < 1_850:
        raise Bad(f"nobody was born in {stated}: correct birth_year")
    if year is not None and stated is not None and year != stated:
        raise Bad(f"birth_date is not in birth_year {stated}: correct one of them")
    rating = fields.figure(row.get("rating"), findings, line)
    ids = {
        namespace: id_
        for namespace in ("fide", "dsb", "egd")
        if (id_ := fields.external_id(namespace, row.get(namespace), findings, line))
    }
    return PlayerReport(
        number=player_number(row, "number"),
        name=_name(row),
        sex=fields.sex(row.get("sex"), findings, line),
        birth_date=day,
        birth_year=year or stated,
        federation=fields.federation(row.get("federation"), findings, line),
        club=row.get("club")[:100].strip() or None,
        title=row.get("title")[:10] or None,
        grade=fields.grade(row.get("grade"), findings, line),
        ids=ids,
        ratings={} if rating is None else {row.get("rating_system") or "FIDE": rating},
        computer=one_of(row, "kind", ("human", "computer")) == "computer",
        line=line,
    )


def _name(row: Row) -> str:
    name = row.get("name") or ", ".join(
        part for part in (row.get("surname"), row.get("forename")) if part
    )
    if not name:
        raise Bad("the player has no name: fill in name, or surname and forename")
    return name[:200]


def _game(row: Row, _: Findings) -> GameReport:
    round_ = whole_number(row, "round", 999)
    if round_ == 0:
        raise Bad("rounds are counted from 1: correct round")
    is_game = bool(row.get("black"))
    return GameReport(
        round=round_,
        board=whole_number(row, "board", 9_999) or None,
        white=player_number(row, "white"),
        black=player_number(row, "black") if is_game else None,
        stones=whole_number(row, "handicap", 50) or 0,
        day=day_of(row, "date"),
        finished=day_of(row, "finished"),
        line=row.line,
        **(_result(row) if is_game else _bye(row)),
    )


def _bye(row: Row) -> dict[str, Any]:
    points = _half(row, "result_white").points
    return {"white_points": points, "black_points": 0.0, "played": False, "reason": "bye"}


def _result(row: Row) -> dict[str, Any]:
    """The fields of a game that follow from the results of both sides."""
    whole = together(_half(row, "result_white"), _half(row, "result_black"), both_may_win=True)
    if whole is None:
        raise Bad("more than one point is given out: correct the game")
    rated = RATED.get(row.get("rated").casefold())
    if rated is None:
        raise Bad(f"rated {row.get('rated')[:20]!r} is not one of yes, no, white, black")
    result = whole.fields()
    if rated != "both":
        result["rated_for"] = _narrowed(whole.rated_for, rated)
    reason: Unplayed | None = one_of(row, "reason", _REASONS)
    return result if reason is None else result | {"played": False, "reason": reason}


def _narrowed(one: RatedFor, other: RatedFor) -> RatedFor:
    if one in {"both", other}:
        return other
    return one if other == "both" else "none"


def _half(row: Row, name: str) -> Half:
    half = RESULTS.get(row.get(name))
    if half is None:
        known = "1, 0.5, 0, + and - (not played)"
        raise Bad(f"{name} {row.get(name)[:20]!r} is no result: use {known}")
    return half
