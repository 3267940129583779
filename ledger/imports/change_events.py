"""The changes of a file as events: registrations, corrections, strikes, games that are new.

All corrections follow each other: the ledger looks at them together, so that games may be paired
anew within a round, which no order of single corrections would always allow.
"""

from collections.abc import Iterator
from typing import Any

from ledger.events.codec import data_of
from ledger.events.facts import CorrectionSubmitted
from ledger.imports.changes import Changes
from ledger.imports.matching.recorded_tournament import OnRecord
from ledger.imports.report_events import event_of


def change_events(
    record: OnRecord, changes: Changes, source: str, reason: str
) -> Iterator[dict[str, Any]]:
    """The events that leave the tournament standing as the file says it."""

    def correction(event: str, replacement: Any) -> dict[str, Any]:
        return {
            "type": CorrectionSubmitted.type,
            "source": source,
            "data": {
                "corrects": event,
                "reason": reason,
                "replacement": None if replacement is None else data_of(replacement),
            },
        }

    recorded, tournament = record.tournament, changes.tournament
    for player in changes.players:
        yield event_of(player, player.player, source)
    if tournament != recorded.stands:
        yield correction(recorded.event, tournament)
    for event in changes.struck:
        yield correction(event, None)
    for version, game in changes.corrected:
        yield correction(version.event, game)
    for game in changes.new:
        yield event_of(game, game.game, source)
