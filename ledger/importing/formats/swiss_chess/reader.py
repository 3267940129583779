"""SWT, the file in which Swiss-Chess keeps a tournament."""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta

import attrs

from ledger.events.messages import Message
from ledger.importing.formats import kit

# The layout of Swiss-Chess's own file (.SWT): little-endian numbers, text in cp1252.

PAIRING_SIZE = 19
_HEADER_7 = 3_894
_SIZES = {False: (_HEADER_7, 292), True: (13_384, 655)}
"""The sizes of the head and of a player, by whether a program of version 8 or later wrote them."""


@attrs.frozen
class Layout:
    """The sizes of a file: rounds, players, teams, and the offsets that follow from them."""

    is_of_8: bool
    rounds: int
    players: int
    teams: int
    drawn: bool

    def pairing_at(self, player: int, round_: int) -> int:
        """Return the offset of a player's pairing; both are counted from 0."""
        return _SIZES[self.is_of_8][0] + PAIRING_SIZE * (player * self.rounds + round_)

    def player_at(self, player: int) -> int:
        """Return the offset of a player, counted from 0; the teams follow the players.

        That of one more than there are is the length of the file.
        """
        pairings = PAIRING_SIZE * self.rounds * (self.players + self.teams) if self.drawn else 0
        header, size = _SIZES[self.is_of_8]
        return header + pairings + size * player


def layout_of(content: bytes) -> Layout | None:
    """Return the layout of a file; None if version, numbers and size do not fit each other."""
    if len(content) < _HEADER_7 or content[0] not in {0, 0xFF}:
        return None
    version = kit.u16(content, 0x261)
    if not 700 <= version <= 1_100:
        return None
    cycles = content[0x257] if content[0x254] == 1 and content[0x257] > 1 else 1
    layout = Layout(
        is_of_8=version >= 800,
        rounds=kit.u16(content, 1) * cycles,
        players=kit.u16(content, 7),
        teams=kit.u16(content, 0x534) if content[0x25E] == 0xFF else 0,
        drawn=kit.u16(content, 5) > 0,
    )
    size = layout.player_at(layout.players + layout.teams)
    return layout if size == len(content) else None


def stated_version(content: bytes) -> int | None:
    """Return the version, 905 for 9.05, of a probable Swiss-Chess file, whatever its size."""
    if len(content) < _HEADER_7 or content[0] not in {0, 0xFF}:
        return None
    version, rounds, players = (kit.u16(content, offset) for offset in (0x261, 1, 7))
    plausible = 500 <= version <= 1_500 and 1 <= rounds <= 99 and 2 <= players <= 5_000
    return version if plausible else None


def text_at(content: bytes, offset: int, length: int) -> str:
    """A text up to its end or the byte 0."""
    return kit.text_in(content[offset : offset + length])


_SYSTEMS: Mapping[int, kit.System] = {0: "swiss", 1: "round-robin", 2: "knockout"}
_COLOURS: Mapping[int, kit.Colour] = {1: "w", 3: "b"}
_BYE_COLOURS = (2, 4)
_RESULTS: Mapping[int, kit.SideResult] = {1: kit.LOSS, 2: kit.DRAW, 3: kit.WIN}
_FORFEITED = (2, 3)
_ROUND_DATES = 0x2CC1
_TEAM_OF_PLAYER, _NUMBER_OF_TEAM = 0xC9, 0xDB
_TABLE, _BOARD_OF_TEAM = 13, 18
_DAY_0 = date(1899, 12, 30)


def read_swt(file: kit.File) -> kit.TournamentReport:
    """The report of an SWT file."""
    file.encoding, content = "cp1252", file.content
    layout = layout_of(content)
    if layout is None or layout.players > kit.MOST_PLAYERS:
        message = Message(
            "the file's size does not fit its numbers of rounds and players: this is not SWT of "
            "Swiss-Chess 7 or 8, export the tournament as SWI or TRF"
        )
        raise file.refusal(message)
    if layout.drawn and layout.players * layout.rounds > kit.MOST_RESULTS:
        raise file.refusal(kit.TOO_MANY_RESULTS)
    first, last = (text_at(content, at, 20).strip(" .") for at in (0x41F, 0x434))
    days = file.days(first, last)
    if layout.teams:
        file.warn(kit.UNPROVEN if layout.is_of_8 else kit.TEAMS_LEFT_OUT)
    return file.report(
        days,
        [_player(layout, each, file) for each in range(layout.players)],
        kit.dated(
            kit.games_of_cells(_cells(content, layout), file),
            file.round_days(_round_days(content, layout), days),
            days,
        ),
        name=text_at(content, 0x316, 40),
        place=text_at(content, 0x33F, 40),
        rounds=layout.rounds,
        system="team" if layout.teams else _SYSTEMS.get(content[0x254], "team"),
        arbiter=text_at(content, 0x368, 60),
        teams=tuple(_teams(content, layout)),
    )


def _teams(content: bytes, layout: Layout) -> Iterator[kit.TeamReport]:
    """Yield the teams; of version 7 their records are not known."""
    for place in range(layout.teams if layout.is_of_8 else 0):
        at = layout.player_at(layout.players + place)
        if (number := kit.u16(content, at + _NUMBER_OF_TEAM)) and (
            name := text_at(content, at, 32)
        ):
            yield kit.TeamReport(number=number, name=name)


def _round_days(content: bytes, layout: Layout) -> Mapping[int, date]:
    """Return the days of the rounds, which version 7 does not have."""
    if not layout.is_of_8:
        return {}
    numbers = (
        (round_, kit.u16(content, _ROUND_DATES + 4 * (round_ - 1)))
        for round_ in range(1, min(layout.rounds, 100) + 1)
    )
    return {round_: _DAY_0 + timedelta(days=number) for round_, number in numbers if number}


def _player(layout: Layout, index: int, file: kit.File) -> kit.PlayerReport:
    at = layout.player_at(index)

    def field(offset: int, end: int) -> str:
        return text_at(file.content, at + offset, end - offset + 1)

    return file.player(
        index + 1,
        *field(0x00, 0x1F).split(",", maxsplit=1),
        sex=field(0xB8, 0xB8),
        birth=kit.fields.birth_of_digits(field(0x80, 0x89), file, None),
        federation=field(0x69, 0x6B),
        club=field(0x21, 0x40),
        title=field(0x42, 0x44),
        ids=kit.fields.german_numbers(
            fide=field(0x144, 0x14F) if layout.is_of_8 else "",
            dsb=field(0x151, 0x15C) if layout.is_of_8 else "",
            club=field(0x99, 0x9D),
            member=field(0x9F, 0xA2),
        ),
        ratings={"FIDE": field(0x46, 0x49), "DWZ": field(0x4B, 0x4E)},
        table_line=kit.table_line(
            team=kit.u16(file.content, at + _TEAM_OF_PLAYER) if layout.teams else None
        ),
    )


def _cells(content: bytes, layout: Layout) -> Iterator[kit.MirroredCell]:
    """Yield the pairings of all players; a forfeit in one of the two records holds for both."""
    if not layout.drawn:
        return
    for player in range(layout.players):
        number = str(player + 1)
        for round_ in range(layout.rounds):
            record = _Record.at(content, layout, player, round_)
            if record.is_bye or not record.opponent:
                if (result := record.result) is not None:
                    yield kit.MirroredCell(
                        player=number, round=round_ + 1, opponent=None, result=result
                    )
                continue
            other = _Record.at(content, layout, record.opponent - 1, round_)
            forfeited = record.forfeited or (other.opponent == player + 1 and other.forfeited)
            yield kit.MirroredCell(
                player=number,
                round=round_ + 1,
                opponent=str(record.opponent),
                result=_unplayed(record.result) if forfeited else record.result,
                colour=record.colour,
                board=record.board or None,
            )


def _unplayed(result: kit.SideResult | None) -> kit.SideResult:
    return kit.SideResult(0.0 if result is None else result.points, played=False, rated=False)


@attrs.frozen
class _Record:
    """A player's pairing in a round; ``opponent`` is counted from 1, 0 for none."""

    opponent: int
    colour: kit.Colour | None = None
    is_bye: bool = False
    result: kit.SideResult | None = None
    forfeited: bool = False
    board: int = 0

    @classmethod
    def at(cls, content: bytes, layout: Layout, player: int, round_: int) -> "_Record":
        """The record of a player, counted from 0; an empty one for a player who does not exist."""
        start = layout.pairing_at(player, round_)
        if player >= layout.players:
            return cls(opponent=0)
        colour = content[start + 8]
        return cls(
            opponent=kit.u16(content, start + 9),
            colour=_COLOURS.get(colour),
            is_bye=colour in _BYE_COLOURS,
            result=_RESULTS.get(content[start + 11] & 3),
            forfeited=content[start + 15] & 0xF in _FORFEITED,
            board=content[start + _BOARD_OF_TEAM]
            if layout.teams
            else kit.u16(content, start + _TABLE),
        )
