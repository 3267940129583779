"""Published lists: the list announced for a day, as known at a position of the log.

A publication is an event of its own: pool, day, position and the digest of the list.  The list
itself is not stored: the two clocks reproduce it, and the digest proves it.
"""

from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from typing import Any, cast

import attrs
from sqlalchemy import Connection

from ledger.events.canonical_json import canonical
from ledger.events.codec import data_of
from ledger.events.facts import ListPublished
from ledger.log.effective_events import EffectiveFact
from projections.engine.history.as_of import AsOf
from projections.engine.history.history import History
from projections.engine.read_model.generations import must_have_pool
from projections.queries import answer_types as shapes
from projections.queries.answers import Answers, Question
from projections.queries.explanations import compared


@attrs.frozen
class Publication:
    """A published list: the event, the check by replay, and its current content."""

    known: EffectiveFact
    proven: bool
    now: list[shapes.DifferenceRow]


def digest(rows: Sequence[shapes.RatingRow]) -> str:
    """The digest of a list: players with their figures, by id; names are not part of it."""
    printed = [
        {
            "player": row["player"],
            "figure": row["figure"],
            "card": row["card"],
            "valid_until": row["valid_until"],
            "status": row["status"],
        }
        for row in sorted(rows, key=lambda row: row["player"])
    ]
    return sha256(canonical(printed).encode()).hexdigest()


def published(
    connection: Connection, pool: str, today: date, known_at: int | None = None
) -> list[shapes.PublishedList]:
    """Return the published lists of a pool: their content, and their content if made now.

    As known at a position, the lists effective there, with their content as known then.
    """
    must_have_pool(connection, pool)
    return [
        {
            "event": known.event,
            "published_at": known.position,
            **cast("shapes.PublishedFacts", data_of(known.fact)),
            "proven": publication.proven,
            "differences": publication.now,
        }
        for known in publications(connection, pool, known_at)
        for publication in [replay_publication(connection, known, today, known_at)]
    ]


def announcement(
    connection: Connection, question: Question, day: date, reason: str | None
) -> dict[str, Any]:
    """Return the event that publishes a list of a day and a position."""
    rows = Answers(connection, question).ratings()
    data = {
        "pool": question.pool,
        "day": day.isoformat(),
        "position": question.as_of.known_at,
        "digest": digest(rows),
        "players": len(rows),
    }
    return {
        "type": ListPublished.type,
        "data": data if reason is None else {**data, "reason": reason},
    }


def publications(
    connection: Connection, pool: str, known_at: int | None = None
) -> list[EffectiveFact]:
    """Return the effective publications of a pool, now or at a position, in log order."""
    return History.about(connection, AsOf(known_at=known_at), pool).publications(pool)


def replay_publication(
    connection: Connection, known: EffectiveFact, today: date, known_at: int | None = None
) -> Publication:
    """Replay a publication: True if it is reproduced, and the players who would differ now, or as
    known at a position.
    """
    fact: ListPublished = known.fact
    then = Answers(connection, Question(fact.pool, today, AsOf(fact.day, fact.position)))
    now = Answers(connection, Question(fact.pool, today, AsOf(fact.day, known_at)))
    return Publication(
        known=known,
        proven=digest(then.ratings()) == fact.digest,
        now=compared(connection, then, now),
    )
