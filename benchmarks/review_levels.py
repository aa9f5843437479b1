"""What do bots of each level lose a decision, and does that tell them apart?

usage: python benchmarks/review_levels.py play [--players N] [--rules R] [--levels A,B] [--games N]
                                               [--first N] [--nodes N] FILE
       python benchmarks/review_levels.py write FILE…
       python benchmarks/review_levels.py check [--together N] FILE…

`play`: each level plays against itself; every decision is judged as a review judges it, and the
losses are added to FILE, a line a seat. `--first` is the seed of the first game.
`write`: makes src/azulejos/reviews/levels.json from such lines, for the kinds of game in them.
`check`: lines of other games than those of levels.json: so many games of one level together
(`--together`, 5) are one player whose level is hidden. How often is that player placed within one
level of the truth, and how often does the interval hold the level's mean?
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from review import play_game

from azulejos.analysis import analyse
from azulejos.bots import level_names
from azulejos.notation import Record
from azulejos.reviews import Decision
from azulejos.reviews.levels import level_losses, place
from azulejos.reviews.measure import measure_play
from azulejos.reviews.reviewing import NODES, decision_of, review
from azulejos.rules import Deal

Line = dict[str, Any]
FILE = Path(__file__).parent.parent / "src" / "azulejos" / "reviews" / "levels.json"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("play", "write", "check"))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rules", default="std")
    parser.add_argument("--levels", default=",".join(level_names()))
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--together", type=int, default=5)
    options = parser.parse_args()
    if options.what == "play":
        play(options)
    elif options.what == "write":
        write(list(lines_of(options.files)))
    else:
        check(list(lines_of(options.files)), options.together)


def play(options: argparse.Namespace) -> None:
    with options.files[0].open("a", encoding="utf-8") as file:
        for number in range(options.first, options.first + options.games):
            for level in options.levels.split(","):
                record = play_game([level], options.players, options.rules, number)
                for seat, losses in enumerate(losses_of(record, options.nodes), start=1):
                    line = {
                        "kind": f"{options.players} {options.rules}",
                        "level": level,
                        "game": number,
                        "seat": seat,
                        "losses": losses,
                    }
                    file.write(json.dumps(line) + "\n")
                file.flush()


def losses_of(record: Record, nodes: int | None) -> list[list[float]]:
    """By seat, of real decisions; with two players deals need not be judged for them."""
    players = record.players
    found: list[Decision] = []
    if players > 2:
        found += review(record, nodes=nodes, deals=2).decisions
    else:
        position = record.start()
        for ply, step in enumerate(record.replay()):
            if not isinstance(step.move, Deal):
                analysis = analyse(position, nodes=nodes or NODES[players])
                found.append(decision_of(ply, position, step.move, analysis))
            position = step.position
    return [
        [round(each.loss, 5) for each in found if each.player == seat and each.counts]
        for seat in range(1, players + 1)
    ]


def lines_of(files: list[Path]) -> Iterator[Line]:
    for file in files:
        yield from map(json.loads, file.read_text("utf-8").splitlines())


def write(lines: list[Line]) -> None:
    document = json.loads(FILE.read_text("utf-8"))
    for kind in sorted({line["kind"] for line in lines}):
        document[kind] = [
            row
            for level in level_names()
            if (
                row := row_of(level, [x for x in lines if (x["kind"], x["level"]) == (kind, level)])
            )
        ]
        for row in document[kind]:
            print(kind, row)
    FILE.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def row_of(level: str, lines: list[Line]) -> dict[str, object] | None:
    """The mean over decisions; its error from game to game, since decisions of one are alike."""
    losses = [loss for line in lines for loss in line["losses"]]
    if not losses:
        return None
    mean = fmean(losses)
    games: defaultdict[int, list[float]] = defaultdict(list)
    for line in lines:
        games[line["game"]] += line["losses"]
    off = [sum(found) - mean * len(found) for found in games.values()]
    error = stdev(off) * sqrt(len(off)) / len(losses)
    return {
        "level": level,
        "loss": round(mean, 5),
        "error": round(error, 5),
        "decisions": len(losses),
    }


def check(lines: list[Line], together: int) -> None:
    order = level_names()
    for kind in sorted({line["kind"] for line in lines}):
        placed = within = held = exact = 0
        players, rules = kind.split()
        truth = {row.level: row.loss for row in level_losses(int(players), rules)}
        for level in truth:
            own = [x for x in lines if (x["kind"], x["level"]) == (kind, level)]
            own.sort(key=lambda line: (line["seat"], line["game"]))
            for start in range(0, len(own) - together + 1, together):
                losses = [loss for line in own[start : start + together] for loss in line["losses"]]
                measure = measure_play(losses)
                if measure is None or (found := place(measure, int(players), rules)) is None:
                    continue
                away = abs(order.index(found.nearest) - order.index(level))
                placed += 1
                exact += away == 0
                within += away <= 1
                held += measure.interval.low <= truth[level] <= measure.interval.high
        print(
            f"{kind}: {placed} players of {together} games each: level found {exact}, "
            f"within one level {within}; interval holds the level's mean {held}"
        )


if __name__ == "__main__":
    main()
