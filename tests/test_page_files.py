"""The house rules of the page that no linter knows: small files, no markup from texts, light."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi.responses import JSONResponse

from azulejos.locales import page_texts, room_texts
from azulejos.server.pages import SHEETS as SHEETS_IN_ORDER
from azulejos.server.pages import all_sheets, compressed, without_comments

PACKAGE = Path(__file__).parent.parent / "src" / "azulejos"
WEB = PACKAGE / "web"
LOCALES = PACKAGE / "locales"
SCRIPTS = sorted(WEB.rglob("*.js"))
SHEETS = sorted(WEB.rglob("*.css"))
PAGES = sorted(WEB.rglob("*.html"))
LONGEST = 250
HEAVIEST = 125_000  # bytes, compressed: what somebody fetches who plays
WHOLE = 150_000  # and all there is
# What is fetched only by those who go there, or who have company.
SELDOM = {"learn", "rules", "room", "me", "company"}
# What a browser never gets: the types are for tsc alone.
NOT_SERVED = {".ts", ".json"}
# Markup is put into the page as fixed text only: never a value, so never somebody's name.
MARKUP = re.compile(
    r"""(?:innerHTML|outerHTML)\s*\+?=(?!=)\s*+(?!'[^']*'\s*;|"[^"]*"\s*;|`[^`$]*`\s*;)
      | insertAdjacentHTML | document\.write | \beval\( | new\ Function\( """,
    re.VERBOSE,
)
ELSEWHERE = re.compile(r"""(?:https?:)?//(?!www\.w3\.org/)[a-z0-9-]+\.[a-z]""", re.IGNORECASE)
INLINE = re.compile(r"""\sstyle\s*=|\son[a-z]+\s*=|<style|<script(?![^>]*\ssrc=)""", re.IGNORECASE)


def _name(path: Path) -> str:
    return str(path.relative_to(WEB))


@pytest.mark.parametrize("path", SCRIPTS, ids=_name)
def test_scripts_are_small_and_say_what_they_are(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST
    assert text.lstrip().startswith(("/**", "// @ts-check"))


@pytest.mark.parametrize("path", SCRIPTS, ids=_name)
def test_no_value_becomes_markup(path: Path) -> None:
    assert MARKUP.findall(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("node.innerHTML = `<b>${name}</b>`;", True),
        ("node.innerHTML = '<b>' + name + '</b>';", True),
        ("node.innerHTML += text;", True),
        ("node.insertAdjacentHTML('beforeend', text);", True),
        ("node.innerHTML = '<b>fixed</b>';", False),
        ("if (node.innerHTML === other) stop();", False),
    ],
)
def test_what_counts_as_a_value(code: str, found: bool) -> None:
    assert bool(MARKUP.search(code)) is found


@pytest.mark.parametrize("path", [*SCRIPTS, *SHEETS, *PAGES], ids=_name)
def test_nothing_is_fetched_from_elsewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    code = re.sub(r"/\*.*?\*/|<!--.*?-->|(?<![:'\"`])//[^\n]*", "", text, flags=re.DOTALL)
    assert ELSEWHERE.findall(code) == []


@pytest.mark.parametrize("path", PAGES, ids=_name)
def test_pages_hold_no_styles_and_scripts(path: Path) -> None:
    """The security policy would refuse them."""
    assert INLINE.findall(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=_name)
def test_no_text_looks_like_a_comment(path: Path) -> None:
    """The server drops comments that have lines of their own, so none may stand in a text."""
    text = path.read_text(encoding="utf-8")
    assert not [found for found in re.findall(r"`[^`]*`", text) if "/*" in found]


def _weight(*, whole: bool) -> int:
    """Compressed as it is sent: the sheets as one, with the texts of the heaviest language."""
    served = [path for path in WEB.rglob("*") if path.is_file() and path.suffix not in NOT_SERVED]
    files = [path for path in served if path.suffix != ".css"]
    fetched = [path for path in files if whole or path.parent.name not in SELDOM]
    page = sum(len(compressed(without_comments(path.read_bytes()))) for path in fetched)
    texts = max(_weight_of_texts(path.stem) for path in LOCALES.glob("*.json"))
    return page + len(compressed(all_sheets())) + texts


def test_the_page_is_light() -> None:
    assert _weight(whole=False) < HEAVIEST
    assert _weight(whole=True) < WHOLE


def test_all_sheets_are_sent() -> None:
    assert sorted(SHEETS_IN_ORDER) == [path.stem for path in SHEETS]


def _weight_of_texts(language: str) -> int:
    """As the server sends them: the lesson's by themselves, all others in one file."""
    parts = [page_texts(language), room_texts("learn", language)]
    return sum(len(compressed(bytes(JSONResponse(part).body))) for part in parts)


@pytest.mark.parametrize("path", SCRIPTS, ids=_name)
def test_no_comment_beside_code_ends_like_code(path: Path) -> None:
    """The server joins lines after such signs: what follows would become a comment."""
    assert not re.findall(r"\s//\s.*[;{,]$", path.read_text(encoding="utf-8"), re.MULTILINE)
