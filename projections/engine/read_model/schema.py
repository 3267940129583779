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

``standing`` has the value of every player's last card on the horizon, so that a list unpacks no
cards: packed by :mod:`projections.engine.read_model.standings`, unchanged up to the day
``unchanged_until`` unless an event comes.  ``changed_at`` is the position of the log at which
the row was written last (decision 0154).
"""

import sqlalchemy as sa

from ledger.log.schema import Key

metadata = sa.MetaData()

generation = sa.Table(
    "generation",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("pool", Key, nullable=False),
    sa.Column("position", sa.BigInteger, nullable=False),
    sa.Column("horizon", sa.Date, nullable=False),
    sa.Column("summaries", sa.Integer, nullable=False),
    sa.Column("chain_hash", sa.LargeBinary, nullable=False),
    sa.Column("program", sa.Text, nullable=False),
    sa.Column("rulebooks", sa.Text, nullable=False),
    sa.Column("active", sa.Boolean, nullable=False),
    sa.Column("digest", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("seal", sa.BigInteger, nullable=False, server_default="0"),
)

occasion = sa.Table(
    "occasion",
    metadata,
    sa.Column("generation", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("key", Key, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("subject", Key, nullable=False),
    sa.Column("players", sa.Text, nullable=False),
    sa.Column("strengths", sa.Text, nullable=False, server_default="null"),
    sa.Column("digest", sa.BigInteger, nullable=False, server_default="0"),
)
sa.Index("occasion_subject", occasion.c.generation, occasion.c.subject)

card = sa.Table(
    "card",
    metadata,
    sa.Column("generation", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player", Key, primary_key=True),
    sa.Column("key", Key, primary_key=True),
    sa.Column("card", sa.Text, nullable=False),
    sa.Column("digest", sa.BigInteger, nullable=False, server_default="0"),
)

card_dependency = sa.Table(
    "card_dependency",
    metadata,
    sa.Column("generation", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player", Key, primary_key=True),
    sa.Column("key", Key, primary_key=True),
)

standing = sa.Table(
    "standing",
    metadata,
    sa.Column("generation", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player", Key, primary_key=True),
    sa.Column("standing", sa.Text, nullable=False),
    sa.Column("unchanged_until", Key),
    sa.Column("changed_at", sa.BigInteger, nullable=False),
    sa.Column("digest", sa.BigInteger, nullable=False),
)
sa.Index("standing_changed", standing.c.generation, standing.c.changed_at)
sa.Index("standing_until", standing.c.generation, standing.c.unchanged_until)
