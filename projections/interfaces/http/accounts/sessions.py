"""Log-ins: who is logged in is kept here, the browser has nothing but a number made by chance.

A session ends after twelve hours, with the log-out, with another password and with the account.
Failed log-ins are counted by account and by address, under digests, for a quarter of an hour.
"""

import hashlib
import hmac
import secrets
from datetime import timedelta

from sqlalchemy import Connection, Engine, delete, func, insert, select

from ledger.log.clock import Clock
from ledger.log.database import WRITING
from ledger.log.event_log import microseconds
from projections.interfaces.http.accounts import schema
from projections.interfaces.http.accounts.roles import Account
from projections.interfaces.http.accounts.store import AccountStore, digest_of, is_right
from projections.interfaces.http.edge.problems import objected

LIFETIME = timedelta(hours=12)
REMEMBERED = timedelta(minutes=15)
MOST_FAILURES = 10
MOST_FAILURES_OF_AN_ADDRESS = 50


class SessionStore:
    """The sessions of a ledger's database."""

    def __init__(self, engine: Engine, accounts: AccountStore, clock: Clock) -> None:
        self._engine = engine
        self._accounts = accounts
        self._clock = clock

    def log_in(self, name: str, password: str, address: str) -> str | None:
        """A new session of an account; None where name or password is wrong.

        Raises `HttpError` (429) after too many failures.
        """
        keys = {
            _key("account", name): MOST_FAILURES,
            _key("address", address): MOST_FAILURES_OF_AN_ADDRESS,
        }
        with self._engine.connect() as connection:
            self._must_be_patient(connection, keys)
            query = select(schema.account.c.password).where(
                schema.account.c.name == name, schema.account.c.closed_at.is_(None)
            )
            kept = connection.execute(query).scalar()
        right = is_right(kept, password)
        with self._engine.connect().execution_options(**WRITING) as connection, connection.begin():
            self._forget_the_old(connection)
            if not right:
                failed = [{"key": key, "failed_at": self._now()} for key in keys]
                connection.execute(insert(schema.failed_login), failed)
                return None
            of_account = schema.failed_login.c.key == _key("account", name)
            connection.execute(delete(schema.failed_login).where(of_account))
            return self._begin(connection, name)

    def account(self, session: str) -> Account | None:
        """Who is logged in under a session; None where it has ended."""
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

    def _must_be_patient(self, connection: Connection, keys: dict[str, int]) -> None:
        since = microseconds(self._clock() - REMEMBERED)
        for key, most in keys.items():
            count = select(func.count()).where(
                schema.failed_login.c.key == key, schema.failed_login.c.failed_at > since
            )
            if connection.execute(count).scalar_one() >= most:
                seconds = int(REMEMBERED.total_seconds())
                message = f"too many failed log-ins: wait {seconds // 60} minutes"
                raise objected(
                    429, "too-many-log-ins", message, None, {"Retry-After": str(seconds)}
                )

    def _forget_the_old(self, connection: Connection) -> None:
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
    """What every form of a session carries: made from it, and it cannot be made from this."""
    return hmac.new(session.encode(), b"form", hashlib.sha256).hexdigest()


def _key(what: str, value: str) -> str:
    return digest_of(f"{what}:{value}")
