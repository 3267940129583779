"""Clubs with an empty ledger of their own, as many as a property asks for."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Engine

from ledger.log.database import connect
from tests.databases.fresh import PostgreSQLDatabases, SQLiteFiles
from tests.projections.club import Club

ClubT = TypeVar("ClubT", bound=Club)
Founded = Callable[[Engine], ClubT]
NewClub = Callable[[], AbstractContextManager[ClubT]]


def new_in_files(files: SQLiteFiles, founded: Founded[ClubT]) -> NewClub[ClubT]:
    """A new club in a file each time that it is called, gone afterwards."""

    @contextmanager
    def new() -> Iterator[ClubT]:
        with (
            tempfile.TemporaryDirectory() as folder,
            files.fresh(Path(folder)) as url,
            club_at(url, founded) as club,
        ):
            yield club

    return new


def new_on_server(databases: PostgreSQLDatabases, founded: Founded[ClubT]) -> NewClub[ClubT]:
    """The same on PostgreSQL."""

    @contextmanager
    def new() -> Iterator[ClubT]:
        with databases.fresh() as url, club_at(url, founded) as club:
            yield club

    return new


@contextmanager
def club_at(url: str, founded: Founded[ClubT]) -> Iterator[ClubT]:
    """A club on the database of a URL."""
    engine = connect(url)
    try:
        yield founded(engine)
    finally:  # Hypothesis leaves an example that does not fit by an exception
        engine.dispose()
