"""Reviews on the server: whose turn it is, and the process in which they are worked out.

Knows the store and how busy the bots are. What a review says is not its matter: see
`azulejos.reviews` and `tables.advice`.
"""
