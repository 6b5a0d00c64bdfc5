"""The package: what it needs, and that nothing else needs it."""

import subprocess
import sys

import pytest


def python(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("module", ["gymnasium", "numpy", "pettingzoo"])
def test_what_is_not_installed_is_told(module: str) -> None:
    program = f"""
import sys
sys.modules["{module}"] = None
from overtrick.core.errors import Invalid
try:
    from overtrick.learning import env
except Invalid as error:
    print(error)
"""
    assert python(program) == f"{module} is not installed: pip install 'overtrick[rl]' does it.\n"


@pytest.mark.parametrize("module", ["gymnasium", "pettingzoo"])
def test_games_for_openspiel_need_neither_gymnasium_nor_pettingzoo(module: str) -> None:
    program = f"""
import sys
sys.modules["{module}"] = None
from overtrick.learning import SpielGame
print(SpielGame("euchre").new_initial_state().num_players())
"""
    assert python(program) == "4\n"


def test_a_gymnasium_that_is_too_old_is_told() -> None:
    program = """
import gymnasium.vector
del gymnasium.vector.AutoresetMode
gymnasium.__version__ = "0.29.1"
import overtrick.learning
from overtrick.core.errors import Invalid
try:
    overtrick.learning.VectorTables
except Invalid as error:
    print(error)
"""
    assert python(program) == "VectorTables needs Gymnasium 1.1 or later, and 0.29.1 is installed.\n"


def test_nothing_is_loaded_before_it_is_used() -> None:
    program = (
        "import sys, overtrick.cli, overtrick.bots.bot; print({'gymnasium', 'pettingzoo', 'numpy'} & set(sys.modules))"
    )
    assert python(program) == "set()\n"
