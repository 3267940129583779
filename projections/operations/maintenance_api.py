"""The part of the door that keeps a ledger well: derived tables brought up to date and checked.

What answers is loaded when it is asked, as everywhere in the door.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from projections.operations.pool_view import Progress, no_progress
from projections.queries.arguments import id_of
from projections.queries.frames import Document

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from projections.queries import answer_types as shapes
    from projections.queries.open_database import OpenDatabase


class MaintenanceApi(ABC):
    """Catching up, rebuilding, verifying."""

    _database: "OpenDatabase"

    @property
    @abstractmethod
    def engine(self) -> "Engine":
        """The engine for the database, in which there is an up-to-date ledger."""

    def catch_up(self, pool: str | None = None, progress: Progress = no_progress) -> None:
        """Bring the read model of a pool, or of all, to the end of the log.

        Where it is behind, questions are answered by a replay; who may write calls it first.
        """
        from projections.engine.read_model.generations import catch_up

        for name in self._pool_names(pool):
            catch_up(self.engine, name, progress)

    def _follow(self, pool: str, progress: Progress) -> None:
        """Catch up before a question, where questions are asked of what can be written."""
        if not self._database.has_copy:
            self.catch_up(pool, progress)

    def rebuild(
        self,
        pool: str | None = None,
        *,
        check: bool = False,
        progress: Progress = no_progress,
        workers: int = 1,
    ) -> "shapes.RebuildAnswer":
        """Replay a pool, or all, from the log into new derived tables; ``check`` only compares;
        so many ``workers`` (processes) share the pools.
        """
        from projections.engine.read_model.generations import rebuilt_pools, summed_up

        names = self._pool_names(pool)
        parts = list(rebuilt_pools(self.engine, names, workers, progress, only_check=check))
        return cast("shapes.RebuildAnswer", Document(summed_up(parts)))

    def verify(
        self, against: str | None = None, progress: Progress = no_progress, *, workers: int = 1
    ) -> "shapes.Verification":
        """Recompute the chain of hashes, every event and the digests of the derived tables;
        ``against`` is a head noted elsewhere, ``POSITION:HASH``, ValueError where it is none;
        so many ``workers`` (processes) share the events.
        """
        from ledger.log.verification import Note
        from projections.operations.verify import verify_everything

        note = None if against is None else Note.read(against)
        document = verify_everything(self.engine, progress, note, workers).document()
        return cast("shapes.Verification", Document(document))

    def _pool_names(self, pool: str | None) -> Sequence[str]:
        from projections.engine.read_model.generations import must_have_pool, pools

        with self.engine.connect() as connection:
            if pool is None:
                return pools(connection)
            must_have_pool(connection, id_of(pool))
        return [pool]
