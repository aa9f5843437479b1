"""What browsers talk to: requests, sockets, the page's files, security headers, rate limits, keys.

Knows HTTP. Refuses to know the rules, the database, and what may be done at a table.
"""
