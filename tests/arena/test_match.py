"""Matches: what is counted, when they stop, what they say, and the JSON of it."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from arena_bots import contest, make_fake
from rich.console import Console

from azulejos.arena.documents import match_document
from azulejos.arena.match import MatchResults, run_match
from azulejos.arena.referee import Failure, GameResult, lost_game, play_game
from azulejos.arena.report import (
    elo_in_words,
    failure_line,
    match_sentences,
    match_table,
    rich_table,
    running,
)
from azulejos.arena.schedule import Contest
from azulejos.cli.experiments.long_running import MOST_WARNINGS, ProgressBar
from azulejos.statistics import Sprt


def results_of(terms: Contest, *shares: tuple[float, ...]) -> list[GameResult]:
    """Made-up games with these shares of points."""
    base = lost_game(terms.game(1), Failure(0, "error", "made up"))
    return [
        replace(
            base, scheduled=terms.game(number), shares=share, failure=None, scores=(30, 20, 10, 5)
        )
        for number, share in enumerate(shares, start=1)
    ]


WIN, DRAW, LOSS = (1.0, 0.0), (0.5, 0.5), (0.0, 1.0)


def tally_of(*shares: tuple[float, ...]) -> MatchResults:
    terms = contest(*["a", "b", "c", "d"][: len(shares[0])])
    tally = MatchResults(terms)
    run_match(tally, results_of(terms, *shares))
    return tally


def test_wins_draws_and_losses_of_whole_pairs() -> None:
    tally = tally_of(WIN, DRAW, LOSS, WIN, WIN, WIN, LOSS)
    a, b = tally.standings
    assert (a.wins, a.draws, a.losses) == (4, 1, 1)
    assert (b.wins, b.draws, b.losses) == (1, 1, 4)
    assert (a.share, b.share) == pytest.approx((0.75, 0.25))
    assert tally.pairs == [0, 0, 1, 1, 1]
    assert (a.mean_score, b.mean_score) == (30, 20)
    assert any("unfinished: 1 game" in line for line in match_sentences(tally, None))


def test_shared_wins_among_three_and_what_equal_bots_would_have() -> None:
    third = (1 / 3,) * 3
    tally = tally_of((1.0, 0.0, 0.0), (0.5, 0.5, 0.0), third)
    assert [bot.share for bot in tally.standings] == pytest.approx([11 / 18, 5 / 18, 2 / 18])
    assert [bot.draws for bot in tally.standings] == [2, 2, 1]
    text = "\n".join(match_sentences(tally, None))
    assert "Equal bots would have a share of 33.3 % each." in text
    assert "Elo" not in text
    document = match_document(tally, 3)["result"]
    assert document["expected_share"] == 1 / 3
    assert "elo" not in document
    assert running(tally, None) == "shares 61 / 28 / 11 %"


def test_a_sequential_test_stops_the_match() -> None:
    terms = contest("a", "b")
    tally = MatchResults(terms)
    endless = results_of(terms, *[WIN, DRAW] * 200)
    run_match(tally, endless, Sprt(0, 100))
    assert len(tally.games) == 32
    (verdict,) = [line for line in match_sentences(tally, Sprt(0, 100)) if "SPRT" in line]
    assert "H1 accepted: rather +100 Elo; LLR" in verdict
    document = match_document(tally, 400, Sprt(0, 100))
    assert document["sprt"]["verdict"] == "H1"
    assert document["sprt"]["llr"] >= document["sprt"]["upper"]


@pytest.mark.parametrize(
    ("shares", "text"),
    [
        ([WIN] * 20, "> +219 (all won; 95 % bound)"),
        ([LOSS] * 20, "< -219 (all lost; 95 % bound)"),
        ([DRAW] * 20, "+0 (95 %: -46 to +46)"),
        ([WIN], "unknown"),
    ],
)
def test_elo_in_words(shares: list[tuple[float, ...]], text: str) -> None:
    tally = tally_of(*shares)
    assert elo_in_words(tally.outcomes[0]) == text
    # What is infinite is null.
    json.dumps(match_document(tally, 20, Sprt(0, 5)), allow_nan=False)


def test_failures_are_counted_and_do_not_spoil_the_mean_score() -> None:
    terms = contest("first", "error")
    tally = MatchResults(terms)
    run_match(tally, (play_game(scheduled, make_fake) for scheduled in terms.schedule(2)))
    a, b = tally.standings
    assert (a.wins, b.failures, a.mean_score) == (4, 4, None)
    assert "Games lost by failing: error 4." in match_sentences(tally, None)
    assert failure_line(tally.games[2]) == "first - error, game 3: error loses (error): it hung"
    document = match_document(tally, 4, interrupted=True)
    assert [failure["game"] for failure in document["failures"]] == [1, 2, 3, 4]
    assert document["interrupted"]


def test_an_empty_match_can_be_shown() -> None:
    tally = MatchResults(contest("a", "b"))
    assert "unknown" in " ".join(match_sentences(tally, None))
    assert match_table(tally).rows[0][1:] == ["0", "0", "0", "-", "-", "-", "-"]
    json.dumps(match_document(tally, 10), allow_nan=False)
    assert running(tally, None) == ""


def test_the_table_has_a_row_a_bot() -> None:
    out = StringIO()
    Console(file=out, width=100).print(rich_table(match_table(tally_of(WIN, WIN, LOSS, DRAW))))
    rows = [" ".join(line.split()) for line in out.getvalue().splitlines()]
    assert any(row.startswith("A a 2 1 1 62.5 %") for row in rows)
    assert any(row.startswith("B b 1 1 2 37.5 %") for row in rows)


def test_a_long_name_is_folded_not_cut() -> None:
    spec = "engine:" + "".join(f"/folder{number}" for number in range(20))
    out = StringIO()
    Console(file=out, width=80).print(rich_table(match_table(MatchResults(contest(spec, "b")))))
    words = [line.split() for line in out.getvalue().splitlines()]
    assert spec in "".join(row[1 if row[0] == "A" else 0] for row in words if row)


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def shown(terminal: bool) -> str:
    out: Any = Terminal() if terminal else StringIO()
    options = {"force_terminal": True} if terminal else {}
    console = Console(file=out, width=100, **options)  # type: ignore[arg-type]
    with ProgressBar(console, line_every=0.0, with_end=False) as bar:
        for number in range(20):
            bar.warn(f"failure {number}")
            bar.update("games", number + 1, 40, "A 60 %")
    text: str = out.getvalue()
    return text


def test_progress_in_plain_lines() -> None:
    text = shown(False)
    assert "games: 7 of 40, A 60 %\n" in text
    assert "\x1b" not in text
    assert text.count("failure ") == MOST_WARNINGS
    assert "Further failures are counted but not told.\n" in text


def test_progress_on_a_terminal() -> None:
    text = shown(True)
    assert "20/40" in text
    assert "of 40" not in text
