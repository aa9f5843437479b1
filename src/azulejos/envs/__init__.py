"""Environments for learning machines: PettingZoo, Gymnasium, OpenSpiel, and many games at once.

Thin: the game is `azulejos.core`. Importing this registers what Gymnasium should know.
"""
