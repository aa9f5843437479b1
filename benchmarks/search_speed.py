"""How many positions a second does the search look at, beside a C program that does the same?

usage: python benchmarks/search_speed.py --strong PROGRAM [--movetime MS] [--repeats N]
PROGRAM speaks the engine protocol and says `info … nodes N`. Both think about the same positions,
`std` for two, early and in the middle of rounds, for the same time, in turn; nodes are counted per
CPU second, ours and the program's own. Printed are the medians, and the mean ratio with its 95 %
interval over the repeats.
"""

from __future__ import annotations

import argparse
import math
import subprocess
import sys
import time
from statistics import mean, median, stdev

from azulejos.core import WHY_SLOW, Generator, State
from azulejos.search import AlphaBeta, load_network

POSITIONS = 12
EARLY_AND_MIDDLE = (0, 3, 6)  # moves into a round
# Student's t for 95 %, by degrees of freedom; beyond the list as for the normal distribution.
STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14)


class Program:
    """The other side; its CPU time is read off the system's clock for its process."""

    def __init__(self, path: str) -> None:
        self._process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._clock = (~self._process.pid << 3) | 2  # CLOCK_PROCESS_CPUTIME_ID of another process
        self._say("azul")
        self._hear("azulok")

    def speed(self, states: list[State], milliseconds: float) -> float:
        """Nodes a CPU second."""
        nodes, begun = 0, time.clock_gettime(self._clock)
        for state in states:
            self._say(f"position {state}")
            self._say(f"go movetime {milliseconds:g}")
            words = self._hear("bestmove").split()
            nodes += int(words[words.index("nodes") + 1])
        return nodes / (time.clock_gettime(self._clock) - begun)

    def close(self) -> None:
        self._process.communicate("quit\n")

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")

    def _hear(self, last: str) -> str:
        """All lines up to the one that begins so."""
        assert self._process.stdout is not None
        heard = ""
        for line in self._process.stdout:
            heard += line
            if line.startswith(last):
                return heard
        raise SystemExit("the program has ended")


def our_speed(searcher: AlphaBeta, states: list[State], milliseconds: float) -> float:
    nodes, cpu = 0, 0.0
    for state in states:
        searcher.forget()
        begun = time.thread_time()
        searcher.think(state, milliseconds / 1000)
        cpu += time.thread_time() - begun
        nodes += searcher.nodes
    return nodes / cpu


def positions() -> list[State]:
    """From random games: some moves into their first rounds."""
    found = []
    for seed in range(POSITIONS):
        state, chance = State(), Generator(seed)
        rounds, moves = seed % 4 + 1, EARLY_AND_MIDDLE[seed % len(EARLY_AND_MIDDLE)]
        while state.round < rounds or state.deal_is_due or moves:
            if state.deal_is_due:
                state.deal(chance)
                continue
            moves -= state.round == rounds
            actions = state.legal_actions()
            state.apply(actions[chance.below(len(actions))])
        found.append(state)
    return found


def interval(ratios: list[float]) -> float:
    """Half of the 95 % interval of the mean."""
    freedom = len(ratios) - 1
    if freedom < 1:
        return math.inf
    student = STUDENT[freedom - 1] if freedom <= len(STUDENT) else 2.0
    return student * stdev(ratios) / math.sqrt(len(ratios))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--strong", required=True, metavar="PROGRAM")
    parser.add_argument("--movetime", type=float, default=100.0, metavar="MS")
    parser.add_argument("--repeats", type=int, default=10)
    options = parser.parse_args()
    if WHY_SLOW:
        sys.exit(f"nothing to measure: {WHY_SLOW}")
    states, program = positions(), Program(options.strong)
    searcher = AlphaBeta(load_network("std", 2))
    ours, theirs = [], []
    for _ in range(options.repeats):
        ours.append(our_speed(searcher, states, options.movetime))
        theirs.append(program.speed(states, options.movetime))
    program.close()
    ratios = [mine / other for mine, other in zip(ours, theirs, strict=True)]
    sys.stdout.write(
        f"{len(states)} positions, {options.movetime:g} ms each, {len(ratios)} repeats\n"
        f"ours     {median(ours):12,.0f} nodes a CPU second\n"
        f"program  {median(theirs):12,.0f} nodes a CPU second\n"
        f"ratio    {mean(ratios):12.3f} ± {interval(ratios):.3f}\n"
    )


if __name__ == "__main__":
    main()
