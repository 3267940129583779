"""An event in a sentence: who submitted, corrected or struck what, when and why."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import orjson
from sqlalchemy import Connection, Select, select

from ledger.events.facts import (
    CorrectionSubmitted,
    DecisionRecorded,
    GameSubmitted,
    PlayersMerged,
    RatingDecided,
    TournamentSubmitted,
)
from ledger.events.wording import field_name, result, why_unplayed
from ledger.log.database import among, as_parameter, one_of, plain_rows
from ledger.log.event_log import Entry, entry_of
from ledger.log.schema import event
from ledger.log.standing_events import Recorded, read_streams, recorded_data
from projections.explanations.subjects import Data, Labels

WITH_A_REASON = {PlayersMerged.type, DecisionRecorded.type, RatingDecided.type}
MOST_SENTENCES = 3


class EventSentences:
    """Events of the log in sentences."""

    def __init__(self, connection: Connection, labels: Labels) -> None:
        self._connection = connection
        self._labels = labels
        self._known: dict[tuple[str, ...], list[str]] = {}

    def sentences(self, ids: tuple[str, ...]) -> list[str]:
        """A sentence for each of some events; the games of a tournament among them have none."""
        if ids not in self._known:
            self._known[ids] = self._sentences(ids)
        return self._known[ids]

    def _sentences(self, ids: Sequence[str]) -> list[str]:
        query = _kinds(self._connection.dialect.name)
        given = {"ids": as_parameter(self._connection, ids)}
        rows = plain_rows(self._connection.execute(query, given))
        tournaments = {stream for _, type_, stream in rows if type_ == TournamentSubmitted.type}
        shown = [
            id_
            for id_, type_, stream in rows
            if type_ != GameSubmitted.type or stream not in tournaments
        ]
        sentences = [self._sentence(entry) for entry in self._read(shown[:MOST_SENTENCES])]
        if len(shown) > MOST_SENTENCES:
            sentences.append(f"{len(shown) - MOST_SENTENCES} more events had a part in it.")
        return sentences

    # --- one event ---------------------------------------------------------------------------

    def _sentence(self, entry: Entry) -> str:
        when_and_who = f"on {entry.recorded.date()} by {entry.recorded_by}"
        if entry.type != CorrectionSubmitted.type:
            thing = self._labels.thing(entry.type, recorded_data(entry))
            why = f" ({recorded_data(entry)['reason']})" if entry.type in WITH_A_REASON else ""
            return _capital(f"{thing} was handed in {when_and_who}{why}.")
        root, before, after = self._corrected(entry)
        thing = self._labels.thing(root.type, after or before or root.data)
        reason = recorded_data(entry)["reason"]
        if after is None:
            return _capital(f"{thing} was struck {when_and_who} ({reason}).")
        if before is None:
            return _capital(f"{thing} was restored {when_and_who} ({reason}).")
        changes = "; ".join(self._changes(root.type, before, after))
        return _capital(f"{thing} was corrected {when_and_who}: {changes} ({reason}).")

    def _corrected(self, entry: Entry) -> tuple[Recorded, Data | None, Data | None]:
        """What a correction is about in the end, what stood before it, what stood with it."""
        standing = read_streams(self._connection, [entry.stream], known_at=entry.position)
        before = standing.as_known_at(entry.position - 1)
        root = standing.settled(standing.original(entry.id))
        return root.recorded, before.settled(root.recorded.id).data, root.data

    def _changes(self, type_: str, before: Data, after: Data) -> Iterable[str]:
        changed = [
            name
            for name in (*before, *(name for name in after if name not in before))
            if before.get(name) != after.get(name) and name != "commitment"
        ]
        if type_ == GameSubmitted.type and {"white_points", "black_points"} & set(changed):
            yield f"{_result(after)} instead of {_result(before)}"
            changed = [name for name in changed if not name.endswith("_points")]
        for name in changed:
            now, then = (self._value(name, data) for data in (after, before))
            yield f"{field_name(name)} {now} instead of {then}"
        if before.get("commitment") != after.get("commitment"):
            yield "personal data"

    def _value(self, name: str, data: Data) -> str:
        value = data.get(name)
        if value is None:
            return "none"
        if name in {"white", "black"}:
            return self._labels.name(value)
        if name == "card":
            return self._labels.card(value, data)
        return value if isinstance(value, str) else orjson.dumps(value).decode()

    def _read(self, ids: Sequence[str]) -> list[Entry]:
        query = select(event).where(among(self._connection, event.c.id, ids))
        rows = self._connection.execute(query.order_by(event.c.position))
        return [entry_of(row) for row in rows]


@lru_cache
def _kinds(dialect: str) -> Select[Any]:
    """What kind some events are of, in the order of the log."""
    columns = (event.c.id, event.c.type, event.c.stream)
    return select(*columns).where(one_of(dialect, event.c.id, "ids")).order_by(event.c.position)


def _result(data: Data) -> str:
    reason = why_unplayed(data)
    return result(data, "–") + ("" if reason is None else f" ({reason})")


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]
