"""The image is built from what the wheel needs, and runs what the documents say."""

import re
import tomllib
from pathlib import Path

import pytest

from overtrick.cli import main
from overtrick.client.address import PORT

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
SENT = [line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[:1] == "!"]


def test_what_the_wheel_is_built_from_is_sent_to_the_build() -> None:
    assert [name for name in SENT if not (ROOT / name).exists()] == []
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, wheel = build["project"], build["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {"pyproject.toml", project["readme"], *project["license-files"]}
    needed |= {Path(package).parts[0] for package in wheel["packages"]}
    assert needed <= set(SENT)


def test_the_extras_exist_and_the_port_is_that_of_the_server() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = re.findall(r"\.whl\)\[([\w,]+)\]", DOCKERFILE)
    assert extras
    assert {name for some in extras for name in some.split(",")} <= project["optional-dependencies"].keys()
    assert f"EXPOSE {PORT}\n" in DOCKERFILE
    assert f"127.0.0.1:{PORT}/health" in DOCKERFILE


def test_what_the_servers_of_the_compose_file_are_started_with_exists(capsys: pytest.CaptureFixture[str]) -> None:
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    commands = [line.split() for line in re.findall(r"command: (.*)", compose)]
    assert len(commands) == 2
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    options = capsys.readouterr().out
    for name, *words in commands:
        assert name == "serve"
        assert all(word in options for word in words if word.startswith("--"))
