"""The notebooks run from their first cell to their last."""

import ast
import json
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples" / "notebooks").glob("*.ipynb"))
pytestmark = pytest.mark.long


def run(source: str, names: dict[str, Any]) -> None:
    """Run a cell; what its last line is would be shown, as a picture if it has one."""
    cell = ast.parse(source)
    last = cell.body.pop() if cell.body and isinstance(cell.body[-1], ast.Expr) else None
    exec(compile(cell, "<cell>", "exec"), names)
    if isinstance(last, ast.Expr):
        shown = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
        assert repr(shown)
        if hasattr(shown, "_repr_svg_"):
            assert shown._repr_svg_().startswith("<svg")


def test_there_are_three() -> None:
    assert [notebook.stem for notebook in NOTEBOOKS] == ["club", "referee_lesson", "research"]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs(notebook: Path) -> None:
    plt.switch_backend("agg")
    names: dict[str, Any] = {"__name__": "__main__"}
    try:
        for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                run("".join(cell["source"]), names)
    finally:
        plt.close("all")
