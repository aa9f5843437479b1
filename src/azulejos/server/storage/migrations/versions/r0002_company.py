"""Company: keys, invitations, personal links, manners, clocks, series, results."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    _tables()
    _seats()
    _doors()
    op.create_table(
        "results",
        _table_key(),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        *(
            sa.Column(name, sa.Integer, nullable=False)
            for name in ("score", "tiles", "floor", "rows", "columns", "colours")
        ),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("shared", sa.Boolean, nullable=False),
        sa.Column("resigned", sa.Boolean, nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=False),
    )
    op.create_index("results_by_end", "results", ["finished"])


def _tables() -> None:
    """Tables of the first schema have been dealt at; those with winners were played to the end.

    In place: what SQLite needs to make a table anew would delete all that refers to it.
    """
    op.add_column("tables", _new("name", sa.String(60), ""))
    op.add_column("tables", sa.Column("series", sa.String(20), nullable=True))
    op.add_column("tables", _new("game", sa.Integer, "1"))
    op.add_column("tables", _new("public", sa.Boolean, sa.false()))
    op.add_column("tables", _new("watching", sa.Boolean, sa.true()))
    op.add_column("tables", _new("delay", sa.Integer, "0"))
    op.add_column("tables", sa.Column("clock", sa.Integer, nullable=True))
    op.add_column("tables", _new("stage", sa.String(10), "playing"))
    op.add_column("tables", sa.Column("ended", sa.String(10), nullable=True))
    op.add_column("tables", sa.Column("rematch", sa.String(20), nullable=True))
    op.add_column("tables", sa.Column("due", sa.BigInteger, nullable=True))
    op.create_index("tables_by_due", "tables", ["due"])
    op.create_index("tables_by_series", "tables", ["series"])
    old = sa.table("tables", sa.column("winners"), sa.column("stage"), sa.column("ended"))
    over = sa.update(old).where(old.c.winners.is_not(None))
    op.execute(over.values(stage="over", ended="played"))


def _seats() -> None:
    """Who sat there at first is still who sits there."""
    op.add_column("seats", sa.Column("colour", sa.Integer, nullable=True))
    op.add_column("seats", sa.Column("stand_in", sa.String(20), nullable=True))
    op.add_column("seats", _new("resigned", sa.Boolean, sa.false()))
    op.add_column("seats", _new("first_kind", sa.String(10), "person"))
    op.add_column("seats", _new("first_name", sa.String(100), ""))
    op.add_column("seats", sa.Column("first_level", sa.String(20), nullable=True))
    op.add_column("seats", sa.Column("first_colour", sa.Integer, nullable=True))
    names = ("kind", "name", "level", "first_kind", "first_name", "first_level")
    old = sa.table("seats", *(sa.column(name) for name in names))
    op.execute(
        sa.update(old).values(first_kind=old.c.kind, first_name=old.c.name, first_level=old.c.level)
    )


def _doors() -> None:
    op.create_table(
        "seat_keys",
        _table_key(),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key_hash", sa.String(64), primary_key=True),
    )
    op.create_index("seat_keys_by_key", "seat_keys", ["key_hash"])
    op.create_table(
        "invites",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("code", sa.String(8), nullable=False, unique=True),
        _table_reference(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("table_id", "seat", name="invites_by_seat"),
    )
    op.create_table(
        "links",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        _table_reference(),
        sa.Column("key_hash", sa.String(64), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )


def _new(name: str, kind: object, default: object) -> sa.Column[object]:
    """For rows that are there already."""
    return sa.Column(name, kind, nullable=False, server_default=default)  # type: ignore[arg-type]


def _table_key() -> sa.Column[str]:
    reference = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(20), reference, primary_key=True)


def _table_reference() -> sa.Column[str]:
    reference = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(20), reference, nullable=False)
