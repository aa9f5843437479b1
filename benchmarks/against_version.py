"""How much stronger is this version than another one, in every kind of game, at equal CPU time?

    python benchmarks/against_version.py "engine:PROGRAM engine" [--save FOLDER] [--games N] [ROW…]

PROGRAM is the `azulejos` of the other version, installed in an environment of its own; it is asked
through the engine protocol, as its strongest level. Ours is `alphabeta` with two players, and
`mcts` with more: one of ours sits with one, two or three of theirs. Games come in groups on the
same deals, in which ours has every seat once. A row is a kind of game, such as `std-2`, or
`strong`: `std-2` against another program, which --strong names.

Every finished group is kept in the folder, a file a row, and the same command goes on. The table is
printed at the end, or when it is stopped; --games 0 only prints it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from azulejos import statistics
from azulejos.arena.journal import Journal
from azulejos.arena.play import play_games
from azulejos.arena.ratings import Pairing
from azulejos.arena.report import TextTable, failure_line, markdown, percent
from azulejos.arena.schedule import Contest, groups_for
from azulejos.arena.tournament import Tournament, TournamentResults, run_tournament
from azulejos.protocol.contract import Limit
from azulejos.rules import RuleSet
from azulejos.search.weights import kinds, name_of, shipped_file
from azulejos.workers import WorkerPool
from azulejos.workers.local_pool import LocalPool

STRONG = "strong"
ROWS = (*kinds(), STRONG)
TWO_PLAYER_GAMES, LARGER_TABLE_GAMES = 400, 240
STEP = 3  # groups of a row before the next row's turn: a table that is stopped early is a fair one
UNTRAINED = ("grey-3", "grey-4", "joker-4", "grey+joker-3", "grey+joker-4")  # in version 0.1
WANTED = {2: (0.60, 0.60), 3: (0.45, 0.55), 4: (0.38, 0.48)}  # trained there, and not
WANTED_AGAINST_STRONG = 0.88


@dataclass(frozen=True, slots=True)
class Challenge(Tournament):
    """One of ours against a table of theirs; `pairs` counts groups of games."""

    players: int = 2

    @property
    def pairings(self) -> list[Pairing]:
        return [(0, 1)]

    @property
    def total(self) -> int:
        return self.pairs * self.players

    def contest(self, pairing: Pairing) -> Contest:
        ours, theirs = self.bots
        limit, other = self.limits
        rest = self.players - 1
        return Contest(
            (ours, *(theirs,) * rest), (limit, *(other,) * rest), self.rules, str(self.seed)
        )

    def to_json(self) -> dict[str, Any]:
        """What makes two of them the same: not how many games are to be played."""
        network = shipped_file(name_of(self.rules, self.players)).read_bytes()
        terms = Tournament.to_json(self) | {
            "players": self.players,
            "network": sha256(network).hexdigest(),
        }
        del terms["games"]
        return terms


class Row(NamedTuple):
    """A line of the table."""

    name: str
    rules: RuleSet
    players: int

    @property
    def usual_games(self) -> int:
        return TWO_PLAYER_GAMES if self.players == 2 else LARGER_TABLE_GAMES

    @property
    def movetime(self) -> int:
        """Milliseconds of CPU time."""
        return 100 if (self.rules, self.players) == (RuleSet.STD, 2) else 50

    @property
    def wanted(self) -> float:
        if self.name == STRONG:
            return WANTED_AGAINST_STRONG
        return WANTED[self.players][self.name in UNTRAINED]

    def challenge(self, theirs: str, games: int, seed: int, movetime: int | None) -> Challenge:
        limit = Limit(movetime=movetime or self.movetime)
        ours = "alphabeta" if self.players == 2 else "mcts"
        groups = groups_for(games, self.players)
        return Challenge((ours, theirs), (limit, limit), self.rules, seed, groups, self.players)


def row_of(name: str) -> Row:
    if name == STRONG:
        return Row(name, RuleSet.STD, 2)
    for rules in RuleSet:
        for players in WANTED:
            if name == name_of(str(rules), players):
                return Row(name, rules, players)
    raise SystemExit(f"there is no row {name!r}: use some of {', '.join(ROWS)}")


def play_row(row: Row, challenge: Challenge, journal: Journal, pool: WorkerPool, most: int) -> bool:
    """Plays so many of the groups that are missing; was anything missing?"""
    results = TournamentResults(challenge, journal)
    missing = list(results.missing())[: most * row.players]

    def on_result(result: Any) -> None:
        if result.failure:
            print(failure_line(result), file=sys.stderr, flush=True)

    run_tournament(results, play_games(pool, missing), on_result)
    return bool(missing)


def line_of(row: Row, results: TournamentResults) -> list[str]:
    """What has come of a row so far."""
    shares = results.scores.get((0, 1), [])
    games = [game for group in results.found.values() for game in group]
    wins = sum(game.winners == (0,) for game in games)
    draws = sum(0 in game.winners for game in games) - wins
    limit = results.tournament.limits[0].movetime
    result = f"{wins} - {draws} - {len(games) - wins - draws}"
    line = [row.name, str(limit), str(len(games)), result]
    if not shares:
        return [*line, "-", "-", percent(row.wanted)]
    outcomes = Counter(round(share, 9) for share in shares)
    low, high = statistics.share_interval(outcomes)
    between = f"{100 * low:.1f} to {100 * high:.1f}"
    return [*line, percent(statistics.mean(outcomes)), between, percent(row.wanted)]


class Measurement:
    """The rows, their opponents and their files."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._rows = [row_of(name) for name in options.rows or kinds()]
        options.save.mkdir(parents=True, exist_ok=True)

    def play(self) -> None:
        with LocalPool(self._options.jobs, print) as pool:
            while self._play_round(pool):
                print(self.table(), end="\n\n", file=sys.stderr, flush=True)

    def _play_round(self, pool: WorkerPool) -> bool:
        """A few groups of each row; was anything missing?"""
        missing = [self._play_some(row, pool) for row in self._rows]
        return any(missing)

    def _play_some(self, row: Row, pool: WorkerPool) -> bool:
        with Journal(self._file(row)) as journal:
            return play_row(row, self._challenge(row), journal, pool, STEP)

    def table(self) -> str:
        head = ["row", "ms", "games", "won - drawn - lost", "share", "95 %", "wanted"]
        lines = []
        for row in self._rows:
            with Journal(self._file(row)) as journal:
                lines.append(line_of(row, TournamentResults(self._challenge(row), journal)))
        return markdown(TextTable(head, lines))

    def _challenge(self, row: Row) -> Challenge:
        options = self._options
        theirs = options.strong if row.name == STRONG else options.theirs
        games = row.usual_games if options.games is None else options.games
        return row.challenge(theirs, games, options.seed, options.movetime)

    def _file(self, row: Row) -> Path:
        path: Path = self._options.save / f"{row.name}.jsonl"
        return path


def parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("theirs", help="the other version's spec")
    parser.add_argument(
        "rows", nargs="*", metavar="ROW", help="all kinds of game, if none is given"
    )
    parser.add_argument("--strong", default="", help="the spec of the row of this name")
    parser.add_argument("--save", type=Path, default=Path("against"))
    parser.add_argument(
        "--games", type=int, help="of each row: 400 with two players, 240 with more"
    )
    parser.add_argument("--movetime", type=int, help="100 ms for std-2, 50 for the others")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_intermixed_args(arguments)


def main() -> None:
    measurement = Measurement(parsed(sys.argv[1:]))
    try:
        measurement.play()
    except KeyboardInterrupt:
        print("Stopped. The same command goes on where it was.", file=sys.stderr)
    print(measurement.table())


if __name__ == "__main__":
    main()
