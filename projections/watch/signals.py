"""A signal: a question about results or registrations, with the rows that it rests on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Self

import attrs

from ledger.events.messages import Message
from ledger.events.problems import Problem, Refused
from projections.rulebooks.readings import chosen, reading, whole_from
from projections.watch.chances import (
    deviation_of,
    dispersion,
    exceeded,
    false_discovery_rates,
)
from projections.watch.observed import Subject


def _above_zero(default: float) -> Any:
    return reading(
        default,
        lambda given: type(given) in (int, float) and given > 0,
        Message("must be a number above 0"),
    )


@attrs.frozen(kw_only=True)
class Thresholds:
    """The named thresholds of the signals; the reference page *Irregularities* explains them.

    ``few``: with fewer results the spread of a list is not known, and ``usual_dispersion`` is
    taken for it.
    """

    false_share: float = _above_zero(0.05)
    least_deviation: float = _above_zero(3.5)
    settled: int = whole_from(1, default=5)
    event_games: int = whole_from(1, default=4)
    days_at_once: int = whole_from(1, default=1)
    players_at_once: int = whole_from(1, default=2)
    same_games: int = whole_from(1, default=4)
    same_share: float = _above_zero(0.5)
    pair_games: int = whole_from(1, default=6)
    pair_matches: int = whole_from(1, default=3)
    slump_days: int = whole_from(1, default=120)
    weaker: float = _above_zero(0.7)
    draw_games: int = whole_from(1, default=6)
    unplayed_games: int = whole_from(1, default=3)
    tie_share: float = _above_zero(0.15)
    circle_openness: float = _above_zero(0.1)
    circle_size: int = whole_from(2, default=3)
    late_days: int = whole_from(1, default=60)
    submitter_events: int = whole_from(1, default=5)
    group_games: int = whole_from(1, default=30)
    few: int = whole_from(1, default=50)
    usual_dispersion: float = _above_zero(1.25)


def thresholds_of(given: Mapping[str, Any]) -> Thresholds:
    """Return the thresholds with some other values.

    Raises :class:`~ledger.events.problems.Refused` for those that do not exist or cannot be.
    """
    found = chosen(Thresholds, "watch", given)
    if isinstance(found, Thresholds):
        return found
    named = [(it.field.replace("parameters.", "threshold."), it.message) for it in found]
    raise Refused([Problem(None, field, "bad-threshold", message) for field, message in named])


@attrs.frozen(kw_only=True)
class Signal:
    """A question for an officer.

    ``rows`` are the games with their results, or other facts, that it rests on; ``statistic`` is
    a number of standard deviations, a share or a count; ``chance`` is the probability of it by
    chance alone, ``false_rate`` the share of false alarms among signals as strong.  Both are None
    if chance has no part in it.
    """

    kind: str
    sentence: Message
    players: Sequence[str] = ()
    tournaments: Sequence[str] = ()
    games: Sequence[str] = ()
    rows: Sequence[str] = ()
    statistic: float | None = None
    chance: float | None = None
    false_rate: float | None = None

    @classmethod
    def about(
        cls, subject: Subject, kind: str, sentence: Message, *, statistic: float, chance: float
    ) -> Self:
        """Return the signal about a subject."""
        return cls(
            kind=kind,
            sentence=sentence,
            players=subject.players,
            tournaments=subject.tournaments,
            games=subject.games,
            rows=subject.rows,
            statistic=statistic,
            chance=chance,
        )

    @property
    def id(self) -> str:
        """A digest of its kind and all that it rests on: with other rows it is another signal."""
        subject = [self.kind, *sorted(self.players), *sorted(self.tournaments), *sorted(self.rows)]
        return sha256("\0".join(subject).encode()).hexdigest()[:16]


@attrs.frozen(kw_only=True)
class Question:
    """One of many questions of a kind: the deviation of a result, and its exact chance.

    ``signal`` None: the deviation is so ordinary that nobody asks further.
    """

    deviation: float
    signal: Signal | None = None


@attrs.frozen(kw_only=True)
class Family:
    """All questions of one kind that were asked of the same games, and the signals among them."""

    kind: str
    asked: int
    dispersion: float | None
    signals: Sequence[Signal]


ORDINARY = 2.0
"""Deviations below this need no exact chance: they are never a signal."""


def judged(
    kind: str, questions: Iterable[Question], thresholds: Thresholds, least: float = 0.0
) -> Family:
    """Return the signals whose chance is too small for the number of questions.

    Chances are those of a pool that scatters as widely as this one does; ``least``: the smallest
    deviation, then, that is a signal.
    """
    asked = list(questions)
    ratio = thresholds.usual_dispersion
    if len(asked) >= thresholds.few:
        ratio = dispersion([each.deviation for each in asked])
    candidates = [each.signal for each in asked if each.signal is not None]
    corrected = [_scaled(each, ratio) for each in candidates]
    chances = [each.chance or 0.0 for each in corrected]
    rates = false_discovery_rates(chances, len(asked))
    signals = [
        attrs.evolve(signal, false_rate=rate)
        for signal, rate in zip(corrected, rates, strict=True)
        if rate <= thresholds.false_share and abs(signal.statistic or 0.0) >= least
    ]
    signals.sort(key=lambda signal: (signal.false_rate or 0.0, signal.chance or 0.0, signal.id))
    return Family(kind=kind, asked=len(asked), dispersion=ratio, signals=signals)


def certain(kind: str, signals: Iterable[Signal], asked: int) -> Family:
    """Return signals in which chance has no part, the strongest first."""
    found = sorted(signals, key=lambda signal: (-(signal.statistic or 0.0), signal.id))
    return Family(kind=kind, asked=asked, dispersion=None, signals=found)


def _scaled(signal: Signal, ratio: float) -> Signal:
    """Return a signal with the deviation and chance of a pool that scatters ``ratio`` times."""
    value = deviation_of(signal.chance or 0.0) / ratio
    sign = -1 if (signal.statistic or 0.0) < 0 else 1
    return attrs.evolve(signal, chance=exceeded(value), statistic=sign * value)


def tied(pairs: Iterable[tuple[str, str]]) -> Iterator[set[str]]:
    """Yield the groups that are connected by these pairs."""
    groups: dict[str, set[str]] = {}
    for one, other in pairs:
        first, second = groups.setdefault(one, {one}), groups.setdefault(other, {other})
        if first is second:
            continue
        smaller, larger = sorted((first, second), key=len)
        larger |= smaller
        groups |= dict.fromkeys(smaller, larger)
    yield from {id(group): group for group in groups.values()}.values()
