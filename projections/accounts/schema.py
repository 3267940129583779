"""The tables beside the log: who may write over the web, and the last verification.

``account_list`` limits an account to some rating lists; one without a row has all of them.
``account_maker`` names the administrators who could act as an account, because they set its
password or made a token of it; the command line is none.

They are not part of the log and are never exported with it.  Secrets are kept as digests only:
passwords by argon2id, sessions and tokens by SHA-256.  Moments are microseconds since 1970 UTC.

``failed_login`` counts attempts to log in, for a quarter of an hour, under digests of the account,
the address and the known device; those that succeed are deleted.  ``last_verification`` is the
one row that the server answers ``/verify`` from.
"""

from sqlalchemy import BigInteger, Column, Date, Index, MetaData, SmallInteger, Table, Text

from ledger.log.schema import Key, Position

metadata = MetaData()

account = Table(
    "account",
    metadata,
    Column("name", Key, primary_key=True),
    Column("role", Text, nullable=False),
    Column("password", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("closed_at", BigInteger),
)

account_list = Table(
    "account_list",
    metadata,
    Column("account", Key, primary_key=True),
    Column("pool", Key, primary_key=True),
)

account_maker = Table(
    "account_maker",
    metadata,
    Column("account", Key, primary_key=True),
    Column("maker", Key, primary_key=True),
)

session = Table(
    "session",
    metadata,
    Column("digest", Key, primary_key=True),
    Column("account", Key, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
)
Index("session_account", session.c.account)

token = Table(
    "token",
    metadata,
    Column("digest", Key, primary_key=True),
    Column("account", Key, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("until", Date),
)
Index("token_account", token.c.account)

failed_login = Table(
    "failed_login",
    metadata,
    Column("id", Position, primary_key=True),
    Column("key", Key, nullable=False),
    Column("failed_at", BigInteger, nullable=False),
)
Index("failed_login_key", failed_login.c.key, failed_login.c.failed_at)

last_verification = Table(
    "last_verification",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("position", BigInteger, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("document", Text, nullable=False),
)
