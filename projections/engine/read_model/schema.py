"""The tables of the read model: derived from the log, deleted and rebuilt at will.

A generation is one complete replay of a pool.  Readers use the active one, so that they never see
a half-built list.  ``program`` and ``rulebooks`` record its origin: the program's version, and as
JSON the fingerprint of every rulebook by its name.  ``horizon`` is the last day with any event,
``summaries`` counts the evaluations known by summary.  ``digest`` and ``seal``: see
:mod:`projections.engine.read_model.checked_rows`.

``occasion`` has the evaluated occasions, in the order of history; ``card`` has every version of
every player's card.  Both use the key of the occasion.  ``card_dependency`` lists the
occasions that read a player's card (``players``, a JSON list, by occasion; null if all
cards are read), and so the paths along which a change spreads.  ``strengths`` holds everyone's
strength for opponents (:mod:`projections.rulebooks.strengths`), from which a rulebook can
evaluate some players of a tournament separately.  The rulebook computes everything else from
these on demand (decision 0003, decision 0086).
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

from ledger.log.schema import Key

metadata = MetaData()

generation = Table(
    "generation",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("pool", Key, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("horizon", Date, nullable=False),
    Column("summaries", Integer, nullable=False),
    Column("chain_hash", LargeBinary, nullable=False),
    Column("program", Text, nullable=False),
    Column("rulebooks", Text, nullable=False),
    Column("active", Boolean, nullable=False),
    Column("digest", BigInteger, nullable=False, server_default="0"),
    Column("seal", BigInteger, nullable=False, server_default="0"),
)

occasion = Table(
    "occasion",
    metadata,
    Column("generation", Integer, primary_key=True, autoincrement=False),
    Column("key", Key, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("subject", Key, nullable=False),
    Column("players", Text, nullable=False),
    Column("strengths", Text, nullable=False, server_default="null"),
    Column("digest", BigInteger, nullable=False, server_default="0"),
)
Index("occasion_subject", occasion.c.generation, occasion.c.subject)

card = Table(
    "card",
    metadata,
    Column("generation", Integer, primary_key=True, autoincrement=False),
    Column("player", Key, primary_key=True),
    Column("key", Key, primary_key=True),
    Column("card", Text, nullable=False),
    Column("digest", BigInteger, nullable=False, server_default="0"),
)

card_dependency = Table(
    "card_dependency",
    metadata,
    Column("generation", Integer, primary_key=True, autoincrement=False),
    Column("player", Key, primary_key=True),
    Column("key", Key, primary_key=True),
)
