"""Pictures from the command line, and those in the docs."""

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image
from random_positions import midgame
from reading import SVG, parsed
from typer.testing import CliRunner

from azulejos.cli import load
from azulejos.cli.app import app
from azulejos.drawing.svg import draw_svg
from azulejos.notation import format_position, parse_position
from corners import corner_rows

load("show")
POSITION = format_position(midgame())
PICTURES = Path(__file__).parent.parent.parent / "docs" / "pictures"


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "azulejos", "show", POSITION, "--lang", "en", *arguments],
        capture_output=True,
        env={"PYTHONWARNINGS": "error", **environment},
        timeout=60,
        check=False,
    )


def show(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["show", POSITION, "--lang", "en", *arguments])
    assert done.exit_code == 0, done.output
    return done.output


def test_svg_is_printed() -> None:
    assert parsed(show("--svg")).get("data-position") == POSITION
    assert show("--svg", "--theme", "dark") != show("--svg")


@pytest.mark.corner
def test_what_is_printed_is_the_same_in_every_encoding() -> None:
    printed = run("--svg", "--names", "Zoë", PYTHONIOENCODING="latin-1").stdout
    assert printed == run("--svg", "--names", "Zoë", PYTHONIOENCODING="utf-8").stdout
    assert "Zoë, 0 points" in (parsed(printed.decode()).findtext(f"{SVG}desc") or "")


def test_svg_and_png_in_files(tmp_path: Path) -> None:
    svg, png = tmp_path / "table.svg", tmp_path / "table.png"
    names = "Ana, Ben"
    assert show("--out", str(svg), "--png", str(png), "--width", "300", "--names", names) == ""
    drawing = draw_svg(midgame(), names=["Ana", "Ben"])
    assert svg.read_text(encoding="utf-8") == drawing
    with Image.open(png) as picture:
        assert picture.width == 300


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--theme", "dark"], "--theme and --width are for pictures: add --svg or --png FILE"),
        (["--svg", "--width", "300"], "--width is for PNG pictures: add --png FILE"),
        (["--svg", "--theme", "blue"], "'blue' is not one of 'light', 'dark'"),
        (["--names", "a,b,c"], "3 names are too many for 2 players"),
        (["--out", "no/such/folder/table.svg"], "no/such/folder/table.svg: No such file"),
        (["--png", "."], ".: Is a directory"),
    ],
)
def test_what_can_not_be_done_is_one_sentence(arguments: list[str], sentence: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert sentence in done.stderr.decode()
    assert done.stderr.decode().count("\n") == 1


def test_a_missing_extra_is_named(tmp_path: Path) -> None:
    (tmp_path / "resvg_py.py").write_text("raise ImportError('not here')")
    done = run("--png", str(tmp_path / "table.png"), PYTHONPATH=str(tmp_path))
    assert done.returncode == 2
    assert b'pip install "azulejos[picture]"' in done.stderr
    assert not (tmp_path / "table.png").exists()


def test_the_help_names_the_pictures() -> None:
    done = CliRunner().invoke(app, ["show", "--help"])
    assert {"--svg", "--png", "--out", "--theme"} <= set(done.output.split())


@pytest.mark.parametrize(
    ("name", "theme"), [("position", "light"), *corner_rows(("position-four", "dark"))]
)
def test_the_pictures_of_the_docs_are_fresh(name: str, theme: str) -> None:
    """If not: draw the position that each bears anew, with `azulejos show --svg`."""
    text = (PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    position = parse_position(str(parsed(text).get("data-position")))
    assert draw_svg(position, theme=theme) == text
