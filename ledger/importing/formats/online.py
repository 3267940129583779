"""Games played on a server, lichess or chess.com, combined into a tournament.

They have days, in UTC, but no rounds; players are known by the names of their accounts.  Of
chess.com it reads the JSON of the group of a round or of the archive of a player, of lichess the
NDJSON of games: the tables of results of its arenas and Swiss tournaments have no games and are
refused.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Literal

import attrs
import msgspec

from ledger.events.facts import ThinkingTime
from ledger.events.messages import Message
from ledger.importing.formats import kit

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@attrs.frozen
class Account:
    """A player's account: his name there, FIDE's title if the server knows it."""

    name: str
    title: str | None = None
    computer: bool = False


@attrs.frozen(kw_only=True)
class OnlineGame:
    """A game with the accounts of its players; ``seconds`` since 1970 give its end."""

    id: str
    white: Account
    black: Account
    points: tuple[float, float]
    seconds: float
    played: bool = True
    rated: bool = True
    thinking_time: ThinkingTime | None = None
    line: int | None = None


def report_of_games(
    file: kit.File, games: Iterable[OnlineGame], *, name: str | None = None
) -> kit.TournamentReport:
    """Return the tournament of some games, each counted once."""
    found = list({game.id: game for game in games}.values())
    roster = kit.Roster(file)
    reports = tuple(_report(game, roster, file) for game in found)
    days = [game.day for game in reports if game.day is not None]
    given = file.supplied.starts_on, file.supplied.ended_on
    span = file.days(given[0] or min(days, default=None), given[1] or max(days, default=None))
    times = {game.thinking_time for game in found}
    return file.report(
        span,
        roster.players.values(),
        reports,
        name=name,
        system="games",
        system_told=False,
        thinking_time=times.pop() if len(times) == 1 else None,
    )


def _report(game: OnlineGame, roster: kit.Roster, file: kit.File) -> kit.GameReport:
    white, black = (
        roster.player(
            it.name.casefold(), it.name or "?", game.line, title=it.title, computer=it.computer
        )
        for it in (game.white, game.black)
    )
    day = _day(game.seconds)
    if day is None:
        file.error(Message("game %(game)s has no day: correct it", game=game.id[:60]), game.line)
    return kit.GameReport(
        round=None,
        white=white.number,
        black=black.number,
        white_points=game.points[0],
        black_points=game.points[1],
        played=game.played,
        reason=None if game.played else "forfeit",
        rated_for="both" if game.rated else "none",
        day=day,
        line=game.line,
    )


def _day(seconds: float) -> date | None:
    """Return the day in UTC, None if out of the servers' lifetime."""
    try:
        day = (_EPOCH + timedelta(seconds=seconds)).date()
    except (ValueError, OverflowError):
        return None
    return day if 1995 <= day.year <= 2200 else None


_DRAWS = frozenset(
    {"agreed", "repetition", "stalemate", "insufficient", "50move", "timevsinsufficient"}
)
_LOSSES = frozenset({"resigned", "checkmated", "timeout", "abandoned", "lose"})
_OF_CHESSCOM = Message(
    "export the games of its rounds (api.chess.com/pub/tournament/ID/ROUND/GROUP)"
)


class _ChesscomSide(msgspec.Struct, frozen=True):
    username: str
    result: str


class _ChesscomGame(msgspec.Struct, frozen=True):
    url: str
    end_time: int
    rated: bool
    rules: str
    white: _ChesscomSide
    black: _ChesscomSide
    time_control: str = ""
    tournament: str = ""


class _ChesscomFile(msgspec.Struct, frozen=True):
    games: list[_ChesscomGame]


def read_chesscom(file: kit.File) -> kit.TournamentReport:
    """The report of a file of games."""
    found = file.json(_ChesscomFile, "chess.com", _OF_CHESSCOM).games
    names = {game.tournament.rstrip("/").rpartition("/")[2] for game in found}
    name = names.pop() if len(names) == 1 else None
    return report_of_games(file, list(_games_of_chesscom(found, file)), name=name)


def _games_of_chesscom(games: list[_ChesscomGame], file: kit.File) -> Iterator[OnlineGame]:
    variants = 0
    for ordinal, game in enumerate(games, start=1):
        points = _points(game.white.result), _points(game.black.result)
        if game.rules != "chess":
            variants += 1
        elif points not in {(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)}:
            message = Message(
                "game %(game)s has the results %(white)r and %(black)r, which do not fit: correct "
                "it",
                game=ordinal,
                white=game.white.result[:20],
                black=game.black.result[:20],
            )
            file.error(message)
        else:
            yield OnlineGame(
                id=game.url,
                white=Account(game.white.username),
                black=Account(game.black.username),
                points=(points[0] or 0.0, points[1] or 0.0),
                seconds=game.end_time,
                rated=game.rated,
                thinking_time=_time_in_seconds(game.time_control),
            )
    if variants:
        why = Message("they are of a variant of chess")
        file.warn(Message("%(count)s games are left out: %(why)s", count=variants, why=why))


def _points(result: str) -> float | None:
    if result == "win":
        return 1.0
    return 0.5 if result in _DRAWS else 0.0 if result in _LOSSES else None


def _time_in_seconds(text: str) -> ThinkingTime | None:
    """``180+1``: seconds, and seconds for each move."""
    match = re.fullmatch(r"([0-9]{1,5})(?:\+([0-9]{1,3}))?", text)
    if match is None:
        return None
    return kit.time_of_seconds(int(match[1]), int(match[2] or 0))


_UNFINISHED = frozenset({"created", "started", "aborted"})
_FORFEITED, _PROGRAM = "noStart", "BOT"
_TABLES = (b'"rank"', b'"nbPlayers"')
_OF_LICHESS = Message(
    "export the games (of an arena lichess.org/api/tournament/ID/games, of a Swiss "
    "lichess.org/api/swiss/ID/games, as application/x-ndjson), or the Swiss as TRF"
)


class _LichessUser(msgspec.Struct, frozen=True):
    name: str
    title: str | None = None


class _LichessSide(msgspec.Struct, frozen=True):
    user: _LichessUser | None = None


class _LichessSides(msgspec.Struct, frozen=True):
    white: _LichessSide
    black: _LichessSide


class _LichessClock(msgspec.Struct, frozen=True):
    initial: int
    increment: int


class _LichessGame(msgspec.Struct, frozen=True, rename="camel"):
    id: str
    rated: bool
    variant: str
    created_at: int
    status: str
    players: _LichessSides
    last_move_at: int | None = None
    winner: Literal["white", "black"] | None = None
    clock: _LichessClock | None = None


def read_lichess(file: kit.File) -> kit.TournamentReport:
    """The report of a file of games."""
    lines = file.written_lines()
    if any(word in file.content[:2_000] for word in _TABLES):
        message = Message(
            "this is a table of results of lichess, without games: %(remedy)s",
            remedy=_OF_LICHESS,
        )
        raise file.refusal(message)
    return report_of_games(file, list(_games_of_lichess(lines, file)))


def _games_of_lichess(lines: Iterable[tuple[int, str]], file: kit.File) -> Iterator[OnlineGame]:
    decoder = msgspec.json.Decoder(_LichessGame)
    left_out = Counter[str]()
    for number, line in lines:
        try:
            game = decoder.decode(line)
        except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
            message = Message(
                "this is not a game of lichess (%(why)s): %(remedy)s",
                {"why": str(error)[:200], "remedy": _OF_LICHESS},
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


def _left_out_because(game: _LichessGame) -> str | None:
    if game.status in _UNFINISHED:
        return Message("they were not finished")
    if game.variant != "standard":
        return Message("they are of a variant of chess")
    if game.players.white.user is None or game.players.black.user is None:
        return Message("a player is anonymous or the server's own program")
    return None


def _account(side: _LichessSide) -> Account:
    """The account of a side; a program has the title BOT."""
    if side.user is None:
        return Account("")
    title = side.user.title
    return Account(
        side.user.name, title=None if title == _PROGRAM else title, computer=title == _PROGRAM
    )


def _online(game: _LichessGame, line: int) -> OnlineGame:
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
        points=(points, 1.0 - points),
        seconds=(game.last_move_at or game.created_at) / 1_000,
        played=game.status != _FORFEITED,
        rated=game.rated,
        thinking_time=time,
        line=line,
    )
