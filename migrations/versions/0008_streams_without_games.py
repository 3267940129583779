"""Indexes that find the events of a stream other than games without scanning its games.

A tournament has a hundred games and one or two other events, and a replay after a correction needs
those of hundreds of tournaments and players; PostgreSQL scanned all events that are no games.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

NOT_A_GAME = sa.text("type <> 'game.submitted'")


def upgrade() -> None:
    op.create_index(
        "event_stream_not_a_game",
        "event",
        ["stream", "position"],
        sqlite_where=NOT_A_GAME,
        postgresql_where=NOT_A_GAME,
    )


def downgrade() -> None:
    op.drop_index("event_stream_not_a_game", "event")
