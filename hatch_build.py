"""Puts the page of the tables into wheels and source archives; what is installed as editable does without."""

from __future__ import annotations

import os
import runpy
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    """Builds the page before the files of a package are gathered."""

    def dependencies(self) -> list[str]:
        """What has to be installed for it: Node.js, where the machine has none."""
        page = self._page()
        return [] if page["is_built"]() or page["find_npm"]() is not None else [page["NODE_WHEEL"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build it; `make web` does that for a working tree."""
        if version != "editable":
            self._page()["build"]()

    def _page(self) -> dict[str, Any]:
        return runpy.run_path(os.path.join(self.root, "web", "build.py"))
