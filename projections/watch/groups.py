"""Signals about groups: closed circles whose ratings rise, clubs and ages that gain."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from statistics import mean, pstdev

import attrs

from ledger.events.messages import Message
from projections.watch.chances import exceeded
from projections.watch.observed import Observed, ObservedTournament, Side, Subject
from projections.watch.signals import (
    ORDINARY,
    Family,
    Question,
    Signal,
    Thresholds,
    judged,
    tied,
)

Pair = tuple[str, str]


def closed_circles(
    observed: Observed, rises: Mapping[str, float], thresholds: Thresholds
) -> Family:
    """Groups that play almost only among themselves, and whose figures rise.

    Two players are tied if their games together are a large share of the games of one of them;
    a circle is connected by ties, and holds less than half of all players.  ``rises``: the change
    of each player's figure, positive for a gain.
    """
    together: Counter[Pair] = Counter()
    played: Counter[str] = Counter()
    events: dict[str, set[str]] = defaultdict(set)
    for tournament in observed.tournaments:
        for game in tournament.games:
            if game.black is not None and game.played:
                together[min(game.white, game.black), max(game.white, game.black)] += 1
                for player in (game.white, game.black):
                    played[player] += 1
                    events[player].add(tournament.id)
    ties = (
        pair
        for pair, games in together.items()
        if games >= max(2, thresholds.tie_share * min(played[it] for it in pair))
    )
    circles = [
        group
        for group in tied(ties)
        if thresholds.circle_size <= len(group) < len(played) / 2
        and _openness(group, together, played) <= thresholds.circle_openness
    ]
    questions = [
        _rising(rises, group, sorted(set().union(*(events[it] for it in group))))
        for group in circles
    ]
    return judged("closed-circle", [it for it in questions if it is not None], thresholds)


def _openness(group: set[str], together: Counter[Pair], played: Counter[str]) -> float:
    """Return the share of the group's games that are against others."""
    ends = sum(played[player] for player in group)
    inside = sum(games for pair, games in together.items() if group.issuperset(pair))
    return (ends - 2 * inside) / ends


def _rising(
    rises: Mapping[str, float], group: set[str], tournaments: Sequence[str]
) -> Question | None:
    """Return the question if a circle's mean rise could well be that of any players."""
    everybody = list(rises.values())
    own = [rises[player] for player in sorted(group) if player in rises]
    spread = pstdev(everybody) if len(everybody) > 1 else 0.0
    if not own or not spread:
        return None
    value = (mean(own) - mean(everybody)) / (spread / sqrt(len(own)))
    if value < ORDINARY:
        return Question(deviation=value)
    told = {"players": len(group), "rise": round(mean(own)), "usual": round(mean(everybody))}
    sentence = Message(
        "%(players)s players who met hardly anybody else gained %(rise)s on average; %(usual)s "
        "is usual",
        told,
    )
    rows = [f"{player} {rises.get(player, 0):g}" for player in sorted(group)]
    subject = Subject(players=sorted(group), tournaments=tournaments, facts=rows)
    signal = Signal.about(
        subject, "closed-circle", sentence, statistic=value, chance=exceeded(value)
    )
    return Question(deviation=value, signal=signal)


# --- drift ---------------------------------------------------------------------------------------


@attrs.define
class _Flow:
    """The games of a group against all others."""

    games: int = 0
    score: float = 0.0
    expected: float = 0.0
    variance: float = 0.0
    tournaments: set[str] = attrs.field(factory=set)

    def add(self, tournament: str, side: Side) -> None:
        self.games += 1
        self.score += side.score
        self.expected += side.expected
        self.variance += side.expected * (1 - side.expected)
        self.tournaments.add(tournament)


AGES = ((0, 13), (14, 17), (18, 24), (25, 59), (60, 130))


def drift(observed: Observed, thresholds: Thresholds) -> Family:
    """Clubs, ages and federations that gain or lose against all others, beyond chance."""
    flows: dict[str, _Flow] = defaultdict(_Flow)
    for of in GROUPS:
        for tournament, player, side in _settled(observed):
            own, other = of(tournament, player), of(tournament, side.opponent)
            if own is not None and own != other:
                flows[own].add(tournament.id, side)
    questions = (
        _gaining(group, flow)
        for group, flow in flows.items()
        if flow.games >= thresholds.group_games and flow.variance > 0
    )
    return judged("drift", questions, thresholds)


def _settled(observed: Observed) -> Iterator[tuple[ObservedTournament, str, Side]]:
    for player, events in observed.by_player.items():
        for tournament, sides in events:
            for side in sides:
                yield tournament, player, side


def _age_group(tournament: ObservedTournament, player: str) -> str | None:
    age = tournament.age_of(player)
    found = (f"{first}–{last}" for first, last in AGES if age is not None and first <= age <= last)
    return next(found, None)


GROUPS: Sequence[Callable[[ObservedTournament, str], str | None]] = (
    lambda tournament, player: tournament.persons[player].club_on(tournament.fact.ended_on),
    lambda tournament, player: tournament.persons[player].federation,
    _age_group,
)


def _gaining(group: str, flow: _Flow) -> Question:
    value = (flow.score - flow.expected) / sqrt(flow.variance)
    if abs(value) < ORDINARY:
        return Question(deviation=value)
    told = {
        "group": group,
        "score": flow.score,
        "games": flow.games,
        "expected": round(flow.expected, 1),
    }
    sentence = Message(
        "%(group)s: scored %(score)s of %(games)s against others; %(expected)s were expected", told
    )
    facts = (f"{group} {flow.score:g} {flow.games}",)
    subject = Subject(tournaments=sorted(flow.tournaments), facts=facts)
    chance = min(1.0, 2 * exceeded(abs(value)))
    signal = Signal.about(subject, "drift", sentence, statistic=value, chance=chance)
    return Question(deviation=value, signal=signal)
