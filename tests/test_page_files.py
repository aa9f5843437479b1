"""Rules for the page that no linter knows: small files, no markup from texts, light."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from posixpath import dirname, join, normpath

import brotli
import pytest

from azulejos.locales import LANGUAGES
from azulejos.server.web.page.bundle import BUNDLE, with_bundle
from azulejos.server.web.page.files import (
    BEST,
    PATHS,
    SCREENS,
    PageFiles,
    best_form,
    page_files,
    read_contents,
)
from azulejos.server.web.page.files import SHEETS as SHEETS_IN_ORDER

PACKAGE = Path(__file__).parent.parent / "src" / "azulejos"
WEB = PACKAGE / "web"
SCRIPTS = sorted(WEB.rglob("*.js"))
SHEETS = sorted((WEB / "css").glob("*.css"))
PAGES = sorted(WEB.rglob("*.html"))
HEAVIEST = 150_000  # bytes with Brotli: what somebody fetches for a first game
WHOLE = 255_000  # and all there is, with what few fetch and what a game's end needs
# Markup is put into the page as fixed text only: never a value, so never somebody's name.
MARKUP = re.compile(
    r"""(?:innerHTML|outerHTML)\s*\+?=(?!=)\s*+(?!'[^']*'\s*;|"[^"]*"\s*;|`[^`$]*`\s*;)
      | insertAdjacentHTML | document\.write | \beval\( | new\ Function\( """,
    re.VERBOSE,
)
ELSEWHERE = re.compile(r"""(?:https?:)?//(?!www\.w3\.org/)[a-z0-9-]+\.[a-z]""", re.IGNORECASE)
IMPORTS = re.compile(
    r"^import [^;]*;$|^export |\bimport\.meta\.url|\bimport\('[^)]*'\)", re.MULTILINE
)
INLINE = re.compile(r"""\sstyle\s*=|\son[a-z]+\s*=|<style|<script(?![^>]*\ssrc=)""", re.IGNORECASE)


def _name(path: Path) -> str:
    return str(path.relative_to(WEB))


def _found_in(paths: list[Path], find: Callable[[str], list[str]]) -> dict[str, list[str]]:
    """What is found where: all files that offend are told of at once."""
    found = {_name(path): find(path.read_text(encoding="utf-8")) for path in paths}
    return {name: places for name, places in found.items() if places}


def test_scripts_say_what_they_are() -> None:
    texts = {_name(path): path.read_text(encoding="utf-8") for path in SCRIPTS}
    begun = ("/**", "// @ts-check")
    assert [name for name, text in texts.items() if not text.lstrip().startswith(begun)] == []


def test_no_value_becomes_markup() -> None:
    assert _found_in(SCRIPTS, MARKUP.findall) == {}


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


def test_nothing_is_fetched_from_elsewhere() -> None:
    def elsewhere(text: str) -> list[str]:
        code = re.sub(r"/\*.*?\*/|<!--.*?-->|(?<![:'\"`])//[^\n]*", "", text, flags=re.DOTALL)
        return ELSEWHERE.findall(code)

    assert _found_in([*SCRIPTS, *SHEETS, *PAGES], elsewhere) == {}


def test_pages_hold_no_styles_and_scripts() -> None:
    """The security policy would refuse them."""
    assert _found_in(PAGES, INLINE.findall) == {}


def test_all_sheets_are_sent() -> None:
    assert sorted(SHEETS_IN_ORDER) == [path.stem for path in SHEETS]


def test_sheets_name_files_beside_them() -> None:
    """`page.css` has the version in its address, and so has what it names."""
    named = {name for path in SHEETS for name in re.findall(r"url\('([^']+)'\)", path.read_text())}
    assert named
    assert all(page_files().get(name) for name in named)


def _weight(paths: list[str]) -> int:
    """As browsers get it, with the texts of the heaviest language."""
    found = page_files()
    found.compress()
    texts = [f"texts/{language}.json" for language in LANGUAGES]
    heaviest = max(_size(found, path) for path in texts)
    document = len(found.document("start").forms["br"])
    return document + heaviest + sum(_size(found, path) for path in paths)


def _size(found: PageFiles, path: str) -> int:
    file = found.get(path)
    assert file is not None
    return len(file.forms["br"])


def test_a_first_game_is_light() -> None:
    found = page_files()
    modules = {*found.first_modules("start"), *found.first_modules("table")}
    assert _weight([*modules, "js/early.js", "page.css", "favicon.svg"]) < HEAVIEST


def test_the_page_is_light() -> None:
    assert _weight([path for path in page_files() if not path.startswith("texts/")]) < WHOLE


def test_the_sheet_is_sent_without_its_comments() -> None:
    """And with nothing else left out."""
    sent = _text(page_files(), "page.css")
    written = "".join((WEB / "css" / f"{name}.css").read_text("utf-8") for name in SHEETS_IN_ORDER)
    assert "/*" in written
    assert "/*" not in sent
    assert not re.search(r"""(["'])[^"'\n]*/\*[^"'\n]*\1""", written), "a string is no comment"
    bare = re.sub(r"/\*.*?\*/", "", written, flags=re.DOTALL)
    assert sent.split() == bare.split()


def test_modules_run_as_they_are_written() -> None:
    """In one file or by themselves: only imports and exports are others there."""
    found = PageFiles(read_contents(WEB, site=True), "")
    sent = "".join(_text(found, path) for path in found if path.endswith(".js"))
    for path in SCRIPTS:
        for piece in IMPORTS.split(path.read_text(encoding="utf-8")):
            assert piece in sent, path


def test_a_server_sends_no_module_of_a_page_without_one() -> None:
    assert not [path for path in page_files() if "site/" in path]


def _text(found: PageFiles, path: str) -> str:
    file = found.get(path)
    assert file is not None
    return file.plain.decode()


def test_a_first_game_asks_for_little() -> None:
    """All that it needs besides the document, a sheet, an icon, texts and two questions."""
    found = page_files()
    modules = {*found.first_modules("start"), *found.first_modules("table")}
    assert len(modules) <= 8
    assert BUNDLE in modules


def test_modules_that_are_fetched_later_share_what_is_there() -> None:
    """No module is there twice: their states would differ."""
    found = page_files()
    for path in found:
        if path.endswith(".js") and path != BUNDLE:
            text = _text(found, path)
            named = re.findall(r"^import [^;]*from '([^']+)'", text, re.MULTILINE)
            aims = {normpath(join(dirname(path), name)) for name in named}
            assert not [aim for aim in aims if _text(found, aim).startswith("import { $")], path


def test_what_is_no_known_import_is_refused() -> None:
    for line in ("export default 1;", "import all from './b.js';", "export * from './b.js';"):
        contents = {"js/a.js": b"", "js/b.js": f"/** B. */\n{line}\n".encode()}
        with pytest.raises(ValueError, match="no import or export that is known"):
            with_bundle(contents, ["js/b.js"], apart="js/a.js")


def test_files_are_read_once() -> None:
    assert page_files() is page_files()


def test_forms_are_the_same_file() -> None:
    found = PageFiles({**_contents(), "js/dom.js": b"// as it is"}, "<!-- preloads -->")
    file = found.get("js/dom.js")
    assert file is not None
    assert file.form_for("br, gzip") == "identity"  # within one machine
    found.compress()
    assert file.form_for("br, gzip") == "br"
    assert brotli.decompress(file.forms["br"]) == b"// as it is"
    assert gzip.decompress(file.forms["gzip"]) == b"// as it is"
    before = {path: _size(found, path) for path in found}
    found.compress(BEST)
    assert all(_size(found, path) <= size + 20 for path, size in before.items())
    assert brotli.decompress(file.forms["br"]) == b"// as it is"


def _contents() -> dict[str, bytes]:
    return read_contents(WEB)


def test_any_change_is_another_version() -> None:
    contents = _contents()
    versions = {PageFiles(contents, "").version}
    for path in ("js/dom.js", "page.css", "texts/fi.json", "favicon.svg"):
        versions.add(PageFiles(contents | {path: contents[path] + b" "}, "").version)
    assert len(versions) == 5
    assert PageFiles(contents, "").version in versions


@pytest.mark.parametrize(
    ("accepted", "form"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("gzip;q=1.0, br; q=0.5", "br"),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0.000,gzip;q=0", "identity"),
        ("GZIP", "gzip"),
        ("broom", "identity"),
        ("", "identity"),
    ],
)
def test_the_smallest_form_that_is_taken(accepted: str, form: str) -> None:
    assert best_form(accepted) == form


def test_screens_are_those_that_the_page_lists() -> None:
    listed = (WEB / "js" / "screens.js").read_text(encoding="utf-8")
    assert list(SCREENS) == re.findall(r"^  (\w+): \{", listed, re.MULTILINE)
    assert set(PATHS) == set(re.findall(r"'(/[\w/{}]*)'", listed))
    assert set(SCREENS.values()) <= set(page_files())
