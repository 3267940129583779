"""Where everything stands in Swiss-Chess's own file (.SWT): numbers little-endian, text in cp1252.

The file has no signature: it is known by the version it states and by its size, which follows
from the numbers of rounds and players.  After the header come the pairings, 19 bytes for every
player and round, those of the teams, and the players.
"""

import struct

import attrs

PAIRING_SIZE = 19
_HEADER_8, _PLAYER_8 = 13_384, 655
_HEADER_7, _PLAYER_7 = 3_894, 292
_U16 = struct.Struct("<H")


@attrs.frozen
class Layout:
    """The sizes of a file: rounds, players, teams, and the offsets that follow from them."""

    version: int
    rounds: int
    players: int
    teams: int
    drawn: bool

    @property
    def is_of_8(self) -> bool:
        """Whether a program of version 8 or later wrote it."""
        return self.version >= 800

    @property
    def header_size(self) -> int:
        """Where the pairings begin."""
        return _HEADER_8 if self.is_of_8 else _HEADER_7

    @property
    def player_size(self) -> int:
        """How many bytes a player has."""
        return _PLAYER_8 if self.is_of_8 else _PLAYER_7

    @property
    def players_at(self) -> int:
        """Where the players begin."""
        pairings = PAIRING_SIZE * self.rounds * (self.players + self.teams) if self.drawn else 0
        return self.header_size + pairings

    @property
    def size(self) -> int:
        """How long the file is."""
        return self.players_at + self.player_size * (self.players + self.teams)

    def pairing_at(self, player: int, round_: int) -> int:
        """Where the pairing of a player stands; both are counted from 0."""
        return self.header_size + PAIRING_SIZE * (player * self.rounds + round_)

    def player_at(self, player: int) -> int:
        """Where a player stands, counted from 0."""
        return self.players_at + self.player_size * player


def layout_of(content: bytes) -> Layout | None:
    """The layout of a file; None where version, numbers and size do not fit each other."""
    if len(content) < _HEADER_7 or content[0] not in {0, 0xFF}:
        return None
    version = u16(content, 0x261)
    if not 700 <= version <= 1_100:
        return None
    cycles = content[0x257] if content[0x254] == 1 and content[0x257] > 1 else 1
    layout = Layout(
        version=version,
        rounds=u16(content, 1) * cycles,
        players=u16(content, 7),
        teams=u16(content, 0x534) if content[0x25E] == 0xFF else 0,
        drawn=u16(content, 5) > 0,
    )
    return layout if layout.players and layout.size == len(content) else None


def stated_version(content: bytes) -> int | None:
    """The version, 905 for 9.05, of a file that seems to be Swiss-Chess's, whatever its size."""
    if len(content) < _HEADER_7 or content[0] not in {0, 0xFF}:
        return None
    version, rounds, players = (u16(content, offset) for offset in (0x261, 1, 7))
    plausible = 500 <= version <= 1_500 and 1 <= rounds <= 99 and 2 <= players <= 5_000
    return version if plausible else None


def u16(content: bytes, offset: int) -> int:
    """A number of two bytes; 0 beyond the end."""
    return _U16.unpack_from(content, offset)[0] if offset + 2 <= len(content) else 0


def text_at(content: bytes, offset: int, length: int) -> str:
    """A text up to its end or the byte 0."""
    field = content[offset : offset + length].split(b"\x00")[0]
    return " ".join(field.decode("cp1252", errors="replace").split())
