"""Secrets of visitors: keys, tokens of links, codes that are typed; and what is kept of them."""

from __future__ import annotations

import hashlib
import re
import secrets

CODE_SIGNS = "ACDEFGHJKLMNPQRTUVWXYZ234679"
"""Without those that look like another (0 O, 1 I, 5 S, 8 B)."""
CODE_LENGTH = 8
_BYTES = 32
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_CODE = re.compile(f"[{CODE_SIGNS}]{{{CODE_LENGTH}}}")
_BESIDE = re.compile(r"[\s._\u2010-\u2015-]+")  # what people type between the signs
_LONGEST = 100


def new_key() -> str:
    """32 random bytes as a text that can stand in a URL."""
    return secrets.token_urlsafe(_BYTES)


def new_token() -> str:
    """The same for links. Chat programs would leave a hyphen at its end out of the link."""
    while True:
        token = new_key()
        if token[0].isalnum() and token[-1].isalnum():
            return token


def is_token(text: str) -> bool:
    """Could it be a key or a token of ours?"""
    return _TOKEN.fullmatch(text) is not None


def hash_of(secret: str) -> str:
    """What is kept instead of a secret; a long random one needs no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_code() -> str:
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))


def shown_code(code: str) -> str:
    """As it is read aloud."""
    return f"{code[:4]}-{code[4:]}"


def read_code(text: str) -> str | None:
    """The code that somebody meant; None if it can't be one."""
    code = _BESIDE.sub("", text[:_LONGEST]).upper()
    return code if _CODE.fullmatch(code) else None
