"""Two generations of one pool side by side: what a check finds to be different."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, select

from projections.read_model.schema import card, card_dependency, occasion


def differences(connection: Connection, ours: int, theirs: int) -> Iterator[dict[str, Any]]:
    """Everything that two generations do not have in common, side by side.

    A line with ``player`` is about a card, one without about the occasion itself: who was read
    by it and what it was about.
    """
    yield from _unlike(connection, ours, theirs, card, (card.c.key, card.c.player), card.c.card)
    said = occasion.c.kind + " " + occasion.c.subject + " " + occasion.c.players
    yield from _unlike(connection, ours, theirs, occasion, (occasion.c.key,), said)
    read = (card_dependency.c.key, card_dependency.c.player)
    yield from _unlike(connection, ours, theirs, card_dependency, read, card_dependency.c.player)


def _unlike(  # noqa: PLR0913, PLR0917 - two generations of one table
    connection: Connection,
    ours: int,
    theirs: int,
    table: Table,
    names: Sequence[ColumnElement[str]],
    says: ColumnElement[str],
) -> Iterator[dict[str, Any]]:
    sides: dict[tuple[str, ...], dict[str, str | None]] = {}
    for side, mine, other in (("stored", ours, theirs), ("replayed", theirs, ours)):
        rows, known = (
            select(*names, says.label("says")).where(table.c.generation == number)
            for number in (mine, other)
        )
        for row in connection.execute(rows.except_(known)):
            sides.setdefault(tuple(row[:-1]), {"stored": None, "replayed": None})[side] = row.says
    for where, texts in sorted(sides.items()):
        yield {"table": table.name, **dict(zip(("key", "player"), where, strict=False)), **texts}
