"""The changes of a file as events: registrations, corrections, strikes, games that are new.

The ledger checks after every correction that what stands fits together.  Where games are paired
anew within a round, no order of single corrections would always fit; so the tournament stands as
single games until all of them are in place, and the last correction says again what it is.
"""

from collections.abc import Iterator
from typing import Any

import attrs

from ledger.codec import data_of
from ledger.facts import CorrectionSubmitted
from ledger.files.changes import Changes
from ledger.files.events import event_of
from ledger.files.on_record import OnRecord


def amendments(
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

    own, tournament = record.tournament, changes.tournament
    for player in changes.players:
        yield event_of(player, player.player, source)
    loosened = _must_be_loosened(record, changes)
    if loosened:
        yield correction(own.event, attrs.evolve(tournament, format="games"))
    for event in changes.struck:
        yield correction(event, None)
    for version, game in changes.corrected:
        yield correction(version.event, game)
    for game in changes.new:
        yield event_of(game, game.game, source)
    if loosened or tournament != own.stands:
        yield correction(own.event, tournament)


def _must_be_loosened(record: OnRecord, changes: Changes) -> bool:
    """Whether what is half changed might not fit the tournament's format."""
    stands = record.tournament.stands
    if stands is None or stands.format == "games":
        return False
    return stands.format != changes.tournament.format or any(
        version.stands is not None
        and {version.stands.white, version.stands.black} != {game.white, game.black}
        for version, game in changes.corrected
    )
