"""What holds for every brief: it translates, and takes all else from the public names of Overtrick."""

import ast
from pathlib import Path

import pytest

import overtrick

BRIEFS = Path(__file__).parents[2] / "briefs"
FILES = sorted(BRIEFS.glob("*/*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_only_public_names_are_used(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert not [alias.name for alias in node.names if alias.name.startswith("overtrick.")]
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("overtrick"):
            assert node.module == "overtrick"
            assert {alias.name for alias in node.names} <= set(overtrick.__all__)
        elif isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            assert owner == "self" or not node.attr.startswith("_") or node.attr.startswith("__")
            assert owner != "overtrick" or node.attr in overtrick.__all__
