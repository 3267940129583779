"""An event in a sentence: who submitted, corrected or struck what, when and why."""

from collections.abc import Iterable, Mapping, Sequence
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
from ledger.events.sentences import Sentence, counted, joined, sentence
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
            more = counted(
                "%(count)s more event had a part in it.",
                "%(count)s more events had a part in it.",
                len(shown) - MOST_SENTENCES,
            )
            sentences.append(more)
        return sentences

    # --- one event ---------------------------------------------------------------------------

    def _sentence(self, entry: Entry) -> str:
        recorded = {"day": entry.recorded.date(), "account": entry.recorded_by}
        if entry.type != CorrectionSubmitted.type:
            thing = self._labels.thing(entry.type, recorded_data(entry))
            return _handed_in(entry, {"thing": thing, **recorded}).with_capital()
        root, before, after = self._corrected(entry)
        thing = self._labels.thing(root.type, after or before or root.data)
        said = {"thing": thing, **recorded, "reason": recorded_data(entry)["reason"]}
        if after is None:
            form = sentence("%(thing)s was struck on %(day)s by %(account)s (%(reason)s).", **said)
        elif before is None:
            form = sentence(
                "%(thing)s was restored on %(day)s by %(account)s (%(reason)s).", **said
            )
        else:
            form = sentence(
                "%(thing)s was corrected on %(day)s by %(account)s: %(changes)s (%(reason)s).",
                changes=joined("; ", list(self._changes(root.type, before, after))),
                **said,
            )
        return form.with_capital()

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
            now, then = _result(after), _result(before)
            yield sentence("%(after)s instead of %(before)s", after=now, before=then)
            changed = [name for name in changed if not name.endswith("_points")]
        for name in changed:
            now, then = (self._value(name, data) for data in (after, before))
            yield sentence(
                "%(field)s %(after)s instead of %(before)s",
                field=Sentence(field_name(name), {}),
                after=now,
                before=then,
            )
        if before.get("commitment") != after.get("commitment"):
            yield sentence("personal data")

    def _value(self, name: str, data: Data) -> str:
        value = data.get(name)
        if value is None:
            return sentence("none")
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


def _handed_in(entry: Entry, said: Mapping[str, Any]) -> Sentence:
    if entry.type not in WITH_A_REASON:
        return sentence("%(thing)s was handed in on %(day)s by %(account)s.", **said)
    return sentence(
        "%(thing)s was handed in on %(day)s by %(account)s (%(reason)s).",
        reason=recorded_data(entry)["reason"],
        **said,
    )
