"""What a plain installation leaves out, and the one sentence that asks for it.

Every package that only an extra of pyproject.toml brings is imported within `importing`, or after
`require`: so whoever lacks one is told what to install, in the same words everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import ClassVar

from .rules.errors import AzulejosError, Reasons

WEB = (
    *("alembic", "brotli", "h11", "ifaddr", "orjson"),
    *("segno", "sqlalchemy", "starlette", "uvicorn", "websockets"),
)
"""What a web server imports while it starts and serves, in no order that could be relied on."""


class MissingExtraError(AzulejosError, ModuleNotFoundError):
    """Something is asked for that needs more than is installed."""

    reasons: ClassVar[Reasons] = {
        "extra_missing": (
            'this needs more than is installed ({why}): pip install "azulejos[{extra}]"',
            "",
        ),
    }


@contextmanager
def importing(extra: str) -> Iterator[None]:
    """For import statements; raises MissingExtraError where one fails.

    >>> with importing("picture"):
    ...     import no_such_package
    Traceback (most recent call last):
    azulejos.extras.MissingExtraError: this needs more than is installed (no_such_package): \
pip install "azulejos[picture]"
    """
    try:
        yield
    except ImportError as error:
        absent = error.name if isinstance(error, ModuleNotFoundError) else None
        why = absent.partition(".")[0] if absent else str(error)
        raise MissingExtraError("extra_missing", extra=extra, why=why) from error


def require(extra: str, *modules: str) -> None:
    """The same for what is imported later, and elsewhere: looks for it, but imports nothing."""
    for module in modules:
        if find_spec(module) is None:
            raise MissingExtraError("extra_missing", extra=extra, why=module)
