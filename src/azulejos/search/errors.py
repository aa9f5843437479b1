"""What is wrong with the file of a network."""

from __future__ import annotations

from typing import ClassVar

from ..rules.errors import Reasons, UsageError


class WeightsError(UsageError):
    """A file that holds no network, or not one for this game."""

    reasons: ClassVar[Reasons] = {
        "weights_unreadable": ("{file} can't be read: {why}", ""),
        "not_weights": ("{file} is no network that azulejos train has made, or is damaged", ""),
        "bad_weights_card": (
            "{file} is no card of a network, or is damaged: it must name the kind of game",
            "",
        ),
        "weights_of_other_game": (
            "the network {file} is for {rules} with {players} players, not for this game",
            "",
        ),
    }
