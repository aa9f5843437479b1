"""What is said about a table, both ways: the shapes of messages, and how they are made.

Knows how a table is shown. Refuses to know who is connected, and how messages travel.
"""
