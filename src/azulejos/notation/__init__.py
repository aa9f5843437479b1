"""The text forms of docs/notation.md: moves, positions and records, parsed and formatted.

Each form has a pair of functions; what is written reads back exactly. A parser answers bad text
with a NotationError that names the offending part. No rule of play is decided here; `play`,
`preview` and `refusal` are the law's, for moves as values or as text.
"""

from .errors import NotationError, PlayerNameError
from .moves import format_move, parse_move
from .positions import format_position, parse_position, read_position
from .records import Record, Step, format_record, parse_record, parse_records, result_of
from .text_moves import as_move, play, preview, refusal

__all__ = [
    "NotationError",
    "PlayerNameError",
    "Record",
    "Step",
    "as_move",
    "format_move",
    "format_position",
    "format_record",
    "parse_move",
    "parse_position",
    "parse_record",
    "parse_records",
    "play",
    "preview",
    "read_position",
    "refusal",
    "result_of",
]
