"""The database's tables, as they are now. How they came about is in `migrations/`."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

REVISIONS = ("0001", "0002", "0003", "0004", "0005")
"""All revisions of the schema, the oldest first."""

metadata = MetaData()


def _table_key() -> Column[str]:
    reference = ForeignKey("tables.id", ondelete="CASCADE")
    return Column("table_id", String(20), reference, primary_key=True)


def _table_reference() -> Column[str]:
    reference = ForeignKey("tables.id", ondelete="CASCADE")
    return Column("table_id", String(20), reference, nullable=False)


def _new(name: str, kind: Any, default: Any) -> Column[Any]:
    """Of a later revision than the first: with what the rows before it got."""
    return Column(name, kind, nullable=False, server_default=default)


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
    # The options, as they are now.
    _new("name", String(60), ""),
    Column("series", String(20), nullable=True),
    _new("game", Integer, "1"),
    _new("public", Boolean, false()),
    _new("watching", Boolean, true()),
    _new("delay", Integer, "0"),
    Column("clock", Integer, nullable=True),
    _new("stage", String(10), "playing"),
    Column("ended", String(10), nullable=True),
    Column("rematch", String(20), nullable=True),
    Column("due", BigInteger, nullable=True),
    _new("joining", Boolean, false()),
    Index("tables_by_change", "changed"),
    Index("tables_by_due", "due"),
    Index("tables_by_series", "series"),
)
"""`due`: milliseconds since 1970 when the time for a move is up."""

seats = Table(
    "seats",
    metadata,
    _table_key(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("name", String(100), nullable=False),
    Column("level", String(20), nullable=True),
    Column("colour", Integer, nullable=True),
    Column("stand_in", String(20), nullable=True),
    _new("resigned", Boolean, false()),
    _new("first_kind", String(10), "person"),
    _new("first_name", String(100), ""),
    Column("first_level", String(20), nullable=True),
    Column("first_colour", Integer, nullable=True),
)
"""Who sits there now, for lists, and who sat there at first: what the entries begin with."""

entries = Table(
    "entries",
    metadata,
    _table_key(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Only ever added to: a move or a deal in the notation, `undo` and the plies that are kept, or a
table event as a JSON object."""

seat_keys = Table(
    "seat_keys",
    metadata,
    _table_key(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("key_hash", String(64), primary_key=True),
    Index("seat_keys_by_key", "key_hash"),
)
"""Whose key opens which seats; seat 0 is the host's."""

invites = Table(
    "invites",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("code", String(8), nullable=False, unique=True),
    _table_reference(),
    Column("seat", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    UniqueConstraint("table_id", "seat", name="invites_by_seat"),
)
"""In clear: they open an empty seat once, and the host may look at them again."""

links = Table(
    "links",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    _table_reference(),
    Column("key_hash", String(64), nullable=False),
    Column("expires", BigInteger, nullable=False),
)
"""Personal links: another device gets the seats of a key."""

results = Table(
    "results",
    metadata,
    _table_key(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("score", Integer, nullable=False),
    Column("tiles", Integer, nullable=False),
    Column("floor", Integer, nullable=False),
    Column("rows", Integer, nullable=False),
    Column("columns", Integer, nullable=False),
    Column("colours", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("shared", Boolean, nullable=False),
    Column("resigned", Boolean, nullable=False),
    Column("finished", BigInteger, nullable=False),
    Index("results_by_end", "finished"),
)
"""Of games that were played or resigned to their end: a row a seat."""

reviews = Table(
    "reviews",
    metadata,
    Column("id", String(50), primary_key=True),
    Column("table_id", String(20), ForeignKey("tables.id", ondelete="CASCADE"), nullable=True),
    Column("version", Integer, nullable=False),
    Column("asked", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
    Column("claimed", BigInteger, nullable=False),
    Column("owner", String(20), nullable=False),
    Column("finished", Boolean, nullable=False),
    Column("status", LargeBinary, nullable=True),
    Column("play", Text, nullable=True),
    Index("reviews_by_table", "table_id"),
    Index("reviews_unfinished", "finished", "claimed"),
)
"""`id`: the table's, or that of a record, which belongs to no table. `claimed`: until then one
process, its `owner`, works on it. `status`: what is told of it, compressed. `play`: how well each
seat played, for statistics. Both are JSON."""
