"""The checkpoints of a log: signed states of its tree, kept beside it.

A key never signs a state that contradicts a checkpoint kept before.  A program that lost its
table, or a second database, can: witnesses, and everybody who kept a checkpoint, then see it.
"""

from collections.abc import Iterator, Sequence

import attrs
from sqlalchemy import Connection, Engine, delete, insert, select

from ledger.diagnostics import Diagnostics
from ledger.events.problems import refusal
from ledger.log.database import WRITING, reporting_read_only
from ledger.log.notes import LOG, Checkpoint, Signature, SigningKey
from ledger.log.schema import checkpoint as table
from ledger.log.tree import LogTree, extend

log = Diagnostics(__name__)


def create(engine: Engine, key: SigningKey) -> Checkpoint:
    """Sign the state of the log, and keep the checkpoint.

    Raises :class:`~ledger.events.problems.Refused` if a kept checkpoint says otherwise.
    """
    if key.kind != LOG:
        raise refusal("wrong-key", "this is the key of a witness: make one with `key new`")
    with (
        reporting_read_only(),
        engine.connect().execution_options(**WRITING) as connection,
        connection.begin(),
    ):
        extend(connection)
        tree = require_consistent(connection)
        known, made = latest(connection), Checkpoint.signed(tree.size, tree.root(), key)
        if known is not None and known.note.text == made.note.text:
            note = known.note.with_signatures(made.note.signatures)
            made = attrs.evolve(made, note=note)
        _keep(connection, made)
    log.info("checkpoint_created", size=made.size, origin=made.origin)
    return made


def require_consistent(connection: Connection) -> LogTree:
    """Return the tree over the log, which must go on from the newest checkpoint.

    Raises :class:`~ledger.events.problems.Refused` if it does not.
    """
    tree, known = LogTree(connection), latest(connection)
    for wrong in _contradicted(tree, [known] if known else []):
        raise refusal("rewritten", wrong)
    return tree


def add_signatures(engine: Engine, size: int, signatures: Sequence[Signature]) -> Checkpoint:
    """Add cosignatures, which the caller has verified, to a kept checkpoint."""
    with (
        reporting_read_only(),
        engine.connect().execution_options(**WRITING) as connection,
        connection.begin(),
    ):
        known = latest(connection, size)
        if known is None or known.size != size:
            raise refusal("unknown-checkpoint", f"there is no checkpoint of {size} events")
        made = attrs.evolve(known, note=known.note.with_signatures(signatures))
        _keep(connection, made)
    return made


def _keep(connection: Connection, made: Checkpoint) -> None:
    connection.execute(delete(table).where(table.c.size == made.size))
    connection.execute(insert(table).values(size=made.size, note=str(made.note)))


def kept(connection: Connection) -> list[Checkpoint]:
    """Return all checkpoints, the oldest first."""
    notes = connection.execute(select(table.c.note).order_by(table.c.size)).scalars()
    return [Checkpoint.read(each) for each in notes]


def latest(connection: Connection, at_least: int = 0) -> Checkpoint | None:
    """Return the newest checkpoint if it covers so many events."""
    newest = select(table.c.note).where(table.c.size >= at_least).order_by(table.c.size.desc())
    note = connection.execute(newest.limit(1)).scalar()
    return None if note is None else Checkpoint.read(note)


def contradicted(connection: Connection) -> Iterator[str]:
    """Yield, in words, the kept checkpoints that are not of this log."""
    return _contradicted(LogTree(connection), kept(connection))


def _contradicted(tree: LogTree, checkpoints: Sequence[Checkpoint]) -> Iterator[str]:
    for each in checkpoints:
        if each.size > tree.size:
            yield (
                f"the log ends at position {tree.size}, but a checkpoint of {each.size} events "
                "was signed: it was cut off since"
            )
        elif tree.root(each.size) != each.root:
            yield (
                f"the checkpoint of {each.size} events is not of this log: it was rewritten since"
            )
