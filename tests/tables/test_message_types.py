"""The page's types are those of the messages: one source, and nothing of it forgotten."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any, get_args, get_type_hints, is_typeddict

import page_types
import pytest
from message_shapes import check_shape, fields_of, tag_of

from azulejos.tables.messages import answers, requests, review_types
from azulejos.tables.messages import types as messages

WEB = Path(page_types.MESSAGES).parent
TEXT = page_types.MESSAGES.read_text("utf-8")


@pytest.mark.parametrize("path", page_types.texts(), ids=lambda path: path.name)
def test_the_files_are_up_to_date(path: Path) -> None:
    assert path.read_text("utf-8") == page_types.texts()[path], "run script/types"


def own(module: Any) -> dict[str, Any]:
    """The classes that a module defines."""
    return {
        name: each
        for name, each in vars(module).items()
        if isinstance(each, type) and each.__module__ == module.__name__
    }


def exported() -> dict[str, str]:
    """Interfaces by name, with what they extend."""
    return dict(re.findall(r"^export interface (\w+)(?: extends (\w+))? \{$", TEXT, re.MULTILINE))


def test_every_shape_is_an_interface() -> None:
    """By the classes as Python has them, and not as the file is read as text."""
    shapes = {
        name: each
        for m in (messages, answers, review_types, requests)
        for name, each in own(m).items()
    }
    assert shapes.keys() == exported().keys()


@pytest.mark.parametrize("name", sorted(own(messages) | own(answers) | own(review_types)))
def test_fields_are_those_of_the_class(name: str) -> None:
    shape = (own(messages) | own(answers) | own(review_types))[name]
    assert is_typeddict(shape)
    needed, optional = fields_of(shape)
    found = fields_there(shape.__name__)
    assert found == dict.fromkeys(needed, True) | dict.fromkeys(optional, False)


@pytest.mark.parametrize("name", sorted(own(requests)))
def test_fields_that_may_be_left_out(name: str) -> None:
    """As `reading.py` takes them: what has a default."""
    fields = dataclasses.fields(own(requests)[name])
    assert fields_there(name) == {f.name: f.default is dataclasses.MISSING for f in fields}


def fields_there(name: str) -> dict[str, bool]:
    """True for those that must be; with those of what it extends."""
    body = re.search(rf"^export interface {name}(?: \w+)* \{{\n(.*?)^\}}", TEXT, re.M | re.DOTALL)
    assert body
    above = fields_there(exported()[name]) if exported()[name] else {}
    return above | {n: not mark for n, mark in re.findall(r"^  (\w+)(\??):", body[1], re.M)}


@pytest.mark.parametrize("union", ["ServerMessage", "ClientMessage", "Act"])
def test_unions_have_all_members(union: str) -> None:
    """Whatever has a tag is among them."""
    body = re.search(rf"^export type {union} =(.*?);", TEXT, re.M | re.DOTALL)
    assert body
    module, tag = (messages, "type") if union == "ServerMessage" else (requests, "type")
    tag = "do" if union == "Act" else tag
    tagged = {name for name, each in own(module).items() if tag in get_type_hints(each)}
    assert set(re.findall(r"\w+", body[1])) == tagged
    assert {each.__name__ for each in get_args(getattr(module, union))} == tagged
    tags = [get_args(get_type_hints(own(module)[name])[tag])[0] for name in tagged]
    assert len(set(tags)) == len(tags)


def test_what_the_page_imports_is_there() -> None:
    """tsc finds that too, but is not run by every test."""
    names = set(re.findall(r"^export (?:interface|type) (\w+)", TEXT, re.MULTILINE))
    found: set[str] = set()
    for path in [*WEB.rglob("*.js"), *WEB.rglob("*.ts")]:
        text = re.sub(r"\n\s*\* ?", " ", path.read_text("utf-8"))
        for group in re.findall(r"import(?: type)? \{([^}]*)\} from '[./]*messages\.js'", text):
            found |= {name.split(" as ")[0].strip() for name in group.split(",") if name.strip()}
        found |= set(re.findall(r"import\('[./]*messages\.js'\)\.(\w+)", text))
    assert len(found) > 30
    assert found <= names


# The generator

SHAPES = '''
from ..values import Stage
Plain = Annotated[int, Bounds(0, 9)]
LIMIT = 30
Both = tuple[int, str]
"""Of two."""

class Base(TypedDict):
    """Told
    in two lines."""
    plain: Plain
    """Not `*/` the end."""

class More(Base):
    some: NotRequired[list[str | None]]
    by: dict[str, Base]
    truth: Literal["a", "b"] | None
    share: float

Odd = TypedDict("Odd", {"from": bool})

@dataclass
class Said:
    text: str
    maybe: Plain | None = None
'''
EXPECTED = """/** About. */

/** Of two. */
export type Both = [number, string];

/**
 * Told
 * in two lines.
 */
export interface Base {
  /** Not `* /` the end. */
  plain: number;
}

export interface More extends Base {
  some?: (string | null)[];
  by: Record<string, Base>;
  truth: 'a' | 'b' | null;
  share: number;
}

export interface Odd {
  from: boolean;
}

export interface Said {
  text: string;
  maybe?: number | null;
}
"""


def module(tmp_path: Path, text: str) -> page_types.Module:
    path = tmp_path / "shapes.py"
    path.write_text(text, "utf-8")
    return page_types.Module(path)


def test_how_shapes_are_written(tmp_path: Path) -> None:
    shapes = list(module(tmp_path, SHAPES).shapes())
    assert page_types.written("About.", [], shapes) == EXPECTED


@pytest.mark.parametrize("kind", ["set[int]", "Any()", "list[1]", "x.y"])
def test_what_is_no_type_of_a_message(tmp_path: Path, kind: str) -> None:
    shapes = module(tmp_path, f"class A(TypedDict):\n    a: {kind}\n").shapes()
    with pytest.raises(ValueError, match="is no type"):
        list(shapes)


def test_a_name_has_one_shape(tmp_path: Path) -> None:
    text = "class A(TypedDict):\n    a: int\n"
    twice = list(module(tmp_path, text + text).shapes())
    assert len(page_types.unlike(twice)) == 1
    shapes = list(module(tmp_path, text + text.replace("int", "str")).shapes())
    with pytest.raises(ValueError, match="two shapes A"):
        page_types.unlike(shapes)


# The checker of the other tests finds what it should


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (messages.Away, {"seat": 1}),
        (messages.Away, {"seat": 1, "seconds": 2, "more": 3}),
        (messages.Away, {"seat": 1, "seconds": True}),
        (messages.Away, {"seat": 1, "seconds": "2"}),
        (messages.Away, [1, 2]),
        (messages.Cell, (1, 2, 3)),
        (messages.Cell, [1, 2]),
        (messages.Tile, "X"),
        (messages.Datum, None),
        (messages.ServerMessage, {"type": "ping"}),
        (messages.ServerMessage, {"type": "pong", "number": 1}),
        (messages.Step, {"event": "laid", "flights": [{"tiles": "B", "from": "bag"}]}),
        (messages.TableEvent, {"event": "asked", "seat": 1, "what": None}),
    ],
)
def test_other_shapes_are_noticed(shape: Any, value: object) -> None:
    with pytest.raises(AssertionError):
        check_shape(shape, value)


def test_tags() -> None:
    assert tag_of(messages.Welcome) == "welcome"
    assert tag_of(messages.Now) is None
