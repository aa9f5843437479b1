"""A review as one page of HTML that needs nothing else: to keep and to send."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from ...drawing.svg import draw_svg
from ...locales import Catalogue
from ...locales.numbers import percent, signed
from .words import (
    explanation_sentence,
    ledger_cells,
    ledger_columns,
    ledger_sentence,
    level_sentence,
    names_of,
    play_cells,
    play_columns,
    title_of,
)

if TYPE_CHECKING:
    from ...reviews import Decision, Review

WIDTH, HEIGHT = 720, 200  # of a curve, in its own units
COLOURS = ("#1f6f8b", "#b5452c", "#5b7f2b", "#7a4a92")
STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { padding: .2rem .8rem .2rem 0; text-align: right; }
th:first-child, td:first-child { text-align: left; }
svg, img { max-width: 100%; height: auto; }
figure { margin: 1.5rem 0; }
.curve { background: light-dark(#f6f2ea, #23211d); }
"""


def page_of(reviews: Sequence[tuple[int, Review]], player: int | None, words: Catalogue) -> str:
    """All reviews, each with the number of its record, one after the other."""
    games = [_Game(review, number, player, words) for number, review in reviews]
    title = escape(games[0].title) if games else "azulejos"
    body = "\n".join(part for game in games for part in game.parts())
    return (
        f'<!DOCTYPE html>\n<html lang="{words.language}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n<body>\n{body}\n</body>\n</html>\n"
    )


class _Game:
    """One game on the page."""

    def __init__(self, review: Review, number: int, player: int | None, words: Catalogue) -> None:
        self._review = review
        self._player = player
        self._words = words
        self._names = names_of(review, words)
        self._seats = [s for s in range(1, review.players + 1) if player in (None, s)]
        self.title = title_of(review, number, words)

    def parts(self) -> Iterable[str]:
        review, words = self._review, self._words
        yield f"<h1>{escape(self.title)}</h1>"
        if not review.finished:
            yield _paragraph(words.text("review.unfinished"))
        yield self._curve()
        for seat in self._seats:
            yield _paragraph(ledger_sentence(review, seat, self._names, words))
        rows = [row for seat in self._seats for row in ledger_cells(review, seat, words)]
        yield _table(ledger_columns(words), rows)
        yield f"<h2>{escape(words.text('review.play'))}</h2>"
        yield _table(play_columns(words), [play_cells(review, seat, words) for seat in self._seats])
        for seat in self._seats:
            if told := level_sentence(review, seat, self._names, words):
                yield _paragraph(told)
        yield from self._costliest()

    def _curve(self) -> str:
        """A line a player, and one where each round begins."""
        review = self._review
        step = WIDTH / max(1, len(review.curve) - 1)
        rounds = "".join(_mark(step * (deal.ply + 1), deal.round) for deal in review.deals)
        lines = "".join(self._line(seat, step) for seat in range(1, review.players + 1))
        names = " ".join(
            f'<span style="color:{COLOURS[seat]}">■</span> {escape(name)}'
            for seat, name in enumerate(self._names)
        )
        about = escape(self._words.text("review.curve"))
        return (
            f'<figure><svg class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
            f' aria-label="{about}">{rounds}{lines}</svg>'
            f"<figcaption>{names}<br>{about}</figcaption></figure>"
        )

    def _line(self, seat: int, step: float) -> str:
        points = " ".join(
            f"{step * place:.1f},{HEIGHT * (1 - worth.chances[seat - 1]):.1f}"
            for place, worth in enumerate(self._review.curve)
        )
        colour = COLOURS[seat - 1]
        return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'

    def _costliest(self) -> Iterable[str]:
        found, words = self._review.costliest(self._player), self._words
        if not found:
            yield _paragraph(words.text("review.none"))
            return
        yield f"<h2>{escape(words.text('review.costliest'))}</h2>"
        for decision in found:
            yield self._decision(decision)

    def _decision(self, decision: Decision) -> str:
        from ...reviews import explain

        words = self._words
        facts = (
            f"{words.text('review.column.round')} {decision.round}",
            self._names[decision.player - 1],
            words.text(f"review.judgement.{decision.judgement}"),
            f"{words.text('review.loss')} {percent(decision.loss, words)}",
            f"{words.text('review.points')} {signed(-decision.points, words)}",
        )
        why = explanation_sentence(decision, explain(decision), words)
        drawing = draw_svg(decision.position, names=self._names, language=words.language)
        heading = ", ".join(facts)
        picture = _picture(drawing, heading)
        return f"<h3>{escape(heading)}</h3>{_paragraph(why)}<figure>{picture}</figure>"


def _mark(place: float, number: int) -> str:
    """Where a round begins."""
    return (
        f'<path d="M{place:.1f} 0V{HEIGHT}" stroke="currentColor" opacity=".3"/>'
        f'<text x="{place + 3:.1f}" y="{HEIGHT - 4}" font-size="12" fill="currentColor">'
        f"{number}</text>"
    )


def _picture(svg: str, about: str) -> str:
    """As an image of its own: drawings name their parts alike, and a page has each name once."""
    data = b64encode(svg.encode()).decode()
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(about)}">'


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
