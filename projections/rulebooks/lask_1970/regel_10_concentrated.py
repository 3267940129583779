"""LASK Regel 10: a concentrated tournament is booked as one, against a mean strength.

Formula (1) takes the mean of the player's group if all meet all.  If a player meets only some,
as in a Monrad tournament, it takes the mean of his opponents; (2a) and (2b) estimate that.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from datetime import date
from fractions import Fraction

import attrs

from projections.rulebooks.evaluation import GameNotRated
from projections.rulebooks.figures import whole
from projections.rulebooks.lask_1970 import lask
from projections.rulebooks.lask_1970.card import Ranked
from projections.rulebooks.lask_1970.lines import Line, lines_of_players
from projections.rulebooks.lask_1970.metod_1_initial import class_mean, class_means, table_1
from projections.rulebooks.lask_1970.rankingregler import compensation, season_of
from projections.rulebooks.lask_1970.readings import Readings
from projections.rulebooks.lask_1970.regel_8_outsiders import (
    OUTSIDERS_ONLY,
    has_record_sheet,
    why_pending,
)
from projections.rulebooks.tournament import Game, Tournament, values_decided

MEAN = lask.cite("Regel 10")
_ALL_MEET_ALL = {"round-robin", "match"}
_ROUNDS_OF_2B = 8
_NO_MEAN = lask.because("Regel 10", "pending, the mean strength of the group is not known")


@lask("Formel (1)")
def change(base: int, mean: int, points: float, games: int) -> int:
    """(points won − points lost)·16 ± K·games, plus if the player is below the mean."""
    K = compensation(abs(base - mean))
    return int(2 * points - games) * 16 + (K if base < mean else -K) * games


@lask("Formel (2a)")
def opponents_mean(G: int, Kv: float, games: int, rounds: int) -> int:
    """M = G + 360·(2·Kv/N² − 1), N² being games·rounds (L6), rounded half up."""
    return whole(G + 360 * (2 * Fraction(Kv) / (games * rounds) - 1))


@lask("Formel (2b)")
def opponents_mean_in_eight_rounds(G: int, Kv: float) -> int:
    """M = G + 11·(Kv − 32), rounded half up."""
    return whole(G + 11 * (Kv - 32))


@lask("Regel 10")
def mean_of(ratings: Sequence[int]) -> int:
    """The mean of numbers in force, rounded half up."""
    return whole(Fraction(sum(ratings), len(ratings)))


@lask("Regel 10")
def committee_mean(mean: float) -> int:
    """The mean as the committee gives it, rounded half up."""
    return whole(mean)


@attrs.frozen(kw_only=True)
class Group:
    """The participants of a concentrated tournament, as far as a mean strength needs them.

    ``bases``: each number in force, None for those without.  ``scores``: points in the
    tournament, walkovers and byes included.  ``decided``: means the committee gave, None the
    group's, a player his opponents'.  ``classes``: Tabell 1 of the season.
    """

    tournament: Tournament
    bases: Mapping[str, int | None]
    scores: Mapping[str, float]
    decided: Mapping[str | None, float]
    classes: Mapping[str, float]
    rounds: int


def group_of(tournament: Tournament, ranked: Ranked, day: date, readings: Readings) -> Group:
    """The group of a tournament: entrants and everyone named in a game."""
    season = season_of(day)
    return Group(
        tournament=tournament,
        bases={
            player: ranked[player].base if player in ranked else None
            for player in sorted(tournament.players)
        },
        scores=_scores(tournament),
        decided=values_decided(
            tournament.decisions, MEAN, "player", "mean", tournament=tournament.id
        ),
        classes=table_1(class_means(tournament.decisions, season), readings),
        rounds=_rounds(tournament),
    )


@lask.within("Regel 10")
def mean_strength(
    player: str, lines: Sequence[Line], group: Group, readings: Readings
) -> int | None:
    """Return the mean that a player's result is measured against; None while it is unknown."""
    if player in group.decided:
        return committee_mean(group.decided[player])
    if group.tournament.format in _ALL_MEET_ALL:
        return group_mean(player, group, readings)
    met = [group.bases[line.opponent] for line in lines]
    ranked = [base for base in met if base is not None]
    if len(ranked) == len(met) and readings.monrad_direct_mean_when_all_rated:
        return mean_of(ranked)
    G = group_mean(player, group, readings)
    return None if G is None else _estimated(G, lines, group, readings)


@lask.within("Regel 10")
def group_mean(player: str, group: Group, readings: Readings) -> int | None:
    """G: as the committee gives it, else the group's mean if all are ranked, else Tabell 1."""
    if None in group.decided:
        return committee_mean(group.decided[None])
    ranked = {name: base for name, base in group.bases.items() if base is not None}
    if len(ranked) == len(group.bases):
        own = () if readings.group_mean_includes_self else (player,)
        if counted := [base for name, base in ranked.items() if name not in own]:
            return mean_of(counted)
    elif 2 * len(ranked) >= len(group.bases) and readings.half_rated_rule == "pending":
        return None
    name = group.tournament.class_
    return None if name is None else class_mean(name, group.classes)


def without_mean(
    games: Sequence[Game], booked: Container[str], ranked: Ranked
) -> tuple[GameNotRated, ...]:
    """The games that were booked for neither player, each with its reason."""
    left_out = []
    for game in games:
        sides = [line.player for line in lines_of_players(game)]
        if not any(player in booked for player in sides):
            waits = any(has_record_sheet(player, ranked) for player in sides)
            reason = _NO_MEAN if waits else why_pending(game, ranked) or OUTSIDERS_ONLY
            left_out.append(GameNotRated(game=game.game, reason=reason))
    return tuple(left_out)


def _estimated(G: int, lines: Sequence[Line], group: Group, readings: Readings) -> int:
    """M by (2b) for eight rounds all played, else by (2a); Kv adds up the opponents' scores."""
    Kv = sum(group.scores[line.opponent] for line in lines)
    eight = group.rounds == len(lines) == _ROUNDS_OF_2B
    if eight and readings.monrad_n8 == "2b":
        return opponents_mean_in_eight_rounds(G, Kv)
    return opponents_mean(G, Kv, len(lines), group.rounds)


def _scores(tournament: Tournament) -> Mapping[str, float]:
    scores: dict[str, float] = defaultdict(float)
    for game in tournament.games:
        scores[game.white] += game.white_points
        if game.black is not None:
            scores[game.black] += game.black_points
    return scores


def _rounds(tournament: Tournament) -> int:
    """The rounds as stated, else as numbered, else the highest number of games of a player."""
    numbered = max((game.round or 0 for game in tournament.games), default=0)
    sides = [side for game in tournament.games for side in (game.white, game.black) if side]
    return tournament.rounds or numbered or max(Counter(sides).values(), default=0)
