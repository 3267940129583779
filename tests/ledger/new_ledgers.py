"""New ledgers in files, as many as a property asks for."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from ledger.log.database import connect
from tests.databases.fresh import SQLiteFiles
from tests.ledger.office import Office


@contextmanager
def new_ledger(files: SQLiteFiles) -> Iterator[Office]:
    """An office with a ledger in which there is nothing yet."""
    with TemporaryDirectory() as folder, files.fresh(Path(folder)) as url:
        engine = connect(url)
        yield Office(engine)
        engine.dispose()
