"""Connections to servers that may be several, and may go away while one is at work with them."""

import re

from sqlalchemy.exc import DBAPIError

from ledger.events.problems import ConnectionLost

DEFAULT_PORT = "5432"
_SEVERAL = re.compile(
    r"(?P<driver>postgresql(?:\+\w+)?)://(?P<user>[^/?]*@)?(?P<hosts>[^/?@]*,[^/?@]*)"
    r"(?P<path>/[^?]*)?(?:\?(?P<query>.*))?"
)
_HOST = re.compile(r"(?P<name>\[[^\]]*\]|[^:]*)(?::(?P<port>\d*))?")
_OF_THE_DRIVER = ("OperationalError", "ConnectionTimeout")
_GOING_AWAY = ("08", "57P")
"""SQLSTATE of a connection that failed and of a server that shuts down or only starts up."""


def several_hosts(url: str) -> str:
    """libpq's spelling of several servers, ``//USER@ONE:5432,TWO:5432/NAME``, as SQLAlchemy's.

    Which of them is meant says ``target_session_attrs``.  Any other URL is left as it is.
    Raises ValueError for a port that is no number.
    """
    found = _SEVERAL.fullmatch(url)
    if found is None:
        return url
    servers = [_HOST.fullmatch(each) for each in found["hosts"].split(",")]
    if None in servers:
        raise ValueError(f"a host of {found['hosts']!r} cannot be read")
    names = ",".join(each["name"].strip("[]") for each in servers if each)
    ports = ",".join(each["port"] or DEFAULT_PORT for each in servers if each)
    query = f"&{found['query']}" if found["query"] else ""
    before = f"{found['driver']}://{found['user'] or ''}{found['path'] or '/'}"
    return f"{before}?host={names}&port={ports}{query}"


def is_lost(error: DBAPIError) -> bool:
    """Whether a server could not be reached or has gone, rather than objected to something."""
    if not type(error.orig).__module__.startswith("psycopg"):
        return False  # a file does not go away
    state = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return str(state).startswith(_GOING_AWAY)
    # Without a state the driver speaks for itself: nobody answered, or nobody does any more.
    return type(error.orig).__name__ in _OF_THE_DRIVER or error.connection_invalidated


def connection_lost(error: DBAPIError, written: str) -> ConnectionLost:
    """The refusal in place of a driver's own words; ``written`` says what became of the events."""
    why = " ".join(str(error.orig).split())
    message = (
        f"the connection to the database was lost ({why}): {written}; do it again when a server "
        "answers, and events whose ids are there already are passed over"
    )
    return ConnectionLost(message)
