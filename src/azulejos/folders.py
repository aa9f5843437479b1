"""Where this program keeps a person's data. Knows nothing of what is kept there."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

NAME = "azulejos"
VARIABLE = "AZULEJOS_DATA"


def data_folder() -> Path:
    """AZULEJOS_DATA, or the user's usual folder for programs' data; it need not exist yet."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else platformdirs.user_data_path(NAME, appauthor=False)
