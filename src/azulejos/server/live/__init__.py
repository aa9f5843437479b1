"""Tables in memory: one owner each (`live_table`), those who look at them, bots that think.

Knows the event loop. Refuses to know HTTP, and how tables are kept.
"""
