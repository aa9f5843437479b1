"""PostgreSQL and Redis for tests: started with the first test that asks for them, one a worker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from azulejos.server.settings import Settings
from real_servers import Postgres, RedisServer, postgres_programs, redis_program

NO_POSTGRES = "there is no PostgreSQL: install the extra dev"
NO_REDIS = "there is no redis-server: run script/test once"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    if postgres_programs() is None:
        pytest.skip(NO_POSTGRES)
    server = Postgres()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
def postgres_database(postgres: Postgres) -> str:
    """The address of an empty database."""
    return postgres.new_database()


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """To be left running: a test that stops it wants one of its own."""
    if redis_program() is None:
        pytest.skip(NO_REDIS)
    server = RedisServer()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
def own_redis() -> Iterator[RedisServer]:
    """To be killed and started again as one likes."""
    if redis_program() is None:
        pytest.skip(NO_REDIS)
    server = RedisServer()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind."""
    if request.param == "sqlite":
        return Settings.in_folder(tmp_path).database
    address: str = request.getfixturevalue("postgres_database")
    return address


@pytest.fixture
def another_database(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A second one of the same kind."""
    if database.startswith("sqlite"):
        (tmp_path / "another").mkdir()
        return Settings.in_folder(tmp_path / "another").database
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()
