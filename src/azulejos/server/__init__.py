"""The game over HTTP and WebSocket: tables, seats, live updates, storage.

What is said is in `messages.py` and, in words, in docs/server.md; the rules are elsewhere.
"""
