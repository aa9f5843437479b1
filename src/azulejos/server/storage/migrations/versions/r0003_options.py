"""Options: what the host decides is called so in the entries too."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Quotes inside of names are escaped in JSON, so that only the words themselves are met."""
    op.execute(
        """
        UPDATE entries SET text = replace(
            replace(text, '"event":"manners"', '"event":"options"'), '"manners":{', '"options":{'
        )
        WHERE text LIKE '{"event":"manners"%'
        """
    )
