"""The JSON that SWAR, the Belgian pairing program, publishes: every player with his rounds.

The file has no days and no name of the tournament that its known readers use, so
both must be given.  Known from those programs, not from real files.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.kit import Scalar, text_of

_RESULTS = kit.results_of(win="1", draw="½", loss="0", forfeit_win="1FF", forfeit_loss="0FF")
_BYES = kit.results_of(forfeit_win="1", forfeit_draw="½", forfeit_loss="0")
_OPEN = frozenset({"-", ""})
_COLOURS: Mapping[str, kit.Colour] = {"white": "w", "black": "b"}
_BYE, _ABSENT = "BYE", "ABSENT"


class _Round(msgspec.Struct, frozen=True):
    RoundNr: Scalar = None
    Tabel: Scalar = None
    OpponentNi: Scalar = None
    Color: Scalar = None
    Result: Scalar = None


class _Player(msgspec.Struct, frozen=True):
    Ni: Scalar = None
    Name: Scalar = None
    Sex: Scalar = None
    Country: Scalar = None
    NationalId: Scalar = None
    FideId: Scalar = None
    ClubName: Scalar = None
    NationalElo: Scalar = None
    FideElo: Scalar = None
    Titel: Scalar = None
    RoundArray: Sequence[_Round] | None = None


class _Swar(msgspec.Struct, frozen=True):
    Player: Sequence[_Player]


class _File(msgspec.Struct, frozen=True):
    Swar: _Swar


def read_swar(file: kit.File) -> kit.TournamentReport:
    """Return the report of a file of SWAR."""
    everybody = file.json(_File, "SWAR").Swar.Player
    games = tuple(kit.games_of_cells(_cells(everybody, file), file))
    return file.report(file.days(), [_player(each, file) for each in everybody], games)


def _player(player: _Player, file: kit.File) -> kit.PlayerReport:
    return file.player(
        player.Ni,
        player.Name,
        sex=text_of(player.Sex)[:1].casefold(),
        federation=player.Country,
        club=player.ClubName,
        title=player.Titel,
        ids={"fide": player.FideId, "kbsb": player.NationalId},
        ratings={"FIDE": player.FideElo, "BEL": player.NationalElo},
    )


def _number(player: _Player) -> str:
    return text_of(player.Ni)[:10] or "?"


def _cells(everybody: Sequence[_Player], file: kit.File) -> Iterator[kit.MirroredCell]:
    for player in everybody:
        for cell in player.RoundArray or ():
            round_, table = text_of(cell.RoundNr), text_of(cell.Tabel)
            result = text_of(cell.Result).upper()
            is_bye, is_absent = table.upper() == _BYE, table.upper() == _ABSENT
            known = is_bye or is_absent or result in _RESULTS or result in _OPEN
            if not kit.SHORT_NUMBER.fullmatch(round_) or not known:
                file.wrong_result(round_, _number(player), result)
            elif is_bye:
                if result not in _BYES:
                    file.adjusted(Message("byes without a result are entered with one point"))
                bye = _BYES.get(result, kit.FORFEIT_WIN)
                yield from kit.one_side(_number(player), int(round_), None, bye)
            elif not is_absent:
                opponent = text_of(cell.OpponentNi)[:10] or "?"
                colour = _COLOURS.get(text_of(cell.Color).casefold())
                side = _number(player), int(round_), opponent, _RESULTS.get(result), colour
                yield from kit.one_side(*side, board=kit.ordinal_of(table))
