"""A study, file by file, at any place; files that are there are not played again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ..places import Place
from .folder import Folder
from .play import play_game
from .tables import Content, content_of
from .terms import File, Terms

Progress = Callable[[int], None]  # how many games there are


class Total(NamedTuple):
    """What a folder holds."""

    games: int
    moves: int
    bytes: int


def generate(folder: Folder, terms: Terms, place: Place, progress: Progress) -> None:
    """Plays what is missing, and keeps each file as soon as it is played."""
    missing = [file for file in terms.files if not folder.has(file)]
    done = terms.games - sum(file.games for file in missing)
    progress(done)
    work = partial(make_file, terms)
    for file, content in place.as_done(work, missing, _name):
        folder.keep(file, content)
        done += file.games
        progress(done)


def make_file(terms: Terms, file: File) -> Content:
    """On a worker."""
    games = range(file.first, file.first + file.games)
    return content_of(terms, (play_game(terms, number) for number in games))


def _name(file: File) -> str:
    return f"games {file.first} to {file.first + file.games - 1}"


def total(folder: Folder, terms: Terms) -> Total:
    import pyarrow.parquet as pq

    games = moves = size = 0
    for file in filter(folder.has, terms.files):
        games += file.games
        moves += pq.read_metadata(folder.moves_file(file)).num_rows
        size += folder.moves_file(file).stat().st_size + folder.games_file(file).stat().st_size
    return Total(games, moves, size)
