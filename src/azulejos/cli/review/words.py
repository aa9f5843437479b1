"""A review in words and cells, for the terminal and for a page; the numbers shown add up.

`web/js/review/words.js` tells the same on the page; a test lets both tell the same reviews.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...locales import Catalogue
from ...locales.numbers import decimal, percent, signed
from ...terminal.reasons import reasons_sentence

if TYPE_CHECKING:
    from ...reviews import Account, Decision, Explanation, Review


def names_of(review: Review, words: Catalogue) -> list[str]:
    """By seat; whoever has no name is called by the number, and equal names get it added."""
    return [
        (f"{name} ({seat})" if review.names.count(name) > 1 else name)
        if name
        else words.text("name.player", number=seat)
        for seat, name in enumerate(review.names, start=1)
    ]


def title_of(review: Review, number: int, words: Catalogue) -> str:
    names = words.text("list.comma").join(names_of(review, words))
    result = "-".join(map(str, review.scores))
    return words.text("review.title", number=number, names=names, rules=review.rules, result=result)


def ledger_columns(words: Catalogue) -> list[str]:
    columns = ("seat", "deals", "own", "others", "rest", "result")
    named = [words.text(f"review.column.{column}") for column in columns]
    return [words.text("review.player"), "", *named]


def ledger_cells(review: Review, player: int, words: Catalogue) -> list[list[str]]:
    """A row in points, and one in winning chance."""
    ledger = review.ledgers[player - 1]
    points = [signed(value, words) for value in whole_parts(ledger.points, player, 1)]
    seat, *changes, result = whole_parts(ledger.chance, player, 3)
    chances = [percent(change, words, sign="+") for change in changes]
    name = names_of(review, words)[player - 1]
    return [
        [name, words.text("review.points"), *points],
        ["", words.text("review.chance"), percent(seat, words), *chances, percent(result, words)],
    ]


def play_columns(words: Catalogue) -> list[str]:
    columns = ("lost", "interval", "decisions", "inaccuracy", "mistake", "blunder")
    named = [words.text(f"review.column.{column}") for column in columns]
    return [words.text("review.player"), *named]


def play_cells(review: Review, player: int, words: Catalogue) -> list[str]:
    from ...reviews.values import WRONG  # Whoever asks for --help does not wait for the core.

    measure, counts = review.measures[player - 1], review.judgements(player)
    cells = ["", "", "0"]
    if measure:
        low, high = (percent(end, words) for end in measure.interval)
        cells = [percent(measure.mean, words), f"{low} … {high}", str(measure.size)]
    return [
        names_of(review, words)[player - 1],
        *cells,
        *(str(counts[judgement]) for judgement in WRONG),
    ]


def whole_parts(account: Account, player: int, digits: int) -> list[float]:
    """Seat, luck, own errors, others' errors, remainder and result, rounded so that they add up.

    What rounding changed goes to the remainder, which is the least certain anyway.
    """
    own = account.errors[player - 1]
    parts = [account.seat, account.luck, own, sum(account.errors) - own]
    rounded = [round(part, digits) for part in parts]
    result = round(account.result, digits)
    return [*rounded, round(result - sum(rounded), digits), result]


def ledger_sentence(review: Review, player: int, names: list[str], words: Catalogue) -> str:
    """How the result came about, in points, in words that add up."""
    account = review.ledgers[player - 1].points
    errors = [round(error, 1) for error in account.errors]
    seat, luck = round(account.seat, 1), round(account.luck, 1)
    rest = round(account.result, 1) - seat - luck - sum(errors)

    def told(key: str, points: float, **data: object) -> str:
        amount = decimal(f"{abs(points):.1f}", words)
        ending = "gain" if points > 0 else "loss"
        return words.text(f"review.{key}.{ending}", points=amount, **data)

    parts = [words.text("review.seat", points=signed(seat, words)), told("deals", luck)]
    parts.append(told("own", errors[player - 1]))
    parts += [
        told("other", error, name=names[other - 1])
        for other, error in enumerate(errors, start=1)
        if other != player
    ]
    parts.append(words.text("review.rest", points=signed(round(rest, 1), words)))
    head = _head(review, player, names[player - 1], words)
    return words.text("review.sentence", head=head, parts=words.listing(parts))


def _head(review: Review, player: int, name: str, words: Catalogue) -> str:
    if not review.finished:
        return words.text("review.so_far", name=name)
    account = review.ledgers[player - 1]
    lead, share = round(account.points.result), account.chance.result
    if 0 < share < 1:
        return words.text("review.shared", name=name)
    key = "review.won" if share else "review.lost"
    if lead:
        return words.text(key, abs(lead), name=name)
    return words.text(f"{key}_level", name=name)


def level_sentence(review: Review, player: int, names: list[str], words: Catalogue) -> str:
    """The levels of bots that a player's play lies between; empty where none are known."""
    from ...reviews.levels import place

    measure = review.measures[player - 1]
    found = measure and place(measure, review.players, review.rules)
    if not found:
        return ""

    def level(name: str | None) -> str:
        return words.text(f"level.{name}")

    name = names[player - 1]
    if not found.below:
        sentence = words.text("review.level.weaker", name=name, level=level(found.above))
    elif not found.above:
        sentence = words.text("review.level.stronger", name=name, level=level(found.below))
    else:
        sentence = words.text(
            "review.level.between", name=name, below=level(found.below), above=level(found.above)
        )
    if found.weakest == found.strongest:
        return sentence
    allowed = words.text(
        "review.level.range", weakest=level(found.weakest), strongest=level(found.strongest)
    )
    return f"{sentence} {allowed}"


def explanation_sentence(decision: Decision, found: Explanation, words: Catalogue) -> str:
    """Why the better move is better, part by part."""
    better, played = str(decision.best), str(decision.move)
    why = reasons_sentence(found, words)
    sentences = [words.text("review.instead", better=better, played=played, why=why)]
    sentences.append(words.text(f"review.sight.{found.sight}"))
    if found.ends[0] != found.ends[1]:
        sentences.append(words.text("review.ends" if found.ends[0] else "review.goes_on"))
    return " ".join(sentences)
