"""Files of PairTwo 6 (.sws), the Belgian pairing program, as the tests write them."""

from collections.abc import Sequence
from datetime import date

from ledger.importing.formats.pairtwo import (
    FIRST_YEAR,
    HEADER,
    NOBODY,
    PAIRING,
    PLAYER,
    TOURNAMENT,
)

Pairing = tuple[int | None, str, int]
"""The opponent counted from 1, the colour and the code of the result."""
CODES = {"w": 1, "b": 255, "": 0}
NAMES = ("Acacia, Aline", "Bouleau, Bert", "Chêne, Céline", "Dadel, Dirk")
PAIRINGS: Sequence[Sequence[Pairing]] = (
    ((3, "b", 11), (2, "w", 1), (4, "b", 6)),
    ((4, "w", 11), (1, "b", 11), (None, "", 14)),
    ((1, "w", 1), (None, "", 14), (None, "", 2)),
    ((2, "b", 1), (None, "", 2), (1, "w", 6)),
)
"""Two games, a bye and a player who is absent in each round but the first."""
DAYS = (date(2019, 1, 1), date(2019, 1, 6), date(2019, 1, 11))


def packed(day: date) -> int:
    return (day.year - FIRST_YEAR) * 512 + day.month * 32 + day.day


def pairtwo(
    pairings: Sequence[Sequence[Pairing]] = PAIRINGS,
    *,
    days: Sequence[date] = DAYS,
    year: int = 2019,
    current: int = 3,
) -> bytes:
    """A tournament of four players in three rounds."""
    names = [name.encode("cp1252") for name in NAMES]
    rounds = len(days)
    content = HEADER.pack(b"6.13", len(names), sum(map(len, names)), current, rounds)
    place = 0
    for number, name in enumerate(names, start=1):
        born = packed(date(1970 + number, 5, 1))
        fide = 200000 + number if number == 1 else 0
        numbers = (place, fide, 1800 + number, born, 90000 + number, 1900 if number == 1 else 0)
        title, sex = {1: (7, 2)}.get(number, (0, 1))
        content += PLAYER.pack(*numbers, len(name), b"BEL", title, sex)
        place += len(name)
    content += b"".join(names)
    content += TOURNAMENT.pack(
        b"Tournoi de Noel",
        b"90 min + 30 sec",
        b"Juge, Jan",
        rounds,
        packed(days[0]),
        packed(days[-1]),
        b"Gent",
        0,
        year,
    )
    content += b"".join(packed(day).to_bytes(4, "little") for day in days)
    for line in pairings:
        for opponent, colour, code in line:
            content += PAIRING.pack(
                NOBODY if opponent is None else opponent - 1, CODES[colour], code
            )
    return content
