"""What both ends of the protocol share: thoughts as `info` lines, and back."""

from __future__ import annotations

import math
import re
from collections import deque
from typing import NamedTuple

from ..notation import format_move, parse_move
from ..rules import AzulejosError, IllegalMoveError, Move, Position, play
from .contract import Thought

NO_MOVE = "none"
MOST_MOVES = 100
_COUNT = re.compile(r"[0-9]{1,18}")
_SCORE = re.compile(r"[+-]?[0-9]{1,6}(?:\.[0-9]{1,9})?")
_CHANCE = re.compile(r"0(?:\.[0-9]{1,9})?|1(?:\.0{1,9})?")


class Info(NamedTuple):
    """What one line tells; what it does not mention is None, or no moves."""

    depth: int | None = None
    nodes: int | None = None
    score: float | None = None
    chance: float | None = None
    line: tuple[Move, ...] = ()


def format_info(thought: Thought) -> str:
    """The line for a thought; `chance` stands last, after the keys that every reader knows.

    >>> format_info(Thought(parse_move("3B2"), 4, 120, score=3.44, chance=0.61))
    'info depth 4 nodes 120 score +3.4 pv 3B2 chance 0.61'
    """
    words = [f"info depth {thought.depth} nodes {thought.nodes}"]
    if thought.score is not None and math.isfinite(thought.score):
        words.append(f"score {round(thought.score, 1) + 0.0:+.1f}")  # + 0.0: never "-0.0"
    line = thought.line
    if line[:1] != (thought.move,):
        line = (thought.move, *line)
    words.append(f"pv {' '.join(format_move(move) for move in line)}")
    if thought.chance is not None and math.isfinite(thought.chance):
        words.append(f"chance {thought.chance:.2f}")
    return " ".join(words)


def parse_info(text: str) -> Info | None:
    """What stands after `info`, in any order; unknown words are skipped; None if malformed.

    >>> parse_info("depth 4 time 12 score -0.5")
    Info(depth=4, nodes=None, score=-0.5, chance=None, line=())
    """
    info = Info()
    words = deque(text.split())
    try:
        while words:
            match words.popleft().lower():
                case "depth":
                    info = info._replace(depth=int(_value(words, _COUNT)))
                case "nodes":
                    info = info._replace(nodes=int(_value(words, _COUNT)))
                case "score":
                    info = info._replace(score=float(_value(words, _SCORE)))
                case "chance":
                    info = info._replace(chance=float(_value(words, _CHANCE)))
                case "pv":
                    info = info._replace(line=_moves(words))
                case "string":
                    break
    except ValueError:
        return None
    return info


def _value(words: deque[str], form: re.Pattern[str]) -> str:
    if not words or not form.fullmatch(words[0]):
        raise ValueError
    return words.popleft()


def _moves(words: deque[str]) -> tuple[Move, ...]:
    """Moves up to the first word that is none, which may be the next key."""
    moves: list[Move] = []
    while words:
        try:
            moves.append(parse_move(words[0]))
        except AzulejosError:
            break
        words.popleft()
    if not moves:
        raise ValueError
    return tuple(moves[:MOST_MOVES])


def thought_after(before: Thought | None, info: Info, position: Position) -> Thought | None:
    """The thought that a line tells; one without moves adds to the thought before it.

    None if there is nothing to tell, or if the move is not legal.
    """
    if info.line:
        line = _playable(position, info.line)
        if not line:
            return None
        return Thought(line[0], info.depth or 0, info.nodes or 0, info.score, info.chance, line)
    if before is None or info == Info():
        return None
    return before._replace(
        depth=before.depth if info.depth is None else info.depth,
        nodes=before.nodes if info.nodes is None else info.nodes,
        score=before.score if info.score is None else info.score,
        chance=before.chance if info.chance is None else info.chance,
    )


def _playable(position: Position, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves up to the first that is not legal."""
    for number, move in enumerate(line):
        try:
            position = play(position, move).position
        except IllegalMoveError:
            return line[:number]
    return line
