"""Names of tables: long enough that nobody guesses one."""

from __future__ import annotations

import secrets

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike
LENGTH = 12
ID_PATTERN = f"^[{_LETTERS}]{{{LENGTH}}}$"


def new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(LENGTH))
