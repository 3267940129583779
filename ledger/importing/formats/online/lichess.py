"""Games as lichess exports them, NDJSON: an object in each line.

The tables of results of its arenas and Swiss tournaments have no games and are refused.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.online.games import Account, OnlineGame, report_of_games

_UNFINISHED = frozenset({"created", "started", "aborted"})
_FORFEITED, _PROGRAM = "noStart", "BOT"
_TABLES = (b'"rank"', b'"nbPlayers"')
_REMEDY = Message(
    "export the games (of an arena lichess.org/api/tournament/ID/games, of a Swiss "
    "lichess.org/api/swiss/ID/games, as application/x-ndjson), or the Swiss as TRF"
)


class _User(msgspec.Struct, frozen=True):
    name: str
    title: str | None = None


class _Side(msgspec.Struct, frozen=True):
    user: _User | None = None


class _Sides(msgspec.Struct, frozen=True):
    white: _Side
    black: _Side


class _Clock(msgspec.Struct, frozen=True):
    initial: int
    increment: int


class _Game(msgspec.Struct, frozen=True, rename="camel"):
    id: str
    rated: bool
    variant: str
    created_at: int
    status: str
    players: _Sides
    last_move_at: int | None = None
    winner: Literal["white", "black"] | None = None
    clock: _Clock | None = None


def read_lichess(file: kit.File) -> kit.TournamentReport:
    """The report of a file of games."""
    lines = file.written_lines()
    if any(word in file.content[:2_000] for word in _TABLES):
        message = Message(
            "this is a table of results of lichess, without games: %(remedy)s", remedy=_REMEDY
        )
        raise file.refusal(message)
    return report_of_games(file, list(_games(lines, file)))


def _games(lines: Iterable[tuple[int, str]], file: kit.File) -> Iterator[OnlineGame]:
    decoder = msgspec.json.Decoder(_Game)
    left_out = Counter[str]()
    for number, line in lines:
        try:
            game = decoder.decode(line)
        except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
            message = Message(
                "this is not a game of lichess (%(why)s): %(remedy)s",
                {"why": str(error)[:200], "remedy": _REMEDY},
            )
            file.error(message, number)
            continue
        why = _left_out_because(game)
        if why is None:
            yield _online(game, number)
        else:
            left_out[why] += 1
    for why, count in left_out.items():
        file.warn(Message("%(count)s games are left out: %(why)s", count=count, why=why))


def _left_out_because(game: _Game) -> str | None:
    if game.status in _UNFINISHED:
        return Message("they were not finished")
    if game.variant != "standard":
        return Message("they are of a variant of chess")
    if game.players.white.user is None or game.players.black.user is None:
        return Message("a player is anonymous or the server's own program")
    return None


def _account(side: _Side) -> Account:
    """The account of a side; a program has the title BOT."""
    if side.user is None:
        return Account("")
    title = side.user.title
    return Account(
        side.user.name, title=None if title == _PROGRAM else title, computer=title == _PROGRAM
    )


def _online(game: _Game, line: int) -> OnlineGame:
    """A finished game; without a winner it was drawn."""
    white, black = _account(game.players.white), _account(game.players.black)
    points = {"white": 1.0, "black": 0.0, None: 0.5}[game.winner]
    time = None
    if game.clock is not None and 0 <= game.clock.initial <= 100_000:
        increment = min(max(game.clock.increment, 0), 1_000)
        time = kit.time_of_seconds(game.clock.initial, increment)
    return OnlineGame(
        id=game.id,
        white=white,
        black=black,
        white_points=points,
        black_points=1.0 - points,
        seconds=(game.last_move_at or game.created_at) / 1_000,
        played=game.status != _FORFEITED,
        rated=game.rated,
        thinking_time=time,
        line=line,
    )
