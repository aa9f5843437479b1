"""The numbering of moves, for environments and networks (docs/research.md).

A number means the same move in every game:

        0 …  299   a colour: (source * 5 + colour) * 6 + line
      300 …  324   a tiling decision: 300 + (line - 1) * 5 + column - 1
      325 …  384   jokers alone: 325 + source * 6 + line
      385 …  684   a colour and the jokers: 385 + (source * 5 + colour) * 6 + line

Source 0 is the centre and line 0 the floor; colours count from 0 in the order BYRKW.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

from .layout import ACTIONS, FIRST_JOKER_TAKE, FIRST_MIXED_TAKE, FIRST_PLACE

if TYPE_CHECKING:
    from ..rules.material import RuleSet
    from ..rules.moves import Move


RULES = ("std", "grey", "joker", "grey+joker")


def check_kind(players: int, rules: RuleSet | str, starter: int = 1) -> None:
    """Refuses a kind of game that does not exist, with the error of `rules/`."""
    if players in (2, 3, 4) and rules in RULES and 1 <= starter <= players:
        return
    from ..rules.position import start

    start(players, rules, starter)
    raise ValueError(f"there is no game of {rules!r} for {players} players")


def action_count(players: int = 2, rules: RuleSet | str = "std") -> int:
    """How many numbers a kind of game needs: all its actions are below.

    >>> [action_count(players) for players in (2, 3, 4)], action_count(2, "grey")
    ([180, 240, 300], 325)
    """
    players = index(players)
    check_kind(players, rules)
    if rules == "std":
        return 30 * (2 * players + 2)
    return FIRST_JOKER_TAKE if rules == "grey" else ACTIONS


def move_of(action: int) -> Move:
    """The move of `rules/` for a number.

    >>> move_of(2 * 30 + 6 + 3)
    parse_move('2Y3')
    """
    from ..rules.moves import Place, Take
    from ..rules.tiles import COLOURS, Tile

    action = index(action)  # NumPy's numbers must not get into moves
    if not 0 <= action < ACTIONS:
        raise ValueError(f"there is no action {action}: they are 0 to {ACTIONS - 1}")
    if FIRST_PLACE <= action < FIRST_JOKER_TAKE:
        line, column = divmod(action - FIRST_PLACE, 5)
        return Place(line + 1, column + 1)
    if FIRST_JOKER_TAKE <= action < FIRST_MIXED_TAKE:
        source, line = divmod(action - FIRST_JOKER_TAKE, 6)
        return Take(source, Tile.JOKER, line)
    mixed = action >= FIRST_MIXED_TAKE
    place, line = divmod(action - FIRST_MIXED_TAKE if mixed else action, 6)
    source, colour = divmod(place, 5)
    return Take(source, COLOURS[colour], line, mixed)


def action_of(move: Move | str) -> int:
    """The number of a take or a tiling decision, given as a value or as text.

    >>> action_of("2Y3")
    69
    """
    from ..notation.text_moves import as_move
    from ..rules.moves import Deal, Place, Take
    from ..rules.tiles import COLOURS, Tile

    move = as_move(move)
    if isinstance(move, Deal):
        raise ValueError("a deal has no number: chance makes it")
    if not isinstance(move, Take | Place):
        raise TypeError(f"a move is a Take or a Place, not {move!r}")
    if isinstance(move, Place):
        return FIRST_PLACE + (move.line - 1) * 5 + move.column - 1
    if move.tile is Tile.JOKER:
        return FIRST_JOKER_TAKE + move.source * 6 + move.line
    first = FIRST_MIXED_TAKE if move.with_jokers else 0
    return first + (move.source * 5 + COLOURS.index(move.tile)) * 6 + move.line
