"""Connections to one or several servers, which may fail during use."""

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
"""SQLSTATEs of a failed connection and of a server that shuts down or starts up."""
_PASSWORD = re.compile(r"(^(?:\w[\w+]*:/{1,2})?[^:@/?]*:)(?!/).*(?=@)|(password=)[^&]*")


def multi_host_url(url: str) -> str:
    """Return libpq's form of several servers, ``//USER@ONE:5432,TWO:5432/NAME``, as SQLAlchemy's.

    ``target_session_attrs`` selects among them.  Any other URL is left unchanged.
    Raises ValueError for a port that is not a number.
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


def without_password(url: str) -> str:
    """Return a URL, which may be malformed, to be shown: with stars in place of passwords."""
    return _PASSWORD.sub(r"\1\2***", url)


def is_lost(error: DBAPIError) -> bool:
    """True if a server could not be reached or is gone, as opposed to an error it reported."""
    if not type(error.orig).__module__.startswith("psycopg"):
        return False  # a file cannot disconnect
    state = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return str(state).startswith(_GOING_AWAY)
    # An error without an SQLSTATE is the driver's own: the server did not answer, or stopped.
    return type(error.orig).__name__ in _OF_THE_DRIVER or error.connection_invalidated


def connection_lost(error: DBAPIError, written: str) -> ConnectionLost:
    """Return the error that replaces the driver's; ``written`` tells the fate of the events."""
    why = " ".join(str(error.orig).split())
    message = (
        f"the connection to the database was lost ({why}): {written}; try again when a server "
        "answers: events whose ids are there already are skipped"
    )
    return ConnectionLost(message)
