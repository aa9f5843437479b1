"""The database's tables, as they are now. How they came about is in `migrations/`."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

REVISIONS = ("0001",)
"""All revisions of the schema, the oldest first."""

metadata = MetaData()


def _table_key() -> Column[str]:
    reference = ForeignKey("tables.id", ondelete="CASCADE")
    return Column("table_id", String(20), reference, primary_key=True)


tables = Table(
    "tables",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("rules", String(20), nullable=False),
    Column("starter", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    # From here on: how things stand, for lists, so that nobody has to replay all games.
    Column("changed", BigInteger, nullable=False),
    Column("round", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("scores", String(100), nullable=False),
    Column("winners", String(20), nullable=True),
    Index("tables_by_change", "changed"),
)

seats = Table(
    "seats",
    metadata,
    _table_key(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("name", String(100), nullable=False),
    Column("level", String(20), nullable=True),
)

entries = Table(
    "entries",
    metadata,
    _table_key(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Only ever added to: a move or a deal in the notation, or `undo` and the plies that are kept."""
