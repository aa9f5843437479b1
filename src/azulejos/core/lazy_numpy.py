"""NumPy, imported when it is first used: core and search run without it, and so do most people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..extras import importing

if TYPE_CHECKING:
    import numpy as np
else:

    class LazyNumPy:
        """Stands for the module; what is used of it is looked up there once."""

        def __getattr__(self, name: str) -> Any:
            with importing("numpy"):
                import numpy

            value = getattr(numpy, name)
            setattr(self, name, value)
            return value

    np = LazyNumPy()

__all__ = ["np"]
