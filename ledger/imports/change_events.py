"""The changes of a file as events: registrations, corrections, strikes, games that are new.

All corrections are consecutive: the ledger checks them together, so that games may be re-paired
within a round, which single corrections would not always allow in any order.
"""

from collections.abc import Iterator
from typing import Any

from ledger.events.codec import data_of
from ledger.events.facts import CorrectionSubmitted
from ledger.imports.changes import Changes
from ledger.imports.matching.recorded_tournament import RecordedTournament
from ledger.imports.report_events import event_of


def change_events(
    record: RecordedTournament, changes: Changes, source: str, reason: str
) -> Iterator[dict[str, Any]]:
    """The events after which the tournament stands as the file has it."""

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
