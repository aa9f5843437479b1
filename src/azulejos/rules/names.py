"""Closed lists of names: what one is called in the notation, and in Python."""

from enum import StrEnum


class Name(StrEnum):
    """A name of a list: `str` is what the notation calls it, `repr` can be evaluated.

    >>> class Side(Name):
    ...     LEFT = "l"
    >>> print(Side.LEFT, [Side.LEFT])
    l [Side.LEFT]
    """

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"
