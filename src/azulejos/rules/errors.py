"""Everything the law refuses, each refusal with a stable code, its data and its rule.

The other packages derive their own errors from these and keep them beside what raises them.

`str(error)` is one English sentence for engineers and the command line. User interfaces
translate by `code` and `data` (the catalogues in `locales/` have a text for every code).
"""

from __future__ import annotations

from typing import ClassVar

from .tiles import Tile

ENGLISH = {
    Tile.BLUE: "blue",
    Tile.YELLOW: "yellow",
    Tile.RED: "red",
    Tile.BLACK: "black",
    Tile.WHITE: "white",
    Tile.JOKER: "joker",
    Tile.MARKER: "the first-player marker",
}

Reasons = dict[str, tuple[str, str]]
Datum = str | int


class AzulejosError(ValueError):
    """A wrong input: `code` and `data` for programs, `rule` for the curious, str() for people.

    The tables of subclasses map a code to its sentence and to the rule that it comes from
    (empty where no rule of the game is concerned).
    """

    reasons: ClassVar[Reasons] = {}

    def __init__(self, code: str, **data: Datum) -> None:
        self.code = code
        self.data = data
        sentence, self.rule = self.reasons[code]
        words = {key: ENGLISH[v] if isinstance(v, Tile) else v for key, v in data.items()}
        message = sentence.format_map(words)
        super().__init__(f"{message} ({self.rule})" if self.rule else message)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.code, self.data)


def _rebuild(kind: type[AzulejosError], code: str, data: dict[str, Datum]) -> AzulejosError:
    """Errors cross process boundaries by code and data, like all else."""
    return kind(code, **data)


class UsageError(AzulejosError):
    """A game or move that can't exist, or a call that makes no sense now.

    The base of other packages' errors about their own input, such as a bot's spec.
    """

    reasons: ClassVar[Reasons] = {
        "player_count": ("a game has 2, 3 or 4 players, not {players}", "R4"),
        "unknown_rules": ("there are no rules {rules!r}: use std, grey, joker or grey+joker", "R1"),
        "unknown_starter": ("player {starter} can't start: the players are 1 to {players}", "R6"),
        "not_a_take": ("{tile} can't be taken like that", "R41"),
        "no_such_source": (
            "there is no display {source}: they are 1 to 9, 0 is the centre",
            "R4",
        ),
        "empty_deal": ("a deal fills at least one display", "R31"),
        "no_such_line": ("there is no line {line}: lines are 1 to 5", "R2"),
        "no_such_column": ("there is no column {column}: columns are 1 to 5", "R2"),
        "no_deal_due": ("no deal is due now", "R31"),
        "no_move_due": ("no player is to move now, so there is nothing to choose", ""),
        "negative_depth": ("a perft depth is 0 or more, not {depth}", ""),
    }


class IllegalMoveError(AzulejosError):
    """A well-formed move that the rules do not allow in this position."""

    reasons: ClassVar[Reasons] = {
        # The wrong kind of move for what the position waits for.
        "game_over": ("the game is over", "R34"),
        "take_due": ("a take is due now, no other move", "R10"),
        "tiling_due": ("a tiling decision for line {line} is due now, no other move", "E15, E26"),
        "deal_due": ("a deal is due now, no other move", "R31"),
        # Takes: the source.
        "no_such_display": ("there is no display {source}: this game has {displays}", "R4"),
        "display_empty": ("display {source} is empty", "R10"),
        "centre_empty": ("the centre holds no tiles", "R10"),
        "not_on_display": ("there is no {tile} on display {source}", "R10"),
        "not_in_centre": ("there is no {tile} in the centre", "R10"),
        "no_joker_to_add": ("there is no joker to take along with {tile} there", "R41"),
        "no_jokers_in_game": ("this game is played without jokers", "R40"),
        # Takes: the target.
        "line_full": ("line {line} is full", "E4"),
        "line_has_colour": ("line {line} holds {held}, no other colour may join", "R14"),
        "colour_in_row": ("{tile} is already in wall row {row}", "R16"),
        "joker_in_row": ("a joker stands on the {tile} cell of wall row {row}", "R48"),
        # Tiling decisions.
        "other_line_first": ("line {due} is tiled next, not line {line}", "R21"),
        "cell_taken": ("cell {row},{column} of the wall is taken", "R37, R45"),
        "colour_in_column": ("{tile} is already in wall column {column}", "R38"),
        # Deals.
        "deal_displays": ("a deal for {players} players fills {displays} displays", "R4"),
        "deal_size": ("display {display} must get {due} tiles, not {got}", "R31"),
        "not_in_bag": ("display {display} can't get {tiles}: the bag does not hold them", "R31"),
        "bag_first": (
            "display {display} must get the bag's last tiles {tiles} before the lid is tipped in",
            "E7",
        ),
        "not_in_lid": ("display {display} can't get {tiles}: bag and lid do not hold them", "R32"),
    }


class ImpossiblePositionError(AzulejosError):
    """A well-formed position that no game could reach."""

    reasons: ClassVar[Reasons] = {
        "players_number": ("a position has 2, 3 or 4 players, not {players}", "R4"),
        "display_number": ("{players} players have {due} displays, not {displays}", "R4"),
        "tile_count": ("the position holds {found} of {tile}, the game has {due}", "R5"),
        "joker_count": ("the position holds {found} jokers, the game has {due}", "R40"),
        "display_overfull": ("display {display} holds more than 4 tiles", "R6"),
        "display_short": ("display {display} is short although tiles were left to deal", "E8"),
        "centre_overfull": ("the centre holds more tiles than empty displays can have left", "R10"),
        "line_overfull": ("line {line} of player {player} holds {tiles} tiles", "R2"),
        "line_two_colours": ("line {line} of player {player} holds two colours", "R14"),
        "line_barred": (
            "line {line} of player {player} holds {tile}, which wall row {line} bars",
            "R16, R48",
        ),
        "wall_wrong_colour": (
            "{tile} is not the colour of cell {row},{column} on the wall of player {player}",
            "R21",
        ),
        "wall_row_twice": ("wall row {row} of player {player} holds {tile} twice", "R38"),
        "wall_column_twice": ("wall column {column} of player {player} holds {tile} twice", "R38"),
        "floor_overfull": ("the floor line of player {player} holds more than 7 tiles", "R18"),
        "marker_count": ("there are {markers} first-player markers, there must be one", "R9"),
        "negative_score": ("the score of player {player} is below 0", "R27"),
        "turn": ("player {turn} can't be to move: the players are 1 to {players}", "R9"),
        "starter": ("player {starter} can't have started: the players are 1 to {players}", "R9"),
        "round": ("there is no round {round}", "E20"),
        "round_over": ("no tiles are on offer in round {round}: round 50 is the last", "E20"),
        "row_complete": (
            "wall row {row} of player {player} is complete, so no round goes on",
            "R30",
        ),
        "not_their_decision": ("player {player} has a line to tile before player {turn}", "E19"),
        "no_decision": ("line {line} of player {player} is complete and leaves no choice", "E19"),
        "floor_not_cleared": ("the floor line of player {player} was not cleared", "R28"),
        "marker_not_returned": ("between rounds the marker lies in the centre", "R9"),
        "turn_not_starter": ("between rounds the starter {starter} is to move, not {turn}", "R9"),
    }
