"""Makes `messages.d.ts` and `lesson.d.ts` of the page from the shapes of the messages.

The Python modules are read as text and never run, so that their order, their sentences and their
names stay. Bounds are not told: they are the server's, and it says what is wrong.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "src" / "azulejos"
TABLES = PACKAGE / "tables"
MESSAGES = PACKAGE / "web" / "js" / "messages.d.ts"
LESSON = PACKAGE / "web" / "js" / "learn" / "lesson.d.ts"
WIDTH = 100
PLAIN = {"str": "string", "int": "number", "float": "number", "bool": "boolean"}
UNCHANGED = "Made by `script/types` from tables/{}: change that, and run it."


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    parts: tuple[str, ...]
    """Several of a union."""
    optional: bool
    about: str


@dataclass(frozen=True, slots=True)
class Shape:
    """An interface, or another name for a type; `parts` are those of a union."""

    name: str
    about: str
    bases: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()
    parts: tuple[str, ...] = ()

    @property
    def content(self) -> tuple[object, ...]:
        """All but the sentences."""
        return self.bases, self.parts, [(f.name, f.parts, f.optional) for f in self.fields]


@dataclass(slots=True)
class Module:
    """The shapes of a file, in their order."""

    path: Path
    inlined: dict[str, str] = field(default_factory=dict)
    """Names for what has bounds: they say nothing to the page."""
    used: set[str] = field(default_factory=set)

    def shapes(self, wanted: Collection[str] | None = None) -> Iterator[Shape]:
        """All of them, or those with these names."""
        body = ast.parse(self.path.read_text("utf-8")).body
        for place, node in enumerate(body):
            match node:
                case ast.ClassDef(name) if wanted is None or name in wanted:
                    yield self._interface(node)
                case ast.Assign([ast.Name(name)], value) if wanted is None or name in wanted:
                    about = _sentence(body, place + 1)
                    if shape := self._alias(name, value, about):
                        yield shape

    def imports(self) -> Iterator[tuple[Path, str]]:
        """What comes from beside it: the file and the name."""
        for node in ast.parse(self.path.read_text("utf-8")).body:
            if isinstance(node, ast.ImportFrom) and node.level:
                folder = self.path.parents[node.level - 1]
                file = folder.joinpath(*(node.module or "").split(".")).with_suffix(".py")
                yield from ((file, name.name) for name in node.names)

    def _interface(self, node: ast.ClassDef) -> Shape:
        bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
        self.used.update(bases)
        fields = [
            self._field(each, _sentence(node.body, place + 1))
            for place, each in enumerate(node.body)
            if isinstance(each, ast.AnnAssign)
        ]
        kept = tuple(base for base in bases if base != "TypedDict")
        return Shape(node.name, ast.get_docstring(node) or "", kept, tuple(fields))

    def _field(self, node: ast.AnnAssign, about: str) -> Field:
        assert isinstance(node.target, ast.Name)
        kind, optional = node.annotation, node.value is not None
        if _subscripted(kind) == "NotRequired":
            assert isinstance(kind, ast.Subscript)
            kind, optional = kind.slice, True
        return Field(node.target.id, tuple(self._parts(kind)), optional, about)

    def _alias(self, name: str, value: ast.expr, about: str) -> Shape | None:
        match value:
            case ast.Call(func=ast.Name("TypedDict"), args=[_, ast.Dict(keys, values)]):
                fields = [
                    Field(str(key.value), tuple(self._parts(each)), False, "")
                    for key, each in zip(keys, values, strict=True)
                    if isinstance(key, ast.Constant)
                ]
                return Shape(name, about, fields=tuple(fields))
            case ast.Subscript() if _subscripted(value) == "Annotated":
                self.inlined[name] = self._type(value)
                return None
            case ast.Subscript() | ast.Name() | ast.BinOp(op=ast.BitOr()):
                return Shape(name, about, parts=tuple(self._parts(value)))
        return None  # A number or a value.

    def _type(self, node: ast.expr) -> str:
        return " | ".join(self._parts(node))

    def _parts(self, node: ast.expr) -> Iterator[str]:
        match node:
            case ast.BinOp(left, ast.BitOr(), right):
                yield from self._parts(left)
                yield from self._parts(right)
            case ast.Constant(None):
                yield "null"
            case ast.Name(name):
                self.used.add(name)
                yield PLAIN.get(name) or self.inlined.get(name, name)
            case ast.Subscript(ast.Name(name), inner):
                parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
                yield from self._generic(name, parts)
            case _:
                raise ValueError(f"{self.path.name}: {ast.unparse(node)} is no type of a message")

    def _generic(self, name: str, parts: Sequence[ast.expr]) -> Iterator[str]:
        match name:
            case "Literal":
                yield from (f"'{ast.literal_eval(part)}'" for part in parts)
            case "Annotated":
                yield from self._parts(parts[0])
            case "list":
                inner = self._type(parts[0])
                yield f"({inner})[]" if " | " in inner else f"{inner}[]"
            case "dict":
                yield f"Record<{self._type(parts[0])}, {self._type(parts[1])}>"
            case "tuple":
                yield f"[{', '.join(map(self._type, parts))}]"
            case _:
                raise ValueError(f"{self.path.name}: {name} is no type of a message")


def _subscripted(node: ast.expr) -> str:
    named = isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)
    return node.value.id if named else ""  # type: ignore[attr-defined]


def _sentence(body: Sequence[ast.stmt], place: int) -> str:
    """The string below something, which tells of it."""
    match body[place : place + 1]:
        case [ast.Expr(ast.Constant(str(text)))]:
            return text
    return ""


# Writing


def _comment(text: str, indent: str = "") -> Iterator[str]:
    lines = [line.strip() for line in text.strip().replace("*/", "* /").splitlines()]
    if len(lines) == 1:
        yield f"{indent}/** {lines[0]} */"
    elif lines:
        yield f"{indent}/**"
        yield from (f"{indent} * {line}".rstrip() for line in lines)
        yield f"{indent} */"


def _statement(before: str, parts: Sequence[str], indent: str = "") -> Iterator[str]:
    """On a line if it fits; else on as many as it takes."""
    line = f"{before} {' | '.join(parts)};"
    if len(line) <= WIDTH:
        yield line
        return
    yield before
    line = f"{indent} "
    for part in parts:
        if len(line) + len(part) + 4 > WIDTH:
            yield line
            line = f"{indent} "
        line += f" | {part}"
    yield f"{line};"


def _lines(shape: Shape) -> Iterator[str]:
    yield from _comment(shape.about)
    if shape.parts:
        yield from _statement(f"export type {shape.name} =", shape.parts)
        return
    extends = f" extends {', '.join(shape.bases)}" if shape.bases else ""
    yield f"export interface {shape.name}{extends} {{"
    for each in shape.fields:
        yield from _comment(each.about, "  ")
        mark = "?" if each.optional else ""
        yield from _statement(f"  {each.name}{mark}:", each.parts, "  ")
    yield "}"


def written(head: str, imports: Sequence[str], shapes: Sequence[Shape]) -> str:
    blocks = [*_comment(head), "", *imports]
    before: Shape | None = None
    for shape in shapes:
        if before is None or not (shape.parts and before.parts):
            blocks += [""] if blocks[-1] else []
        blocks += _lines(shape)
        before = shape
    return "\n".join(blocks) + "\n"


def unlike(shapes: Sequence[Shape]) -> list[Shape]:
    """Each name once: a shape may be said and heard, but must then be the same."""
    found: dict[str, Shape] = {}
    for shape in shapes:
        known = found.setdefault(shape.name, shape)
        if known.content != shape.content:
            raise ValueError(f"there are two shapes {shape.name}")
    return list(found.values())


def messages_text() -> str:
    names = ("types.py", "review_types.py", "answers.py", "requests.py")
    modules = [Module(TABLES / "messages" / name) for name in names]
    said = [shape for module in modules for shape in module.shapes()]
    values = Module(TABLES / "values.py")
    wanted = {
        name
        for module in modules
        for path, name in module.imports()
        if path == values.path and name in module.used
    }
    first = list(values.shapes(wanted))
    head = f"""What the server and the page say to each other; docs/server.md tells it in words.

    {UNCHANGED.format("messages/{types,review_types,answers,requests}.py")}

    Tiles are letters of the notation: B Y R K W, J joker, F the first-player marker. Players,
    lines, rows, columns and displays count from 1; source 0 is the centre, line 0 the floor."""
    return written(head, [], unlike([*first, *said]))


def lesson_text() -> str:
    module = Module(TABLES / "lesson" / "models.py")
    shapes = list(module.shapes())
    types = TABLES / "messages" / "types.py"
    used = sorted(name for path, name in module.imports() if path == types and name in module.used)
    head = f"What GET /api/lesson answers.\n\n{UNCHANGED.format('lesson/models.py')}"
    imports = [f"import type {{ {', '.join(used)} }} from '../messages.js';"]
    return written(head, imports, unlike(shapes))


def texts() -> dict[Path, str]:
    """What should be in the page's files."""
    return {MESSAGES: messages_text(), LESSON: lesson_text()}


if __name__ == "__main__":
    for path, text in texts().items():
        path.write_text(text, "utf-8")
