"""Moves as text."""

import pytest

from azulejos.notation import NotationError, format_move, parse_move
from azulejos.notation.tiles import parse_heap
from azulejos.rules import Deal, Heap, Move, Place, Take, Tile, UsageError
from tables import refuses

MOVES = [
    ("3B2", Take(3, Tile.BLUE, 2)),
    ("0K5", Take(0, Tile.BLACK, 5)),
    ("4W0", Take(4, Tile.WHITE, 0)),
    ("9Y1", Take(9, Tile.YELLOW, 1)),
    ("3J2", Take(3, Tile.JOKER, 2)),
    ("3BJ2", Take(3, Tile.BLUE, 2, with_jokers=True)),
    ("3@5", Place(3, 5)),
    ("=BK/-/JJ", Deal((Heap.of("BK"), Heap(), Heap.of("JJ")))),
]


@pytest.mark.parametrize(("text", "move"), MOVES)
def test_moves_both_ways(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert parse_move(text.lower()) == move
    assert format_move(move) == text


def test_letters_in_any_order() -> None:
    assert format_move(parse_move("3jb2")) == "3BJ2"
    assert format_move(parse_move("=wkyb/jb")) == "=BYKW/BJ"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_move"),
        ("3B", "bad_move"),
        ("B2", "bad_move"),
        ("10B2", "bad_move"),
        ("3BB2", "bad_move"),
        ("3BY2", "bad_move"),
        ("3JJ2", "bad_move"),
        ("3F2", "bad_move"),
        ("3G2", "bad_move"),
        ("-1B2", "bad_move"),
        (" 3B2", "bad_move"),
        ("3B2 ", "bad_move"),
        ("3B2\n", "bad_move"),
        ("٣B2", "bad_move"),
        ("3B6", "bad_line"),
        ("3B9", "bad_line"),
        ("0@1", "bad_line"),
        ("6@1", "bad_line"),
        ("1@0", "bad_column"),
        ("1@6", "bad_column"),
        ("1@", "bad_move"),
        ("=", "bad_heap"),
        ("=BYKW/", "bad_heap"),
        ("=BYKF", "bad_heap"),
        ("=BY-", "bad_heap"),
        ("=ﬀ", "bad_heap"),
        ("=" + "B" * 101, "bad_heap"),
    ],
)
def test_bad_moves(text: str, code: str) -> None:
    with refuses(NotationError, code):
        parse_move(text)


def test_a_heap_may_hold_all_tiles() -> None:
    assert len(parse_heap("BYRKW" * 20)) == 100


def test_the_error_names_the_offending_part() -> None:
    with pytest.raises(NotationError, match="'3X2' is no move: a move looks like 3B2"):
        parse_move("3X2")
    with pytest.raises(NotationError, match=r"^'7' names no line: lines are 1 to 5") as refused:
        parse_move("3B7")
    assert refused.value.data == {"text": "7"}


def test_long_nonsense_is_shown_shortened() -> None:
    with pytest.raises(NotationError) as refused:
        parse_move("x" * 5000)
    assert refused.value.data["text"] == "x" * 39 + "…"
    with pytest.raises(NotationError) as refused:
        parse_move("x" * 40)
    assert refused.value.data["text"] == "x" * 40


def test_control_characters_never_reach_a_terminal() -> None:
    with pytest.raises(NotationError) as refused:
        parse_move("3\x1b[2JB2")
    assert refused.value.data["text"] == "3�[2JB2"


@pytest.mark.parametrize(
    ("build", "code"),
    [
        (lambda: Take(10, Tile.BLUE, 1), "no_such_source"),
        (lambda: Take(-1, Tile.BLUE, 1), "no_such_source"),
        (lambda: Deal(()), "empty_deal"),
        (lambda: Take(1, Tile.MARKER, 1), "not_a_take"),
        (lambda: Take(1, Tile.JOKER, 1, with_jokers=True), "not_a_take"),
        (lambda: Take(1, Tile.BLUE, 6), "no_such_line"),
        (lambda: Take(1, Tile.BLUE, -1), "no_such_line"),
        (lambda: Place(0, 1), "no_such_line"),
        (lambda: Place(6, 1), "no_such_line"),
        (lambda: Place(1, 0), "no_such_column"),
        (lambda: Place(1, 6), "no_such_column"),
    ],
)
def test_moves_that_no_text_can_name_do_not_exist(build: object, code: str) -> None:
    assert callable(build)
    with refuses(UsageError, code):
        build()
