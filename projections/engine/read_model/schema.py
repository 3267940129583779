"""The tables of the read model: derived from the log, thrown away and rebuilt at will.

A generation is one complete replay of a pool; readers use the active one, so that they never see
a list half-built.  ``program`` and ``rulebooks`` say what made it: the program's version, and as
JSON the fingerprint of every rulebook by its name; ``horizon`` is the last day on which anything
happens, ``summaries`` counts the evaluations known by summary.  ``digest`` and ``seal``: see
:mod:`projections.engine.read_model.checked_rows`.

``occasion`` keeps what was evaluated, in the order of history, ``card`` every version of every
player's card, each under the key of the occasion that gave it.  ``card_dependency`` says which
occasions read a player's card (``players``, a JSON list, says it by occasion; null where all
cards are read), and so where a changed card must be followed.  ``strengths`` is what everyone
counted as for his opponents (:mod:`projections.rulebooks.strengths`), from which a rulebook can
evaluate some players of a tournament by themselves.  Everything else that a question may ask is
evaluated again from these by the rulebook itself.
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
