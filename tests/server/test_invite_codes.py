"""Codes that people read aloud and type; tokens that nobody could."""

from __future__ import annotations

import base64
import re
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos.server.tokens import (
    CODE_LENGTH,
    CODE_SIGNS,
    hash_of,
    new_code,
    new_key,
    new_token,
    read_code,
    shown_code,
)
from azulejos.server.web.invitation_routes import qr_of

CODES = st.text(CODE_SIGNS, min_size=CODE_LENGTH, max_size=CODE_LENGTH)


def test_no_two_signs_look_alike() -> None:
    assert len(set(CODE_SIGNS)) == len(CODE_SIGNS)
    for alike in ("0O", "1I", "5S", "8B"):
        assert not set(alike) & set(CODE_SIGNS)
    assert len(CODE_SIGNS) ** CODE_LENGTH > 2**38


@given(CODES, st.sampled_from([str.upper, str.lower, str.title]), st.data())
def test_codes_are_read_as_people_type_them(code: str, case: object, data: st.DataObject) -> None:
    assert callable(case)
    typed = case(shown_code(code))
    for between in ("", " ", "-", " - ", "\u2013", "\t", "."):
        assert read_code(typed.replace("-", between)) == code
    place = data.draw(st.integers(0, len(typed)))
    assert read_code(f"{typed[:place]} {typed[place:]}  ") == code


@pytest.mark.parametrize(
    "text", ["", "K7QM", "K7QM-2XP0", "K7QM-2XPDD", "K7QM/2XPD", "\uff2b7QM2XPD", "x" * 10**6]
)
def test_what_is_no_code(text: str) -> None:
    assert read_code(text) is None


def test_secrets_are_long_and_never_the_same() -> None:
    for make in (new_token, new_key):
        found = {make() for _ in range(1000)}
        assert len(found) == 1000
        assert all(len(base64.urlsafe_b64decode(each + "=")) == 32 for each in found)
    assert all(
        each[0].isalnum() and each[-1].isalnum() for each in (new_token() for _ in "x" * 500)
    )
    assert len({new_code() for _ in range(1000)}) == 1000
    assert all(read_code(new_code()) for _ in range(100))
    assert re.fullmatch("[0-9a-f]{64}", hash_of(new_key()))


def test_a_link_as_a_picture() -> None:
    """An image of its own: no script, no address of anything else, dark on light."""
    link = f"https://games.example.org/join/{new_token()}"
    picture = qr_of(link)
    assert picture.startswith("data:image/svg+xml")
    drawing = unquote(picture)
    assert "#000" in drawing
    assert "#fff" in drawing
    assert "script" not in drawing
    assert re.findall(r"https?://[^'\"]*", drawing) == ["http://www.w3.org/2000/svg"]
