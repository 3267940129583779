"""A signal: a question about results or registrations, with the rows that it rests on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Self

import attrs

from ledger.events.messages import Message, marked
from ledger.events.problems import refusal
from projections.watch.chances import (
    deviation_of,
    dispersion,
    exceeded,
    false_discovery_rates,
)
from projections.watch.observed import Subject

TITLES: Mapping[str, str] = {
    "two-places": marked("In two places at once"),
    "same-event": marked("The same event twice"),
    "identity": marked("Identity and age"),
    "improbable-result": marked("Improbable results"),
    "improbable-series": marked("Improbable series"),
    "arranged": marked("Always the same winner"),
    "sandbagging": marked("Losses before a rise"),
    "draws": marked("Many draws"),
    "unplayed": marked("Many forfeits"),
    "closed-circle": marked("Closed circles"),
    "late-or-changed": marked("Late or corrected"),
    "drift": marked("Groups that gain or lose"),
}
"""The signals by their kinds."""


@attrs.frozen(kw_only=True)
class Thresholds:
    """The named thresholds of the signals; see the reference page *Irregularities*."""

    false_share: float = 0.05
    """The share of false alarms that a list may have, at most (Benjamini and Hochberg)."""
    least_deviation: float = 3.5
    """A single result deviates by so many standard deviations, at least."""
    settled: int = 5
    """A figure means something after so many ratings."""
    event_games: int = 4
    """A result consists of so many games, at least."""
    days_at_once: int = 1
    """Two tournaments share so many days of a player, at least."""
    players_at_once: int = 2
    """If more players were in two tournaments at once, these were at one place."""
    same_games: int = 4
    """In two tournaments so many games have the same players, at least …"""
    same_share: float = 0.5
    """… and this share of the smaller one's games has the same result, too."""
    pair_games: int = 6
    """Two players met so often, at least."""
    pair_matches: int = 3
    """Two players played so many matches, at least."""
    slump_days: int = 120
    """Losses count that lie so many days before the rise, at most."""
    weaker: float = 0.7
    """An opponent is clearly weaker if so much is expected of a game, at least."""
    draw_games: int = 6
    """An event, a team or a pair has so many games, at least."""
    unplayed_games: int = 3
    """A player or an event has so many forfeits, at least."""
    tie_share: float = 0.15
    """Two players are tied if they play this share of the games of one of them together."""
    circle_openness: float = 0.1
    """At most this share of a closed circle's games is against others."""
    circle_size: int = 3
    """A closed circle has so many players, at least."""
    late_days: int = 60
    """A tournament is late if it is recorded so many days after its end."""
    submitter_events: int = 5
    """A submitter recorded so many tournaments, at least."""
    group_games: int = 30
    """A club or an age group played so many games against others, at least."""
    few: int = 50
    """Below so many results the pool's own spread is not known …"""
    usual_dispersion: float = 1.25
    """… and this ratio is taken for it."""

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "Thresholds":
        """Return the thresholds with some other values.

        Raises :class:`~ledger.events.problems.Refused` for one that does not exist or cannot be.
        """
        fields = attrs.fields_dict(cls)
        values: dict[str, float] = {}
        for name, value in given.items():
            known = fields.get(name)
            if known is None:
                message = Message(
                    "%(name)s: no threshold; choose from %(names)s",
                    name=repr(name),
                    names=", ".join(fields),
                )
                raise refusal("bad-threshold", message, "threshold")
            of_type = int if isinstance(known.default, int) else (int, float)
            if isinstance(value, bool) or not isinstance(value, of_type) or not value > 0:
                message = Message(
                    "%(name)s is a positive number such as %(example)s",
                    name=name,
                    example=known.default,
                )
                raise refusal("bad-threshold", message, "threshold")
            values[name] = value
        return cls(**values)  # type: ignore[arg-type]


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
