"""A small AlphaZero: a network plays against itself, guided by a tree search, and learns from that.

    python examples/alphazero.py --minutes 18 --out alphazero.pt --plot alphazero.png

For `std` games of two players. Deals are chance, so a search looks no further than the end of the
round, and there the network judges the table that waits for a deal. All games of a process are
searched at once, so that the network judges hundreds of positions in one call. With few looks a
move, the search is that of "Policy improvement by planning with Gumbel" (Danihelka et al. 2022).
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from azulejos.core import Generator, State
from azulejos.envs.features import features
from curves import Course, options
from network import ACTIONS, Net

CONSIDERED = 16  # moves that a search tries first; then the better half of them again, and so on
TRUST = 0.7  # in the rest of the game, at each end of a round, beside the search's value there
KEPT = 200_000  # positions to learn from, the latest
TIMES = 4  # that each is learned from, about
RATE, BATCH, WIDTH = 1e-3, 1024, 256
NO_TAKES = np.zeros(ACTIONS, np.float32)
NEVER, HARDLY = np.float32(-1e6), np.float32(-1e4)  # preferences for illegal moves, for others

Floats = NDArray[np.float32]
Places = NDArray[np.intp]
Weights = dict[str, Any]


def softmax(numbers: Floats) -> Floats:
    """Shares that add up to 1 in each row, from preferences."""
    shares: Floats = np.exp(numbers - numbers.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    return shares


def judge(net: Net, states: list[State]) -> tuple[Floats, Floats]:
    """Preferences of the players to move, as logarithms, and how well they stand."""
    masks = np.stack([state.mask() for state in states])
    rows = np.stack([state.observation() for state in states])
    with torch.inference_mode():
        takes, values = net(torch.from_numpy(features(rows)))
    return np.where(masks, takes.numpy(), NEVER), values.numpy()


def result(state: State) -> float:
    """A finished game for the player who sits first: half for the win, half for the points."""
    won = (1 in state.winners) - (2 in state.winners)
    return 0.5 * won + 0.5 * math.tanh((state.scores[0] - state.scores[1]) / 15)


class Trees:
    """Tree searches in many games at once: each look adds a node to every game. Node 0 is the root.

    Values are those of the player who sits first.
    """

    def __init__(self, net: Net, roots: list[State], looks: int) -> None:
        shape = len(roots), looks + 1
        self.net = net
        self.all = np.arange(len(roots))
        self.states: dict[tuple[int, int], State] = {}
        self.preferred, self.visits = np.zeros((2, *shape, ACTIONS), np.float32)
        self.sums = np.zeros((*shape, ACTIONS), np.float32)  # of values, for who moves there
        self.child = np.zeros((*shape, ACTIONS), np.int16)  # 0: none yet
        self.value = np.zeros(shape, np.float32)
        self.side = np.zeros(shape, np.float32)  # 1 if the first player moves there, else -1
        self.leaf = np.zeros(shape, np.bool_)  # a deal is due, or the game is over
        self.add(self.all, 0, roots)

    def add(self, games: Places, node: int, states: list[State]) -> None:
        self.preferred[games, node], values = judge(self.net, states)
        self.side[games, node] = side = np.array([3 - 2 * state.turn for state in states])
        over = [state.is_over for state in states]
        results = [result(state) if state.is_over else 0.0 for state in states]
        self.value[games, node] = np.where(over, results, side * values)
        self.leaf[games, node] = [state.is_over or state.deal_is_due for state in states]
        self.states.update({(game, node): s for game, s in zip(games, states, strict=True)})

    def look(self, node: int, actions: Places) -> None:
        """Walks down from these actions, adds a node at the end, and tells those on the way."""
        games, at = self.all, np.zeros_like(self.all)
        reached = np.full_like(self.all, node)
        path, new = [], []
        while len(games):
            path.append((games, at, actions))
            below = self.child[games, at, actions].astype(np.intp)
            known = below > 0
            new.append((games[~known], at[~known], actions[~known]))
            reached[games[known]] = below[known]
            on = known & ~self.leaf[games, below]
            games, at = games[on], below[on]
            actions = self.choose(games, at)
        self.grow(node, *(np.concatenate(each) for each in zip(*new, strict=True)))
        found = self.value[self.all, reached]
        for games, at, actions in path:
            self.visits[games, at, actions] += 1
            self.sums[games, at, actions] += found[games] * self.side[games, at]

    def grow(self, node: int, games: Places, at: Places, actions: Places) -> None:
        self.child[games, at, actions] = node
        states = [self.states[place].copy() for place in zip(games, at, strict=True)]
        for state, action in zip(states, actions, strict=True):
            state.apply(action)
        if states:
            self.add(games, node, states)

    def choose(self, games: Places, at: Places) -> Places:
        """Below the root: what has been visited least, beside how often it should be."""
        visits = self.visits[games, at]
        shares = visits / (1 + visits.sum(axis=1, keepdims=True))
        chosen: Places = (softmax(self.improved(games, at)) - shares).argmax(axis=1)
        return chosen

    def improved(self, games: Places, at: Places) -> Floats:
        """The network's preferences, corrected by what has been found since."""
        visits, sums = self.visits[games, at], self.sums[games, at]
        own = (self.value[games, at] * self.side[games, at])[:, None]
        mean = (own + sums.sum(axis=1, keepdims=True)) / (1 + visits.sum(axis=1, keepdims=True))
        found = np.where(visits > 0, sums / np.maximum(visits, 1), mean)  # untried: as the others
        low, high = found.min(axis=1, keepdims=True), found.max(axis=1, keepdims=True)
        weight = 0.1 * (50 + visits.max(axis=1, keepdims=True))
        better: Floats = weight * (found - low) / np.maximum(high - low, 0.05)
        return self.preferred[games, at] + better


def rivals(looks: int) -> list[int]:
    """For each look, how often the moves have been tried from which the best is tried again."""
    tried, left, plan = [0] * CONSIDERED, CONSIDERED, list[int]()
    while len(plan) < looks:
        for _ in range(max(1, looks // (left * round(math.log2(CONSIDERED))))):
            plan += tried[:left]
            tried[:left] = [times + 1 for times in tried[:left]]
        left = max(2, left // 2)
    return plan[:looks]


def search(
    net: Net, roots: list[State], looks: int, noise: Floats
) -> tuple[Places, Floats, Floats]:
    """Actions to play, better preferences, and what the players to move may expect.

    The noise makes the choice of moves to try, and in the end of one of them, a random one.
    """
    trees = Trees(net, roots, looks)
    root = np.zeros_like(trees.all)
    for node, times in enumerate(rivals(looks), start=1):
        hopes = trees.improved(trees.all, root) + noise
        hopes += HARDLY * (trees.visits[:, 0] != times)  # where there are too few moves: any
        trees.look(node, hopes.argmax(axis=1))
    improved, visits = trees.improved(trees.all, root), trees.visits[:, 0]
    most = visits == visits.max(axis=1, keepdims=True)
    actions = (improved + noise + HARDLY * ~most).argmax(axis=1)
    expected = (trees.sums[:, 0] / np.maximum(visits, 1))[trees.all, actions]
    return actions, softmax(improved), expected


class Seen(NamedTuple):
    """A position of a game: what the player saw, and what is to be learned from it."""

    row: NDArray[np.int16]
    shares: Floats  # how much each take is preferred; none where a deal is due
    value: float  # for the player who sits first; in examples for who is to move
    side: int  # 1 if the player who sits first is to move, else -1


Examples = tuple[NDArray[Any], ...]  # the same, a column each


def self_play(weights: Weights, games: int, looks: int, seed: int) -> Examples:
    """Plays games to their end, all at once."""
    net, chance, deals = Net.of(weights), np.random.default_rng(seed), Generator(seed)
    states = [State(starter=1 + game % 2) for game in range(games)]
    records: list[list[Seen]] = [[] for _ in states]
    while going := [game for game in range(games) if not states[game].is_over]:
        for state, record in ((states[game], records[game]) for game in going):
            if state.deal_is_due:
                record.append(Seen(state.observation(), NO_TAKES, 0.0, 3 - 2 * state.turn))
                state.deal(deals)
        noise = chance.gumbel(size=(len(going), ACTIONS)).astype(np.float32)
        found = search(net, [states[game] for game in going], looks, noise)
        for game, action, shares, value in zip(going, *found, strict=True):
            side = 3 - 2 * states[game].turn
            records[game].append(Seen(states[game].observation(), shares, side * value, side))
            states[game].apply(action)
    pairs = zip(records, states, strict=True)
    examples = [seen for record, state in pairs for seen in taught(record, result(state))]
    return tuple(np.array(column) for column in zip(*examples, strict=True))


def taught(record: list[Seen], later: float) -> Iterator[Seen]:
    """What a game teaches: its result, mixed on the way back with what the search thought.

    Deals are luck: the further a round is from the end, the less the result says about it.
    """
    value = later
    for seen in reversed(record):
        if seen.shares is NO_TAKES:
            later += (1 - TRUST) * (value - later)
        value = later if seen.shares is NO_TAKES else seen.value
        aim = later + (1 - TRUST) * (value - later)
        yield seen._replace(value=aim * seen.side)


def learn(net: Net, optimiser: torch.optim.Optimizer, examples: Examples, batches: int) -> None:
    """Fits the network to examples drawn at random."""
    for _ in range(batches):
        some = np.random.randint(len(examples[0]), size=BATCH)
        rows, shares, aims, _ = (column[some] for column in examples)
        takes, values = net(torch.from_numpy(features(rows)))
        wanted = torch.from_numpy(shares)
        legal = takes.masked_fill(wanted == 0, float(NEVER))
        surprise = -(wanted * legal.log_softmax(dim=1)).sum(dim=1).mean()
        error = (values - torch.from_numpy(aims).float()).square().mean()
        optimiser.zero_grad()
        (surprise + 2 * error).backward()
        optimiser.step()


def match(weights: Weights, opponent: str, games: int, looks: int, seed: int) -> list[float]:
    """Results against a simple bot, each seat in half of the games: 1, a half for sharing, 0."""
    net, chance = Net.of(weights), Generator(seed)
    tables = [(State(starter=1 + game // 2 % 2), 1 + game % 2) for game in range(games)]
    for state, seat in tables:
        state.play_on(seat, opponent, chance)
    while going := [table for table in tables if not table[0].is_over]:
        no_noise = np.zeros((len(going), ACTIONS), np.float32)
        actions, _, _ = search(net, [state for state, _ in going], looks, no_noise)
        for (state, seat), action in zip(going, actions, strict=True):
            state.apply(action)
            state.play_on(seat, opponent, chance)
    return [(seat in state.winners) / len(state.winners) for state, seat in tables]


class Training:
    """Generations of self-play and learning."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked, self.course = asked, Course(asked.minutes)
        self.net, self.games, self.seed = Net(WIDTH), 0, 1_000_000 * asked.seed
        self.pool = ProcessPoolExecutor(asked.jobs, mp_context=get_context("spawn"))

    def in_all(self, work: Callable[..., Any], *details: Any) -> list[Any]:
        """The results of the same work in all processes, each with a seed of its own."""
        self.seed += self.asked.jobs
        seeds = range(self.seed, self.seed + self.asked.jobs)
        details = self.net.state_dict(), *details, self.asked.looks
        jobs = [self.pool.submit(work, *details, seed) for seed in seeds]
        return [job.result() for job in jobs]

    def run(self) -> None:
        optimiser = torch.optim.Adam(self.net.parameters(), RATE)
        known: list[Examples] = []
        while self.course.left or not self.games:
            if 1 - self.course.left >= len(self.course.points) / 30:  # two points each time
                self.measure(self.asked.games)
            new = self.in_all(self_play, self.asked.tables)
            self.games += self.asked.tables * self.asked.jobs
            columns = zip(*known, *new, strict=True)
            known = [tuple(np.concatenate(column)[-KEPT:] for column in columns)]
            optimiser.param_groups[0]["lr"] = RATE * max(self.course.left, 0.02)
            learn(self.net, optimiser, known[0], TIMES * sum(len(e[0]) for e in new) // BATCH)

    def measure(self, games: int) -> None:
        for opponent in ("random", "greedy"):
            results = self.in_all(match, opponent, -(-games // self.asked.jobs))
            self.course.add(opponent, self.games, chain(*results))


def main() -> None:
    parser = options(__doc__, minutes=18)
    parser.add_argument("--games", type=int, default=200, help="of each match on the way")
    parser.add_argument("--tables", type=int, default=128, help="games side by side in a process")
    parser.add_argument("--looks", type=int, default=24, help="of a search, for each move")
    parser.add_argument("--jobs", type=int, default=2, help="processes that play")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    np.random.seed(asked.seed)
    torch.set_num_threads(asked.jobs)
    training = Training(asked)
    training.run()
    print(f"learned {training.course.spent:.1f} minutes from {training.games:,} games of self-play")
    training.measure(5 * asked.games)
    training.pool.shutdown()
    if asked.out:
        torch.save(training.net.state_dict(), asked.out)
    if asked.plot:
        title = f"AlphaZero in small, with {asked.looks} looks a move"
        training.course.keep(asked.plot, title, "games of self-play")


if __name__ == "__main__":
    main()
