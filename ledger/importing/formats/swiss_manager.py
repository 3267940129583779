"""Swiss-Manager's own files: TUNX (Swiss), TURX (round robin), TUMX and TUTX (the same, of teams).

Sections begin with a tag and ``FF 89 44``; the directory at the end gives their offsets.
Texts are UTF-16 after their length.  Players are referred to by their index in the file.
"""

import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from itertools import pairwise

import attrs

from ledger.events.messages import Message
from ledger.importing.formats import kit

_MARK = b"\xff\x89\x44"
_BEGINNING, _SETTINGS, _DIRECTORY, _END = (
    bytes([tag]) + _MARK for tag in (0x93, 0x95, 0xD3, 0xE3)
)
_ROUNDS, _PLAYERS, _GAMES, _TEAMS, _MATCHES = 0xA3, 0xA5, 0xB3, 0xB5, 0xC3
_OF_PLAYERS, _OF_TEAMS = frozenset({_ROUNDS, _PLAYERS, _GAMES}), frozenset({_TEAMS, _MATCHES})
"""The tags of the sections; those of others are passed over."""
_DIRECTORY_SIZE = 36
_TEXTS_AT, _MOST_TEXTS = 108, 500
_SETTINGS_SIZE = 83
_PLAYER_TEXTS, _PLAYER_SIZE = 18, 134
_ROUND_TEXTS, _ROUND_SIZE = 16, 76
_TEAM_TEXTS, _TEAM_SIZE = 5, 96
_GAME = struct.Struct("<HHB16x")
_TEXTS = {"name": 0, "place": 5, "other name": 9, "time": 14, "federation": 20, "arbiter": 21}
_SYSTEMS: Mapping[int, kit.System] = {0: "swiss", 1: "round-robin", 2: "team", 3: "team"}


_Record = tuple[Sequence[str], bytes]
"""Texts, and bytes after them."""


class _DamagedError(ValueError):
    """The bytes do not have the layout of these files."""


@attrs.define
class _Reading:
    """A position in the bytes that advances with reading, up to ``end``."""

    content: bytes
    at: int
    end: int

    def block(self, size: int) -> bytes:
        start, self.at = self.at, self.at + size
        if self.at > self.end:
            raise _DamagedError
        return self.content[start : self.at]

    def text(self) -> str:
        size = 2 * kit.u16(self.block(2), 0)
        return kit.tidy(self.block(size).decode("utf-16-le", errors="replace"))

    def record(self, texts: int, size: int) -> _Record:
        """Return the next record."""
        return [self.text() for _ in range(texts)], self.block(size)


@attrs.frozen
class _Round:
    """A round: its day, and its games as indexes of White and Black and the result's code.

    In a tournament of teams it has so many matches.
    """

    number: int
    day: date | None
    games: Sequence[tuple[int, int, int]]
    matches: int


@attrs.frozen
class _File:
    """The texts of the head, the settings, and the bytes of the other sections."""

    number: int
    texts: Sequence[str]
    settings: bytes
    sections: Mapping[int, _Reading]

    @classmethod
    def of(cls, content: bytes) -> "_File":
        """Return the file in some bytes, or raise that they are damaged."""
        directory = len(content) - _DIRECTORY_SIZE
        framed = content.startswith(_BEGINNING) and content.endswith(_END)
        if directory < _TEXTS_AT or not framed or not content.startswith(_DIRECTORY, directory):
            raise _DamagedError
        sections = _sections(content, directory)
        of_teams = _OF_TEAMS & sections.keys()
        if not sections.keys() >= _OF_PLAYERS or of_teams not in {frozenset(), _OF_TEAMS}:
            raise _DamagedError
        head = _Reading(content, _TEXTS_AT, min(each.at for each in sections.values()) - 4)
        texts: list[str] = []
        while not content.startswith(_SETTINGS, head.at) and len(texts) < _MOST_TEXTS:
            texts.append(head.text())
        settings = head.block(head.end - head.at)
        is_whole = settings.startswith(_SETTINGS) and len(settings) >= _SETTINGS_SIZE
        if not is_whole or len(texts) <= max(_TEXTS.values()):
            raise _DamagedError
        system = _SYSTEMS.get(kit.u16(settings, 15))
        if system is None or bool(of_teams) != (system == "team"):
            raise _DamagedError
        return cls(kit.u32(content, 32), texts, settings, sections)

    def about(self, name: str) -> str:
        return self.texts[_TEXTS[name]]

    @property
    def system(self) -> kit.System:
        """Return the system, which also distinguishes players from teams."""
        return _SYSTEMS[kit.u16(self.settings, 15)]

    @property
    def player_count(self) -> int:
        """The number of players that the settings promise."""
        return kit.u16(self.settings, 23)

    def day(self, at: int) -> str:
        """Return a day of the settings, empty if there is none."""
        number = kit.u32(self.settings, at)
        return _as_iso(number) if number else ""

    def players(self) -> Sequence[_Record]:
        """Return the records of the players, who are as many as the settings promise."""
        section = self.sections[_PLAYERS]
        found = [section.record(_PLAYER_TEXTS, _PLAYER_SIZE) for _ in range(self.player_count)]
        if section.at != section.end:
            raise _DamagedError
        return found

    @property
    def boards(self) -> int | None:
        """Return the number of boards of a team; None in a tournament of players."""
        return (kit.u16(self.settings, 53) or None) if self.system == "team" else None

    def teams(self, file: kit.File) -> Sequence[kit.TeamReport]:
        """Return the teams, numbered by their places; one other program shows their layout."""
        if self.system != "team":
            return ()
        section, names = self.sections[_TEAMS], list[str]()
        with suppress(_DamagedError):
            count = min(kit.u16(self.settings, 51), kit.MOST_PLAYERS)
            names.extend(section.record(_TEAM_TEXTS, _TEAM_SIZE)[0][0] for _ in range(count))
        is_known = section.at == section.end and all(names)
        file.warn(kit.UNPROVEN if is_known else kit.TEAMS_LEFT_OUT)
        found = enumerate(names if is_known else (), start=1)
        return [kit.TeamReport(number=number, name=name) for number, name in found]

    def rounds(self) -> Sequence[_Round]:
        """Return the rounds with their games, none of which may be left over."""
        section, games = self.sections[_ROUNDS], self.sections[_GAMES]
        found: list[_Round] = []
        while section.at < section.end and len(found) < kit.MOST_ROUNDS:
            _, about = section.record(_ROUND_TEXTS, _ROUND_SIZE)
            block = games.block(kit.u16(about, 6) * _GAME.size)
            day = kit.unambiguous_date(_as_iso(kit.u32(about, 0)))
            played = list(_GAME.iter_unpack(block))
            found.append(_Round(len(found) + 1, day, played, about[8]))
        if section.at != section.end or games.at != games.end:
            raise _DamagedError
        return found


def _sections(content: bytes, directory: int) -> Mapping[int, _Reading]:
    """The sections by their tags: each begins where the directory says, and ends at the next."""
    offsets = {kit.u32(content, directory + 4 + 4 * place) for place in range(7)} - {0}
    starts = sorted(offsets)
    marked = all(content.startswith(_MARK, start + 1) for start in starts)
    if not marked or not starts or starts[0] < _TEXTS_AT or starts[-1] != directory:
        raise _DamagedError
    found = {content[start]: _Reading(content, start + 4, end) for start, end in pairwise(starts)}
    if len(found) < len(starts) - 1:
        raise _DamagedError
    return found


def _as_iso(number: int) -> str:
    """Return a day from its number, YYYYMMDD."""
    return f"{number // 10_000:04}-{number // 100 % 100:02}-{number % 100:02}"


def read_swiss_manager(file: kit.File) -> kit.TournamentReport:
    """Return the report of a file of any of the four kinds."""
    file.encoding = "utf-16"
    found, players, rounds = _opened(file)
    days = file.days(found.day(75), found.day(79))
    country = kit.fields.federation(found.about("federation"), file, None)
    round_days = file.round_days({each.number: each.day for each in rounds}, days)
    games = _games(rounds, file, found.boards)
    return file.report(
        days,
        [_player(number, *it, country, file) for number, it in enumerate(players, start=1)],
        kit.dated(games, round_days, days),
        key=f"chess-results-{found.number}" if found.number else None,
        name=found.about("name") or found.about("other name"),
        place=found.about("place"),
        country=country,
        rounds=len(rounds),
        system=found.system,
        thinking_time=kit.thinking_time_of(found.about("time"), "time control", file),
        arbiter=found.about("arbiter"),
        boards=found.boards,
        teams=tuple(found.teams(file)),
    )


def _opened(file: kit.File) -> tuple[_File, Sequence[_Record], Sequence[_Round]]:
    """Return a parsed file, its players and rounds; it ends the reading of a damaged one."""
    try:
        found = _File.of(file.content)
        if found.player_count > kit.MOST_PLAYERS:
            raise file.refusal(kit.TOO_MANY_PLAYERS)
        games = found.sections[_GAMES]
        if (games.end - games.at) // _GAME.size > kit.MOST_RESULTS:
            raise file.refusal(kit.TOO_MANY_RESULTS)
        return found, found.players(), found.rounds()
    except _DamagedError:
        message = Message(
            "the file has been cut off, is damaged, or is of a version of Swiss-Manager that is "
            "not known here: export the tournament as TRF (FIDE), or the crosstable to Excel"
        )
        raise file.refusal(message) from None


# --- players ---------------------------------------------------------------------------------

_NATIONAL_NUMBER_IN_GERMANY = re.compile("[0-9]{8}")


def _player(
    number: int, texts: Sequence[str], figures: bytes, country: str | None, file: kit.File
) -> kit.PlayerReport:
    surname, forename, _, shown, title, national = texts[:6]
    names = [part for part in (surname, forename) if part] or [shown]
    born = kit.u32(figures, 38)
    ids: dict[str, kit.Value] = {"fide": kit.u32(figures, 48)}
    if country == "GER" and _NATIONAL_NUMBER_IN_GERMANY.fullmatch(national):
        ids["dsb"] = national
    return file.player(
        number,
        *names,
        birth=_as_iso(born) if born % 100 else str(born)[:4],
        federation=texts[10],
        club=texts[9],
        title=title,
        ids=ids,
        ratings={"FIDE": kit.u16(figures, 32)},
        table_line=kit.table_line(team=kit.u16(figures, 52) or None),
    )


# --- games -----------------------------------------------------------------------------------

_NOBODY = frozenset({0, 0xFFFE, 0xFFFF})  # an empty board, not paired, a bye
_OPEN, _BYE, _LOST_BY_BOTH = 0, 9, 10
_RESULTS: Mapping[int, tuple[kit.SideResult, kit.SideResult]] = {
    1: (kit.WIN, kit.LOSS),
    2: (kit.DRAW, kit.DRAW),
    3: (kit.LOSS, kit.WIN),
    4: (kit.FORFEIT_WIN, kit.FORFEIT_LOSS),
    5: (kit.FORFEIT_LOSS, kit.FORFEIT_WIN),
    6: (kit.FORFEIT_LOSS, kit.FORFEIT_LOSS),
    _LOST_BY_BOTH: (kit.FORFEIT_LOSS, kit.FORFEIT_LOSS),
    15: (kit.UNRATED_WIN, kit.UNRATED_LOSS),
    16: (kit.UNRATED_DRAW, kit.UNRATED_DRAW),
    17: (kit.UNRATED_LOSS, kit.UNRATED_WIN),
}
_DEDUCED = frozenset({15, 16, 17})
"""The codes that no description has: 15 and 17 follow from sums in real files, 16 from both."""
_POINTS_OF_ONE: Mapping[int, tuple[float, float]] = {
    **{code: (white.points, black.points) for code, (white, black) in _RESULTS.items()},
    _OPEN: (0.0, 0.0),
    _BYE: (1.0, 1.0),
}


def _games(
    rounds: Sequence[_Round], file: kit.File, boards: int | None
) -> Iterator[kit.GameReport]:
    """Yield every game and bye; of teams, each match has so many boards behind one another."""
    for round_ in rounds:
        for place, (white, black, code) in enumerate(round_.games):
            if white in _NOBODY or black in _NOBODY:
                yield from _alone(round_, white, black, code, file)
                continue
            if code != _OPEN and code not in _RESULTS:
                file.unknown_result(round_.number, white, code)
                continue
            if code in _DEDUCED:
                message = Message(
                    "the codes 15, 16 and 17 are read as 1 – 0, ½ – ½ and 0 – 1, not rated; that "
                    "was deduced from sums of points: compare the final table"
                )
                file.warn(message)
            yield from file.game(
                round_.number,
                str(white),
                str(black),
                _RESULTS.get(code),
                board=_board(round_, place, boards),
                lost_by_both=code == _LOST_BY_BOTH,
            )


def _board(round_: _Round, place: int, boards: int | None) -> int | None:
    """Return the board of a game; None in a round of teams without a game for each board."""
    if boards is None:
        return place + 1
    return place % boards + 1 if len(round_.games) == round_.matches * boards else None


def _alone(
    round_: _Round, white: int, black: int, code: int, file: kit.File
) -> Iterator[kit.GameReport]:
    """Yield the byes for which a player without an opponent was given points."""
    if white in _NOBODY and black in _NOBODY:
        return
    player, side = (white, 0) if black in _NOBODY else (black, 1)
    if code not in _POINTS_OF_ONE:
        file.unknown_result(round_.number, player, code)
    elif points := _POINTS_OF_ONE[code][side]:
        yield kit.bye(round_.number, str(player), points)
