"""How the database came to be as it is; run by `store.py` when an upgrade is due."""

from __future__ import annotations

from importlib.resources import files

from sqlalchemy import Connection


def upgrade(connection: Connection) -> None:
    """Brings a database to the newest schema, in the connection's transaction.

    Alembic is loaded only here: most starts find the schema up to date.
    """
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files(__package__)).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
