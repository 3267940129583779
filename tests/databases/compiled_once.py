"""Statements and templates, which a program compiles once, are compiled once for all tests.

SQLAlchemy compiles each statement once for an engine.  A program has one engine; tests have
thousands, and spent a quarter of their time on compiling the same statements again.  Jinja
compiles each template once for a language; here its code is kept beside that of the tests.
"""

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import Engine
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache


def compile_once() -> None:
    """Let all engines and all languages share what was compiled."""
    _compile_statements_once()
    _compile_templates_once()


def _compile_statements_once() -> None:
    """Let all engines on a database program share their compiled statements.

    They count as one dialect, because all of them have the same options: what one has compiled is
    what another would.
    """
    compiled: dict[type, LRUCache[Any, Any]] = {}
    began = Engine.__init__

    def began_with_cache(engine: Engine, *given: Any, **options: Any) -> None:
        began(engine, *given, **options)
        if (kind := type(engine.dialect)) in compiled:
            engine._compiled_cache = compiled[kind]

    for same in (SQLiteDialect_pysqlite, PGDialect_psycopg):
        compiled[same] = LRUCache(5_000)
        _is_one_dialect(same)
    engines: Any = Engine
    engines.__init__ = began_with_cache


def _is_one_dialect(kind: Any) -> None:
    kind.__eq__ = lambda one, other: type(one) is type(other)
    kind.__hash__ = lambda one: hash(type(one))


class _Templates(FileSystemBytecodeCache):
    """The code of templates in files, apart for the two ways in which a text is translated."""

    def get_bucket(
        self, environment: Environment, name: str, filename: str | None, source: str
    ) -> Bucket:
        way = getattr(environment, "newstyle_gettext", None)
        return super().get_bucket(environment, name, f"{filename} {way}", source)


def _compile_templates_once() -> None:
    folder = Path(__file__).parent / "__pycache__"
    folder.mkdir(exist_ok=True)
    kept = _Templates(str(folder))
    began = Environment.__init__

    def began_with_cache(environment: Environment, *given: Any, **options: Any) -> None:
        began(environment, *given, **options)
        environment.bytecode_cache = kept

    environments: Any = Environment
    environments.__init__ = began_with_cache
