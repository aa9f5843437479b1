"""What all environments are told in the same words: the options of a reset, and seats."""

from __future__ import annotations

from ..core.arguments import check_seat

__all__ = ["RESET_OPTIONS", "check_seat"]

RESET_OPTIONS = ("position", "seat", "starter")  # of a game for one
