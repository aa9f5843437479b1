"""A table as values: who sits there, what is played, what may be done, what each may see.

Knows the rules, the notation and the levels of bots. Refuses to know web frameworks, databases,
event loops and NumPy: it never waits, and whoever keeps a table says what time it is. `table.py`
is the door; the server is one host of it, and a page without a server can be another.
"""
