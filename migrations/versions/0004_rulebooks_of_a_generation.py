"""A generation records the rulebooks it was made with; ``reading`` is named after its purpose.

Earlier generations record none, so they are rebuilt.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("generation", sa.Column("rulebooks", sa.Text, nullable=False, server_default=""))
    op.rename_table("reading", "card_dependency")


def downgrade() -> None:
    op.rename_table("card_dependency", "reading")
    op.drop_column("generation", "rulebooks")
