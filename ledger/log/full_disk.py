"""Detection of a full disk: by a failed write, and on SQLite by the free space.

On PostgreSQL the disk is the server's, so only a write can tell.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakSet

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from ledger.log.sqlite_files import path_of

LEAST_ROOM = 8_000_000
"""Bytes by which the write-ahead log grows within a few calls."""
_CODES = frozenset({"SQLITE_FULL", "53100"})
_failed: WeakSet[Any] = WeakSet()
"""The pools of engines whose last write failed because the disk was full."""


@contextmanager
def noticed(engine: Engine) -> Iterator[None]:
    """Record that a write within fails because the disk is full, or that one succeeds."""
    try:
        yield
    except DBAPIError as error:
        codes = (getattr(error.orig, name, None) for name in ("sqlite_errorname", "sqlstate"))
        if not _CODES.isdisjoint(codes):
            _failed.add(engine.pool)
        raise
    _failed.discard(engine.pool)


def is_full(engine: Engine) -> bool:
    """True if the last write of this program failed for lack of space, or none is left."""
    if engine.pool in _failed:
        return True
    path = path_of(engine.url) if engine.dialect.name == "sqlite" else None
    return path is not None and shutil.disk_usage(path.absolute().parent).free < LEAST_ROOM
