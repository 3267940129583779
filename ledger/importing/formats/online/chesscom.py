"""Games as chess.com publishes them, JSON: the group of a round, or the archive of a player."""

import re
from collections.abc import Iterator

import msgspec

from ledger.events.facts import ThinkingTime
from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.online.games import Account, OnlineGame, report_of_games

_DRAWS = frozenset(
    {"agreed", "repetition", "stalemate", "insufficient", "50move", "timevsinsufficient"}
)
_LOSSES = frozenset({"resigned", "checkmated", "timeout", "abandoned", "lose"})
_REMEDY = Message("export the games of its rounds (api.chess.com/pub/tournament/ID/ROUND/GROUP)")


class _Side(msgspec.Struct, frozen=True):
    username: str
    result: str


class _Game(msgspec.Struct, frozen=True):
    url: str
    end_time: int
    rated: bool
    rules: str
    white: _Side
    black: _Side
    time_control: str = ""
    tournament: str = ""


class _File(msgspec.Struct, frozen=True):
    games: list[_Game]


def read_chesscom(file: kit.File) -> kit.TournamentReport:
    """The report of a file of games."""
    found = file.json(_File, "chess.com", _REMEDY).games
    names = {game.tournament.rstrip("/").rpartition("/")[2] for game in found}
    name = names.pop() if len(names) == 1 else None
    return report_of_games(file, list(_games(found, file)), name=name)


def _games(games: list[_Game], file: kit.File) -> Iterator[OnlineGame]:
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
                white_points=points[0] or 0.0,
                black_points=points[1] or 0.0,
                seconds=game.end_time,
                rated=game.rated,
                thinking_time=_thinking_time(game.time_control),
            )
    if variants:
        why = Message("they are of a variant of chess")
        file.warn(Message("%(count)s games are left out: %(why)s", count=variants, why=why))


def _points(result: str) -> float | None:
    if result == "win":
        return 1.0
    return 0.5 if result in _DRAWS else 0.0 if result in _LOSSES else None


def _thinking_time(text: str) -> ThinkingTime | None:
    """``180+1``: seconds, and seconds for each move."""
    match = re.fullmatch(r"([0-9]{1,5})(?:\+([0-9]{1,3}))?", text)
    if match is None:
        return None
    return kit.time_of_seconds(int(match[1]), int(match[2] or 0))
