"""FIDE 0, 1.1, 5.1, 6, 7.3.1 (rapid and blitz) and 8.3.1: the games of a report that count."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date

import attrs

from ledger.events.messages import Message
from projections.rulebooks.evaluation import GameNotRated
from projections.rulebooks.fide_2024 import fide
from projections.rulebooks.fide_2024.card import Result
from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.figures import printed_table
from projections.rulebooks.occasion import ReportEnded
from projections.rulebooks.tournament import Game, Tournament, values_decided

GAME, WHOLE_MATCH, ACCEPTED = fide.cite("5.1"), fide.cite("6.2"), fide.cite("0.2")
"""The rules that call for a decision."""

# --- 1.1: the rate of play: standard, rapid, blitz, or not rated ---------------------------------

MEETS_TIME_RULE = "meets-time-rule"
RAPID, BLITZ, STANDARD_FROM = 10, 3, 60
_TABLE = printed_table(fide.package, "rate_of_play_1_1.csv")[::-1]
_RATED_FROM = [int(row["rated from"]) for row in _TABLE]
_LEAST_MINUTES = [int(row["minutes"]) for row in _TABLE]


@fide.within("1.1")
def minutes_of(tournament: Tournament) -> float | None:
    """The minutes for a game of 60 moves, in which a second of increment is a minute."""
    time = tournament.thinking_time
    return None if time is None else time.minutes + time.increment_seconds


@fide.within("1.1")
@fide.within("RB 1.1")
def wrong_rate(tournament: Tournament, readings: Readings) -> str | None:
    """The reason why a tournament is not played at the rate of this list; None if it may be."""
    minutes, stated = minutes_of(tournament), MEETS_TIME_RULE in tournament.flags
    if minutes is None:
        if stated or readings.time_unknown == "rate":
            return None
        return fide.because("1.1", "no thinking time is stated")
    if readings.control == "rapid" and not RAPID < minutes < STANDARD_FROM:
        return fide.because(
            "1.1",
            "%(minutes)s minutes are not more than 10 and less than 60",
            minutes=f"{minutes:g}",
        )
    if readings.control == "blitz" and not BLITZ < minutes <= RAPID:
        return fide.because(
            "1.1", "%(minutes)s minutes are not more than 3 and at most 10", minutes=f"{minutes:g}"
        )
    return None


@fide.within("1.1")
def required_minutes(higher_rating: int) -> int:
    """The least minutes of a standard game in which nobody is rated higher; unrated is 0."""
    return _LEAST_MINUTES[bisect_right(_RATED_FROM, higher_rating) - 1]


def stated_minutes(tournament: Tournament, readings: Readings) -> float | None:
    """The minutes that are too few for some games; None if they are enough for all."""
    if readings.control != "standard" or MEETS_TIME_RULE in tournament.flags:
        return None
    minutes = minutes_of(tournament)
    return None if minutes is None or minutes >= max(_LEAST_MINUTES) else minutes


# --- 6: matches, which need two rated players and end when they are decided ----------------------

_LAST = float("inf")


@fide.within("6.1")
def unrated_in_match(tournament: Tournament, unrated: frozenset[str]) -> str | None:
    """The reason why a match is not rated: one of the two is unrated in the list used."""
    if tournament.format == "match" and unrated:
        return fide.because(
            "6.1", "%(player)s is unrated, so the match is not rated", player=min(unrated)
        )
    return None


@fide.within("6.2")
def games_after_decision(tournament: Tournament) -> frozenset[str]:
    """The games of a match after one side has more than half of the points there are.

    Every result counts towards that, forfeits too; without a number of rounds there is no limit.
    """
    if tournament.format != "match" or tournament.rounds is None:
        return frozenset()
    whole = tournament.last_decided(WHOLE_MATCH)
    if whole is not None and whole.value["rate_all"]:
        return frozenset()
    scored: dict[str | None, float] = defaultdict(float)
    after = set()
    for game in sorted(tournament.games, key=lambda game: (game.round or _LAST, game.game)):
        if any(points * 2 > tournament.rounds for points in scored.values()):
            after.add(game.game)
        scored[game.white] += game.white_points
        scored[game.black] += game.black_points
    return frozenset(after)


# --- 5.1, 7.3.1, 8.3.1: which games count, and for whom ------------------------------------------

LARGE_GAP, FAR_ABOVE = 600, 2600
BY_WHITE, BY_BLACK = ("both", "white"), ("both", "black")
ListUsed = Mapping[str, int | None]
"""By player: the rating in force on the first day of the report, None for an unrated player."""


@attrs.frozen(kw_only=True)
class SortedGames:
    """A report's games: those that count for each player, and those left out with the reason.

    ``points``: each player's score in played games, counted or not.
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
        reason = reason_of.reason_not_rated(game, used)
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
    """True if a game was really played: no forfeit, no bye."""
    return game.played and game.black is not None


@fide.within("8.3.1")
def _counted(game: Game, used: ListUsed) -> Sequence[tuple[str, Result]]:
    """The sides for which a game counts: each whose opponent is rated in the list used."""
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
    """The reason why a whole tournament is not rated, with the paragraph; None if it is."""
    tournament = report.tournament
    accepted = tournament.last_decided(ACCEPTED)
    if accepted is not None and not accepted.value["evaluate"]:
        return fide.because("0.2", "the tournament was not accepted")
    if tournament.discipline != "chess":
        return fide.because("0", "only games of chess are rated")
    if tournament.format == "pairs":
        return fide.because("0", "a game of two against two is not rated for single players")
    if reason := wrong_rate(tournament, readings):
        return reason
    if tournament.format != "match":
        return None
    named = {
        side for game in report.games if is_played(game) for side in (game.white, str(game.black))
    }
    unrated = frozenset(player for player in named if used.get(player) is None)
    return unrated_in_match(tournament, unrated)


@attrs.frozen(kw_only=True)
class _Reasons:
    """Reasons to leave out games that do not depend on the players' ratings."""

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
        """Return the reasons that hold for all games of a report."""
        people = tournament.players.values()
        decided = values_decided(tournament.decisions, GAME, "game", "rate")
        return cls(
            excluded=excluded,
            decided=games_after_decision(tournament),
            decisions=frozenset(game for game, is_rated in decided.items() if not is_rated),
            computers=frozenset(player.id for player in people if player.computer),
            minutes=stated_minutes(tournament, readings),
            large_gaps_count=readings.control == "standard" or started_on < readings.gap_from,
        )

    def reason_not_rated(self, game: Game, used: ListUsed) -> str | None:
        """Return the first reason that a game is not rated; None if there is none."""
        if not is_played(game):
            why = Message(game.reason or "forfeit")
            return fide.because("5.1", "not played (%(why)s)", why=why)
        if self.excluded:
            return self.excluded
        if game.game in self.decided:
            return fide.because("6.2", "played after the match was decided")
        if game.game in self.decisions:
            return fide.because("5.1", "not rated, as decided")
        return self._reason_of_players(game, used)

    def _reason_of_players(self, game: Game, used: ListUsed) -> str | None:
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
    """True if a player above 2600 met one 600 points or more away; unrated is 0."""
    return min(one, other) > 0 and max(one, other) > FAR_ABOVE and abs(one - other) >= LARGE_GAP
