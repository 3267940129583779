"""Signals about submissions: events that came late, and corrections that favour one player."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import attrs
import orjson
from sqlalchemy import Connection, select

from ledger.events.facts import CorrectionSubmitted, GameSubmitted, TournamentSubmitted
from ledger.events.messages import marked
from ledger.events.streams import tournament_stream
from ledger.log.event_log import moment
from ledger.log.schema import NOT_A_GAME, event
from ledger.log.statements import among
from projections.watch.observed import Observed, Subject
from projections.watch.results import count_question
from projections.watch.signals import Family, Question, Thresholds, judged


@attrs.frozen(kw_only=True)
class Change:
    """A corrected game, and the points that the correction gave each player."""

    game: str
    tournament: str
    gained: Mapping[str, float]


@attrs.frozen(kw_only=True)
class Recording:
    """A tournament in the log: its submitter, its day there, and the corrections of its games."""

    tournament: str
    by: str
    on: date
    changes: Sequence[Change] = ()


def recordings(connection: Connection, observed: Observed, until: int) -> list[Recording]:
    """Return how the log came to have the observed tournaments, as known at a position."""
    streams = {tournament_stream(each.id): each.id for each in observed.tournaments}
    names = ("id", "type", "stream", "recorded_at", "recorded_by", "payload")
    query = select(*(event.c[name] for name in names)).where(
        among(connection, event.c.stream, streams), NOT_A_GAME, event.c.position <= until
    )
    submitted: dict[str, Any] = {}
    corrections: dict[str, dict[str, Any]] = defaultdict(dict)
    for row in connection.execute(query.order_by(event.c.position)):
        if row.type == TournamentSubmitted.type:
            submitted.setdefault(streams[row.stream], row)
        elif row.type == CorrectionSubmitted.type:
            data = orjson.loads(row.payload)
            corrections[streams[row.stream]][data["corrects"]] = data["replacement"]
    changes = _changes(connection, corrections)
    return [
        Recording(
            tournament=id_,
            by=row.recorded_by,
            on=moment(row.recorded_at).date(),
            changes=changes.get(id_, ()),
        )
        for id_, row in submitted.items()
    ]


def _changes(
    connection: Connection, corrections: Mapping[str, Mapping[str, Any]]
) -> Mapping[str, Sequence[Change]]:
    """Return the corrected games of each tournament, with what each player gained by it."""
    ids = [id_ for own in corrections.values() for id_ in own]
    query = select(event.c.id, event.c.payload).where(
        among(connection, event.c.id, ids), event.c.type == GameSubmitted.type
    )
    before = {row.id: orjson.loads(row.payload) for row in connection.execute(query)}
    found: dict[str, list[Change]] = defaultdict(list)
    for tournament, own in corrections.items():
        for id_, now in own.items():
            if id_ in before:
                gained = _gained(before[id_], now)
                found[tournament].append(
                    Change(game=before[id_]["game"], tournament=tournament, gained=gained)
                )
    return found


def _gained(before: Mapping[str, Any], now: Mapping[str, Any] | None) -> Mapping[str, float]:
    """Return the points that each player has more than before; a struck game gives none."""
    points: dict[str, float] = defaultdict(float)
    for game, sign in ((before, -1), (now or {}, 1)):
        for side in ("white", "black"):
            if game.get(side) is not None:
                points[game[side]] += sign * float(game[f"{side}_points"])
    return {player: more for player, more in points.items() if more}


def late_or_changed(
    observed: Observed, recorded: Sequence[Recording], thresholds: Thresholds
) -> Family:
    """Submitters with many late or corrected events, and corrections that favour one player."""
    ended = {each.id: each.fact.ended_on for each in observed.tournaments}
    late = {
        it.tournament
        for it in recorded
        if (it.on - ended[it.tournament]).days > thresholds.late_days
    }
    changed = {it.tournament for it in recorded if it.changes}
    by_submitter: dict[str, list[str]] = defaultdict(list)
    for recording in recorded:
        by_submitter[recording.by].append(recording.tournament)
    questions = [
        _share_of(own, such, sentence, len(such) / len(recorded))
        for own in by_submitter.values()
        if len(own) >= thresholds.submitter_events
        for such, sentence in ((late, LATE), (changed, CHANGED))
    ]
    return judged("late-or-changed", [*questions, *_favoured(recorded)], thresholds)


LATE = marked("recorded %(count)s of %(games)s events late; %(expected)s are usual")
CHANGED = marked("corrected games of %(count)s of %(games)s events; %(expected)s are usual")


def _share_of(own: Sequence[str], such: Collection[str], sentence: str, share: float) -> Question:
    found = [each for each in own if each in such]
    subject = Subject(tournaments=found, facts=found)
    return count_question("late-or-changed", sentence, len(found), [share] * len(own), subject)


def _favoured(recorded: Sequence[Recording]) -> Iterator[Question]:
    """Ask about the players to whom corrections of games gave points, again and again."""
    of_player: dict[str, list[tuple[float, Change]]] = defaultdict(list)
    for recording in recorded:
        for change in recording.changes:
            for player, more in change.gained.items():
                of_player[player].append((more, change))
    sentence = marked("%(count)s of %(games)s corrections gave points; %(expected)s are usual")
    for player, own in of_player.items():
        subject = Subject(
            players=(player,),
            tournaments=sorted({change.tournament for _, change in own}),
            facts=[change.game for _, change in own],
        )
        better = sum(more > 0 for more, _ in own)
        yield count_question("late-or-changed", sentence, better, [0.5] * len(own), subject)
