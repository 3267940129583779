"""Accounts, and the tokens by which programs show whose they are."""

import hashlib
import secrets
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from functools import cache
from threading import BoundedSemaphore
from typing import Any

import attrs
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, Engine, RowMapping, bindparam, insert, select, update

from ledger.events.messages import Message
from ledger.events.problems import Refused, refusal
from ledger.log.clock import Clock
from ledger.log.database import WRITING
from ledger.log.event_log import microseconds, moment
from ledger.log.export import written
from ledger.validation.submitter import submitter_name
from projections.accounts import schema
from projections.accounts.roles import ADMINS, LIMITED, ROLES, Account, Role
from projections.queries.answer_types import AccountRow, TokenRow

# --- passwords: argon2id, at most two at a time, since each takes 64 MiB -------------------------


SHORTEST = 12
LONGEST = 1_000
AT_ONCE = 2
_hasher = PasswordHasher()
_turns = BoundedSemaphore(AT_ONCE)


def hashed(password: str) -> str:
    """The hash of a password that is kept.

    Raises :class:`~ledger.events.problems.Refused` for one that is too short or too long.
    """
    if not SHORTEST <= len(password) <= LONGEST or not password.strip():
        message = Message(
            "a password has %(shortest)s to %(longest)s characters: a sentence is fine",
            shortest=SHORTEST,
            longest=LONGEST,
        )
        raise refusal("bad-password", message, "password")
    with _turns:
        return _hasher.hash(password)


def password_matches(kept: str | None, password: str) -> bool:
    """True if a password is the one that is kept; as slow if there is none."""
    try:
        with _turns:
            _hasher.verify(kept or _unknown_account(), password[:LONGEST])
    except (VerificationError, InvalidHashError):
        return False
    return kept is not None


@cache
def _unknown_account() -> str:
    return _hasher.hash("the password of nobody")


_ACCOUNT = select(schema.account).where(schema.account.c.name == bindparam("account"))
_LIMIT = schema.account_list.c
_LISTS = select(_LIMIT.pool).where(_LIMIT.account == bindparam("account")).order_by(_LIMIT.pool)
TOKEN_PREFIX = "rl_"  # noqa: S105 - by which a token that has leaked is recognised
DIGITS_OF_AN_ID = 12


class AccountStore:
    """The accounts of a ledger's database; ``clock`` says what has expired.

    ``maker`` is the account that changes them; "": the command line.
    """

    def __init__(self, engine: Engine, clock: Clock, maker: str = "") -> None:
        self._engine = engine
        self._clock = clock
        self._maker = maker

    # --- accounts ----------------------------------------------------------------------------

    def add(
        self,
        name: str,
        role: str,
        password: str | None,
        lists: Collection[str] = (),
        *,
        dry_run: bool = False,
    ) -> AccountRow:
        """Open an account; without a password it is for tokens alone.

        ``lists``: those it is limited to, none: it has every one.

        Raises :class:`~ledger.events.problems.Refused` if there is an account of this name,
        closed or not: the log names the account that recorded an event for good.
        """
        values = {
            "name": _name(name),
            "role": _role(role),
            "password": None if password is None else hashed(password),
            "created_at": self._now(),
        }
        with self._writing(dry_run) as connection:
            if self._row(connection, name) is not None:
                message = Message(
                    "there is an account %(name)s, or there was: take another name", name=name
                )
                raise refusal("used-account", message, "name")
            connection.execute(insert(schema.account).values(values))
            self._limit(connection, name, lists)
            self._note_maker(connection, name)
            return self._shown(connection, name)

    def all(self) -> list[AccountRow]:
        """Every account by name, closed ones too; no secrets."""
        with self._engine.connect() as connection:
            lists: dict[str, list[str]] = {}
            limits = select(_LIMIT.account, _LIMIT.pool).order_by(_LIMIT.pool)
            for account, pool in connection.execute(limits):
                lists.setdefault(account, []).append(pool)
            rows = connection.execute(select(schema.account).order_by(schema.account.c.name))
            return [_account_row(row, lists.get(row["name"])) for row in rows.mappings()]

    def give_role(self, name: str, role: str, *, dry_run: bool = False) -> AccountRow:
        """Give an account another role; it holds from the next request on.

        Raises :class:`~ledger.events.problems.Refused` for the last administrator.
        """
        with self._writing(dry_run) as connection:
            self._must_be_open(connection, name)
            if _role(role) not in ADMINS:
                _must_leave_an_admin(connection, name)
            if _lists(connection, name) is not None:
                _must_be_limited(role)
            return self._change(connection, name, {"role": role})

    def limit(self, name: str, lists: Collection[str], *, dry_run: bool = False) -> AccountRow:
        """Limit an account to some lists from the next request on; to none: it has every one.

        Raises :class:`~ledger.events.problems.Refused` for a role that has every list.
        """
        with self._writing(dry_run) as connection:
            self._must_be_open(connection, name)
            self._limit(connection, name, lists)
            return self._shown(connection, name)

    def give_password(
        self, name: str, password: str, *, revoke_tokens: bool = False, dry_run: bool = False
    ) -> AccountRow:
        """Give an account another password: its sessions end, and its tokens if so wished."""
        kept = hashed(password)
        ended = (schema.session, *([schema.token] if revoke_tokens else []))
        with self._writing(dry_run) as connection:
            self._must_be_open(connection, name)
            self._note_maker(connection, name)
            return self._change(connection, name, {"password": kept}, ended)

    def close(self, name: str, *, dry_run: bool = False) -> AccountRow:
        """Close an account for good and delete its password, sessions and tokens.

        Its name stays, for it stands in the log beside what was recorded.

        Raises :class:`~ledger.events.problems.Refused` for the last administrator.
        """
        values = {"closed_at": self._now(), "password": None}
        with self._writing(dry_run) as connection:
            self._must_be_open(connection, name)
            _must_leave_an_admin(connection, name)
            return self._change(connection, name, values, (schema.session, schema.token))

    def find(self, connection: Connection, name: str) -> Account | None:
        """An account that is open."""
        row = self._row(connection, name)
        if row is None or row["closed_at"] is not None:
            return None
        role: Role = row["role"]
        lists = _lists(connection, name) if role in LIMITED else None
        return Account(name, role, None if lists is None else frozenset(lists))

    # --- tokens ------------------------------------------------------------------------------

    def add_token(self, name: str, until: date | None = None, *, dry_run: bool = False) -> str:
        """A new token of an account, good until the end of a day; it is not kept.

        Raises :class:`~ledger.events.problems.Refused` for a day that is over.
        """
        if until is not None and until < (today := self._clock().date()):
            message = Message("is before %(day)s: give today or a later day", day=today)
            raise refusal("past-day", message, "until")
        token = TOKEN_PREFIX + secrets.token_urlsafe(32)
        with self._writing(dry_run) as connection:
            self._must_be_open(connection, name)
            values = {
                "digest": digest_of(token),
                "account": name,
                "created_at": self._now(),
                "until": until,
            }
            connection.execute(insert(schema.token).values(values))
            self._note_maker(connection, name)
        return token

    def tokens(self, name: str | None = None) -> list[TokenRow]:
        """The tokens of an account, or of all, by account and age; no secrets."""
        token = schema.token.c
        query = select(schema.token).order_by(token.account, token.created_at, token.digest)
        if name is not None:
            query = query.where(token.account == name)
        with self._engine.connect() as connection:
            return [_token_row(row) for row in connection.execute(query).mappings()]

    def revoke_token(self, id_: str, *, dry_run: bool = False) -> TokenRow:
        """Delete the token of an id: it is refused from the next request on.

        Raises :class:`~ledger.events.problems.Refused` if there is no such token.
        """
        with self._writing(dry_run) as connection:
            rows = connection.execute(select(schema.token)).mappings()
            found = next((row for row in rows if id_of_token(row["digest"]) == id_), None)
            if found is None:
                message = Message(
                    "there is no token %(id)s: the list of tokens shows them", id=repr(id_)
                )
                raise refusal("unknown-token", message, "token")
            here = schema.token.c.digest == found["digest"]
            connection.execute(schema.token.delete().where(here))
            return _token_row(found)

    def of_token(self, token: str) -> Account | None:
        """The account of a token; None if there is none, or the token is no longer good."""
        query = select(schema.token.c.account, schema.token.c.until).where(
            schema.token.c.digest == digest_of(token)
        )
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
            if row is None or (row.until is not None and row.until < self._clock().date()):
                return None
            return self.find(connection, row.account)

    # --- steps -------------------------------------------------------------------------------

    def _change(
        self,
        connection: Connection,
        name: str,
        values: dict[str, Any],
        emptied: Sequence[Any] = (),
    ) -> AccountRow:
        here = schema.account.c.name == name
        connection.execute(update(schema.account).where(here).values(values))
        for table in emptied:
            connection.execute(table.delete().where(table.c.account == name))
        return self._shown(connection, name)

    def _limit(self, connection: Connection, name: str, lists: Collection[str]) -> None:
        own = schema.account_list.c.account == name
        connection.execute(schema.account_list.delete().where(own))
        if lists:
            _must_be_limited(_of(connection, name)["role"])
            rows = [{"account": name, "pool": each} for each in sorted({*lists})]
            connection.execute(insert(schema.account_list), rows)

    def _note_maker(self, connection: Connection, name: str) -> None:
        """Note that the maker could act as the account from now on."""
        if self._maker and self._maker not in makers_of(connection, name):
            values = {"account": name, "maker": self._maker}
            connection.execute(insert(schema.account_maker).values(values))

    def _must_be_open(self, connection: Connection, name: str) -> None:
        if self.find(connection, name) is None:
            message = Message(
                "there is no open account %(name)s: the list of accounts shows them",
                name=repr(name),
            )
            raise refusal("unknown-account", message, "account")

    def _shown(self, connection: Connection, name: str) -> AccountRow:
        return _account_row(_of(connection, name), _lists(connection, name))

    def _row(self, connection: Connection, name: str) -> RowMapping | None:
        return connection.execute(_ACCOUNT, {"account": name}).mappings().one_or_none()

    @contextmanager
    def _writing(self, dry_run: bool) -> Iterator[Connection]:
        """A transaction, which is taken back at the end of a dry run."""
        with (
            self._engine.connect().execution_options(**WRITING) as connection,
            connection.begin() as transaction,
        ):
            yield connection
            if dry_run:
                transaction.rollback()

    def _now(self) -> int:
        return microseconds(self._clock())


def _of(connection: Connection, name: str) -> RowMapping:
    return connection.execute(_ACCOUNT, {"account": name}).mappings().one()


def makers_of(connection: Connection, name: str) -> set[str]:
    """Return the accounts that have set a password of an account, or made a token of it.

    Makers of a maker are among them, because whoever can act as one can do what it does.
    """
    makers = schema.account_maker.c
    found, further = set[str](), {name}
    while further:
        query = select(makers.maker).where(makers.account.in_(further))
        further = set(connection.execute(query).scalars()) - found
        found |= further
    return found


def may_be_another(connection: Connection, one: str, other: str) -> bool:
    """True if two accounts are different, and neither could have set the other's secret."""
    made = other in makers_of(connection, one) or one in makers_of(connection, other)
    return one != other and not made


def _lists(connection: Connection, name: str) -> list[str] | None:
    """Return the lists that an account is limited to; None: to none of them."""
    return [*connection.execute(_LISTS, {"account": name}).scalars()] or None


def digest_of(secret: str) -> str:
    """Return the digest kept of a random secret, which needs no slow hash (decision 0076)."""
    return hashlib.sha256(secret.encode()).hexdigest()


def id_of_token(digest: str) -> str:
    """Return a token's name: the beginning of its digest, from which it cannot be derived."""
    return digest[:DIGITS_OF_AN_ID]


def _token_row(row: RowMapping) -> TokenRow:
    until = row["until"]
    return {
        "id": id_of_token(row["digest"]),
        "account": row["account"],
        "created_at": written(moment(row["created_at"])),
        "until": None if until is None else until.isoformat(),
    }


def _name(name: str) -> str:
    try:
        return submitter_name(name)
    except Refused as refused:
        (problem,) = refused.problems
        raise Refused([attrs.evolve(problem, field="name")]) from None


def _role(role: str) -> str:
    if role not in ROLES:
        message = Message(
            "%(role)s is not a role: use %(roles)s", role=repr(role), roles=", ".join(ROLES)
        )
        raise refusal("unknown-role", message, "role")
    return role


def _must_be_limited(role: str) -> None:
    """Refuse to limit an account of a role that has every list, or writes in none."""
    if role not in LIMITED:
        message = Message(
            "the role %(role)s is not limited to lists: only arbiters and officers are", role=role
        )
        raise refusal("not-limited", message, "role")


def _must_leave_an_admin(connection: Connection, name: str) -> None:
    """Refuse to take the role from the last open account that has it."""
    account = schema.account.c
    admins = select(account.name).where(account.role.in_(ADMINS), account.closed_at.is_(None))
    if set(connection.execute(admins).scalars()) == {name}:
        message = Message(
            "%(name)s is the last administrator: give another account the role admin first",
            name=name,
        )
        raise refusal("last-admin", message, "account")


def _account_row(row: RowMapping, lists: list[str] | None) -> AccountRow:
    closed = row["closed_at"]
    return {
        "account": row["name"],
        "role": row["role"],
        "lists": lists,
        "password": row["password"] is not None,
        "created_at": written(moment(row["created_at"])),
        "closed_at": None if closed is None else written(moment(closed)),
    }
