"""The environment under its name and version, as PettingZoo's own games are imported."""

from .pettingzoo import env, parallel_env, raw_env

__all__ = ["env", "parallel_env", "raw_env"]
