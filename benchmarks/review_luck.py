"""Is luck fair in every kind of game, and what is a result without it?

usage: python benchmarks/review_luck.py play FILE [--games N]
       python benchmarks/review_luck.py tell FILE

`play`: equal bots play so many games of each of the twelve kinds, and a review judges the deals
(what luck is worth does not depend on how long decisions are searched). Every game is a line of
FILE, and the same command goes on. `tell`: for every seat the mean luck, the mean result with and
without it, how the variances compare, and how many standard errors each mean is from what it
should be.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from math import nan, sqrt
from pathlib import Path
from statistics import fmean, pvariance, stdev
from typing import Any

from review import play_game

import azulejos as az
from azulejos.search.weights import kinds

Line = dict[str, Any]
BOTS = {2: "alphabeta:nodes=2000", 3: "mcts:nodes=500", 4: "mcts:nodes=500"}
SEEDS = 100_000  # of each kind
NODES = 500  # for decisions, whose errors are not asked for here
CURRENCIES = ("chance", "points")
ALL = "all"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("play", "tell"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=84)
    options = parser.parse_args()
    if options.what == "play":
        play(options.file, options.games)
    else:
        tell(read(options.file))


def read(file: Path) -> list[Line]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def play(file: Path, games: int) -> None:
    done = {(line["kind"], line["game"]) for line in read(file)} if file.exists() else set()
    with file.open("a", encoding="utf-8") as out:
        for number in range(games):
            for kind in kinds():
                if (kind, number) not in done:
                    out.write(json.dumps(line_of(kind, number)) + "\n")
                    out.flush()


def line_of(kind: str, number: int) -> Line:
    rules, _, players = kind.rpartition("-")
    seed = SEEDS * kinds().index(kind) + number  # no two kinds see the same deals
    record = play_game([BOTS[int(players)]], int(players), rules, seed)
    ledgers = az.review(record, nodes=NODES).ledgers
    return {"kind": kind, "game": number} | {
        currency: [
            [account.luck, account.result]
            for account in (getattr(ledger, currency) for ledger in ledgers)
        ]
        for currency in CURRENCIES
    }


def tell(lines: list[Line]) -> None:
    """A seat of all games of a kind, and of all games, is one player."""
    for currency in CURRENCIES:
        print(f"{currency}: seat, luck, result, without luck, variance of that to the result's")
        players: defaultdict[tuple[str, int], list[tuple[float, float]]] = defaultdict(list)
        for line in lines:
            for seat, (luck, result) in enumerate(line[currency], start=1):
                players[line["kind"], seat].append((luck, result))
                players[ALL, seat].append((luck, result))
        off = [tell_player(*who, games) for who, games in sorted(players.items())]
        beyond = sum(errors > 2 for errors in off)
        print(f"{beyond} of {len(off)} means of luck are more than two standard errors from 0")


def tell_player(kind: str, seat: int, games: list[tuple[float, float]]) -> float:
    """Standard errors between the mean luck and 0: the two means of results differ by it alone."""
    lucks = [luck for luck, _ in games]
    results = [result for _, result in games]
    adjusted = [result - luck for luck, result in games]
    error = stdev(lucks) / sqrt(len(lucks))
    share = pvariance(adjusted) / (pvariance(results) or nan)
    print(
        f"  {kind:<14}{seat}  {fmean(lucks):+.3f} ± {error:.3f}  {fmean(results):+.3f}  "
        f"{fmean(adjusted):+.3f}  {share:.2f}  ({len(games)} games)"
    )
    return abs(fmean(lucks)) / error


if __name__ == "__main__":
    main()
