"""One of the test bots as an engine, in a process of its own: `served_engine.py LEVEL`."""

from __future__ import annotations

import sys

from protocol_bots import LEVELS, make

from azulejos.protocol.server import serve

if __name__ == "__main__":
    serve(make, LEVELS, sys.argv[1], sys.stdin, sys.stdout, "Test Bot", "nobody")
