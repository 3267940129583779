"""A pool's tournaments, newest first, by the page.

The read model tells if a tournament counts: an occasion with the strengths
of its players was evaluated.  The rulebook is consulted only if the read model does not tell.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

import msgspec
from sqlalchemy import Connection

from ledger.events.codec import CURRENT_SCHEMA
from ledger.events.facts import GameSubmitted, TournamentSubmitted
from ledger.events.streams import tournament_stream
from ledger.importing.matching.names import folded
from ledger.log.decoding import UNREADABLE, unreadable
from ledger.log.event_log import Entry
from ledger.log.export import written
from ledger.log.paging import pages
from ledger.log.standing_events import Recorded, SettledEvent, StandingEvents, recorded_data
from projections.engine.history.as_of import occasion_key
from projections.engine.history.history import History
from projections.engine.history.recorded_games import standing_of_types
from projections.engine.replay.schedule import period_on, tournament_gives
from projections.queries.answer_types import Submission, TournamentRow
from projections.queries.answers import Answers
from projections.queries.listings import Selection
from projections.rulebooks.strengths import NONE_KEPT

TOURNAMENTS_AT_ONCE = 100


class TournamentHeading(msgspec.Struct, frozen=True):
    """The fields of a submitted tournament by which lists are ordered and searched."""

    tournament: str
    name: str
    ended_on: date
    pools: tuple[str, ...]


_decode = msgspec.json.Decoder(TournamentHeading).decode


def tournaments(answers: Answers, selection: Selection) -> Iterator[TournamentRow]:
    """Yield the tournaments submitted to a pool that ended by the day in question, newest first.

    Raises :class:`~ledger.events.problems.Refused` at once if the list cannot be continued.
    """
    return tournament_rows(answers, find_tournaments(ended_tournaments(answers), selection))


def ended_tournaments(answers: Answers) -> list[TournamentHeading]:
    """All of them, newest first."""
    pool, as_of = answers.question.pool, answers.question.as_of
    found = [
        heading
        for heading in _headings(answers.connection, answers.card_history.position)
        if pool in heading.pools and as_of.covers(heading.ended_on)
    ]
    found.sort(key=lambda heading: (heading.ended_on, heading.tournament), reverse=True)
    return found


def find_tournaments(
    ended: Sequence[TournamentHeading], selection: Selection
) -> list[TournamentHeading]:
    """Return the tournaments of a list.

    Raises :class:`~ledger.events.problems.Refused` if it cannot be continued.
    """
    query = folded(selection.query)
    found = {
        it.tournament: it
        for it in ended
        if (selection.first is None or selection.first <= it.ended_on)
        and (selection.last is None or it.ended_on <= selection.last)
        and (not query or query in folded(it.tournament) or query in folded(it.name))
    }
    return [found[tournament] for tournament in selection.of(list(found))]


def _headings(connection: Connection, until: int) -> Iterator[TournamentHeading]:
    for settled in standing_of_types(connection, [TournamentSubmitted.type], until):
        heading = _heading(settled)
        if heading is not None:
            yield heading


def _heading(settled: SettledEvent[Recorded]) -> TournamentHeading | None:
    """Return a tournament's heading with corrections applied; None: withdrawn."""
    own = settled.recorded
    try:
        if settled.verdict is None and own.schema == CURRENT_SCHEMA[own.type]:
            return _decode(own.payload)
        return None if settled.data is None else msgspec.convert(settled.data, TournamentHeading)
    except UNREADABLE as error:
        raise unreadable(own.position, error) from None


def tournament_rows(
    answers: Answers, found: Sequence[TournamentHeading]
) -> Iterator[TournamentRow]:
    """Yield the tournaments as a list shows them."""
    history, periods = answers.history([]), answers.card_history.periods
    for page in pages(found, TOURNAMENTS_AT_ONCE):
        ids = [heading.tournament for heading in page]
        history.read_tournaments(ids)
        evaluated = _evaluated(answers, history, ids)
        history.read_about([id_ for id_ in ids if id_ not in evaluated])
        for id_, heading in zip(ids, page, strict=True):
            period = period_on(heading.ended_on, periods)
            yield {
                "tournament": id_,
                "name": heading.name,
                "ended_on": heading.ended_on.isoformat(),
                "rulebook": None if period is None else period.book.name,
                "rated": id_ in evaluated or _is_rated(answers, history, id_),
                "players": len(history.named_in(id_)),
                "games": len(history.games_of(id_)),
            }


def _evaluated(answers: Answers, history: History, page: Sequence[str]) -> set[str]:
    """Return the tournaments that were evaluated as a whole, by the read model."""
    periods = answers.card_history.periods
    keys = {}
    for heading in history.headings(answers.question.pool, page):
        period = period_on(heading.ended_on, periods)
        if period is not None and not period.book.is_dated_by_games(heading):
            for _, occasion in tournament_gives(heading, periods):
                key = occasion_key(occasion.day, occasion.phase, heading.id)
                keys[key] = heading.id
    done = answers.card_history.at(keys.keys())
    return {keys[key] for key, it in done.items() if it.packed_strengths != NONE_KEPT}


def _is_rated(answers: Answers, history: History, tournament: str) -> bool:
    period, report = answers.report(tournament, history)
    return period is not None and report.excluded is None


# How a tournament came into the log: who handed it in, when, and what was corrected since.


_CORRECTED = (TournamentSubmitted.type, GameSubmitted.type)


def submission(answers: Answers, tournament: str) -> Submission:
    """Return a tournament of the pool as submitted and as effective at the cut.

    Raises :class:`~ledger.events.problems.Refused` if it has not ended by the day in question.
    """
    answers.submitted(tournament)
    standing = StandingEvents(answers.recorded([tournament_stream(tournament)]))
    (heading,) = [each for each in standing if each.recorded.type == TournamentSubmitted.type]
    entry = heading.recorded
    return {
        "position": entry.position,
        "recorded_at": written(entry.recorded),
        "recorded_by": entry.recorded_by,
        "source": entry.source,
        "data": None if heading.data is None else dict(heading.data),
        "corrections": sorted(_corrections(standing), key=lambda each: each["position"]),
    }


def _corrections(standing: StandingEvents[Entry]) -> Iterator[dict[str, Any]]:
    for each in standing:
        if each.recorded.type in _CORRECTED:
            for correction in standing.corrections_of(each.recorded.id):
                yield _correction(each, correction)


def _correction(corrected: SettledEvent[Entry], correction: Entry) -> dict[str, Any]:
    data = recorded_data(correction)
    return {
        "position": correction.position,
        "recorded_at": written(correction.recorded),
        "recorded_by": correction.recorded_by,
        "corrects": data["corrects"],
        "corrected_position": corrected.recorded.position,
        "struck": data["replacement"] is None,
        "reason": data["reason"],
    }
