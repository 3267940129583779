"""All signals of some days or tournaments of a pool, with what was answered to each."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from ledger.events.messages import Message
from ledger.events.problems import refusal
from projections.engine.history.as_of import EVERYTHING
from projections.engine.history.names import personal_data_shown
from projections.queries.answer_types import (
    IrregularityFamily,
    IrregularityRow,
    SignalAnswer,
    Watch,
)
from projections.queries.answers import Answers
from projections.watch.answered import answered
from projections.watch.groups import closed_circles, drift
from projections.watch.observed import (
    Observed,
    at_the_same_time,
    ended_between,
    observed,
    rises,
)
from projections.watch.persons import identity, same_event, two_places
from projections.watch.results import (
    arranged,
    draws,
    improbable_results,
    improbable_series,
    sandbagging,
    unplayed,
)
from projections.watch.scope import Scope
from projections.watch.signals import Family, Signal, Thresholds, thresholds_of
from projections.watch.submitters import late_or_changed, recordings

YEAR = timedelta(days=365)


def families(
    answers: Answers, seen: Observed, scope: Scope, thresholds: Thresholds
) -> list[Family]:
    """Return the signals of every kind among the observed games."""
    today, connection = answers.question.today, answers.connection
    shown = personal_data_shown(connection, sorted(seen.players), EVERYTHING, today)
    found = [
        two_places(seen, thresholds),
        same_event(seen, thresholds),
        identity(seen, shown),
        improbable_results(seen, thresholds),
        draws(seen, thresholds),
        unplayed(seen, thresholds),
    ]
    if scope.tournament is not None:
        return found
    first, last = days_of(answers, scope)
    recorded = recordings(connection, seen, answers.card_history.position)
    return [
        *found,
        improbable_series(seen, thresholds),
        arranged(seen, thresholds),
        sandbagging(seen, thresholds),
        closed_circles(seen, rises(answers, seen.players, first, last), thresholds),
        late_or_changed(seen, recorded, thresholds),
        drift(seen, thresholds),
    ]


def watch(answers: Answers, scope: Scope) -> Watch:
    """Return the signals of a scope, the open ones first within each kind.

    Raises :class:`~ledger.events.problems.Refused` for a tournament or player that is not there,
    or a threshold that cannot be.
    """
    thresholds = thresholds_of(scope.threshold)
    first, last = days_of(answers, scope)
    if scope.tournament is None:
        ids = ended_between(answers, first, last)
    else:
        ids = at_the_same_time(answers, scope.tournament)
    player = None if scope.player is None else answers.registered(scope.player)
    seen = observed(answers, ids, thresholds.settled)
    wanted = [
        (family, [each for each in family.signals if _is_about(each, scope.tournament, player)])
        for family in families(answers, seen, scope, thresholds)
    ]
    return {
        "pool": answers.question.pool,
        "first_day": first.isoformat(),
        "last_day": last.isoformat(),
        "known_at": answers.card_history.position,
        "tournaments": len(ids),
        "false_share": thresholds.false_share,
        "families": [_family(*each) for each in wanted],
        "signals": _rows(answers, [it for _, signals in wanted for it in signals], scope),
    }


def days_of(answers: Answers, scope: Scope) -> tuple[date, date]:
    """Return the days of a scope: those of the tournament, else the last year of the pool.

    Raises :class:`~ledger.events.problems.Refused` for days in the wrong order.
    """
    if scope.tournament is not None:
        fact = answers.submitted(scope.tournament).submission(scope.tournament)
        return fact.starts_on or fact.ended_on, fact.ended_on
    last = scope.last or answers.day
    first = scope.first or last - YEAR
    if first > last:
        message = Message("%(first)s is after %(last)s: exchange them", first=first, last=last)
        raise refusal("empty-period", message, "first")
    return first, last


def _rows(answers: Answers, signals: Sequence[Signal], scope: Scope) -> list[IrregularityRow]:
    """Return the open signals, and those that were answered if the scope has them."""
    kept = answered(answers.connection)
    listed = [each for each in signals if scope.answered or each.id not in kept]
    named = {player for each in listed for player in each.players}
    names = answers.names(named)
    rows = [_row(each, names, kept.get(each.id)) for each in listed]
    return sorted(rows, key=lambda row: row["state"] != "open")


def _is_about(signal: Signal, tournament: str | None, player: str | None) -> bool:
    if tournament is not None and tournament not in signal.tournaments:
        return False
    return player is None or player in signal.players


def _row(signal: Signal, names: Mapping[str, str], kept: SignalAnswer | None) -> IrregularityRow:
    return {
        "signal": signal.id,
        "kind": signal.kind,
        "sentence": signal.sentence,
        "players": list(signal.players),
        "names": [names.get(player) for player in signal.players],
        "tournaments": list(signal.tournaments),
        "games": list(signal.games),
        "statistic": signal.statistic,
        "chance": signal.chance,
        "false_rate": signal.false_rate,
        "state": "open" if kept is None else "in-order",
        "answer": kept,
    }


def _family(family: Family, signals: Sequence[Signal]) -> IrregularityFamily:
    return {
        "kind": family.kind,
        "asked": family.asked,
        "signals": len(signals),
        "dispersion": family.dispersion,
    }
