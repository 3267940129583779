"""Games played on a server, combined into a tournament.

They have days, in UTC, but no rounds; players are known by the names of their accounts.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256

import attrs

from ledger.events.facts import ThinkingTime
from ledger.events.messages import Message
from ledger.importing.formats.consistency import check_report
from ledger.importing.formats.dates import WrittenDate, resolve_dates
from ledger.importing.formats.text import tidy
from ledger.importing.formats.tournament_report import (
    Findings,
    GameReport,
    PlayerReport,
    SuppliedDetails,
    TournamentReport,
)

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


def report_of_games(  # noqa: PLR0913 - a report and where it comes from
    format_: str,
    content: bytes,
    games: Iterable[OnlineGame],
    supplied: SuppliedDetails,
    findings: Findings,
    *,
    name: str | None = None,
) -> TournamentReport:
    """Return the tournament of some games, each counted once."""
    found = list({game.id: game for game in games}.values())
    players = _players(found)
    reports = tuple(_report(game, players, findings) for game in found)
    days = [game.day for game in reports if game.day is not None]
    first, last = resolve_dates(
        WrittenDate((supplied.starts_on or min(days)).isoformat()) if days else None,
        WrittenDate((supplied.ended_on or max(days)).isoformat()) if days else None,
        supplied,
        findings,
    )
    times = {game.thinking_time for game in found}
    report = TournamentReport(
        format=format_,
        encoding="utf-8",
        digest=sha256(content).hexdigest(),
        discipline="chess",
        name=None if name is None else tidy(name)[:200] or None,
        starts_on=first,
        ended_on=last,
        system="games",
        system_told=False,
        thinking_time=times.pop() if len(times) == 1 else None,
        players=tuple(players.values()),
        games=reports,
    )
    return check_report(report, supplied, findings)


def _players(games: Sequence[OnlineGame]) -> Mapping[str, PlayerReport]:
    """Return the accounts in the order of their appearance, ignoring case."""
    players: dict[str, PlayerReport] = {}
    for game in games:
        for account in (game.white, game.black):
            number = str(len(players) + 1)
            new = PlayerReport(
                number=number,
                name=tidy(account.name)[:200] or "?",
                title=account.title,
                computer=account.computer,
                line=game.line,
            )
            players.setdefault(account.name.casefold(), new)
    return players


def _report(
    game: OnlineGame, players: Mapping[str, PlayerReport], findings: Findings
) -> GameReport:
    day = _day(game.seconds)
    if day is None:
        message = Message("game %(game)s has no day: correct it", game=game.id[:60])
        findings.error(message, game.line)
    return GameReport(
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
