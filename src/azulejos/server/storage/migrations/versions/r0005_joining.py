"""Joining: may whoever has a table's address sit down? Not at tables that were there before."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column(
        "tables", sa.Column("joining", sa.Boolean, nullable=False, server_default=sa.false())
    )
