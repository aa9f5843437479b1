"""What games have brought: the result of one, sums of many, ratings and bests.

From finished games alone: nothing here looks at a table that is played at.
"""
