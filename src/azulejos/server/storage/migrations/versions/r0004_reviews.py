"""Reviews: kept with their table, or for a record that somebody brought along."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    reference = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(50), primary_key=True),
        sa.Column("table_id", sa.String(20), reference, nullable=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("claimed", sa.BigInteger, nullable=False),
        sa.Column("owner", sa.String(20), nullable=False),
        sa.Column("finished", sa.Boolean, nullable=False),
        sa.Column("status", sa.LargeBinary, nullable=True),
        sa.Column("play", sa.Text, nullable=True),
    )
    op.create_index("reviews_by_table", "reviews", ["table_id"])
    op.create_index("reviews_unfinished", "reviews", ["finished", "claimed"])
