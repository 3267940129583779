"""The values of all last cards on the horizon of a generation, from which lists are made.

An update values the cards that it has changed, and those whose value changes with the day
(:meth:`projections.rulebooks.rulebook.Rulebook.unchanged_until`).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from sys import intern
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, bindparam, delete, select

from ledger.log.statements import among, insert_rows, plain_rows
from projections.engine.read_model.checked_rows import standing_digest, total, wrong_standing
from projections.engine.read_model.schema import standing
from projections.engine.read_model.stored_card_history import StoredCardHistory
from projections.engine.replay.card_history import Version, held
from projections.engine.replay.schedule import RulebookPeriod
from projections.rulebooks.evaluation import RatingStatus

GONE = ""
"""The value of a player who no longer has a card: readers must learn of it."""
STANDINGS = select(
    standing.c.player, standing.c.standing, standing.c.unchanged_until, standing.c.digest
)
_ROWS = STANDINGS.where(standing.c.generation == bindparam("generation"))
_CHANGED = _ROWS.where(standing.c.changed_at > bindparam("after"))
_DUE = select(standing.c.player).where(
    standing.c.generation == bindparam("generation"),
    standing.c.unchanged_until < bindparam("day"),
)


class StandingText(NamedTuple):
    """A stored value: packed, the last day on which it holds, its digest."""

    text: str
    unchanged_until: str | None
    digest: int


def stored_standings(
    connection: Connection, generation: int, pool: str, after: int | None = None
) -> Iterator[tuple[str, RatingStatus | None]]:
    """Yield the players with the values of their cards, all or those changed after a position.

    A player who no longer has a card has None.

    Raises :class:`~ledger.events.problems.TablesDamaged` for a row that was altered.
    """
    query = _ROWS if after is None else _CHANGED
    given = {"generation": generation, "after": after}
    for player, *row in plain_rows(connection.execute(query, given)):
        text = must_be_whole(pool, player, StandingText(*row)).text
        yield intern(player), _unpacked(text) if text else None


def must_be_whole(pool: str, player: str, row: StandingText) -> StandingText:
    """Return a row; raise TablesDamaged if it was altered."""
    try:
        whole = row.digest == _digest(pool, player, row.text, row.unchanged_until)
    except TypeError:  # SQLite stores any type in any column
        whole = False
    if not whole:
        raise wrong_standing(player, pool)
    return row


def standing_texts(
    pool: str, versions: Mapping[str, Version], day: date, spans: Sequence[RulebookPeriod]
) -> dict[str, StandingText]:
    """Return the values of some players' last cards on a day, as they are stored."""
    found = {}
    for player, version in versions.items():
        text, until = _valued(version, day, spans)
        found[player] = StandingText(text, until, _digest(pool, player, text, until))
    return found


def due_players(connection: Connection, generation: int, day: date) -> Iterable[str]:
    """Return the players whose stored values do not hold on a later day."""
    given = {"generation": generation, "day": day.isoformat()}
    return connection.execute(_DUE, given).scalars()


def value_cards(
    stored: StoredCardHistory, day: date, position: int, players: Collection[str] | None
) -> int:
    """Value the last cards of some players, None: of all, on a day, and write what differs.

    Returns the change of the generation's digest.
    """
    connection, number = stored.connection, stored.generation
    query, end = _ROWS, "~"
    if players is None:
        versions = stored.last_versions(end)
    else:
        versions = stored.versions_before(end, players)
        query = query.where(among(connection, standing.c.player, players))
    rows = plain_rows(connection.execute(query, {"generation": number}))
    before = {player: StandingText(*row) for player, *row in rows}
    now = standing_texts(stored.pool, versions, day, stored.periods)
    now |= {player: StandingText(GONE, None, 0) for player in before.keys() - now.keys()}
    changed = {player: row for player, row in now.items() if before.get(player) != row}
    if replaced := before.keys() & changed.keys():
        by_name = among(connection, standing.c.player, replaced)
        connection.execute(delete(standing).where(standing.c.generation == number, by_name))
    columns = ("generation", "player", "standing", "unchanged_until", "changed_at", "digest")
    new = [
        (number, player, row.text, row.unchanged_until, position, row.digest)
        for player, row in sorted(changed.items())
    ]
    insert_rows(connection, standing.name, columns, new)
    gone = sum(before[player].digest for player in replaced)
    return total(sum(row.digest for row in changed.values()) - gone)


def _valued(
    version: Version, day: date, spans: Sequence[RulebookPeriod]
) -> tuple[str, str | None]:
    found = held(version, day, spans)
    if found is None:
        return _packed(RatingStatus(status="unrated")), None
    period, card = found
    until = period.book.unchanged_until(card, day)
    return _packed(period.book.standing(card, day)), None if until is None else until.isoformat()


def _packed(it: RatingStatus) -> str:
    card = None if it.card is None else dict(it.card)
    packed = (it.status, it.figure, card, it.valid_until, it.last_event, it.proposal)
    return orjson.dumps(packed).decode()


def _unpacked(text: str) -> RatingStatus:
    status, figure, card, until, last_event, proposal = orjson.loads(text)
    shared: Any = intern(status)
    return RatingStatus(
        status=shared,
        figure=figure,
        card=card,
        valid_until=None if until is None else date.fromisoformat(until),
        last_event=last_event,
        proposal=proposal,
    )


def _digest(pool: str, player: str, text: str, until: str | None) -> int:
    return 0 if text == GONE else standing_digest(pool, player, text, until or "")
