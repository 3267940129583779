"""A disk that is full: noticed by a write that failed, and on SQLite by the room that is left.

On PostgreSQL the disk is the server's, so only a write can tell.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakSet

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from ledger.log.database import path_of

LEAST_ROOM = 8_000_000
"""Bytes: the write-ahead log grows by them within a few calls."""
_CODES = frozenset({"SQLITE_FULL", "53100"})
_failed: WeakSet[Any] = WeakSet()
"""The pools of engines whose last write has failed so."""


@contextmanager
def noticed(engine: Engine) -> Iterator[None]:
    """Note if a write within fails because the disk is full, or that one has succeeded."""
    try:
        yield
    except DBAPIError as error:
        codes = (getattr(error.orig, name, None) for name in ("sqlite_errorname", "sqlstate"))
        if not _CODES.isdisjoint(codes):
            _failed.add(engine.pool)
        raise
    _failed.discard(engine.pool)


def is_full(engine: Engine) -> bool:
    """True if the last write of this program failed for want of room, or no room is left."""
    if engine.pool in _failed:
        return True
    path = path_of(engine.url) if engine.dialect.name == "sqlite" else None
    return path is not None and shutil.disk_usage(path.absolute().parent).free < LEAST_ROOM
