"""The files in which a database keeps its tables, to look for bytes in them."""

from pathlib import Path

from sqlalchemy import Connection, Engine


def autocommit(engine: Engine) -> Connection:
    return engine.connect().execution_options(isolation_level="AUTOCOMMIT")


def flush(engine: Engine) -> None:
    """Let the database write down what it holds in memory."""
    if engine.dialect.name == "postgresql":
        with autocommit(engine) as connection:
            connection.exec_driver_sql("ANALYZE person")
            connection.exec_driver_sql("CHECKPOINT")


def files_with(engine: Engine, text: str) -> list[str]:
    """The files of the database in which a text is found; the log of PostgreSQL apart."""
    flush(engine)
    if engine.dialect.name == "sqlite":
        folder = Path(engine.url.database or "").parent
    else:
        with engine.connect() as connection:
            data = connection.exec_driver_sql("SHOW data_directory").scalar()
            of = connection.exec_driver_sql("SELECT pg_relation_filepath('person')").scalar()
        folder = (Path(str(data)) / str(of)).parent
    return [each.name for each in folder.iterdir() if text.encode() in each.read_bytes()]
