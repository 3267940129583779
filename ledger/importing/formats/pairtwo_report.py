"""The report that PairTwo Classic makes for the Belgian federation: JSON, round by round.

A player of the list has no number; the games name both sides with number and name.  Draws of real
files are written with the replacement character, in place of a ½ that was lost.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

import msgspec

from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.kit import Scalar, text_of
from ledger.importing.formats.text import UNREADABLE

_RESULTS: Mapping[str, tuple[kit.SideResult, kit.SideResult]] = {
    "1-0": (kit.WIN, kit.LOSS),
    "0-1": (kit.LOSS, kit.WIN),
    **dict.fromkeys(("½-½", f"{UNREADABLE}-{UNREADABLE}"), (kit.DRAW, kit.DRAW)),
}
_NOBODY = "(bye)"
_SYSTEMS: Mapping[str, kit.System] = {"swiss": "swiss", "round robin": "round-robin"}


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


def read_pairtwo_report(file: kit.File) -> kit.TournamentReport:
    """Return the report of a file."""
    found = file.json(_File, "PairTwo")
    about = found.tournament
    days = file.days(text_of(about.start_date), text_of(about.end_date))
    games = tuple(game for each in found.rounds for game in _games(each, days, file))
    return file.report(
        days,
        _players(found, file),
        games,
        name=text_of(about.name),
        place=text_of(about.location),
        country=about.federation,
        system=_SYSTEMS.get(text_of(about.pairing).casefold()),
        thinking_time=kit.thinking_time_of(text_of(about.timecontrol), "timecontrol", file),
        arbiter=text_of(about.chief_arbiter),
        program=text_of(about.software),
    )


def _players(found: _File, file: kit.File) -> Iterator[kit.PlayerReport]:
    """Yield the players, numbered as in the games; others have the numbers that follow."""
    sides = [
        (text_of(name), text_of(number))
        for round_ in found.rounds
        for game in round_.games
        for name, number in ((game.white, game.white_nr), (game.black, game.black_nr))
        if kit.SHORT_NUMBER.fullmatch(text_of(number))
    ]
    numbers = dict(sides)
    others = count(max((int(number) for _, number in sides), default=0) + 1)
    names = Counter(text_of(player.name) for player in found.players)
    for player in found.players:
        name = text_of(player.name)
        if names[name] > 1 or not name:
            message = Message(
                "%(name)s is not the name of one player only, and the list has no numbers: "
                "export the tournament as TRF",
                name=repr(name[:60]),
            )
            file.error(message)
        else:
            yield _player(numbers.get(name) or str(next(others)), player, file)


def _player(number: str, player: _Player, file: kit.File) -> kit.PlayerReport:
    return file.player(
        number,
        player.name,
        sex=text_of(player.sex).casefold(),
        year=player.birth_year,
        federation=player.federation,
        club=re.sub("^[0-9]{1,4}, *", "", text_of(player.club)),
        title=player.title,
        ids={"fide": player.fide_id, "kbsb": player.id},
        ratings={"FIDE": player.rating.fide, "BEL": player.rating.national},
    )


def _games(round_: _Round, days: kit.Span, file: kit.File) -> Iterator[kit.GameReport]:
    number, day = text_of(round_.round_number), kit.unambiguous_date(text_of(round_.date))
    for game in round_.games:
        white, black = text_of(game.white_nr), text_of(game.black_nr)
        alone, result = text_of(game.black) == _NOBODY, text_of(game.result)
        sides, is_open = _RESULTS.get(result), not alone and not result.strip("-* ")
        numbers = (number, white) if alone else (number, white, black)
        if not all(map(kit.SHORT_NUMBER.fullmatch, numbers)) or (sides is None and not is_open):
            _report_wrong(number, game, file)
        elif not alone:
            board = kit.ordinal_of(text_of(game.board))
            found = file.game(int(number), white, black, sides, board=board)
            yield from kit.dated(found, {int(number): day}, days)
        elif sides and (points := sides[0].points):
            yield kit.bye(int(number), white, points)


def _report_wrong(round_: str, game: _Game, file: kit.File) -> None:
    message = Message(
        "round %(round)s: %(white)s – %(black)s has no valid number or result (%(result)s): "
        "complete it in PairTwo",
        round=round_[:10],
        white=text_of(game.white)[:60],
        black=text_of(game.black)[:60],
        result=text_of(game.result)[:20],
    )
    file.error(message)
