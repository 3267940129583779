"""The JSON that SWAR, the Belgian pairing program, publishes: every player with his rounds.

The file has no days and no name of the tournament that its known readers use, so
both must be given.  Known from those programs, not from real files.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

import msgspec

from ledger.events.messages import Message
from ledger.importing.formats import fields
from ledger.importing.formats.consistency import MOST_RESULTS, TOO_MANY_RESULTS, check_report
from ledger.importing.formats.dates import resolve_dates
from ledger.importing.formats.mirrored_cells import Colour, MirroredCell, games_of_cells
from ledger.importing.formats.side_results import (
    DRAW,
    FORFEIT_DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    LOSS,
    WIN,
    SideResult,
)
from ledger.importing.formats.text import decoded, tidy, too_large
from ledger.importing.formats.tournament_report import (
    Findings,
    PlayerReport,
    SuppliedDetails,
    TournamentReport,
)

_NUMBER = re.compile("[1-9][0-9]{0,3}")
_RESULTS: Mapping[str, SideResult] = {
    "1": WIN,
    "½": DRAW,
    "0": LOSS,
    "1FF": FORFEIT_WIN,
    "0FF": FORFEIT_LOSS,
}
_BYES: Mapping[str, SideResult] = {"1": FORFEIT_WIN, "½": FORFEIT_DRAW, "0": FORFEIT_LOSS}
_OPEN = frozenset({"-", ""})
_COLOURS: Mapping[str, Colour] = {"white": "w", "black": "b"}
_BYE, _ABSENT = "BYE", "ABSENT"
Scalar = str | int | float | None


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


def read_swar(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """Return the report of a file of SWAR."""
    if too_large(content, findings):
        return None
    text, encoding = decoded(content, findings)
    if text.count("{") > MOST_RESULTS:
        findings.error(TOO_MANY_RESULTS)
        return None
    try:
        everybody = msgspec.json.decode(text, type=_File).Swar.Player
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        message = Message(
            "this is no JSON of SWAR (%(why)s): export the tournament as TRF", why=str(error)[:200]
        )
        findings.error(message)
        return None
    first, last = resolve_dates(None, None, supplied, findings)
    games = tuple(games_of_cells(_cells(everybody, findings), findings))
    report = TournamentReport(
        format="swar",
        encoding=encoding,
        digest=sha256(content).hexdigest(),
        discipline="chess",
        starts_on=first,
        ended_on=last,
        rounds=max((game.round or 0 for game in games), default=0) or None,
        players=tuple(_player(each, findings) for each in everybody),
        games=games,
    )
    return check_report(report, supplied, findings)


def _text(value: Scalar) -> str:
    return "" if value is None else tidy(str(value)[:200])


def _number(player: _Player) -> str:
    return _text(player.Ni)[:10] or "?"


def _player(player: _Player, findings: Findings) -> PlayerReport:
    number, name = _number(player), _text(player.Name)
    if not _NUMBER.fullmatch(number):
        message = Message("%(name)s %(text)r is no number: correct it", name="Ni", text=number)
        findings.error(message)
    if not name:
        findings.error(Message("player %(number)s has no name: complete it", number=number))
    ids = {
        space: fields.external_id(space, _text(value), findings, None, name)
        for space, value in (("fide", player.FideId), ("kbsb", player.NationalId))
    }
    ratings = {
        whose: fields.figure(_text(value), findings, None)
        for whose, value in (("FIDE", player.FideElo), ("BEL", player.NationalElo))
    }
    return PlayerReport(
        number=number,
        name=name or "?",
        sex=fields.sex(_text(player.Sex)[:1].casefold(), findings, None),
        federation=fields.federation(_text(player.Country), findings, None),
        club=_text(player.ClubName)[:100].strip() or None,
        title=_text(player.Titel)[:3] or None,
        ids={space: id_ for space, id_ in ids.items() if id_ is not None},
        ratings={whose: figure for whose, figure in ratings.items() if figure is not None},
    )


def _cells(everybody: Sequence[_Player], findings: Findings) -> Iterator[MirroredCell]:
    for player in everybody:
        for cell in player.RoundArray or ():
            round_, table = _text(cell.RoundNr), _text(cell.Tabel)
            result = _text(cell.Result).upper()
            opponent = _text(cell.OpponentNi)[:10]
            is_bye, is_absent = table.upper() == _BYE, table.upper() == _ABSENT
            known = is_bye or is_absent or result in _RESULTS or result in _OPEN
            if not _NUMBER.fullmatch(round_) or not known:
                _report_wrong(player, round_, result, findings)
            elif is_bye:
                yield from _bye(player, int(round_), result, findings)
            elif not is_absent:
                yield MirroredCell(
                    player=_number(player),
                    round=int(round_),
                    opponent=opponent or "?",
                    result=_RESULTS.get(result),
                    colour=_COLOURS.get(_text(cell.Color).casefold()),
                    board=int(table) if _NUMBER.fullmatch(table) else None,
                )


def _bye(player: _Player, round_: int, result: str, findings: Findings) -> Iterator[MirroredCell]:
    if result not in _BYES:
        findings.adjusted(Message("byes without a result are entered with one point"))
    bye = _BYES.get(result, FORFEIT_WIN)
    if bye.points:
        yield MirroredCell(player=_number(player), round=round_, opponent=None, result=bye)


def _report_wrong(player: _Player, round_: str, result: str, findings: Findings) -> None:
    message = Message(
        "round %(round)s: player %(player)s has the invalid result %(code)r: correct it in the "
        "pairing program",
        round=round_[:10],
        player=_number(player),
        code=result[:10],
    )
    findings.error(message)
