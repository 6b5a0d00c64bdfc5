"""What the sources say of a public name: its signature as it is written there, its docstring and its members.

Sources are parsed, not run: so types and defaults stand as their author wrote them, the strings below fields are found,
and nothing heavy is imported.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Container, Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef
PACKAGE: Final = "overtrick"
MAKERS: Final = ("__init__", "__new__")
"""what makes an object of a class that does not get its fields by name"""


class Member(NamedTuple):
    """A field, a property or a method."""

    text: str
    """`play(card: Card) -> Position` or `turn: Seat`"""
    words: str
    """its docstring, or nothing"""


class Entry(NamedTuple):
    """A public name."""

    name: str
    signature: str
    words: str
    members: tuple[Member, ...] = ()


def entry_of(module: str, name: str, described: Container[str] = ()) -> Entry:
    """The entry of a name that can be imported from a module, wherever it is defined.

    A class has the members of its bases too, but for those that are described elsewhere.
    """
    home = _home(module, name)
    for node, words in _documented(_tree(home).body):
        match node:
            case ast.ClassDef(name=found) if found == name:
                return _class_entry(node, _all_members(home, node, described))
            case ast.FunctionDef(name=found) if found == name:
                return Entry(name, _signature(node), _docstring(node))
            case ast.Assign(targets=[ast.Name(id=found)], value=right) if found == name:
                return Entry(name, f"{name} = {ast.unparse(right)}", words)
            case ast.AnnAssign(target=ast.Name(id=found), annotation=kind) if found == name:
                return Entry(name, f"{name}: {_plain(kind)}", words)
    return _module_entry(module, f"{home}.{name}")


@cache
def _tree(module: str) -> ast.Module:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise LookupError(f"there is no {module}")
    source = Path(spec.origin)
    stub = source.with_suffix(".pyi")
    return ast.parse((stub if stub.exists() else source).read_text(encoding="utf-8"))


def _home(module: str, name: str) -> str:
    """The module in which a name is defined, where that from which it is imported has it from another one."""
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.ImportFrom) and node.module and any(alias.name == name for alias in node.names):
            return _home(node.module, name) if node.module.startswith(PACKAGE) else node.module
    return module


def _module_entry(package: str, module: str) -> Entry:
    """A module with its own functions, or with the classes of its messages."""
    tree, name = _tree(module), module.rpartition(".")[2]
    members = [
        Member(_signature(node) if isinstance(node, ast.FunctionDef) else node.name, _docstring(node))
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    ]
    return Entry(name, f"from {package} import {name}", ast.get_docstring(tree) or "", tuple(members))


def _class_entry(node: ast.ClassDef, members: Iterable[Member]) -> Entry:
    maker = next((item for item in node.body if isinstance(item, ast.FunctionDef) and item.name in MAKERS), None)
    if maker is None:
        bases = ", ".join(map(ast.unparse, node.bases))
        return Entry(
            node.name,
            f"class {node.name}({bases})".removesuffix("()"),
            _docstring(node),
            tuple(members),
        )
    words = "\n\n".join(filter(None, [_docstring(node), _docstring(maker)]))
    signature = f"class {node.name}({_arguments(maker, is_method=True)})"
    return Entry(node.name, signature, words, (*_given(maker), *members))


def _given(maker: Function) -> Iterator[Member]:
    """The public fields that an object is given when it is made."""
    for item, words in _documented(maker.body):
        match item:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)]) if not name.startswith("_"):
                yield Member(name, words)
            case ast.AnnAssign(target=ast.Attribute(attr=name), annotation=kind) if not name.startswith("_"):
                yield Member(f"{name}: {_plain(kind)}", words)


def _all_members(module: str, node: ast.ClassDef, described: Container[str]) -> Iterator[Member]:
    """The members of a class, those of its bases before its own."""
    for name in map(ast.unparse, node.bases):
        home = _home(module, name)
        for other in _tree(home).body if name not in described and home.startswith(PACKAGE) else ():
            if isinstance(other, ast.ClassDef) and other.name == name:
                yield from _all_members(home, other, described)
    yield from _members(node)


def _members(node: ast.ClassDef) -> Iterator[Member]:
    for item, words in _documented(node.body):
        match item:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind, value=default) if not name.startswith("_"):
                given = "" if default is None or ast.unparse(default).startswith("_") else f" = {ast.unparse(default)}"
                yield Member(f"{name}: {_plain(kind)}{given}", words)
            case ast.Assign(targets=[ast.Name(id=name)], value=right) if not name.startswith("_"):
                yield Member(f"{name} = {ast.unparse(right)}", words)
            case ast.FunctionDef() | ast.AsyncFunctionDef() if not item.name.startswith("_"):
                yield Member(_method(item), _docstring(item))


def _method(node: Function) -> str:
    decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
    if any(name.endswith("property") for name in decorators) and node.returns:
        return f"{node.name}: {_plain(node.returns)}"
    return _signature(node, is_method="staticmethod" not in decorators)


def _signature(node: Function, is_method: bool = False) -> str:
    word = "async " if isinstance(node, ast.AsyncFunctionDef) else ""
    returns = f" -> {_plain(node.returns)}" if node.returns else ""
    return f"{word}{node.name}({_arguments(node, is_method)}){returns}"


def _arguments(node: Function, is_method: bool) -> str:
    """The arguments as they are written, but for `self`."""
    written = re.sub(r"(?<=[\w\])])=", " = ", ast.unparse(node.args))
    return written.partition(", ")[2].removeprefix("/, ") if is_method else written


def _plain(kind: ast.expr) -> str:
    """A type without what only type checkers need."""
    match kind:
        case ast.Subscript(value=ast.Name(id="ClassVar" | "Final"), slice=inner):
            return ast.unparse(inner)
        case _:
            return ast.unparse(kind)


def _documented(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, str]]:
    """Each statement with the string below it."""
    for node, below in zip(body, [*body[1:], None], strict=True):
        match below:
            case ast.Expr(value=ast.Constant(value=str(words))):
                yield node, inspect.cleandoc(words)
            case _:
                yield node, ""


def _docstring(node: Function | ast.ClassDef) -> str:
    return ast.get_docstring(node) or ""
