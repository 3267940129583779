"""The tables of submissions, beside the log.

``submission`` keeps a file until an officer has decided about it, then only the decision.
``running_tournament`` keeps the latest file of a tournament under way, as the events that it would
give and its pairings without a result.  Moments are microseconds since 1970 UTC.
"""

from sqlalchemy import BigInteger, Column, Index, LargeBinary, MetaData, Table, Text

from ledger.log.schema import Key

metadata = MetaData()

submission = Table(
    "submission",
    metadata,
    Column("id", Key, primary_key=True),
    Column("account", Key, nullable=False),
    Column("state", Text, nullable=False),
    Column("file", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("content", LargeBinary),
    Column("submitted_at", BigInteger, nullable=False),
    Column("decided_at", BigInteger),
    Column("decided_by", Text),
    Column("word", Text),
    Column("position", BigInteger),
)
Index("submission_account", submission.c.account, submission.c.submitted_at)

running_tournament = Table(
    "running_tournament",
    metadata,
    Column("pool", Key, primary_key=True),
    Column("tournament", Key, primary_key=True),
    Column("account", Key, nullable=False),
    Column("file", Text, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("events", Text, nullable=False),
    Column("confirmed", Text, nullable=False),
    Column("submitted_at", BigInteger, nullable=False),
)
