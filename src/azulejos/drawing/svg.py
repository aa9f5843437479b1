"""A position as one SVG drawing in the page's art: all that lies on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..locales import FALLBACK, Catalogue, catalogue
from ..notation import format_position
from ..rules import Phase, Position, Tile, WonBy
from ..rules.material import LAST_ROUND
from .art import LIGHT
from .board import BoardLabel, draw_board
from .canvas import BOLD, Box, SvgCanvas
from .layout import CARD_RADIUS, table_layout
from .letters import shortened, width_of
from .offer import draw_offer, draw_supply
from .text import full_names


def draw_svg(
    position: Position,
    *,
    names: Sequence[str] | None = None,
    language: str = FALLBACK,
    theme: str = LIGHT,
) -> str:
    """The whole table as one self-contained SVG, in the theme "light" or "dark".

    >>> from ..rules import start
    >>> draw_svg(start(2)).startswith('<svg xmlns="http://www.w3.org/2000/svg" width=')
    True
    """
    canvas = SvgCanvas(theme)
    width, height = draw_table(canvas, position, names, language)
    words = catalogue(language)
    called = _names(position, names, words)
    title = f"{_round(position, words)} · {_state(position, called, words)}"
    told = " ".join(_told(position, called, words))
    return canvas.svg(width, height, title, told, format_position(position))


def draw_table(
    canvas: SvgCanvas, position: Position, names: Sequence[str] | None, language: str
) -> tuple[float, float]:
    """Draws on any canvas; how wide and how high the table is."""
    words = catalogue(language)
    called = _names(position, names, words)
    table = table_layout(position.players)
    whole = Box(0, 0, table.width, table.height)
    canvas.ground(whole, (*table.boards, table.supply), CARD_RADIUS)
    _draw_header(canvas, table.header, position, called, words)
    draw_offer(canvas, table.offer, position)
    draw_supply(canvas, table.supply, position, words)
    for player, area in enumerate(table.boards, start=1):
        with canvas.group(f"player-{player}"):
            sign = _sign(position, player, called[player - 1], words)
            draw_board(canvas, area, table.space, position.board(player), position.rules, sign)
    return table.width, table.height


def _names(position: Position, names: Sequence[str] | None, words: Catalogue) -> list[str]:
    """Signs that no drawing may hold become spaces."""
    return [
        "".join(sign if sign.isprintable() else " " for sign in name)
        for name in full_names(position, names or [], words)
    ]


def _round(position: Position, words: Catalogue) -> str:
    return words.text("label.round", round=min(position.round, LAST_ROUND))


def _state(position: Position, names: Sequence[str], words: Catalogue) -> str:
    """What the position waits for, or how the game ended."""
    if outcome := position.outcome:
        key = {
            WonBy.POINTS: "result.won",
            WonBy.ROWS: "result.won_by_rows",
            WonBy.SHARED: "result.shared",
        }[outcome.won_by]
        return words.text(
            key, name=words.listing([names[player - 1] for player in outcome.winners])
        )
    due = position.phase is Phase.PREPARATION
    return words.text("label.deal_due" if due else "label.turn", name=names[position.turn - 1])


def _draw_header(
    canvas: SvgCanvas, area: Box, position: Position, names: Sequence[str], words: Catalogue
) -> None:
    text = _round(position, words)
    middle = area.y + area.h / 2
    pill = Box(area.x, middle - 15, width_of(text, 17) + 28, 30)
    canvas.rect(pill, "plaster-2", 15, stroke="line", width=1)
    canvas.write(text, pill.x + 14, middle + 6, 17, "ink-2")
    left = pill.x + pill.w + 14
    state = _state(position, names, words)
    state = shortened(state[:1].upper() + state[1:], 19, area.x + area.w - left)
    colour = "good" if position.phase is Phase.OVER else "ink"
    canvas.write(state, left, middle + 6.5, 19, colour, weight=BOLD)


def _sign(position: Position, player: int, name: str, words: Catalogue) -> BoardLabel:
    outcome = position.outcome
    to_move = outcome is None and player == position.turn
    board = position.board(player)
    tiling = to_move and position.phase is Phase.TILING
    return BoardLabel(
        name=name,
        note=catalogue(words.language, "table").text("table.note.starts")
        if board.holds_marker
        else "",
        active=to_move,
        winner=outcome is not None and player in outcome.winners,
        due=board.first_complete_line if tiling else 0,
    )


def _told(position: Position, names: Sequence[str], words: Catalogue) -> Iterator[str]:
    """For those who listen: the offer and the scores in words."""
    for number, heap in enumerate(position.displays, start=1):
        if heap:
            yield words.text("plain.display", number=number, tiles=words.tiles(heap))
    centre = ([Tile.MARKER] if position.marker_in_centre else []) + list(position.centre)
    yield words.text("plain.centre", tiles=words.tiles(centre))
    for name, board in zip(names, position.boards, strict=True):
        yield words.text("plain.board", board.score, name=name)
    yield words.text("plain.bag", tiles=words.tiles(position.bag))
    yield words.text("plain.lid", tiles=words.tiles(position.lid))
