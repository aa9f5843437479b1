"""What the documents point to is there, and nothing in them waits to be filled in."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*.md")]
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The names that a page's headings get where it is shown."""
    titles = re.findall(
        r"^#+ (.+)$", FENCED.sub("", page.read_text(encoding="utf-8")), re.MULTILINE
    )
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    for link in LINK.findall(text):
        if "://" in link or link.startswith("mailto:"):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_nothing_is_left_to_do(page: Path) -> None:
    assert "TODO" not in page.read_text(encoding="utf-8")


NAMED = re.compile(r"`([\w./-]*\w\.(?:py|js|mjs|pxd|css))(?:::\w+)?`")
FOLDERS = ("src", "tests", "script", "benchmarks", "examples", "deploy")
SERVED = ("page.css", "bundle.js")  # put together from all sheets, and from modules


def test_files_that_are_named_are_there() -> None:
    """In documents and in the code, by their last names: where they are is told in many ways."""
    files = [p for folder in FOLDERS for p in (ROOT / folder).rglob("*") if p.is_file()]
    there = {p.name for p in files if "node_modules" not in p.parts} | {"setup.py", *SERVED}
    sources = [p for p in (ROOT / "src" / "azulejos").rglob("*") if p.suffix in (".py", ".js")]
    pages = [page for page in PAGES if page.name != "CHANGELOG.md"]
    named = {
        (str(page.relative_to(ROOT)), name)
        for page in (*pages, *sources)
        for name in NAMED.findall(page.read_text(encoding="utf-8"))
        if name.rpartition("/")[2] not in there
    }
    assert not named
