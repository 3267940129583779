"""Log-ins: sessions and known devices of accounts, and a limit of wrong passwords.

A browser holds only random numbers.  A session ends after twelve hours, with the
log-out, with another password and with the account.  Attempts to log in are counted under digests
for a quarter of an hour, before their password is hashed; a successful one is not counted.

A browser in which an account was logged in is a known device of it until the password changes.
Its attempts are counted separately, so that nobody else's wrong passwords lock it out
(decision 0131).
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from ipaddress import IPv6Address, ip_address, ip_network

import attrs
from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, select

from ledger.log.clock import Clock
from ledger.log.database import WRITING
from ledger.log.event_log import microseconds
from projections.accounts import schema
from projections.accounts.roles import Account
from projections.accounts.store import AccountStore, digest_of, password_matches
from projections.interfaces.http.edge.problems import HttpError, objected

LIFETIME = timedelta(hours=12)
REMEMBERED = timedelta(minutes=15)
MOST_FAILURES = 10
"""Of an account, from an address or on a known device."""
MOST_FAILURES_OF_AN_ADDRESS = 50
MOST_FAILURES_OF_AN_ACCOUNT = 100
"""From all addresses together, known devices apart."""
_FAILED = select(func.count()).where(
    schema.failed_login.c.key == bindparam("of"),
    schema.failed_login.c.failed_at > bindparam("since"),
)


@attrs.frozen
class LogIn:
    """A browser's cookies of a log-in: the session, and the known device."""

    session: str
    device: str


class SessionStore:
    """The sessions of a ledger's database."""

    def __init__(self, engine: Engine, accounts: AccountStore, clock: Clock) -> None:
        self._engine = engine
        self._accounts = accounts
        self._clock = clock

    def log_in(self, name: str, password: str, address: str, device: str = "") -> LogIn | None:
        """Log an account in; None if name or password is wrong.

        ``device``: what the browser has kept of an earlier log-in.
        Raises `HttpError` (429) after too many failures.
        """
        query = select(schema.account.c.password).where(
            schema.account.c.name == name, schema.account.c.closed_at.is_(None)
        )
        with self._engine.connect() as connection:
            kept = connection.execute(query).scalar()
        known = device if _is_known(device, kept, name) else None
        limits = _limits(name, address, known)
        attempt = self._count(limits)
        right = password_matches(kept, password)  # takes as long for an unknown account
        if kept is None or not right:
            return None
        with self._engine.execution_options(**WRITING).begin() as connection:
            _discount(connection, attempt)
            own = schema.failed_login.c.key == next(iter(limits))
            connection.execute(delete(schema.failed_login).where(own))
            return LogIn(self._begin(connection, name), known or _new_device(kept, name))

    def account(self, session: str) -> Account | None:
        """Return the account of a session; None if it has ended."""
        query = select(schema.session.c.account).where(
            schema.session.c.digest == digest_of(session),
            schema.session.c.expires_at > self._now(),
        )
        with self._engine.connect() as connection:
            name = connection.execute(query).scalar()
            return None if name is None else self._accounts.find(connection, name)

    def log_out(self, session: str) -> None:
        """End a session."""
        here = schema.session.c.digest == digest_of(session)
        with self._engine.connect().execution_options(**WRITING) as connection, connection.begin():
            connection.execute(delete(schema.session).where(here))

    def _begin(self, connection: Connection, name: str) -> str:
        session = secrets.token_urlsafe(32)
        now = self._clock()
        values = {
            "digest": digest_of(session),
            "account": name,
            "created_at": microseconds(now),
            "expires_at": microseconds(now + LIFETIME),
        }
        connection.execute(insert(schema.session).values(values))
        return session

    def _count(self, limits: Mapping[str, int]) -> Sequence[int]:
        """Count an attempt under some keys, so many at most under each; returns its rows.

        It is written before it is counted: of many at once each sees those that came before.
        Raises `HttpError` (429) for one too many, which is not counted.
        """
        with self._engine.connect() as connection:
            self._must_be_within(connection, limits, more=1)
        with self._engine.execution_options(**WRITING).begin() as connection:
            self._delete_expired(connection)
            attempt = [self._counted(connection, key) for key in limits]
        try:
            with self._engine.connect() as connection:
                self._must_be_within(connection, limits)
        except HttpError:
            with self._engine.execution_options(**WRITING).begin() as connection:
                _discount(connection, attempt)
            raise
        return attempt

    def _counted(self, connection: Connection, key: str) -> int:
        row = insert(schema.failed_login).values(key=key, failed_at=self._now())
        id_: int = connection.execute(row.returning(schema.failed_login.c.id)).scalar_one()
        return id_

    def _must_be_within(
        self, connection: Connection, limits: Mapping[str, int], more: int = 0
    ) -> None:
        since = microseconds(self._clock() - REMEMBERED)
        for key, most in limits.items():
            count = connection.execute(_FAILED, {"of": key, "since": since}).scalar_one()
            if count + more > most:
                seconds = int(REMEMBERED.total_seconds())
                message = f"too many failed log-ins: wait {seconds // 60} minutes"
                raise objected(
                    429, "too-many-log-ins", message, None, {"Retry-After": str(seconds)}
                )

    def _delete_expired(self, connection: Connection) -> None:
        now = self._clock()
        past = microseconds(now - REMEMBERED)
        connection.execute(
            delete(schema.failed_login).where(schema.failed_login.c.failed_at <= past)
        )
        connection.execute(
            delete(schema.session).where(schema.session.c.expires_at <= microseconds(now))
        )

    def _now(self) -> int:
        return microseconds(self._clock())


def form_token(session: str) -> str:
    """Return the token of every form of a session; the session cannot be derived from it."""
    return hmac.new(session.encode(), b"form", hashlib.sha256).hexdigest()


def _limits(name: str, address: str, known: str | None) -> Mapping[str, int]:
    """Return the permitted failures under each key; the first is that of this account here."""
    if known is not None:
        return {_key("device", known): MOST_FAILURES}
    network = _network(address)
    return {
        _key("account", f"{network} {name}"): MOST_FAILURES,
        _key("address", network): MOST_FAILURES_OF_AN_ADDRESS,
        _key("account", name): MOST_FAILURES_OF_AN_ACCOUNT,
    }


def _network(address: str) -> str:
    """An address; of version 6 its first half, for the other half is free to choose."""
    try:
        found = ip_address(address)
    except ValueError:  # a Unix socket has no client address
        return address
    if not isinstance(found, IPv6Address) or found.ipv4_mapped is not None:
        return address
    return str(ip_network((int(found), 64), strict=False))


def _new_device(kept: str, name: str) -> str:
    """Return the device cookie of a log-in.

    The stored password hash proves it, so it ends with the password and needs no table.
    """
    number = secrets.token_urlsafe(16)
    return f"{number}.{_proof(number, kept, name)}"


def _is_known(device: str, kept: str | None, name: str) -> bool:
    number, _, proof = device.partition(".")
    if kept is None or not proof:
        return False
    return hmac.compare_digest(proof.encode(), _proof(number, kept, name).encode())


def _proof(number: str, kept: str, name: str) -> str:
    return hmac.new(kept.encode(), f"device {number} {name}".encode(), hashlib.sha256).hexdigest()


def _discount(connection: Connection, attempt: Sequence[int]) -> None:
    here = schema.failed_login.c.id.in_(attempt)
    connection.execute(delete(schema.failed_login).where(here))


def _key(what: str, value: str) -> str:
    return digest_of(f"{what}:{value}")
