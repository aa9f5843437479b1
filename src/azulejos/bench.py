"""How fast are core and search here? What `azulejos bench` measures, each answer as one dictionary.

CPU time, of the one thread that works, so that other work on the machine matters little; several
threads are measured by the clock too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import cache
from time import perf_counter, process_time, thread_time
from typing import NamedTuple

from .core import WHY_SLOW, Batch, Generator, State, playouts
from .search import AlphaBeta, Network, TreeSearch, load_network
from .search.searchers import MAX_THREADS
from .search.start import starting_network

Figures = dict[str, str | int | float | bool]

# The position of docs/notation.md, whose leaves everybody knows.
KNOWN = (
    "std BYKW/RRKK/BBRW/BRKK/BYWW F 0:-/-/-/-/-:5/5/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:- 1 1 1 "
    "B15Y18R16K15W16 -"
)
SIGNATURE_GAMES = 1000
BATCH = 4096
SMALL_BATCH = 64  # for the interpreted core
SIGNATURE_NODES = 2000  # a search
SPEED_NODES = 50_000  # a search
SLOW_NODES = 500  # for the interpreted search


def bench_playouts(players: int, rules: str, seconds: float, threads: int) -> Figures:
    """Random games from an empty table to the end."""
    start = State(players, rules)
    signature = playouts(start, SIGNATURE_GAMES, seed=1).moves
    portion = (500 if WHY_SLOW else 100_000) * threads
    games = moves = rounds = points = 0
    timer = thread_time if threads == 1 else process_time
    cpu, clock = timer(), perf_counter()
    while perf_counter() - clock < seconds:
        result = playouts(start, portion, seed=games, threads=threads)
        games += portion
        moves += result.moves
        rounds += result.rounds
        points += sum(result.points)
    cpu, clock = timer() - cpu, perf_counter() - clock
    return {
        "threads": threads,
        "games": games,
        "cpu_seconds": cpu,
        "games_per_cpu_second": games / cpu,
        "seconds": clock,
        "games_per_second": games / clock,
        "moves_per_game": moves / games,
        "rounds_per_game": rounds / games,
        "points_per_player": points / games / players,
        "signature": signature,
    }


def bench_steps(players: int, rules: str, seconds: float, threads: int) -> Figures:
    """A move at a time from Python: legal_actions, copy and apply, in positions of whole games."""
    states = list(_positions(players, rules, games=20))
    steps, listing, copying, together = 0, 0.0, 0.0, 0.0
    while together < seconds / 2:
        steps += len(states)
        listing += _time_of(states, State.legal_actions)
        copying += _time_of(states, State.copy)
        together += _time_of(states, _step)
    return {
        "steps": steps,
        "cpu_seconds": together,
        "us_per_step": 1e6 * together / steps,
        "us_for_legal_actions": 1e6 * listing / steps,
        "us_for_copy": 1e6 * copying / steps,
    }


def _step(state: State) -> None:
    actions = state.legal_actions()
    state.copy().apply(actions[-1])


def _time_of(states: list[State], what: Callable[[State], object]) -> float:
    begun = thread_time()
    for state in states:
        what(state)
    return thread_time() - begun


def _positions(players: int, rules: str, games: int) -> Iterator[State]:
    generator = Generator(1)
    for _ in range(games):
        state = State(players, rules)
        while not state.is_over:
            if state.deal_is_due:
                state.deal(generator)
            else:
                yield state.copy()
                actions = state.legal_actions()
                state.apply(actions[generator.below(len(actions))])


def bench_batch(players: int, rules: str, seconds: float, threads: int) -> Figures:
    """Many games in one call; the choice of random actions is measured on its own."""
    games = SMALL_BATCH if WHY_SLOW else BATCH
    figures: Figures = {"games": games, "threads": threads}
    for name, observations in (("", False), ("observed_", True)):
        batch = Batch(games, players, rules, seed=1, threads=threads, observations=observations)
        generator = Generator(2)
        steps, chosen, stepped = 0, 0.0, 0.0
        timer = thread_time if threads == 1 else perf_counter
        while stepped < seconds / 2:
            begun = timer()
            actions = batch.sample(generator)
            sampled = timer()
            batch.step(actions)
            stepped += timer() - sampled
            chosen += sampled - begun
            steps += games
        unit = "cpu_second" if threads == 1 else "second"
        figures[f"{name}steps_per_{unit}"] = steps / stepped
        figures[f"{name}steps_with_choice_per_{unit}"] = steps / (stepped + chosen)
    return figures


def bench_perft(players: int, rules: str, seconds: float, threads: int) -> Figures:
    """Leaves of a position, the last ply counted without playing it."""
    state = State.from_text(KNOWN)
    if (players, rules) != (2, "std"):
        state = State(players, rules)
        state.deal(Generator(1))
    depth = 3 if WHY_SLOW else 4
    times: list[float] = []
    while not times or sum(times) < seconds:
        begun = thread_time()
        leaves = state.perft(depth)
        times.append(thread_time() - begun)
    mean = sum(times) / len(times)
    return {
        "depth": depth,
        "leaves": leaves,
        "cpu_seconds": mean,
        "leaves_per_cpu_second": leaves / mean,
    }


class Searched(NamedTuple):
    """A position for the search: so many moves into a game, of chance or greedily played."""

    rules: str
    players: int
    moves: int
    greedily: bool


SEARCHED = [
    Searched(rules, players, 4 + 13 * number, number % 2 == 1)
    for rules in ("std", "grey", "joker", "grey+joker")
    for players in (2, 3, 4)
    for number in range(4 if players == 2 else 3)
]
SEARCHED_SLOWLY = SEARCHED[::7]  # for the interpreted search


def bench_search(players: int, rules: str, seconds: float, threads: int) -> Figures:
    """The signature is that of all kinds of game; the speed that of the kind that was asked for."""
    positions = SEARCHED_SLOWLY if WHY_SLOW else SEARCHED
    figures: Figures = {"positions": len(positions), "signature": search_signature(positions)}
    threads = min(threads, MAX_THREADS)
    timer, unit = (thread_time, "cpu_second") if threads == 1 else (perf_counter, "second")
    states = [state_of(place) for place in positions if place[:2] == (rules, players)]
    for name, searcher in _searchers(load_network(rules, players), threads):
        nodes, taken = 0, 0.0
        while taken < seconds / 2:
            for state in states:
                searcher.forget()
                begun = timer()
                searcher.think(state, nodes=SLOW_NODES if WHY_SLOW else threads * SPEED_NODES)
                taken += timer() - begun
                nodes += searcher.nodes
        figures[f"{name}_nodes_per_{unit}"] = nodes / taken
    return figures


def search_signature(positions: list[Searched]) -> str:
    """All nodes of short searches and a hash of the moves found: alters when play does."""
    nodes, found = 0, hashlib.sha256()
    for place in positions:
        state = state_of(place)
        for name, searcher in _searchers(load_network(place.rules, place.players)):
            result = searcher.think(state, nodes=SIGNATURE_NODES)
            nodes += result.nodes
            found.update(f"{name} {result.action} {result.value}\n".encode())
    return f"{nodes}-{found.hexdigest()[:8]}"


def _searchers(network: Network, threads: int = 1) -> list[tuple[str, AlphaBeta | TreeSearch]]:
    tree: list[tuple[str, AlphaBeta | TreeSearch]] = [("tree", TreeSearch(network, threads))]
    return [("alphabeta", AlphaBeta(network, threads)), *tree] if network.players == 2 else tree


def state_of(place: Searched) -> State:
    """The position; games that end sooner are left before their last move."""
    rules, players, moves, greedily = place
    state, chance = State(players, rules), Generator(moves)
    before = state
    while moves and not state.is_over:
        if state.deal_is_due:
            state.deal(chance)
        before = state.copy()
        actions = state.legal_actions()
        action = actions[chance.below(len(actions))]
        if greedily:
            judged = _untrained(rules, players).evaluate_actions(state)
            action = max(judged, key=lambda pair: pair[1])[0]
        state.apply(action)
        moves -= 1
    if state.deal_is_due:
        state.deal(chance)
    return before if state.is_over else state


@cache
def _untrained(rules: str, players: int) -> Network:
    """Plays the same whatever the weights are."""
    return starting_network(rules, players)


Bench = Callable[[int, str, float, int], Figures]
BENCHES: dict[str, Bench] = {
    "playouts": bench_playouts,
    "steps": bench_steps,
    "batch": bench_batch,
    "perft": bench_perft,
    "search": bench_search,
}


def measure(name: str, players: int, rules: str, seconds: float, threads: int) -> Figures:
    """One bench, with what was measured."""
    kind: Figures = {
        "bench": name,
        "players": players,
        "rules": rules,
        "core": "interpreted" if WHY_SLOW else "compiled",
    }
    return kind | BENCHES[name](players, rules, seconds, threads)


def in_words(figures: Figures) -> str:
    """A line for people: what was measured, then every figure with its name."""
    what = (
        f"{figures['bench']}: {figures['players']} players, {figures['rules']}, {figures['core']}"
    )
    told = [
        f"  {name.replace('_', ' '):42}{_number(value):>14}"
        for name, value in figures.items()
        if name not in ("bench", "players", "rules", "core")
    ]
    return "\n".join([what, *told])


def _number(value: str | float) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) else value
