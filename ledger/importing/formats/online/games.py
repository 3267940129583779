"""Games played on a server, combined into a tournament.

They have days, in UTC, but no rounds; players are known by the names of their accounts.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta

import attrs

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
    white_points: float
    black_points: float
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
    players = _players(found, file)
    reports = tuple(_report(game, players, file) for game in found)
    days = [game.day for game in reports if game.day is not None]
    span = file.days(
        kit.text_of(file.supplied.starts_on or min(days, default=None)),
        kit.text_of(file.supplied.ended_on or max(days, default=None)),
    )
    times = {game.thinking_time for game in found}
    return file.report(
        span,
        players.values(),
        reports,
        name=name,
        system="games",
        system_told=False,
        thinking_time=times.pop() if len(times) == 1 else None,
    )


def _players(games: Sequence[OnlineGame], file: kit.File) -> Mapping[str, kit.PlayerReport]:
    """Return the accounts in the order of their appearance, ignoring case."""
    players: dict[str, kit.PlayerReport] = {}
    for game in games:
        for account in (game.white, game.black):
            key = account.name.casefold()
            if key not in players:
                players[key] = file.player(
                    len(players) + 1,
                    account.name or "?",
                    line=game.line,
                    title=account.title,
                    computer=account.computer,
                )
    return players


def _report(
    game: OnlineGame, players: Mapping[str, kit.PlayerReport], file: kit.File
) -> kit.GameReport:
    day = _day(game.seconds)
    if day is None:
        file.error(Message("game %(game)s has no day: correct it", game=game.id[:60]), game.line)
    return kit.GameReport(
        round=None,
        white=players[game.white.name.casefold()].number,
        black=players[game.black.name.casefold()].number,
        white_points=game.white_points,
        black_points=game.black_points,
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
