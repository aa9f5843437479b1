"""How winning chances become honest: games by a network, a fit to their results, a check on others.

Needs NumPy only. What the fit is for is in `search/calibration.py`.
"""
