"""The golden counts of the rules, found by the core."""

from pathlib import Path

import pytest

from azulejos.core import WHY_SLOW, State

# The table of docs/notation.md.
FIRST = (
    "std BYKW/RRKK/BBRW/BRKK/BYWW F 0:-/-/-/-/-:5/5/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:- 1 1 1 "
    "B15Y18R16K15W16 -"
)
FIRST_COUNTS = [1, 90, 7560, 490494]
FIRST_AT_DEPTH_4 = 27154953

DATA = Path(__file__).parent.parent / "data" / "perft.txt"
GOLDEN = [line.split(" | ") for line in DATA.read_text().splitlines()]


@pytest.mark.parametrize("depth", range(4))
def test_perft_of_the_notation(depth: int) -> None:
    assert State.from_text(FIRST).perft(depth) == FIRST_COUNTS[depth]


@pytest.mark.skipif(bool(WHY_SLOW), reason="takes minutes where the core is interpreted")
def test_perft_of_the_notation_at_depth_4() -> None:
    assert State.from_text(FIRST).perft(4) == FIRST_AT_DEPTH_4


@pytest.mark.parametrize(("text", "counts"), GOLDEN)
def test_golden_counts(text: str, counts: str) -> None:
    state = State.from_text(text)
    before = state.key()
    for depth, leaves in enumerate(map(int, counts.split()), start=1):
        assert state.perft(depth) == leaves
    assert state.key() == before  # counting changes nothing


def test_a_deep_count_is_the_sum_of_its_parts() -> None:
    """Deeper than 4 plies the count comes back to Python now and then."""
    state = State.from_text(
        "std -/-/-/-/- BBRRRRWW 5:R/YY/-/YYYY/WW:BY3/W2R1/KW3/5/5:F "
        "6:K/KK/KKK/BBBB/WW:1YR2/2YR1/2B1R/5/5:K 1 2 3 B9Y9R5K8W9 B3Y2R6K4W3"
    )
    assert [state.perft(depth) for depth in (3, 4, 5, 6, 100)] == [28] * 5
