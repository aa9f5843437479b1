"""What the core's files use of Cython, for running them where Cython is not installed."""

from contextlib import nullcontext

compiled = False
nogil = nullcontext()
