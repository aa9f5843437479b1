"""`Generator`: the random number generator for deals and random moves."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import cython_stub as cython
else:
    try:
        import cython
    except ImportError:
        from . import cython_stub as cython

if not cython.compiled:
    from .layout import MASK_64
    from .moves import mix_bits
    from .offer import random_below


class Generator:
    """A fast random number generator: the same seed gives the same sequence, compiled or not.

    >>> dice = Generator(1)
    >>> [dice.below(6) for _ in range(5)]
    [3, 4, 5, 4, 3]
    """

    def __init__(self, seed: int) -> None:
        if not cython.compiled:
            self.words = [0]
        self.words[0] = mix_bits(index(seed) & MASK_64)

    def below(self, number: int) -> int:
        """A random whole number from 0 up to, not including, this one."""
        number = index(number)
        if not 1 <= number <= 2**32:
            raise ValueError(f"a number from 1 to 2**32 is needed, not {number}")
        return random_below(self.words, number)

    def __copy__(self) -> Generator:
        return generator_at(self.words[0])

    def __deepcopy__(self, memo: Any) -> Generator:
        return generator_at(self.words[0])

    def __reduce__(self) -> tuple[object, ...]:
        return generator_at, (self.words[0],)


def generator_at(word: int) -> Generator:
    """A generator that goes on where another was."""
    generator = Generator(0)
    generator.words[0] = word
    return generator
