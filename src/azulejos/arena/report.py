"""Results for people: tables for the terminal or as Markdown, and a few sentences.

Knows no files and plays nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Literal, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table

from .. import statistics
from ..protocol.contract import Limit
from ..statistics import Outcomes, Sprt
from .match import MatchResults
from .ratings import Anchor, Rating, cross_shares, is_rateable, points_of, rate
from .referee import GameResult
from .schedule import limit_in_words
from .tournament import TournamentResults

LETTERS = "ABCD"
NOTHING = "-"


class TextTable(NamedTuple):
    """A table before it is drawn: the first column is text, the others are numbers."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


def rich_table(table: TextTable) -> Table:
    """For a terminal."""
    drawn = Table(box=SIMPLE_HEAD, pad_edge=False)
    for column, title in enumerate(table.head):
        text = column == 0
        justify: Literal["left", "right"] = "left" if text else "right"
        drawn.add_column(title, justify=justify, overflow="fold", no_wrap=not text)
    for row in table.rows:
        drawn.add_row(*row)
    return drawn


def markdown(table: TextTable) -> str:
    """For documents."""
    rule = ["---"] + ["---:"] * (len(table.head) - 1)
    rows = [[cell.replace("|", "\\|") for cell in row] for row in [table.head, *table.rows]]
    lines = [rows[0], rule, *rows[1:]]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def number(value: float | None) -> str:
    return NOTHING if value is None or not isfinite(value) else f"{value:.1f}"


def failure_line(result: GameResult) -> str:
    """What a bot did to lose a game."""
    assert result.failure is not None
    failed = result.failure
    specs = result.scheduled.contest.specs
    game = f"{' - '.join(specs)}, game {result.scheduled.number}"
    return f"{game}: {specs[failed.bot]} loses ({failed.kind}): {failed.sentence}"


def match_table(tally: MatchResults) -> TextTable:
    head = ["bot", "wins", "draws", "losses", "share", "95 %", "score", "ms/move"]
    rows = []
    for letter, bot in zip(LETTERS, tally.standings, strict=False):
        low, high = bot.interval
        rows.append(
            [
                f"{letter} {bot.spec}",
                *map(str, (bot.wins, bot.draws, bot.losses)),
                percent(bot.share) if tally.groups else NOTHING,
                f"{100 * low:.1f} to {100 * high:.1f}" if tally.groups else NOTHING,
                number(bot.mean_score),
                number(bot.ms_per_move),
            ]
        )
    return TextTable(head, rows)


def match_sentences(tally: MatchResults, sprt: Sprt | None) -> list[str]:
    """What the table does not say."""
    contest, groups = tally.contest, tally.groups
    first, last = contest.deal_seed(1), contest.deal_seed(max(groups, 1))
    seeds = f"seed {first}" if first == last else f"seeds {first} to {last}"
    lines = [
        f"{len(tally.counted)} games ({_groups(groups, contest.players)}), rules {contest.rules}.",
        f"Seed {contest.seed}; the deals come from the {seeds}.",
        _limit_sentence(contest.specs, contest.limits),
    ]
    if left := len(tally.games) - len(tally.counted):
        noun = "game" if left == 1 else "games"
        lines.append(f"Not counted, their group being unfinished: {left} {noun}.")
    if contest.players == 2:
        lines += _two_player_sentences(tally)
    else:
        lines.append(f"Equal bots would have a share of {percent(1 / contest.players)} each.")
    if failures := [f"{bot.spec} {bot.failures}" for bot in tally.standings if bot.failures]:
        lines.append(f"Games lost by failing: {', '.join(failures)}.")
    if sprt:
        lines.append(sprt_sentence(tally.outcomes[0], sprt))
    return lines


def _groups(number: int, players: int) -> str:
    """`1 pair`, `2 pairs`, `2 groups of 3`."""
    noun = "pair" if players == 2 else "group"
    plural = noun if number == 1 else f"{noun}s"
    return f"{number} {plural}" if players == 2 else f"{number} {plural} of {players}"


def _two_player_sentences(tally: MatchResults) -> list[str]:
    outcomes = tally.outcomes[0]
    points = ("0", "1/2", "1", "1 1/2", "2")
    counts = ", ".join(f"{n} x {p}" for p, n in zip(points, tally.pairs, strict=True))
    return [
        f"Elo of A against B: {elo_in_words(outcomes)}.",
        f"Likelihood that A is the better one: {percent(statistics.superiority(outcomes))}.",
        f"Points of A in a pair: {counts}.",
    ]


def elo_in_words(outcomes: Outcomes) -> str:
    """The difference with its interval; where all was won or lost, its bound."""
    if not statistics.units(outcomes):
        return "unknown"
    share = statistics.mean(outcomes)
    low, high = statistics.elo_interval(outcomes)
    if not isfinite(high):
        return f"> {low:+.0f} (all won; 95 % bound)"
    if not isfinite(low):
        return f"< {high:+.0f} (all lost; 95 % bound)"
    return f"{statistics.elo_of(share):+.0f} (95 %: {low:+.0f} to {high:+.0f})"


def sprt_sentence(outcomes: Outcomes, sprt: Sprt) -> str:
    meaning = {
        "H0": f"H0 accepted: rather {sprt.elo0:+g} Elo",
        "H1": f"H1 accepted: rather {sprt.elo1:+g} Elo",
        "": "undecided",
    }[sprt.verdict(outcomes)]
    return (
        f"SPRT {sprt.elo0:+g} against {sprt.elo1:+g}: {meaning}; "
        f"LLR {sprt.llr(outcomes):.2f} ({sprt.lower:.2f} to {sprt.upper:.2f})."
    )


def running(tally: MatchResults, sprt: Sprt | None) -> str:
    """The result so far, in a few words."""
    if not tally.groups:
        return ""
    if tally.contest.players > 2:
        shares = (f"{100 * statistics.mean(outcomes):.0f}" for outcomes in tally.outcomes)
        return f"shares {' / '.join(shares)} %"
    outcomes = tally.outcomes[0]
    text = f"A {percent(statistics.mean(outcomes))}, Elo {elo_in_words(outcomes)}"
    return f"{text}, LLR {sprt.llr(outcomes):.2f}" if sprt else text


def rating_tables(results: TournamentResults, anchor: Anchor | None) -> list[TextTable]:
    """The rating list and, in its order, the cross table."""
    bots = results.tournament.bots
    ratings = rate(results.scores, len(bots), anchor)
    order = sorted(range(len(bots)), key=lambda bot: -ratings[bot].elo)
    head = ["bot", "Elo", "95 %", "games", "share", "score", "ms/move"]
    rows = [[bots[bot], *_rating_cells(results, bot, ratings[bot])] for bot in order]
    shares = cross_shares(results.scores, len(bots))
    cross = [
        [
            f"{rank}. {bots[one]}",
            *(f"{100 * shares[one, b]:.1f}" if (one, b) in shares else NOTHING for b in order),
        ]
        for rank, one in enumerate(order, start=1)
    ]
    return [
        TextTable(head, rows),
        TextTable(["share in %", *map(str, range(1, len(bots) + 1))], cross),
    ]


def _rating_cells(results: TournamentResults, bot: int, rating: Rating) -> list[str]:
    games = list(results.games_of(bot))
    if not games:
        return [NOTHING, NOTHING, "0", NOTHING, NOTHING, NOTHING]
    decisions = sum(game.decisions[index] for game, index in games)
    seconds = sum(game.cpu_seconds[index] for game, index in games)
    scores = [game.scores[index] for game, index in games if game.failure is None]
    return [
        f"{rating.elo:+.0f}",
        f"{rating.interval.low:+.0f} to {rating.interval.high:+.0f}",
        str(len(games)),
        percent(sum(game.shares[index] for game, index in games) / len(games)),
        number(sum(scores) / len(scores) if scores else None),
        number(1000 * seconds / decisions if decisions else None),
    ]


def rating_sentences(results: TournamentResults, anchor: Anchor | None) -> list[str]:
    """What the rating list does not say."""
    tournament = results.tournament
    played = 2 * len(results.found)
    where = f"{tournament.bots[anchor.bot]} = {anchor.elo:g}" if anchor else "mean 0"
    count = f"{played} of {tournament.total} games"
    lines = [f"{count}, rules {tournament.rules}, seed {tournament.seed}, {where}."]
    lines.append(_limit_sentence(tournament.bots, tournament.limits))
    if not is_rateable(points_of(results.scores, len(tournament.bots))):
        lines.append(
            "Somebody won or lost everything: ratings exist only because one drawn game "
            "between any two bots that met was added."
        )
    return lines


def _limit_sentence(specs: Sequence[str], limits: Sequence[Limit]) -> str:
    texts = [limit_in_words(limit) for limit in limits]
    if len(set(texts)) == 1:
        return f"Limit of a move: {texts[0]}."
    parts = (f"{spec}: {text}" for spec, text in zip(specs, texts, strict=True))
    return f"Limits of a move: {'; '.join(parts)}."
