"""Bots against bots: matches, tournaments, and what their results are worth.

`schedule.py` says who meets whom on which deals, `referee.py` plays one game, `play.py` many at
once, by the workers of a pool. `azulejos.statistics` and `ratings.py` turn results into numbers
with intervals. `match.py` and `tournament.py` put it together; `library.py` is all of
it as two functions.
"""
