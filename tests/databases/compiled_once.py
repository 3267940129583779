"""Statements are compiled once for all ledgers in files that the tests of a process make.

SQLAlchemy compiles each statement once for an engine.  A program has one engine; tests have
thousands, and spent a quarter of their time on compiling the same statements again.
"""

from typing import Any

from sqlalchemy import Engine
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache


def compile_once() -> None:
    """Let all engines on SQLite share their compiled statements, and count as one dialect.

    All of them have the same options: what one has compiled is what another would.
    """
    compiled: LRUCache[Any, Any] = LRUCache(5_000)
    began = Engine.__init__

    def began_with_cache(engine: Engine, *given: Any, **options: Any) -> None:
        began(engine, *given, **options)
        if isinstance(engine.dialect, SQLiteDialect_pysqlite):
            engine._compiled_cache = compiled

    same: Any = SQLiteDialect_pysqlite
    same.__eq__ = lambda one, other: type(one) is type(other)
    same.__hash__ = lambda one: hash(type(one))
    engines: Any = Engine
    engines.__init__ = began_with_cache
