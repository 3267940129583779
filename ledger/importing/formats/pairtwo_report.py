"""The report that PairTwo Classic makes for the Belgian federation: JSON, round by round.

A player of the list has no number; the games name both sides with number and name.  Draws of real
files are written with the replacement character, in place of a ½ that was lost.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from hashlib import sha256
from itertools import count

import msgspec

from ledger.events.messages import Message
from ledger.importing.formats import fields
from ledger.importing.formats.consistency import MOST_RESULTS, TOO_MANY_RESULTS, check_report
from ledger.importing.formats.dates import WrittenDate, resolve_dates, unambiguous_date
from ledger.importing.formats.side_results import DRAW, LOSS, WIN, SideResult, combine_results
from ledger.importing.formats.text import UNREADABLE, decoded, tidy, too_large
from ledger.importing.formats.time_control import thinking_time_of
from ledger.importing.formats.tournament_report import (
    Findings,
    GameReport,
    Officials,
    PlayerReport,
    SuppliedDetails,
    System,
    TournamentReport,
)

_NUMBER = re.compile("[1-9][0-9]{0,3}")
_RESULTS: Mapping[str, tuple[SideResult, SideResult]] = {
    "1-0": (WIN, LOSS),
    "0-1": (LOSS, WIN),
    **dict.fromkeys(("½-½", f"{UNREADABLE}-{UNREADABLE}"), (DRAW, DRAW)),
}
_NOBODY = "(bye)"
_SYSTEMS: Mapping[str, System] = {"swiss": "swiss", "round robin": "round-robin"}
Scalar = str | int | float | None


class _Tournament(msgspec.Struct, frozen=True):
    name: Scalar = None
    pairing: Scalar = None
    federation: Scalar = None
    location: Scalar = None
    start_date: Scalar = None
    end_date: Scalar = None
    timecontrol: Scalar = None
    software: Scalar = None
    chief_arbiter: Scalar = msgspec.field(default=None, name="chief arbiter")


class _Ratings(msgspec.Struct, frozen=True):
    fide: Scalar = None
    national: Scalar = None


class _Player(msgspec.Struct, frozen=True):
    name: Scalar = None
    id: Scalar = None
    fide_id: Scalar = None
    federation: Scalar = None
    title: Scalar = None
    rating: _Ratings = _Ratings()
    club: Scalar = None
    birth_year: Scalar = None
    sex: Scalar = None


class _Game(msgspec.Struct, frozen=True):
    board: Scalar = None
    white: Scalar = None
    black: Scalar = None
    white_nr: Scalar = None
    black_nr: Scalar = None
    result: Scalar = None


class _Round(msgspec.Struct, frozen=True):
    games: Sequence[_Game]
    round_number: Scalar = None
    date: Scalar = None


class _File(msgspec.Struct, frozen=True):
    tournament: _Tournament
    players: Sequence[_Player]
    rounds: Sequence[_Round]


def read_pairtwo_report(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """Return the report of a file."""
    if too_large(content, findings):
        return None
    text, encoding = decoded(content, findings)
    file = _file(text, findings)
    if file is None:
        return None
    about = file.tournament
    first, last = resolve_dates(
        _written(about.start_date), _written(about.end_date), supplied, findings
    )
    games = tuple(game for each in file.rounds for game in _games(each, first, last, findings))
    report = TournamentReport(
        format="pairtwojson",
        encoding=encoding,
        digest=sha256(content).hexdigest(),
        discipline="chess",
        name=_text(about.name) or None,
        place=_text(about.location) or None,
        country=fields.federation(_text(about.federation), findings, None),
        starts_on=first,
        ended_on=last,
        rounds=max((game.round or 0 for game in games), default=0) or None,
        system=_SYSTEMS.get(_text(about.pairing).casefold()),
        thinking_time=thinking_time_of(_text(about.timecontrol), "timecontrol", findings),
        officials=Officials(
            chief_arbiter=_text(about.chief_arbiter) or None,
            pairing_program=_text(about.software) or None,
        ),
        players=tuple(_players(file, findings)),
        games=games,
    )
    return check_report(report, supplied, findings)


def _file(text: str, findings: Findings) -> _File | None:
    if text.count("{") > MOST_RESULTS:
        findings.error(TOO_MANY_RESULTS)
        return None
    try:
        return msgspec.json.decode(text, type=_File)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        message = Message(
            "this is no report of PairTwo (%(why)s): export the tournament as TRF",
            why=str(error)[:200],
        )
        findings.error(message)
    return None


def _text(value: Scalar) -> str:
    return "" if value is None else tidy(str(value)[:200])


def _written(value: Scalar) -> WrittenDate | None:
    text = _text(value)
    return WrittenDate(text) if text else None


def _players(file: _File, findings: Findings) -> Iterator[PlayerReport]:
    """Yield the players, numbered as in the games; others have the numbers that follow."""
    sides = [
        (_text(name), _text(number))
        for round_ in file.rounds
        for game in round_.games
        for name, number in ((game.white, game.white_nr), (game.black, game.black_nr))
        if _NUMBER.fullmatch(_text(number))
    ]
    numbers = dict(sides)
    others = count(max((int(number) for _, number in sides), default=0) + 1)
    names = Counter(_text(player.name) for player in file.players)
    for player in file.players:
        name = _text(player.name)
        if names[name] > 1 or not name:
            message = Message(
                "%(name)s is not the name of one player only, and the list has no numbers: "
                "export the tournament as TRF",
                name=repr(name[:60]),
            )
            findings.error(message)
        else:
            yield _player(numbers.get(name) or str(next(others)), name, player, findings)


def _player(number: str, name: str, player: _Player, findings: Findings) -> PlayerReport:
    ids = {
        space: fields.external_id(space, _text(value), findings, None, name)
        for space, value in (("fide", player.fide_id), ("kbsb", player.id))
    }
    ratings = {
        whose: fields.figure(_text(value), findings, None)
        for whose, value in (("FIDE", player.rating.fide), ("BEL", player.rating.national))
    }
    _, year = fields.birth(_text(player.birth_year), findings, None)
    title = _text(player.title)
    return PlayerReport(
        number=number[:10],
        name=name,
        sex=fields.sex(_text(player.sex).casefold(), findings, None),
        birth_year=year,
        federation=fields.federation(_text(player.federation), findings, None),
        club=re.sub("^[0-9]{1,4}, *", "", _text(player.club))[:100].strip() or None,
        title=title if title in fields.TITLES else None,
        ids={space: id_ for space, id_ in ids.items() if id_ is not None},
        ratings={whose: figure for whose, figure in ratings.items() if figure is not None},
    )


def _games(
    round_: _Round, first: date | None, last: date | None, findings: Findings
) -> Iterator[GameReport]:
    number = _text(round_.round_number)
    day = unambiguous_date(_text(round_.date))
    inside = day is not None and last is not None and (first or day) <= day <= last
    for game in round_.games:
        white, black, table = (_text(it) for it in (game.white_nr, game.black_nr, game.board))
        alone = _text(game.black) == _NOBODY
        sides = _RESULTS.get(_text(game.result).strip())
        numbers = (number, white) if alone else (number, white, black)
        if sides is None or not all(map(_NUMBER.fullmatch, numbers)):
            _report_wrong(number, game, findings)
        elif not alone:
            result = combine_results(*sides)
            yield GameReport(
                round=int(number),
                board=int(table) if _NUMBER.fullmatch(table) else None,
                white=white,
                black=black,
                day=day if inside else None,
                **({} if result is None else result.fields()),
            )
        elif points := sides[0].points:
            yield GameReport(
                round=int(number),
                white=white,
                black=None,
                white_points=points,
                black_points=0.0,
                played=False,
                reason="bye",
            )


def _report_wrong(round_: str, game: _Game, findings: Findings) -> None:
    message = Message(
        "round %(round)s: %(white)s – %(black)s has no valid number or result (%(result)s): "
        "complete it in PairTwo",
        round=round_[:10],
        white=_text(game.white)[:60],
        black=_text(game.black)[:60],
        result=_text(game.result)[:20],
    )
    findings.error(message)
