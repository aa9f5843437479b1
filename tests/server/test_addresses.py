"""What is told of the address of a database or of Redis: never a password, wherever it stands."""

from __future__ import annotations

import json
import logging
import traceback

import pytest

from azulejos.locales import catalogue
from azulejos.server.addresses import shown_address
from azulejos.server.cluster.redis_bus import RedisBus
from azulejos.server.errors import StoreError, problem_of
from azulejos.server.launch.options import LaunchError, LaunchOptions, check
from azulejos.server.storage import databases

ADDRESSES = [
    ("postgresql://db.example/games", "postgresql://db.example/games"),
    ("postgresql://ana:hunter2@db.example:5432/games", "postgresql://db.example/games"),
    (
        "postgresql+asyncpg://db.example/games?password=hunter2",
        "postgresql+asyncpg://db.example/games",
    ),
    ("postgresql://ana:12/hunter2@db.example/games", "postgresql://db.example/games"),
    ("postgresql://ana:12@hunter2@db.example/games", "postgresql://db.example/games"),
    ("postgresql://ana:12?hunter2@db.example/games", "postgresql://…"),
    ("postgresql://ana:12#hunter2@db.example/games", "postgresql://…"),
    ("postgresql://db.example/games?password=hunter2@x", "postgresql://…"),
    ("postgresql://db.example:hunter2/games", "postgresql://…"),
    ("postgresql://ana:hunter2@[::1]:5432/games", "postgresql://[::1]/games"),
    ("postgresql://ana:hunter2@[::1", "postgresql://…"),
    ("postgresql://ana:hunter2@db.example/ga mes", "postgresql://db.example/…"),
    ("postgresql:ana:hunter2@db.example", "…"),
    ("mysql://ana:hunter2@db.example/games", "mysql://db.example/games"),
    ("redis://:hunter2@cache.example:6379/0", "redis://cache.example/0"),
    ("redis://cache.example?password=hunter2", "redis://cache.example"),
    ("unix:///run/redis.sock?password=hunter2", "unix:///run/redis.sock"),
    ("sqlite:////srv/games.db?key=hunter2", "sqlite:////srv/games.db"),
    ("https://ana:hunter2@games.example/x", "https://games.example/x"),
    ("hunter2", "…"),
    ("hunter2:hunter2", "…"),
    ("", "…"),
]


@pytest.mark.parametrize(("address", "shown"), ADDRESSES)
def test_what_is_shown(address: str, shown: str) -> None:
    assert shown_address(address) == shown
    assert "hunter2" not in shown


@pytest.mark.parametrize("address", [address for address, _ in ADDRESSES])
def test_no_way_to_a_database_tells_it(address: str) -> None:
    """Neither at the start nor, when it is lost, to visitors; nor what a driver says of it."""
    told: list[str] = []
    try:
        url = databases.address_of(address)
    except StoreError as error:
        told += [*traceback.format_exception(error), json.dumps(problem_of(error))]
    else:
        lost = databases.meaning_of(OSError(f"no route with {url.password} {url.query}"), url)
        told += [str(lost), json.dumps(problem_of(lost)), databases.name_of(url)]
    assert not [text for text in told if "hunter2" in text]


@pytest.mark.parametrize("field", ["database", "redis", "public_url"])
@pytest.mark.parametrize("address", [address for address, _ in ADDRESSES if address])
def test_no_sentence_at_the_start_tells_it(field: str, address: str, tmp_path: object) -> None:
    wishes = LaunchOptions(folder=tmp_path, for_others=True, **{field: address})  # type: ignore[arg-type]
    told = ""
    try:
        check(wishes, catalogue("en", "server"))
    except LaunchError as error:
        told = str(error)
    assert "hunter2" not in told


async def _nothing(tables: object) -> dict[str, int]:
    return {}


def test_the_log_of_redis_does_not_tell_it(caplog: pytest.LogCaptureFixture) -> None:
    bus = RedisBus("redis://ana:hunter2@cache.example:6379/0?password=hunter2", _nothing)
    with caplog.at_level(logging.DEBUG):
        bus._lost(OSError("no route"))
    assert "redis://cache.example/0" in caplog.text
    assert "hunter2" not in caplog.text
