"""The names of Cython that core and search use, for running them where Cython is not installed."""

from contextlib import nullcontext

compiled = False
nogil = nullcontext()
