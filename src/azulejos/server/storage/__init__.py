"""Where tables are kept: schema, migrations, SQLite and PostgreSQL, and who may open which seat.

Knows SQLAlchemy. Refuses to know who is connected, and what entries mean.
"""
