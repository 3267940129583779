"""What an import will mean: whether a tournament is rated, and how many figures move.

Worked out in the transaction that appends it, so a dry run says the same and takes it back; of
many files at once, when all of them are there.  What is missing is not guessed: the rulebook
itself is asked whether the tournament would count with it.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import product
from typing import Any

import attrs
from sqlalchemy import Connection, Engine

from ledger.events.messages import Message, RequestField, joined
from ledger.events.problems import Refused
from ledger.importing.ports import PoolEffect
from ledger.log.clock import Clock
from projections.engine.read_model.generations import catch_up, pools
from projections.engine.registry import RegisteredRulebooks
from projections.engine.replay.find_occasion import FoundOccasion, tournament_gives_now
from projections.operations.plan import answers_before_and_after
from projections.queries.answers import Answers
from projections.queries.differences import how_many_differ
from projections.rulebooks.occasion import TournamentEnded
from projections.rulebooks.rulebook import Rulebook
from projections.rulebooks.tournament import ThinkingTime, Tournament

_MINUTES = (10, 15, 25, 30, 45, 60, 75, 90, 120, 150)
_CLASSES = ("A", "B", "C", "D")


@attrs.frozen
class ImportEffect:
    """The answer of the projections to :class:`~ledger.importing.ports.EffectPort`."""

    today: date

    def get_ready(self, engine: Engine, pools_meant: Sequence[str]) -> None:
        """Bring the read models to the end of the log: then only new events are replayed."""
        with engine.connect() as connection:
            known = pools(connection)
        for pool in pools_meant:
            if pool in known:
                catch_up(engine, pool)

    def effect_on(
        self,
        connection: Connection,
        pools_meant: Sequence[str],
        tournaments: Sequence[str],
        known: int,
    ) -> Mapping[str, Sequence[PoolEffect]]:
        """Rated or not, why, what would help, and how many figures differ, in each pool."""
        there = pools(connection)
        effects: dict[str, list[PoolEffect]] = {tournament: [] for tournament in tournaments}
        for pool in pools_meant:
            if pool in there:
                for tournament, effect in self._effects(connection, pool, tournaments, known):
                    effects[tournament].append(effect)
        return effects

    def _effects(
        self, connection: Connection, pool: str, tournaments: Sequence[str], known: int
    ) -> Iterator[tuple[str, PoolEffect]]:
        before, now, only = answers_before_and_after(connection, pool, known, self.today)
        changed = how_many_differ(before, now, only)
        together = len(tournaments) > 1
        reasons: set[str] = set()
        for tournament in tournaments:
            try:
                document = now.tournament(tournament)
            except Refused:  # it is on record without this pool, as a warning has said
                continue
            effect = PoolEffect(
                pool=pool,
                rated=document["rated"],
                games_not_rated=len(document["games_not_rated"]) if document["rated"] else 0,
                changed=changed,
                together=together,
            )
            if not effect.rated:
                reason = document["reason"]
                add = None if reason in reasons else _what_to_add(now, pool, tournament)
                reasons.add(reason)
                effect = attrs.evolve(effect, reason=reason, add=add)
            yield tournament, effect


def _what_to_add(answers: Answers, pool: str, tournament: str) -> Message | None:
    """The fewest answers of an import with which the rulebook would rate the tournament."""
    history = answers.submitted(tournament)
    periods = answers.card_history.periods
    for found in tournament_gives_now(history, pool, periods, tournament):
        if isinstance(found.occasion, TournamentEnded):
            cards = answers.cards_before(found)
            for said, completed in _completions(found.occasion.tournament, found.period.book):
                if _is_rated(found, completed, cards):
                    return said
    return None


def _is_rated(found: FoundOccasion, completed: Tournament, cards: Mapping[str, Any]) -> bool:
    occasion = TournamentEnded(day=found.occasion.day, tournament=completed)
    return found.period.book.evaluate(occasion, cards).report().excluded is None


def _completions(
    tournament: Tournament, book: Rulebook[Any]
) -> Iterator[tuple[Message, Tournament]]:
    """The tournament with what it lacks, by the answers, the fewest and smallest first."""
    choices = product(_times(tournament), _countries(tournament, book), _class_letters(tournament))
    for chosen in sorted(choices, key=lambda each: sum(said is not None for said, _ in each)):
        said = [field for field, _ in chosen if field is not None]
        facts = {field: value for _, more in chosen for field, value in more.items()}
        if said:
            yield joined(" ", said), attrs.evolve(tournament, **facts)


_Choice = tuple[RequestField | None, Mapping[str, Any]]
_NOTHING: _Choice = (None, {})


def _times(tournament: Tournament) -> list[_Choice]:
    if tournament.thinking_time is not None:
        return [_NOTHING]
    times = [
        (
            RequestField("minutes", str(minutes)),
            {"thinking_time": ThinkingTime(minutes=minutes)},
        )
        for minutes in _MINUTES
    ]
    return [_NOTHING, *times]


def _countries(tournament: Tournament, book: Rulebook[Any]) -> list[_Choice]:
    if tournament.country is not None or book.federation is None:
        return [_NOTHING]
    return [_NOTHING, (RequestField("country", book.federation), {"country": book.federation})]


def _class_letters(tournament: Tournament) -> list[_Choice]:
    if tournament.class_ is not None:
        return [_NOTHING]
    return [
        _NOTHING,
        *((RequestField("class", letter), {"class_": letter}) for letter in _CLASSES),
    ]


# What the import of files is given by the projections: the rulebooks, and what events mean.


RULEBOOKS = RegisteredRulebooks()


def effect_of_import(clock: Clock) -> ImportEffect:
    """What imported events mean, names being withheld as on the day of ``clock``."""
    return ImportEffect(clock().date())
