"""Published lists: the list announced for a day, as known at a position of the log.

A publication is an event of its own: pool, day, position and the digest of the list.  The list
itself is not stored: the two clocks reproduce it, and the digest proves it.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from hashlib import sha256
from typing import Any, cast

import attrs
from sqlalchemy import Connection

from ledger.events.canonical_json import canonical
from ledger.events.codec import data_of
from ledger.events.facts import ListPublished
from ledger.events.problems import refusal
from ledger.log import merkle
from ledger.log.effective_events import EffectiveFact
from ledger.log.export import events
from ledger.log.tree import LogTree
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


PROOF = "rating-ledger/row/v1"


_PRINTED = ("player", "figure", "card", "valid_until", "status")


def printed(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the rows of a list by id, as canonical JSON; names are not part of them."""
    ordered = sorted(rows, key=lambda row: row["player"])
    return [canonical({name: row[name] for name in _PRINTED}) for row in ordered]


def digest(rows: Sequence[Mapping[str, Any]]) -> str:
    """The digest of a list: players with their figures, by id."""
    return sha256(f"[{','.join(printed(rows))}]".encode()).hexdigest()


def tree_over(lines: Sequence[str]) -> merkle.Complete:
    """Return the tree over the rows of a list."""
    return merkle.tree_of([merkle.leaf_hash(each.encode()) for each in lines])


def rows_root(lines: Sequence[str]) -> str:
    """Return the root of the tree over the rows of a list."""
    return merkle.root_of(len(lines), tree_over(lines)).hex()


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
        "rows_root": rows_root(printed(rows)),
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
    connection: Connection, known: EffectiveFact, today: date, known_at: int | None
) -> Publication:
    """Replay a publication: True if it is reproduced, and the players who would differ now, or as
    known at a position.
    """
    fact: ListPublished = known.fact
    then = Answers(connection, Question(fact.pool, today, AsOf(fact.day, fact.position)))
    now = Answers(connection, Question(fact.pool, today, AsOf(fact.day, known_at)))
    rows = then.ratings()
    root = rows_root(printed(rows))
    return Publication(
        known=known,
        proven=digest(rows) == fact.digest and fact.rows_root in (None, root),
        now=compared(connection, then, now),
    )


# --- the proof of one row ------------------------------------------------------------------------


def proof_of_row(
    connection: Connection, question: Question, player: str, day: date | None
) -> shapes.RowProof:
    """Return the proof that a row was published: of the list of a day, or of the newest one.

    Raises :class:`~ledger.events.problems.Refused` if there is no such row, or nothing signed yet.
    """
    from ledger.log.checkpoints import latest  # noqa: PLC0415 - most queries read no signatures

    known = _provable(connection, question.pool, day)
    fact: ListPublished = known.fact
    cut = AsOf(fact.day, fact.position)
    lines = printed(Answers(connection, attrs.evolve(question, as_of=cut)).ratings())
    found = [at for at, line in enumerate(lines) if json.loads(line)["player"] == player]
    if not found:
        raise refusal("unknown-player", f"{player} is not on the list of {fact.day}", "player")
    checkpoint = latest(connection, known.position)
    if checkpoint is None:
        message = f"no checkpoint covers the list of {fact.day} yet: `checkpoint create` signs one"
        raise refusal("no-checkpoint", message)
    (event,) = events(connection, first=known.position, last=known.position)
    if event["data"].get("rows_root") != rows_root(lines):
        message = f"the list of {fact.day} cannot be reproduced: the log was changed"
        raise refusal("not-proven", message)
    tree = LogTree(connection, checkpoint.size)
    return {
        "proof": PROOF,
        "row": json.loads(lines[found[0]]),
        "index": found[0],
        "path": merkle.as_text(merkle.inclusion(found[0], len(lines), tree_over(lines))),
        "event": event,
        "event_path": merkle.as_text(tree.inclusion(known.position)),
        "checkpoint": str(checkpoint.note),
    }


def _provable(connection: Connection, pool: str, day: date | None) -> EffectiveFact:
    """Return the last list of a day, or of all, that was published with the root of its rows."""
    must_have_pool(connection, pool)
    found = [it for it in publications(connection, pool) if day in (None, it.fact.day)]
    if not found:
        message = f"no list of {pool} was published for {day or 'any day'}"
        raise refusal("unknown-list", message, "day")
    rooted = [each for each in found if each.fact.rows_root is not None]
    if not rooted:
        message = "the list was published without a root of its rows: publish it once more"
        raise refusal("no-root", message, "day")
    return rooted[-1]
