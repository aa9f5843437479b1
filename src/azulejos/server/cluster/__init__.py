"""What several server processes tell one another; with one process, nothing.

The store decides everything: news only make others look at it sooner, and may be lost.
"""
