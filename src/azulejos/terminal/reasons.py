"""Why one move is better than another, in words: in reviews, and for a hint.

`web/js/review/words.js` tells the same on the page; a test lets both tell the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..locales import Catalogue
from ..locales.numbers import decimal, signed

if TYPE_CHECKING:
    from ..reviews import Explanation
    from ..reviews.advice import Comparison


def reasons_sentence(found: Explanation, words: Catalogue) -> str:
    """The gap in points, part by part."""
    gap = round(found.gap, 1)
    key = "review.why" if found.is_clear else "review.unclear"
    return words.text(
        key if gap > 0 else "review.chance_only",
        points=signed(gap, words),
        parts=_parts(found, words),
    )


def comparison_sentence(found: Comparison, words: Catalogue) -> str:
    """Beside which move the one that is advised is better, and why."""
    return words.text(
        f"review.hint.{found.other}",
        move=str(found.move),
        points=decimal(f"{found.why.gap:.1f}", words),
        parts=_parts(found.why, words),
    )


def _parts(found: Explanation, words: Catalogue) -> str:
    """Rounded so that they add up: what rounding changed goes to the judgement."""
    gap = round(found.gap, 1)
    shown = {str(part.kind): round(part.points, 1) for part in found.parts}
    if "wall" in shown:
        shown["wall"] = round(gap - sum(shown.values()) + shown["wall"], 1)
    parts = [
        words.text(
            f"review.part.{kind}.{'gain' if points > 0 else 'loss'}",
            points=decimal(f"{abs(points):g}", words),
        )
        for kind, points in shown.items()
        if points
    ]
    return words.listing(parts) if parts else "0"
