"""Are the environments as fast, and as small, as they should be?

usage: python benchmarks/environments.py [FOLDER]
FOLDER holds the yardstick's program `playouts`; without it there are only steps a second here, and
no targets for them. How it is compared: see side_by_side.py. Steps a second are scaled to a machine
on which the yardstick plays 400 000 games a second. Exits with 1 if a target is missed.

Games are random, of two players by `std`, in the loop that everybody writes: what is seen, the
random choice of an action that the mask allows, and the start of new games are counted with it.
With many games at once the choice is not.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import thread_time
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import pyspiel
from numpy.typing import NDArray
from pettingzoo.utils import wrappers
from side_by_side import REPEATS, SECONDS, compare, speed_here, yardstick_moves

import azulejos.envs.openspiel
from azulejos.bench import BATCH, measure
from azulejos.core import WHY_SLOW, Batch, Generator
from azulejos.envs import azulejos_v0
from azulejos.envs.planes import planes

assert azulejos.envs.openspiel  # imported for what it registers

MOST_MEGABYTES = 20
MEMORY = """
import resource
from pathlib import Path
from azulejos.core import Batch, Generator

def bytes_in_use():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()

def played():
    batch = Batch(4096, 2, "std", threads=2)
    for _ in range(3):
        batch.step(batch.sample(Generator(1)))
    return batch

first = played()  # what comes with the first one, and is there but once, is not counted
before = bytes_in_use()
batches = [played() for _ in range(20)]
arrays = sum(array.nbytes for array in first.latest)
print(((bytes_in_use() - before) / len(batches) - arrays) / 1e6)
"""


def any_of(mask: NDArray[np.int8], random: Callable[[], float]) -> int:
    legal = mask.nonzero()[0]
    return int(legal[int(random() * len(legal))])


def agents(env: Any) -> float:
    """Steps per CPU second of an environment of PettingZoo."""
    random = Random(1).random
    steps, begun = 0, thread_time()
    env.reset(seed=1)
    while thread_time() - begun < SECONDS:
        for _ in env.agent_iter():
            seen, _, over, _, _ = env.last()
            if over:
                env.step(None)
            else:
                env.step(any_of(seen["action_mask"], random))
                steps += 1
        env.reset()
    return steps / (thread_time() - begun)


def seat(env: Any) -> float:
    """Steps per CPU second of an environment of Gymnasium."""
    random = Random(1).random
    steps, begun = 0, thread_time()
    _, info = env.reset(seed=1)
    while thread_time() - begun < SECONDS:
        over = False
        while not over:
            _, _, over, _, info = env.step(any_of(info["action_mask"], random))
            steps += 1
        _, info = env.reset()
    return steps / (thread_time() - begun)


def spiel(game: Any) -> float:
    """Decisions per CPU second in OpenSpiel, with tensors; chance draws every tile, uncounted."""
    chance = Random(1)
    steps, begun = 0, thread_time()
    while thread_time() - begun < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                kinds, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(kinds, shares)[0])
            else:
                state.observation_tensor()
                state.apply_action(chance.choice(state.legal_actions()))
                steps += 1
    return steps / (thread_time() - begun)


# Many games at once.


def many_seats(opponent: str = "random", form: str = "vector") -> float:
    """Steps per CPU second of Gymnasium's vector environment."""
    envs = gymnasium.make_vec(
        "azulejos/Azul-v0", num_envs=BATCH, opponent=opponent, observations=form
    )
    envs.reset(seed=1)
    steps, stepped = 0, 0.0
    while stepped < SECONDS:
        actions = envs.action_space.sample()
        begun = thread_time()
        envs.step(actions)
        stepped += thread_time() - begun
        steps += BATCH
    return steps / stepped


def batch_with_planes() -> float:
    batch, chance = Batch(BATCH, seed=1), Generator(1)
    steps, stepped = 0, 0.0
    while stepped < SECONDS:
        actions = batch.sample(chance)
        begun = thread_time()
        planes(batch.step(actions).observations, 2)
        stepped += thread_time() - begun
        steps += BATCH
    return steps / stepped


def batch_observed() -> float:
    return float(measure("batch", 2, "std", SECONDS, 1)["observed_steps_per_cpu_second"])


class Measured(NamedTuple):
    """Steps a second, in thousands where the yardstick plays 400 000 games; None: no target."""

    name: str
    wanted: float | None
    rate: Callable[[], float]


def all_measured() -> list[Measured]:
    one = partial(gymnasium.make, "azulejos/Azul-v0")
    raw = azulejos_v0.raw_env
    game = pyspiel.load_game("python_azulejos")
    return [
        Measured("PettingZoo, raw_env", 60, partial(agents, raw())),
        Measured("  env, with the standard wrappers", 30, partial(agents, azulejos_v0.env())),
        Measured("  the same wrappers as PettingZoo has them", None, partial(agents, plain(raw()))),
        Measured("  raw_env with planes", None, partial(agents, raw(observations="planes"))),
        Measured("Gymnasium, random opponent", 60, partial(seat, one(opponent="random"))),
        Measured("  greedy opponent", None, partial(seat, one(opponent="greedy"))),
        Measured(
            "  random opponent, planes",
            None,
            partial(seat, one(opponent="random", observations="planes")),
        ),
        Measured(f"Gymnasium, {BATCH} seats, random opponent", None, many_seats),
        Measured("  greedy opponent", None, partial(many_seats, "greedy")),
        Measured("  random opponent, planes", None, partial(many_seats, "random", "planes")),
        Measured(f"batch of {BATCH} with planes", None, batch_with_planes),
        Measured("OpenSpiel, decisions", None, partial(spiel, game)),
    ]


def plain(env: Any) -> Any:
    """Ours are made quick; these are what they inherit from."""
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def scaled(rate: Callable[[], float], folder: Path) -> float:
    return in_thousands(rate) / speed_here(folder)


def beside_the_yardstick(folder: Path) -> list[bool]:
    results = [
        compare(
            "batch of 4096, masks, observations / yardstick's moves",
            0.30,
            lambda: batch_observed() / yardstick_moves(folder, 2),
        )
    ]
    sys.stdout.write("thousand steps a second, at 400 000 games/s of the yardstick:\n")
    results += [
        compare(name, wanted, partial(scaled, rate, folder), decimals=1)
        for name, wanted, rate in all_measured()
    ]
    return results


def without_yardstick() -> list[bool]:
    sys.stdout.write("thousand steps a second, on this machine:\n")
    return [
        compare(name, None, partial(in_thousands, rate), decimals=1)
        for name, _, rate in all_measured()
    ]


def in_thousands(rate: Callable[[], float]) -> float:
    return rate() / 1000


def memory() -> bool:
    """Of a fresh process each time: memory that was once used would be used again."""
    if not Path("/proc/self/statm").exists():
        sys.stdout.write("memory is measured on Linux only\n")
        return True
    command = [sys.executable, "-c", MEMORY]
    sizes = sorted(
        float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        for _ in range(REPEATS)
    )
    good = median(sizes) <= MOST_MEGABYTES
    sys.stdout.write(
        f"{BATCH} games beyond NumPy's arrays: {median(sizes):.1f} MB ({sizes[1]:.1f} to "
        f"{sizes[-2]:.1f}), at most {MOST_MEGABYTES} {'' if good else 'MISSED'}\n"
    )
    return good


def main() -> None:
    if WHY_SLOW:
        sys.exit(f"this measures nothing: {WHY_SLOW}")
    results = beside_the_yardstick(Path(sys.argv[1])) if len(sys.argv) > 1 else without_yardstick()
    results.append(memory())
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
