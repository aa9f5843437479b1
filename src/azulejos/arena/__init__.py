"""Bots against bots: matches, tournaments, and what their results are worth.

`schedule.py` says who meets whom on which deals, `referee.py` plays one game, `runner.py` many at
once, each in one of its worker processes (`worker.py`); `places.py` can have them played on a Ray
cluster instead. `statistics.py` and `ratings.py` turn
results into numbers with intervals. `match.py` and `tournament.py` put it together.
"""
