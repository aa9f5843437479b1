"""Data for those who study the game or teach machines: games by bots, written as Parquet.

`config.py` says which games, `play.py` plays one, `tables.py` makes rows of it, `folder.py` knows
the files and `run.py` puts it together, by the workers of a pool (`azulejos.workers`). `summary.py`
says what the games of a folder tell about its bots.
"""
