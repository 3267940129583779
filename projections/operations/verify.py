"""Verification of everything that a ledger keeps: the log, what lies beside it, what follows."""

from sqlalchemy import Engine

from ledger.log.verification import Note, Progress, Verdict, verify
from ledger.log.workers import Workers
from projections.engine.read_model.verification import wrong_tables


def verify_everything(
    engine: Engine, progress: Progress, against: Note | None, workers: Workers | None
) -> Verdict:
    """Verify the log and its side tables, then the derived tables."""
    return verify(engine, progress, against, wrong_tables, workers)
