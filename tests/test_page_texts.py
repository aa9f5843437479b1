"""The texts of the page's rooms: six languages alike, none missing, none that nobody reads."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import azulejos
from azulejos.bots import level_names
from azulejos.locales import LANGUAGES, LATER_ROOMS, PAGE_ROOMS, ROOMS, page_texts, room_texts

WEB = Path(azulejos.__file__).parent / "web"
SERVED = ("", *ROOMS)
CASES = [(room, language) for room in ROOMS for language in LANGUAGES]
# `t('key')`, `t.count('key', n)`, `t(happy ? 'key' : 'other.key')`.
CALL = re.compile(r"\bt(?P<count>\.count)?\((?P<start>[^`)]{0,160})")
WORD = re.compile(r"'([a-z_]+(?:\.[\w.]+)+)'")
LINES = ("temper", "hello", "great", "won", "lost")
HIGH_SIGNS = re.compile(r"(?<![\u00a0\d])[;!?:»](?=\s|$)|«(?!\u00a0)")


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@cache
def scripts() -> dict[str, str]:
    return {str(p.relative_to(WEB)): p.read_text(encoding="utf-8") for p in WEB.rglob("*.js")}


@cache
def english() -> dict[str, str]:
    """What the page gets."""
    return page_texts("en", (*PAGE_ROOMS, *LATER_ROOMS))


@pytest.mark.parametrize(("room", "language"), CASES)
def test_rooms_are_alike_in_all_languages(room: str, language: str) -> None:
    texts, model = room_texts(room, language), room_texts(room, "en")
    assert list(texts) == list(model)
    for key, text in texts.items():
        assert placeholders(text) == placeholders(model[key]), key
        assert text
        assert text.strip() == text, key
        assert "  " not in text, key
        if match := re.fullmatch(r"(.*)_(one|other)", key):
            assert {f"{match[1]}_one", f"{match[1]}_other"} <= set(texts)


def test_every_level_has_an_opponent_with_a_name_and_something_to_say() -> None:
    """Nobody has two names, and no name two levels."""
    table = re.search(r"const NAMES = \{(.*?)\}", scripts()["js/opponents/opponents.js"], re.DOTALL)
    assert table
    names = dict(re.findall(r"(\w+): '([^']+)'", table[1]))
    assert tuple(names) == level_names()
    assert len(set(names.values())) == len(names)
    portraits = re.findall(r"^  (\w+): \{$", scripts()["js/art/portraits.js"], re.MULTILINE)
    assert tuple(portraits) == level_names()
    said = {f"opponents.{level}.{what}" for level in names for what in LINES}
    assert said <= set(room_texts("opponents", "en"))


@pytest.mark.parametrize("room", ROOMS)
def test_french_signs_do_not_stand_alone(room: str) -> None:
    """A space that does not break before ; ! ? : » and after «."""
    for key, text in room_texts(room, "fr").items():
        plain = re.sub(r"\{\w+\}", "x", text)
        assert not HIGH_SIGNS.search(plain), (key, text)


def test_every_key_belongs_to_one_room() -> None:
    count = Counter(key for room in SERVED for key in room_texts(room, "en"))
    assert [key for key, times in count.items() if times > 1] == []


def test_every_text_that_a_script_names_is_there() -> None:
    missing = {path: _missing_texts(source) for path, source in scripts().items()}
    assert {path: keys for path, keys in missing.items() if keys} == {}


def _missing_texts(source: str) -> list[str]:
    return [
        key
        for call in CALL.finditer(source)
        for key in WORD.findall(call["start"])
        if not (_is_counted(key) or (key in english() and not call["count"]))
    ]


def _is_counted(key: str) -> bool:
    return {f"{key}_one", f"{key}_other"} <= english().keys()


@pytest.mark.parametrize("room", ["shell", "table", "meeting", "company"])
def test_every_text_of_a_room_is_read(room: str) -> None:
    """By its whole name, or by a beginning that a script completes: t(`shell.wall.${kind}`)."""
    source = "\n".join(scripts().values())
    quoted = set(re.findall(r"['`]([\w.]+)", source))
    for key in room_texts(room, "en"):
        name = re.sub(r"_(one|other)$", "", key)
        ends = [place for place, sign in enumerate(name) if sign in "._"]
        # The first word alone is no beginning: it would stand for a whole room.
        beginnings = {name[:end] for end in ends[1:]} | {name[: end + 1] for end in ends[1:]}
        assert quoted & {name, *beginnings} or key.startswith("error."), key


def test_the_document_itself_speaks_all_languages() -> None:
    """Where no text can be fetched: without scripts, without the server."""
    page = (WEB / "index.html").read_text(encoding="utf-8")
    for language in LANGUAGES:
        assert page.count(f'<p lang="{language}">') == 2
