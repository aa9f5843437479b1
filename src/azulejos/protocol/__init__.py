"""The engine protocol of docs/notation.md, both ends, and the contract that it carries.

`contract.py` says what a bot is: limits in, thoughts out. `client.py` makes a bot of any program
that speaks the protocol; `server.py` puts any bot behind it.
"""

from .contract import Bot, BotError, Limit, Thought

__all__ = ["Bot", "BotError", "Limit", "Thought"]
