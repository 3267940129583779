"""A generation being written beside the one in service, in small transactions."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

import attrs
import orjson
from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from ledger import __version__
from ledger.log.schema import event, log_head
from projections.fingerprint import fingerprint
from projections.history.cut import EVERYTHING
from projections.history.history import History
from projections.read_model.checked_rows import CardText, occasion_columns
from projections.read_model.digests import seal, total
from projections.read_model.generation_rows import Batch, Insert, inserting, writing
from projections.read_model.schema import card, card_dependency, generation, occasion
from projections.registry import registered
from projections.replay.card_history import evaluated_occasion, horizon_of
from projections.replay.replay import Evaluated, Replay
from projections.replay.schedule import RulebookPeriod

PROGRAM = __version__
OCCASIONS_AT_ONCE = 2_000


@attrs.frozen
class Written:
    """A generation that is complete and not in service yet: its number, what was replayed.

    ``horizon``: the last day on which anything happens, the lists included that were waited for.
    """

    number: int
    digest: int
    horizon: date
    events: int
    tournaments: int


def write_generation(
    connection: Connection, engine: Engine, pool: str, progress: Any, *, beside: bool = False
) -> Written:
    """Replay a pool as ``connection`` sees it, and write what comes of it.

    ``beside``: a process of its own inserts the rows while the replay goes on.
    """
    history = History(connection, EVERYTHING)
    replay = Replay.of(history, pool, EVERYTHING)
    number = _begin(engine, replay, _chain_at(connection, history.position))
    with inserting(engine, pool, number, beside=beside) as insert:
        rows = _Rows(insert)
        for evaluated in replay.run():
            rows.add(evaluated)
            progress(1)
        rows.finish()
    horizon = max(replay.schedule.horizon, rows.horizon)
    return Written(number, rows.digest, horizon, history.position, len(rows.tournaments))


def put_into_service(connection: Connection, pool: str, written: Written) -> None:
    """Make a generation the active one, unless a rebuild that began later was faster."""
    _one_at_a_time(connection)
    active = _in_service(connection, pool)
    if any(number > written.number for number in active):
        drop(connection, [written.number])
        return
    drop(connection, active)
    here = generation.c.id == written.number
    columns = dict(connection.execute(select(generation).where(here)).one()._mapping)  # noqa: SLF001
    columns |= {"active": True, "digest": written.digest, "horizon": written.horizon}
    columns["seal"] = seal(columns)
    connection.execute(update(generation).where(here).values(columns))


def drop(connection: Connection, numbers: Iterable[int]) -> None:
    """Throw generations away."""
    for number in numbers:
        for table in (card_dependency, card, occasion):
            connection.execute(delete(table).where(table.c.generation == number))
        connection.execute(delete(generation).where(generation.c.id == number))


class _Rows:
    """What comes of a replay, handed on as rows a few thousand occasions at a time."""

    def __init__(self, insert: Insert) -> None:
        self.tournaments: set[str] = set()
        self.digest = 0
        self.horizon = date.min
        self._insert = insert
        self._begin_batch()

    def _begin_batch(self) -> None:
        self._occasions: dict[str, tuple[str, str, str, str, str]] = {}
        self._cards: list[CardText] = []
        self._read: list[tuple[str, tuple[str, ...]]] = []

    def add(self, evaluated: Evaluated) -> None:
        """Take in one occasion and the cards it changed."""
        key = evaluated.item.key
        done = evaluated_occasion(key, evaluated.occasion, evaluated.evaluation)
        self.horizon = max(self.horizon, horizon_of(evaluated.occasion))
        if done.kind == "tournament":
            self.tournaments.add(done.subject)
        self._occasions[key] = occasion_columns(done)
        if done.players:
            self._read.append((key, done.players))
        pack = evaluated.item.period.book.pack
        cards = evaluated.evaluation.cards
        self._cards += [(player, key, pack(changed)) for player, changed in cards.items()]
        if len(self._occasions) >= OCCASIONS_AT_ONCE:
            self._hand_on()

    def finish(self) -> None:
        """Hand on what is left, and wait until everything is written."""
        self._hand_on()
        self._hand_on()

    def _hand_on(self) -> None:
        batch = Batch(list(self._occasions.values()), self._cards, self._read)
        self.digest = total(self.digest, self._insert(batch))
        self._begin_batch()


def _begin(engine: Engine, replay: Replay, chain: bytes) -> int:
    """A new generation; unfinished ones that a finished one has overtaken are cleared away.

    A later one is left alone: its rebuild may not have been killed, but be under way.
    """
    with writing(engine) as connection:
        _one_at_a_time(connection)
        active = _in_service(connection, replay.pool)
        if active:
            overtaken = select(generation.c.id).where(
                generation.c.pool == replay.pool, generation.c.id < min(active)
            )
            drop(connection, list(connection.execute(overtaken).scalars()))
        number: int = (connection.execute(select(func.max(generation.c.id))).scalar() or 0) + 1
        connection.execute(
            insert(generation).values(
                id=number,
                pool=replay.pool,
                position=replay.history.position,
                horizon=replay.schedule.horizon,
                summaries=replay.history.summaries(replay.pool),
                chain_hash=chain,
                program=PROGRAM,
                rulebooks=_rulebooks(replay.spans),
                active=False,
            )
        )
    return number


def _in_service(connection: Connection, pool: str) -> list[int]:
    """The numbers of the active generations of a pool: one, unless the table was damaged."""
    query = select(generation.c.id).where(generation.c.pool == pool, generation.c.active)
    return list(connection.execute(query).scalars())


def _one_at_a_time(connection: Connection) -> None:
    """Generations begin and go into service under the lock of the log, on either engine."""
    connection.execute(select(log_head.c.id).with_for_update())


def _chain_at(connection: Connection, position: int) -> bytes:
    found = select(event.c.chain_hash).where(event.c.position == position)
    return bytes(connection.execute(found).scalar_one())


def _rulebooks(spans: Sequence[RulebookPeriod]) -> str:
    """The fingerprints of some rulebooks by their names, as JSON."""
    found = {span.book.name: fingerprint(registered(span.book.name)) for span in spans}
    return orjson.dumps(found, option=orjson.OPT_SORT_KEYS).decode()
