"""A pool's tournaments, newest first, by the page.

The read model tells if a tournament counts: an occasion with the strengths
of its players was evaluated.  The rulebook is consulted only if the read model does not tell.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from ledger.events.facts import GameSubmitted, TournamentSubmitted
from ledger.events.streams import tournament_stream
from ledger.log.effective_events import EffectiveEvents, SettledEvent, recorded_data
from ledger.log.event_log import Entry
from ledger.log.export import written
from ledger.log.paging import pages
from projections.engine.history.as_of import occasion_key
from projections.engine.history.history import History
from projections.engine.history.recorded_games import effective_events_of_types
from projections.engine.replay.schedule import period_on, tournament_gives
from projections.queries.answer_types import CorrectionRow, Submission, TournamentRow
from projections.queries.answers import Answers
from projections.queries.event_descriptions import descriptions
from projections.queries.listings import Selection, search_clocks
from projections.queries.search_index import SearchIndex, TournamentHeading, heading_of
from projections.rulebooks.strengths import NONE_KEPT

TOURNAMENTS_AT_ONCE = 100


def tournaments(
    answers: Answers, index: SearchIndex, selection: Selection
) -> Iterator[TournamentRow]:
    """Yield the tournaments submitted to a pool that ended by the day in question, newest first.

    Raises :class:`~ledger.events.problems.Refused` at once if the list cannot be continued.
    """
    found = {
        it.tournament: it
        for it in index.tournaments(answers.connection, selection.query, search_clocks(answers))
        if answers.question.pool in it.pools
        and (selection.first is None or selection.first <= it.ended_on)
        and (selection.last is None or it.ended_on <= selection.last)
        and selection.format in ("", it.format)
    }
    return tournament_rows(answers, [found[id_] for id_ in selection.of(list(found))])


def ended_tournaments(answers: Answers) -> list[TournamentHeading]:
    """Return the pool's tournaments that ended by the day, newest first."""
    pool, as_of = answers.question.pool, answers.question.as_of
    types, until = [TournamentSubmitted.type], answers.card_history.position
    headings = map(heading_of, effective_events_of_types(answers.connection, types, until))
    found = [it for it in headings if it and pool in it.pools and as_of.covers(it.ended_on)]
    found.sort(key=lambda heading: (heading.ended_on, heading.tournament), reverse=True)
    return found


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
                "games": sum(it.black is not None for it in history.games_of(id_)),
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


# --- explaining an empty rating list by the tournaments that could have filled it ----------------


LOOKED_AT = 20


def reason_list_is_empty(answers: Answers) -> str:
    """Return the reason for an empty list on the day in question, from the last tournaments."""
    pool, ended = answers.question.pool, ended_tournaments(answers)
    if not ended:
        return f"no tournament of {pool} has ended by {answers.day}"
    last = [heading.tournament for heading in ended[:LOOKED_AT]]
    history = answers.history([])
    history.read_tournaments(last)
    history.read_about(last)
    reports = [report for _, report in (answers.report(each, history) for each in reversed(last))]
    reasons = Counter(report.excluded for report in reports if report.excluded is not None)
    if reasons.total() < len(last):
        return f"the ratings of {pool} have lapsed, or no player has played enough for a first one"
    reason, count = reasons.most_common(1)[0]
    which = "the only tournament is" if len(ended) == 1 else f"{count} of {len(last)} are"
    looked = "" if len(last) == len(ended) else f" (the last {len(last)} of {len(ended)})"
    return f"no tournament of {pool} is rated{looked}: {which} left out because {reason}"


# --- a tournament's submission: submitter, time and later corrections ----------------------------


_CORRECTED = (TournamentSubmitted.type, GameSubmitted.type)


def submission(answers: Answers, tournament: str) -> Submission:
    """Return a tournament of the pool as submitted and as effective at the cut.

    Raises :class:`~ledger.events.problems.Refused` if it has not ended by the day in question.
    """
    answers.submitted(tournament)
    standing = EffectiveEvents(answers.recorded([tournament_stream(tournament)]))
    (heading,) = [each for each in standing if each.recorded.type == TournamentSubmitted.type]
    entry = heading.recorded
    return {
        "position": entry.position,
        "recorded_at": written(entry.recorded),
        "recorded_by": entry.recorded_by,
        "source": entry.source,
        "data": None if heading.data is None else dict(heading.data),
        "corrections": _corrections(answers, standing),
    }


def _corrections(answers: Answers, standing: EffectiveEvents[Entry]) -> list[CorrectionRow]:
    found = [
        (each, correction)
        for each in standing
        if each.recorded.type in _CORRECTED
        for correction in standing.corrections_of(each.recorded.id)
    ]
    found.sort(key=lambda each: each[1].position)
    entries = [{"type": it.type, "data": recorded_data(it)} for _, it in found]
    about = descriptions(answers.connection, entries, answers.question.today)
    return [_correction(*each, about=text) for each, text in zip(found, about, strict=True)]


def _correction(corrected: SettledEvent[Entry], correction: Entry, *, about: str) -> CorrectionRow:
    data = recorded_data(correction)
    return {
        "about": about,
        "position": correction.position,
        "recorded_at": written(correction.recorded),
        "recorded_by": correction.recorded_by,
        "corrects": data["corrects"],
        "corrected_position": corrected.recorded.position,
        "struck": data["replacement"] is None,
        "reason": data["reason"],
    }
