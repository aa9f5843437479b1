"""From the command line to the web server.

Without Typer: whoever types `azulejos play` and nothing more does not wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..extras import WEB, MissingExtraError, require
from ..folders import data_folder
from ..locales import catalogue, system_language
from .streams import fail, say, warn


def play() -> int:
    """`azulejos play` without an option; Typer gives the same where there are some."""
    return serve(system_language(), None)


def serve(language: str, data: Path | None, **asked: Any) -> int:
    """Until it is stopped; what was asked for are fields of LaunchOptions."""
    try:
        require("web", *WEB)
    except MissingExtraError as error:
        fail(catalogue(language).error(error))
    from ..server.launch.launch import launch
    from ..server.launch.options import LaunchError, LaunchOptions

    folder = data_folder() if data is None else data
    options = LaunchOptions(folder.absolute(), **asked)
    try:
        return launch(options, catalogue(language, "server"), say, warn)
    except LaunchError as error:
        fail(str(error))
