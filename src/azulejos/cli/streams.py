"""What every command keeps to: wrong input is one sentence on standard error and exit code 2.

Knows nothing of Typer, which takes longer to load than a page to appear.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from io import StringIO, TextIOWrapper
from typing import NoReturn

from ..extras import MissingExtraError
from ..locales import catalogue, system_language
from ..rules import AzulejosError

BAD_INPUT = 2
INTERRUPTED = 130


def run(command: Callable[[], object]) -> NoReturn:
    """A command to its end; what it returns is the exit code, if it is a number."""
    _mend_streams()
    try:
        status = command()
        if not sys.stdout.closed:  # as the engine leaves it whose reader has gone
            sys.stdout.flush()
        sys.exit(status if isinstance(status, int) else 0)
    except MissingExtraError as error:
        fail(catalogue(system_language()).error(error))
    except AzulejosError as error:
        fail(str(error))
    except BrokenPipeError:
        # Whoever read our output has seen enough, as in `azulejos random | head`.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _mend_streams() -> None:
    """A closed stream reads and writes nothing; a sign that a stream can't bear is replaced."""
    sys.stdin = sys.stdin or StringIO()
    sys.stdout = sys.stdout or StringIO()
    sys.stderr = sys.stderr or StringIO()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def fail(sentence: str) -> NoReturn:
    """Ends the program over bad input."""
    complain(sentence)
    sys.exit(BAD_INPUT)


def complain(sentence: str) -> None:
    """One line about bad input, whatever is in it; no-break spaces stay."""
    warn("azulejos: " + re.sub(r"\s+", " ", sentence.strip(), flags=re.ASCII))


def say(text: str) -> None:
    """A line for whoever reads our output, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def warn(text: str) -> None:
    """A line for the person, apart from the output."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()
