"""PairTwo 5 and 6 of the Belgian federation (.sws): records of fixed length, one after another."""

import struct
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import attrs

from ledger.events.messages import Message
from ledger.importing.formats import kit

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
_SEXES: Mapping[int, kit.Sex] = {1: "m", 2: "f"}
_COLOURS: Mapping[int, kit.Colour] = {1: "w", 3: "w", 255: "b", 253: "b"}
_RESULTS: Mapping[int, kit.SideResult | None] = {
    **dict.fromkeys((0, 3, 8, 13)),  # none yet, or adjourned
    1: kit.LOSS,
    2: kit.FORFEIT_LOSS,
    6: kit.DRAW,
    11: kit.WIN,
    12: kit.FORFEIT_WIN,
}
_WITHOUT_OPPONENT: Mapping[int, kit.SideResult | None] = {
    **dict.fromkeys((0, 2, 4)),  # not paired, absent, or a bye without a point
    12: kit.FORFEIT_WIN,
    14: kit.FORFEIT_WIN,
}
_SYSTEMS: Mapping[int, kit.System] = {0: "swiss", 2: "round-robin"}
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


def read_pairtwo(file: kit.File) -> kit.TournamentReport:
    """The report of a file of PairTwo."""
    if not file.content.startswith(_RELEASES):
        message = Message("this is not a file of PairTwo 5 or 6: export the tournament as TRF")
        raise file.refusal(message)
    file.encoding = "cp1252"
    parts = _parts(file)
    name, tempo, arbiter, _, *days, place, system, year = parts.tournament
    first, last = _first_and_last(days, year, file)
    span = file.days(first, last)
    round_days = {number: _day(day) for number, day in enumerate(parts.days, start=1)}
    return file.report(
        span,
        _players(parts, file),
        kit.dated(kit.games_of_cells(_cells(parts, file), file), round_days, span),
        name=kit.text_in(name),
        place=kit.text_in(place),
        system=_SYSTEMS.get(system),
        thinking_time=kit.thinking_time_of(kit.text_in(tempo), "tempo", file),
        arbiter=kit.text_in(arbiter),
    )


def _first_and_last(
    days: Sequence[int], year: int, file: kit.File
) -> tuple[date | None, date | None]:
    """The first and last day; neither if the file states another year."""
    first, last = map(_day, days)
    if last is not None and year not in {last.year, (first or last).year}:
        file.warn(Message("the days do not fit the year %(year)s of the file", year=year))
        return None, None
    return first, last


def _parts(file: kit.File) -> _Parts:
    """The records; it ends the reading if the file is too short for the numbers it states."""
    content = file.content
    try:
        _, count, length, current, drawn = HEADER.unpack_from(content)
        if count * drawn > kit.MOST_RESULTS:
            raise file.refusal(kit.TOO_MANY_RESULTS)
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
        message = Message("the file ends before its tables do: save it again in PairTwo")
        raise file.refusal(message) from None
    return _Parts(players, names, tournament, days, drawn, min(current, drawn), pairings)


def _day(number: int) -> date | None:
    """A day, which is packed as year, month and day in 4 and 5 bits; None for 0."""
    year, month, day = FIRST_YEAR + number // 512, number // 32 % 16, number % 32
    return kit.unambiguous_date(f"{year:04}-{month:02}-{day:02}")


def _players(parts: _Parts, file: kit.File) -> Iterator[kit.PlayerReport]:
    for number, record in enumerate(parts.players, start=1):
        place, fide, national_rating, born, national, rating, length, nation, title, sex = record
        ratings = {"FIDE": rating, "BEL": national_rating}
        yield file.player(
            number,
            kit.text_in(parts.names[place : place + length]),
            sex=_SEXES.get(sex, ""),
            birth=_day(born),
            federation=kit.text_in(nation),
            title=_TITLES[title] if title < len(_TITLES) else "",
            ids={"fide": fide, "kbsb": national},
            ratings={whose: it for whose, it in ratings.items() if 0 < it < 5_000},
        )


def _cells(parts: _Parts, file: kit.File) -> Iterator[kit.MirroredCell]:
    for place, (opponent, colour, code) in enumerate(parts.pairings):
        player, round_ = divmod(place, parts.drawn)
        if round_ >= parts.current:
            continue
        alone = opponent == NOBODY
        results = _WITHOUT_OPPONENT if alone else _RESULTS
        if code not in results:
            file.wrong_result(round_ + 1, player + 1, code)
        else:
            named = None if alone else str(opponent + 1)
            side = str(player + 1), round_ + 1, named, results[code], _COLOURS.get(colour)
            yield from kit.one_side(*side)
