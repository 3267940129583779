"""Tournaments as Swiss-Manager keeps them, built from what is known of their bytes."""

import struct
from collections.abc import Sequence

import attrs

SWISS, ROUND_ROBIN, TEAM_ROUND_ROBIN, TEAM_SWISS = range(4)
BYE, NOT_PAIRED = 0xFFFF, 0xFFFE
Game = tuple[int, int, int]
"""The places of White and Black in the file, and the result's code."""

ROUNDS: Sequence[Sequence[Game]] = (
    ((1, 2, 1), (3, 4, 2)),
    ((2, 3, 3), (4, 1, 5)),
    ((1, 3, 6), (2, BYE, 9), (4, NOT_PAIRED, 2)),
)
TEAM_ROUNDS: Sequence[Sequence[Game]] = (((1, 3, 1), (4, 2, 2)), ((3, 1, 3), (0, 4, 5), (0, 0, 0)))


@attrs.frozen
class Player:
    """A player of such a file."""

    surname: str
    forename: str = ""
    title: str = ""
    national: str = ""
    club: str = ""
    federation: str = ""
    rating: int = 0
    born: int = 0
    fide: int = 0


PLAYERS = (
    Player("Ahorn", "Änne", "WFM", "10012345", "SK Neustadt", "GER", 2_100, 19_700_131, 4_600_012),
    Player("Buche", "Bert", rating=2_000, born=19_750_000),
    Player("Esche", "Eva"),
    Player("Fichte"),
)


def mark(tag: int) -> bytes:
    """The beginning of a section."""
    return bytes([tag, 0xFF, 0x89, 0x44])


def texts(count: int, **places: str) -> bytes:
    """Texts behind their lengths, those named ``at5`` … in their places, the others empty."""
    written = [places.get(f"at{place}", "").encode("utf-16-le") for place in range(count)]
    return b"".join(struct.pack("<H", len(text) // 2) + text for text in written)


def numbers(size: int, *values: tuple[str, int, int]) -> bytes:
    """A block of bytes with some numbers in it, given as format, place and value."""
    block = bytearray(size)
    for format_, at, value in values:
        struct.pack_into(f"<{format_}", block, at, value)
    return bytes(block)


def player(about: Player, team: int) -> bytes:
    """The record of a player."""
    strings = {
        "at0": about.surname,
        "at1": about.forename,
        "at4": about.title,
        "at5": about.national,
        "at9": about.club,
        "at10": about.federation,
    }
    figures = numbers(
        134,
        ("H", 32, about.rating),
        ("I", 38, about.born),
        ("I", 48, about.fide),
        ("H", 52, team),
    )
    return texts(18, **strings) + figures


def swiss_manager(
    rounds: Sequence[Sequence[Game]] = ROUNDS,
    players: Sequence[Player] = PLAYERS,
    *,
    kind: int = SWISS,
    days: Sequence[int] = (20_240_301, 20_240_302, 20_240_303),
    time: str = "90 min + 30 s/move",
    ended_on: int = 20_240_303,
    number: int = 4_711,
) -> bytes:
    """A file of one of the four kinds; of teams there are two, of players one after the other."""
    of_teams = kind in {TEAM_ROUND_ROBIN, TEAM_SWISS}
    half = len(players) // 2
    head = mark(0x93) + numbers(104, ("I", 28, number))
    head += texts(
        132, at0="Frühjahrsopen ♟", at5="Neustadt", at14=time, at20="GER", at21="Eibe, Emil"
    )
    head += mark(0x95) + numbers(
        1_300,
        ("H", 11, kind),
        ("H", 19, len(players)),
        ("H", 23, len(rounds)),
        ("H", 47, 2 if of_teams else 0),
        ("H", 49, 2 if of_teams else 0),
        ("I", 71, 20_240_301),
        ("I", 75, ended_on),
    )
    schedule = b"".join(
        texts(16, at0="15:00")
        + numbers(76, ("I", 0, day), ("H", 6, len(games)), ("H", 8, 1 if of_teams else 0))
        for games, day in zip(rounds, days, strict=False)
    )
    people = b"".join(
        player(each, 1 + place // half if of_teams else 0) for place, each in enumerate(players)
    )
    played = b"".join(struct.pack("<HHB16x", *game) for games in rounds for game in games)
    sections = {0xA3: schedule, 0xA5: people, 0xB3: played}
    if of_teams:
        teams = (texts(5, at0=name, at1=name) + bytes(96) for name in ("Turm", "Dame"))
        match = struct.pack("<HHHH7x", 1, 2, 0, 0)
        sections |= {0xB5: b"".join(teams), 0xC3: match * len(rounds)}
    return assembled(head, sections)


def assembled(head: bytes, sections: dict[int, bytes]) -> bytes:
    """The parts of a file with the directory behind them."""
    content, offsets = head, []
    for tag, section in sections.items():
        offsets.append(len(content))
        content += mark(tag) + section
    offsets.append(len(content))
    directory = struct.pack("<7I", *offsets, *[0] * (7 - len(offsets)))
    return content + mark(0xD3) + directory + mark(0xE3)
