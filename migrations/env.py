"""Alembic's entry: runs the migrations on the connection the ledger hands over.

From a checkout, plain ``alembic`` works too: it takes ``RATING_LEDGER_DATABASE``.
"""

import os

from alembic import context
from sqlalchemy import Connection

from ledger.log.database import connect
from ledger.log.schema import declare_partial_indexes
from ledger.log.schema import metadata as log_metadata
from projections.accounts.schema import metadata as accounts_metadata
from projections.engine.read_model.schema import metadata as read_model_metadata
from projections.queries.site_settings import metadata as settings_metadata
from projections.submissions.schema import metadata as submissions_metadata
from projections.watch.answered import metadata as signals_metadata

config = context.config
declare_partial_indexes()


def run(connection: Connection) -> None:
    """Bring the database of ``connection`` to the revision asked for."""
    context.configure(
        connection=connection,
        target_metadata=[
            log_metadata,
            read_model_metadata,
            accounts_metadata,
            settings_metadata,
            submissions_metadata,
            signals_metadata,
        ],
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given: Connection | None = config.attributes.get("connection")
if given is not None:
    run(given)
else:
    url = os.environ.get("RATING_LEDGER_DATABASE", "sqlite:///rating-ledger.db")
    with connect(url, create=True).begin() as own:
        run(own)
