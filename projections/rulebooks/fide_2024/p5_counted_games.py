"""FIDE 0, 5.1, 7.3.1 (rapid and blitz) and 8.3.1: which games of a report count, and for whom."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date

import attrs

from ledger.events.messages import Message
from projections.rulebooks.evaluation import GameNotRated
from projections.rulebooks.fide_2024 import fide
from projections.rulebooks.fide_2024.card import Result
from projections.rulebooks.fide_2024.decisions import games_excluded, is_accepted
from projections.rulebooks.fide_2024.p1_1_rate_of_play import (
    required_minutes,
    stated_minutes,
    wrong_rate,
)
from projections.rulebooks.fide_2024.p6_matches import after_the_decision, unrated_in_match
from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.occasion import ReportEnded
from projections.rulebooks.tournament import Game, Tournament

LARGE_GAP, FAR_ABOVE = 600, 2600
BY_WHITE, BY_BLACK = ("both", "white"), ("both", "black")
ListUsed = Mapping[str, int | None]
"""By player: the rating in force on the first day of the report, None for an unrated player."""


@attrs.frozen(kw_only=True)
class SortedGames:
    """A report's games: what counts for each player, what counts for nobody, and why.

    ``points``: what everybody scored in played games, counted or not.
    """

    excluded: str | None
    results: Mapping[str, tuple[Result, ...]]
    left_out: tuple[GameNotRated, ...]
    points: Mapping[str, float]


def sorted_out(report: ReportEnded, used: ListUsed, readings: Readings) -> SortedGames:
    """Every game of the report either counts for somebody or is left out with its reason."""
    tournament = report.tournament
    excluded = why_not_rated(report, used, readings)
    results: dict[str, list[Result]] = defaultdict(list)
    points: dict[str, float] = defaultdict(float)
    left_out = []
    reason_of = _Reasons.of(tournament, excluded, report.started_on, readings)
    for game in report.games:
        if is_played(game):
            points[game.white] += game.white_points
            points[str(game.black)] += game.black_points
        reason = reason_of.leaving_out(game, used)
        counted = () if reason else _counted(game, used)
        for player, result in counted:
            results[player].append(result)
        if not counted:
            left_out.append(GameNotRated(game=game.game, reason=reason or _for_nobody(game)))
    return SortedGames(
        excluded=excluded,
        results={player: tuple(own) for player, own in results.items()},
        left_out=tuple(left_out),
        points=points,
    )


_BOTH_UNRATED = fide.because("8.3.1", "both players are unrated")


@fide.within("5.1")
def is_played(game: Game) -> bool:
    """Whether a game was really played: no forfeit, no bye."""
    return game.played and game.black is not None


@fide.within("8.3.1")
def _counted(game: Game, used: ListUsed) -> Sequence[tuple[str, Result]]:
    """For whom a game counts: for each side whose opponent is rated in the list used."""
    white, black, rated_for = game.white, str(game.black), game.rated_for
    own, opponents = used.get(white), used.get(black)
    counted = []
    if opponents is not None and rated_for in BY_WHITE:
        counted.append((white, Result(game.game, black, opponents, game.white_points)))
    if own is not None and rated_for in BY_BLACK:
        counted.append((black, Result(game.game, white, own, game.black_points)))
    return counted


def _for_nobody(game: Game) -> str:
    if game.rated_for != "both":
        return fide.because("5.1", "the result counts for neither player")
    return _BOTH_UNRATED


@fide.within("0")
@fide.within("0.2")
def why_not_rated(report: ReportEnded, used: ListUsed, readings: Readings) -> str | None:
    """Why a whole tournament is not rated, with the paragraph; None if it is."""
    tournament = report.tournament
    if not is_accepted(tournament.decisions):
        return fide.because("0.2", "the tournament was not accepted")
    if tournament.discipline != "chess":
        return fide.because("0", "only games of chess are rated")
    if tournament.format == "pairs":
        return fide.because("0", "a game of two against two is nobody's own")
    if reason := wrong_rate(tournament, readings):
        return reason
    if tournament.format != "match":
        return None
    named = {side for game in report.games if is_played(game) for side in _sides(game)}
    unrated = frozenset(player for player in named if used.get(player) is None)
    return unrated_in_match(tournament, unrated)


def _sides(game: Game) -> tuple[str, str]:
    return game.white, str(game.black)


@attrs.frozen(kw_only=True)
class _Reasons:
    """Why games are left out, whoever is rated: what the tournament says of all of them."""

    excluded: str | None
    decided: frozenset[str]
    decisions: frozenset[str]
    computers: frozenset[str]
    minutes: float | None
    large_gaps_count: bool

    @classmethod
    def of(
        cls, tournament: Tournament, excluded: str | None, started_on: date, readings: Readings
    ) -> "_Reasons":
        """What holds for all games of a report."""
        people = tournament.players.values()
        return cls(
            excluded=excluded,
            decided=after_the_decision(tournament),
            decisions=games_excluded(tournament.decisions),
            computers=frozenset(player.id for player in people if player.computer),
            minutes=stated_minutes(tournament, readings),
            large_gaps_count=readings.control == "standard" or started_on < readings.gap_from,
        )

    def leaving_out(self, game: Game, used: ListUsed) -> str | None:
        """The first reason for which a game is not rated; None where there is none of these."""
        if not is_played(game):
            why = Message(game.reason or "forfeit")
            return fide.because("5.1", "not played (%(why)s)", why=why)
        if self.excluded:
            return self.excluded
        if game.game in self.decided:
            return fide.because("6.2", "played after the match was decided")
        if game.game in self.decisions:
            return fide.because("5.1", "not rated, as decided")
        return self._by_its_players(game, used)

    def _by_its_players(self, game: Game, used: ListUsed) -> str | None:
        if game.white in self.computers or game.black in self.computers:
            return fide.because("0", "a game with a computer")
        white, black = used.get(game.white) or 0, used.get(game.black or "") or 0
        if self.minutes is not None:
            least = required_minutes(max(white, black))
            if self.minutes < least:
                minutes = f"{self.minutes:g}"
                return fide.because(
                    "1.1",
                    "%(minutes)s minutes, %(least)s are needed",
                    minutes=minutes,
                    least=least,
                )
        if not self.large_gaps_count and is_large_gap(white, black):
            return fide.because("7.3.1", "600 points or more apart, one above 2600")
        return None


@fide.within("7.3.1")
def is_large_gap(one: int, other: int) -> bool:
    """Whether a player above 2600 met one 600 points or more away; unrated is 0."""
    return min(one, other) > 0 and max(one, other) > FAR_ABOVE and abs(one - other) >= LARGE_GAP
