"""Learning: fits the rows and heads of a network to examples, with PyTorch.

A row is the sum of its own weights, which are held small, and of weights that it shares with
similar rows: so rare facts are judged like their neighbours. Where learning begins with a network,
both are what is added to its rows, so that rare facts keep what is known of them. No other module
loads PyTorch.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn import functional

from ..search import Network
from ..search.layout import ALL_ROWS, STAGES, UNITS
from ..search.network import HEAD_SCALE, ROW_SCALE
from .examples import Examples
from .families import families

SIDE_WEIGHT = 0.1  # of the heads for people, beside the search's
LATER_RATE = 0.002  # for a network that begins with another: a larger one forgets it
LEAST_STEPS = 11  # with ten, OneCycleLR divides by zero
PIECE = 65536  # examples to look through at a time: NumPy makes wide copies of what it counts

Tell = Callable[[str], None]
Progress = Callable[[int, int], None]  # steps done, of how many


class Recipe(NamedTuple):
    epochs: int = 5
    batch: int = 8192
    rate: float = 0.004
    own_decay: float = 0.5
    seed: int = 1


class Learned(NamedTuple):
    """Rows and heads in the network's units, and the loss on what was kept aside."""

    rows: Any
    heads: Any
    loss: float
    threads: int  # another number of them may round differently


class Model:
    """The network in floats, in a form that can be fitted."""

    def __init__(self, seed: int, begin: Network | None = None) -> None:
        chance = torch.Generator().manual_seed(seed)
        self.family = torch.tensor(families())
        kinds = int(self.family.max()) + 1
        self.given = torch.zeros(ALL_ROWS + 1, UNITS)
        self.own = torch.zeros(ALL_ROWS + 1, UNITS)
        self.shared = 0.05 * torch.randn(kinds, UNITS, generator=chance)
        heads = 0.2 * torch.randn(3, UNITS, generator=chance)
        heads[:, 0] = 1.0
        self.heads = heads.repeat(STAGES, 1, 1)
        if begin:
            self._begin_with(begin)
        for weights in (self.own, self.shared, self.heads):
            weights.requires_grad_()

    def _begin_with(self, begin: Network) -> None:
        """Says at first what the network says; only units that it does not use start at random."""
        self.given[:ALL_ROWS] = torch.from_numpy(with_relatives(begin.rows) / ROW_SCALE)
        heads = torch.from_numpy(begin.heads_array / HEAD_SCALE).float()
        self.shared[:, heads.any(dim=0)] = 0.0
        self.heads = heads.reshape(STAGES, 3, UNITS)

    def rows(self) -> torch.Tensor:
        # Not shared[family]: the gradient of that is summed in no fixed order.
        return self.given + self.own + self.shared.index_select(0, self.family)

    def forward(self, facts: torch.Tensor, stages: torch.Tensor) -> torch.Tensor:
        """What the three heads say: logits of value and chance, points in their unit."""
        sums = functional.embedding_bag(facts, self.rows(), mode="sum", padding_idx=ALL_ROWS)
        bent = torch.cat([sums[:, :1], torch.relu(sums[:, 1:])], dim=1)
        return torch.einsum("nu,nhu->nh", bent, self.heads.index_select(0, stages))

    def losses(self, examples: Examples, chosen: Any) -> tuple[torch.Tensor, torch.Tensor]:
        """The loss of the value alone, and the one that is made small."""
        stages = as_numbers(examples.stages[chosen])
        said = self.forward(as_numbers(examples.facts[chosen]), stages)
        wanted = torch.from_numpy(examples.targets[chosen])
        main = functional.binary_cross_entropy_with_logits(said[:, 0], wanted[:, 0])
        won = functional.binary_cross_entropy_with_logits(said[:, 1], wanted[:, 1])
        points = functional.mse_loss(said[:, 2], wanted[:, 2])
        return main, main + SIDE_WEIGHT * (won + points)

    def loss_on(self, examples: Examples, kept: Any, batch: int) -> float:
        total = 0.0
        with torch.no_grad():
            for chosen in batches(kept, batch):
                total += float(self.losses(examples, chosen)[0]) * len(chosen)
        return total / max(1, len(kept))


class Optimizer:
    """The way of the weights downhill: AdamW, with a rate that rises and falls once."""

    def __init__(self, model: Model, recipe: Recipe, steps: int) -> None:
        groups = [
            {"params": [model.own], "weight_decay": recipe.own_decay},
            {"params": [model.shared, model.heads], "weight_decay": 0.01},
        ]
        self.optimiser = torch.optim.AdamW(groups, lr=recipe.rate)
        self.schedule = torch.optim.lr_scheduler.OneCycleLR(
            self.optimiser, recipe.rate, total_steps=max(LEAST_STEPS, steps), pct_start=0.1
        )

    def step(self, loss: torch.Tensor) -> None:
        self.optimiser.zero_grad()
        torch.autograd.backward(loss)
        self.optimiser.step()
        self.schedule.step()


def learn(
    examples: Examples,
    recipe: Recipe,
    tell: Tell,
    progress: Progress,
    begin: Network | None = None,
) -> Learned:
    """A network that fits the examples; the same ones and the same recipe give the same.

    It begins with a network, if one is given, otherwise with random numbers.
    """
    rest, kept = split(len(examples.facts), recipe.seed)
    model = Model(recipe.seed, begin)
    if begin:
        tell(
            f"at first: loss on those kept aside {model.loss_on(examples, kept, recipe.batch):.5f}"
        )
    each = len(batches(rest, recipe.batch))
    optimizer = Optimizer(model, recipe, recipe.epochs * each)
    loss = float("nan")
    for epoch in range(recipe.epochs):
        started, total = time.monotonic(), 0.0
        np.random.default_rng([recipe.seed, epoch]).shuffle(rest)
        for number, chosen in enumerate(batches(rest, recipe.batch)):
            main, whole = model.losses(examples, chosen)
            optimizer.step(whole)
            total += float(main.detach()) * len(chosen)
            progress(epoch * each + number + 1, recipe.epochs * each)
        loss = model.loss_on(examples, kept, recipe.batch)
        seconds = time.monotonic() - started
        said = f"epoch {epoch + 1}: loss {total / len(rest):.5f}, on those kept aside {loss:.5f}"
        tell(f"{said}, {seconds:.0f} s")
    return Learned(*weights_of(model, examples), loss, torch.get_num_threads())


def split(length: int, seed: int) -> tuple[Any, Any]:
    """The examples to learn from, and a twentieth to be judged by.

    Games lie together: what is kept aside is a piece at the end, not every twentieth example.
    """
    border = length - length // 20
    order = np.random.default_rng(seed).permutation(length)
    return order[order < border], np.arange(border, length)


def batches(array: Any, batch: int) -> list[Any]:
    return [array[first : first + batch] for first in range(0, len(array), batch)]


def weights_of(model: Model, examples: Examples) -> tuple[Any, Any]:
    """Rows and heads in the network's units; rows of which nothing is known are left empty."""
    seen: Any = model.given.numpy().any(axis=1)
    for part in batches(examples.facts, PIECE):
        seen[part] = True
    rows = (model.rows().detach().numpy() * seen[:, None])[:ALL_ROWS]
    heads = model.heads.detach().numpy().reshape(3 * STAGES, UNITS)
    return rows * ROW_SCALE, heads * HEAD_SCALE


def with_relatives(rows: Any) -> Any:
    """Rows as floats; an empty one, never met, is judged like those of its family that were.

    Another kind of game has facts that are impossible in the one that was learned.
    """
    family = np.array(families())[:ALL_ROWS]
    met = rows.any(axis=1)
    sums = np.zeros((family.max() + 1, UNITS))
    np.add.at(sums, family[met], rows[met])
    numbers = np.bincount(family[met], minlength=len(sums))
    means = sums / np.maximum(1, numbers)[:, None]
    return np.where(met[:, None], rows, means[family])


def as_numbers(numbers: Any) -> torch.Tensor:
    return torch.from_numpy(numbers.astype(np.int32))
