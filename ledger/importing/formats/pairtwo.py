"""PairTwo 5 and 6 of the Belgian federation (.sws): records of fixed length, one after another."""

import struct
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from hashlib import sha256
from typing import Any

import attrs
from msgspec.structs import replace

from ledger.events.messages import Message
from ledger.importing.formats import fields
from ledger.importing.formats.consistency import MOST_RESULTS, TOO_MANY_RESULTS, check_report
from ledger.importing.formats.dates import WrittenDate, resolve_dates, unambiguous_date
from ledger.importing.formats.mirrored_cells import Colour, MirroredCell, games_of_cells
from ledger.importing.formats.side_results import (
    DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    LOSS,
    WIN,
    SideResult,
)
from ledger.importing.formats.text import tidy, too_large
from ledger.importing.formats.time_control import thinking_time_of
from ledger.importing.formats.tournament_report import (
    Findings,
    GameReport,
    Officials,
    PlayerReport,
    Sex,
    SuppliedDetails,
    System,
    TournamentReport,
)

_RELEASES = (b"5.", b"6.")
HEADER = struct.Struct("<4s 8x I 56x 24x I I I 28x 220x")
"""Release, players, length of the names, current round, drawn rounds; else settings."""
PLAYER = struct.Struct("<4x I I 4x I I I 20x I B 3s x B B 9x")
"""Place and length of the name, numbers, ratings, birth date, nation, title, sex."""
TOURNAMENT = struct.Struct("<80s 50x 50s 32x 128s I 8x I I 36s 68x I 28x I")
"""Name, thinking time, arbiter, rounds, first and last day, place, system, year."""
PAIRING = struct.Struct("<I B B 2x")
"""Opponent counted from 0, colour, result; for each player all drawn rounds."""
NOBODY = 0xFFFFFFFF
FIRST_YEAR = 1902
"""The year of a day is counted from it, in the bits above month and day."""
_TITLES = ("", "", "", "WCM", "WFM", "CM", "WIM", "FM", "WGM", "", "IM", "", "GM")
_SEXES: Mapping[int, Sex] = {1: "m", 2: "f"}
_COLOURS: Mapping[int, Colour] = {1: "w", 3: "w", 255: "b", 253: "b"}
_RESULTS: Mapping[int, SideResult | None] = {
    **dict.fromkeys((0, 3, 8, 13)),  # none yet, or adjourned
    1: LOSS,
    2: FORFEIT_LOSS,
    6: DRAW,
    11: WIN,
    12: FORFEIT_WIN,
}
_WITHOUT_OPPONENT: Mapping[int, SideResult | None] = {
    **dict.fromkeys((0, 2, 4)),  # not paired, absent, or a bye without a point
    12: FORFEIT_WIN,
    14: FORFEIT_WIN,
}
_SYSTEMS: Mapping[int, System] = {0: "swiss", 2: "round-robin"}
_CUT = Message("the file ends before its tables do: save it again in PairTwo")
Records = Sequence[tuple[Any, ...]]


@attrs.frozen
class _Parts:
    """The records of a file; ``days``: of the rounds; ``drawn``: rounds with pairings."""

    players: Records
    names: bytes
    tournament: tuple[Any, ...]
    days: Sequence[int]
    drawn: int
    current: int
    pairings: Records


def read_pairtwo(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """The report of a file of PairTwo."""
    if too_large(content, findings):
        return None
    if not content.startswith(_RELEASES):
        findings.error(Message("this is no file of PairTwo 5 or 6: export the tournament as TRF"))
        return None
    parts = _parts(content, findings)
    if parts is None:
        return None
    name, tempo, arbiter, _, *days, place, system, year = parts.tournament
    first, last = _first_and_last(days, year, findings)
    starts_on, ended_on = resolve_dates(_written(first), _written(last), supplied, findings)
    games = tuple(
        _with_days(
            games_of_cells(_cells(parts, findings), findings), parts.days, starts_on, ended_on
        )
    )
    report = TournamentReport(
        format="pairtwo",
        encoding="cp1252",
        digest=sha256(content).hexdigest(),
        discipline="chess",
        name=_text(name)[:200] or None,
        place=_text(place)[:200] or None,
        starts_on=starts_on,
        ended_on=ended_on,
        rounds=max((game.round or 0 for game in games), default=0) or None,
        system=_SYSTEMS.get(system),
        thinking_time=thinking_time_of(_text(tempo), "tempo", findings),
        officials=Officials(chief_arbiter=_text(arbiter)[:200] or None),
        players=tuple(_players(parts, findings)),
        games=games,
    )
    return check_report(report, supplied, findings)


def _first_and_last(
    days: Sequence[int], year: int, findings: Findings
) -> tuple[date | None, date | None]:
    """The first and last day; neither if the file states another year."""
    first, last = map(_day, days)
    if last is not None and year not in {last.year, (first or last).year}:
        findings.warn(Message("the days do not fit the year %(year)s of the file", year=year))
        return None, None
    return first, last


def _parts(content: bytes, findings: Findings) -> _Parts | None:
    """The records; None if the file is too short for the numbers that it states."""
    try:
        _, count, length, current, drawn = HEADER.unpack_from(content)
        if count * drawn > MOST_RESULTS:
            findings.error(TOO_MANY_RESULTS)
            return None
        place = HEADER.size
        players = [PLAYER.unpack_from(content, place + PLAYER.size * n) for n in range(count)]
        place += PLAYER.size * count
        names = content[place : place + length]
        place += length
        tournament = TOURNAMENT.unpack_from(content, place)
        place += TOURNAMENT.size
        days = struct.unpack_from(f"<{tournament[3]}I", content, place)
        place += 4 * tournament[3]
        cells = range(count * drawn if current else 0)
        pairings = [PAIRING.unpack_from(content, place + PAIRING.size * n) for n in cells]
    except (struct.error, OverflowError, MemoryError):
        findings.error(_CUT)
        return None
    return _Parts(players, names, tournament, days, drawn, min(current, drawn), pairings)


def _text(content: bytes) -> str:
    return tidy(content.partition(b"\0")[0].decode("cp1252", "replace"))


def _day(number: int) -> date | None:
    """A day, which is packed as year, month and day in 4 and 5 bits; None for 0."""
    year, month, day = FIRST_YEAR + number // 512, number // 32 % 16, number % 32
    return unambiguous_date(f"{year:04}-{month:02}-{day:02}")


def _written(day: date | None) -> WrittenDate | None:
    return None if day is None else WrittenDate(day.isoformat())


def _players(parts: _Parts, findings: Findings) -> Iterator[PlayerReport]:
    for number, record in enumerate(parts.players, start=1):
        place, fide, national_rating, born, national, rating, length, nation, title, sex = record
        name = _text(parts.names[place : place + length])
        if not name:
            findings.error(Message("player %(number)s has no name: complete it", number=number))
        day = _day(born)
        ids = {
            space: fields.external_id(space, str(value), findings, None, name)
            for space, value in (("fide", fide), ("kbsb", national))
            if value
        }
        ratings = {"FIDE": rating, "BEL": national_rating}
        yield PlayerReport(
            number=str(number),
            name=name[:200] or "?",
            sex=_SEXES.get(sex),
            birth_date=day,
            birth_year=None if day is None else day.year,
            federation=fields.federation(_text(nation), findings, None),
            title=(_TITLES[title] if title < len(_TITLES) else "") or None,
            ids={space: id_ for space, id_ in ids.items() if id_ is not None},
            ratings={whose: it for whose, it in ratings.items() if 0 < it < 5_000},
        )


def _cells(parts: _Parts, findings: Findings) -> Iterator[MirroredCell]:
    for place, (opponent, colour, code) in enumerate(parts.pairings):
        player, round_ = divmod(place, parts.drawn)
        if round_ >= parts.current:
            continue
        alone = opponent == NOBODY
        results = _WITHOUT_OPPONENT if alone else _RESULTS
        if code not in results:
            message = Message(
                "round %(round)s: player %(player)s has the invalid result %(code)s: correct it "
                "in PairTwo",
                round=round_ + 1,
                player=player + 1,
                code=code,
            )
            findings.error(message)
        elif not alone or results[code] is not None:
            yield MirroredCell(
                player=str(player + 1),
                round=round_ + 1,
                opponent=None if alone else str(opponent + 1),
                result=results[code],
                colour=_COLOURS.get(colour),
            )


def _with_days(
    games: Iterator[GameReport], days: Sequence[int], first: date | None, last: date | None
) -> Iterator[GameReport]:
    """Yield the games with the days of their rounds, if these are within the tournament."""
    for game in games:
        place = (game.round or 0) - 1
        day = _day(days[place]) if 0 <= place < len(days) else None
        inside = day is not None and last is not None and (first or day) <= day <= last
        yield replace(game, day=day) if inside and game.played else game
