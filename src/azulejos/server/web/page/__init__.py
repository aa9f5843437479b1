"""The page as it is sent: its files, compressed and named by their hash, and the doors to them.

Knows nothing of tables or of who asks.
"""
