"""What may be done at a table, and which entries it writes: moves, acts besides moves, new tables.

Each decision is a function of the table as it is; it refuses with an error, and changes nothing.
"""
