"""The effect of an import: rated or not, and the number of changed figures.

Computed in the transaction that appends it, so a dry run gives the same and rolls it back; for
many files at once, when all of them are there.  Missing data are not guessed: the rulebook
itself is asked if the tournament would count with them (decision 0074).
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
from projections.engine.read_model.stored_card_history import StoredCardHistory
from projections.engine.registry import RegisteredRulebooks
from projections.engine.replay.find_occasion import tournament_gives_now
from projections.operations.plan import answers_before_and_after, without_unwritten
from projections.queries.answer_types import TournamentEvaluation
from projections.queries.answers import Answers, Row
from projections.queries.differences import count_changed_players
from projections.queries.explanations import compared
from projections.rulebooks.occasion import ReportEnded, TournamentEnded
from projections.rulebooks.rulebook import Rulebook
from projections.rulebooks.tournament import ThinkingTime, Tournament
from projections.watch.scope import Scope
from projections.watch.watching import watch

_MINUTES = (10, 25, 30, 60, 90, 120)
_CLASSES = ("A", "B", "C", "D")


@attrs.frozen
class ImportEffect:
    """The answer of the projections to :class:`~ledger.importing.ports.EffectPort`.

    ``dry_run``: the events of the import keep no ids, so no row names them.  ``watched``: the
    irregularities are told, to an officer.
    """

    today: date
    in_full: bool
    dry_run: bool
    watched: bool

    def prepare_read_models(self, engine: Engine, pools_meant: Sequence[str]) -> None:
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
        """Return for each pool: rated or not, the reason, the remedy, the number of changes."""
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
        rows = compared(connection, before, now, only) if self.in_full else ()
        if self.dry_run and rows:
            rows = without_unwritten(connection, rows, known + 1)
        changed = len(rows) if self.in_full else count_changed_players(before, now, only)
        together = len(tournaments) > 1
        reasons: set[str] = set()
        for tournament in tournaments:
            try:
                document = now.tournament(tournament)
            except Refused:  # the tournament is recorded without this pool, as a warning has said
                continue
            effect = PoolEffect(
                pool=pool,
                rated=document["rated"],
                games_not_rated=len(document["games_not_rated"]) if document["rated"] else 0,
                changed=changed,
                together=together,
                changes=rows,
                left_out=_left_out(now, tournament, document) if self.in_full else (),
                signals=_signals(now, tournament) if self.in_full and self.watched else (),
            )
            if not effect.rated:
                reason = document["reason"]
                add = None if reason in reasons else _what_to_add(now, pool, tournament)
                reasons.add(reason)
                effect = attrs.evolve(effect, reason=reason, add=add)
            yield tournament, effect


def _left_out(answers: Answers, tournament: str, document: TournamentEvaluation) -> list[Row]:
    """The games that a rated tournament is rated without, with the reason for each."""
    if not document["rated"]:
        return []
    games = {each.game: each for each in answers.submitted(tournament).games_of(tournament)}
    reasons = {each["game"]: each["reason"] for each in document["games_not_rated"]}
    sides = {side for id_ in reasons for side in (games[id_].white, games[id_].black) if side}
    names = answers.names(sides)
    return [
        {
            "game": id_,
            "round": games[id_].round,
            "white": games[id_].white,
            "white_name": names.get(games[id_].white),
            "black": games[id_].black,
            "black_name": names.get(games[id_].black or ""),
            "reason": reason,
        }
        for id_, reason in reasons.items()
    ]


def _signals(answers: Answers, tournament: str) -> Sequence[Row]:
    """Return the irregularities of a tournament; a preview that costs a replay has none."""
    if not isinstance(answers.card_history, StoredCardHistory):
        return ()
    return [dict(row) for row in watch(answers, Scope(tournament=tournament))["signals"]]


def _what_to_add(answers: Answers, pool: str, tournament: str) -> Message | None:
    """The fewest answers of an import with which the rulebook would rate the tournament."""
    history = answers.submitted(tournament)
    periods = answers.card_history.periods
    for found in tournament_gives_now(history, pool, periods, tournament):
        occasion, book = found.occasion, found.period.book
        if isinstance(occasion, TournamentEnded | ReportEnded):
            cards = answers.cards_before(found)
            for supplied, completed in _completions(occasion.tournament, book):
                asked = attrs.evolve(occasion, tournament=completed)
                if book.evaluate(asked, cards).report().excluded is None:
                    return supplied
    return None


def _completions(
    tournament: Tournament, book: Rulebook[object]
) -> Iterator[tuple[Message, Tournament]]:
    """Yield the tournament completed with missing data, the fewest additions first."""
    choices = product(_times(tournament), _countries(tournament, book), _class_letters(tournament))
    for chosen in sorted(choices, key=lambda each: sum(field is not None for field, _ in each)):
        supplied = [field for field, _ in chosen if field is not None]
        facts = {field: value for _, more in chosen for field, value in more.items()}
        if supplied:
            yield joined(" ", supplied), attrs.evolve(tournament, **facts)


_Choice = tuple[RequestField | None, Mapping[str, Any]]
_NOTHING: _Choice = (None, {})


def _times(tournament: Tournament) -> list[_Choice]:
    if tournament.thinking_time is not None:
        return [_NOTHING]
    times = [
        (RequestField("minutes", str(minutes)), {"thinking_time": ThinkingTime(minutes=minutes)})
        for minutes in _MINUTES
    ]
    return [_NOTHING, *times]


def _countries(tournament: Tournament, book: Rulebook[object]) -> list[_Choice]:
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


# --- giving the import of files the rulebooks and the preview of its events ----------------------


RULEBOOKS = RegisteredRulebooks()


def effect_of_import(
    clock: Clock, *, in_full: bool = False, dry_run: bool = False, watched: bool = False
) -> ImportEffect:
    """Return the port for effects of imports; names are withheld as of the day."""
    return ImportEffect(clock().date(), in_full, dry_run, watched)
