"""How a tournament came into the log: who handed it in, when, and what was corrected since."""

from collections.abc import Iterator
from typing import Any

from ledger.events.facts import GameSubmitted, TournamentSubmitted
from ledger.events.streams import tournament_stream
from ledger.log.event_log import Entry
from ledger.log.export import written
from ledger.log.standing_events import SettledEvent, StandingEvents, recorded_data
from projections.queries.answer_types import Submission
from projections.queries.answers import Answers

_CORRECTED = (TournamentSubmitted.type, GameSubmitted.type)


def submission(answers: Answers, tournament: str) -> Submission:
    """A tournament of the pool as it was submitted and as it stands at the cut.

    Raises :class:`~ledger.events.problems.Refused` where none has ended by the day asked about.
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
