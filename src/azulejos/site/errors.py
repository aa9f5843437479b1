"""What keeps a site from being made."""

from __future__ import annotations

from typing import ClassVar

from ..rules.errors import Reasons, UsageError


class SiteError(UsageError):
    """Something is missing on this machine, or can't be had."""

    reasons: ClassVar[Reasons] = {
        "site_no_runtime": (
            "no release of Pyodide is known for Python {version}: use one of {known}",
            "",
        ),
        "site_no_headers": (
            "Python's headers are not at {folder}: install them, as python3-dev or similar",
            "",
        ),
        "site_no_download": ("{name} could not be fetched from {address}: {why}", ""),
        "site_damaged_download": ("{name} from {address} is not the file that is expected", ""),
        "site_no_compile": ("{module} could not be compiled for the browser: {why}", ""),
        "site_not_empty": (
            "{folder} holds something else: name a new folder, or one that this command made",
            "",
        ),
    }
