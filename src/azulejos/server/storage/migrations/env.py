"""Read by Alembic: runs the revisions on the connection that `upgrade` was given."""

from alembic import context


def run() -> None:
    context.configure(
        connection=context.config.attributes["connection"],
        transactional_ddl=True,
        render_as_batch=True,  # SQLite can't alter most things in place.
    )
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # Alembic runs this file; whoever merely imports it runs nothing.
    run()
