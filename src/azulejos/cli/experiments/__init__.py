"""Commands that play or learn for minutes to days, and what they share: progress, workers, Ctrl-C.

Matches and tournaments, the levels' ratings, self-play, training and calibration, speed.
"""
