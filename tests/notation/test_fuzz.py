"""The parsers meet whatever there is: only typed errors come out; what reads, round-trips."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from azulejos.notation import (
    Record,
    format_move,
    format_position,
    format_record,
    parse_move,
    parse_position,
    parse_records,
    read_position,
)
from azulejos.notation.tiles import parse_counts, parse_heap
from azulejos.rules import AzulejosError
from examples import examples
from tables import complete

SMALL = """\
[Rules "std"]
[Players "2"]
[Player1 "A\\"na"]
[Result "*"]

1. =BYKW/RRKK/BBRW/BRKK/BYWW 3B2 2K2 0R5
"""
SEEDS = [
    "3B2",
    "3BJ2",
    "3@5",
    "=BYKW/RRKK/BBRW/BRKK/BYWW",
    complete("std BYKW/RRKK/BBRW/BRKK/BYWW F . . 1 1 1 * -"),
    complete("joker -/-/-/-/- F 6:-/K/-/-/RRRR:BYRKJ/WB1R1/K2Y1/2W2/5:- . 2 2 5 - *"),
    complete("grey -/-/-/-/- - 6:-/BB/-/-/RRRR:2B2/5/5/5/5:F . 1 2 5 B10 *"),
    SMALL,
]

any_text = st.text(max_size=200)
our_letters = st.text(alphabet='BYRKWJFbyrkwjf0123456789-/:@=. stdgreyjok+\n"[]\\', max_size=200)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A good text with a few characters changed, removed, doubled or moved."""
    text = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        to = min(len(text), at + draw(st.integers(0, 6)))
        piece = draw(st.one_of(our_letters, any_text, st.just(text[at:to] * 2), st.just("")))
        text = text[:at] + piece[:12] + text[to:]
    return text


texts = st.one_of(damaged(), our_letters, any_text)


def survives(parse: Callable[[str], Any], write: Callable[[Any], str], text: str) -> None:
    """The typed error in one sentence, or a value whose text reads back the same."""
    try:
        value = parse(text)
    except AzulejosError as error:
        sentence = str(error)
    else:
        sentence = "read"
        assert parse(write(value)) == value
    assert sentence.isprintable()


@examples(6000)
@given(texts)
def test_moves(text: str) -> None:
    survives(parse_move, format_move, text)


@examples(6000)
@given(texts)
def test_positions(text: str) -> None:
    survives(parse_position, format_position, text)
    survives(read_position, format_position, text)


@examples(6000)
@given(texts)
def test_records(text: str) -> None:
    def write(records: list[Record]) -> str:
        return "\n".join(format_record(record) for record in records)

    survives(parse_records, write, text)
    survives(replayed, write, text)


def replayed(text: str) -> list[Record]:
    records = parse_records(text)
    for record in records:
        final = record.start()
        for played in record.replay():
            final = played.position
        record.check_result(final)
    return records


@examples(4000)
@given(texts)
def test_heaps_and_counts(text: str) -> None:
    survives(parse_heap, attrgetter("letters"), text)
    survives(parse_counts, attrgetter("numbers"), text)
