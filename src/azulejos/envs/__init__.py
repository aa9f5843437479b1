"""Environments for learning machines: PettingZoo, Gymnasium, OpenSpiel, and many games at once.

Thin: the game is `azulejos.core`. Importing this registers what Gymnasium should know, by name
only: the environments are loaded when one is made. Where Gymnasium is not installed nothing is
registered, and `azulejos.envs.gymnasium` says what to install.
"""

from importlib.util import find_spec

GYMNASIUM_ID = "azulejos/Azul-v0"
RESET_OPTIONS = ("position", "seat", "starter")  # what `reset` of an environment for one takes


def register() -> None:
    """Tells Gymnasium of our environment; twice does no harm."""
    from gymnasium.envs import registration

    if GYMNASIUM_ID not in registration.registry:
        registration.register(
            GYMNASIUM_ID,
            entry_point="azulejos.envs.gymnasium:AzulEnv",
            vector_entry_point="azulejos.envs.vector:make_vector",
        )


if find_spec("gymnasium"):
    register()
