"""Learning: fits the rows and heads of a network to examples, with PyTorch.

A row is the sum of its own weights, which are held small, and of weights that it shares with
similar rows: so rare facts are judged like their neighbours.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn import functional

from ..search.layout import ALL_ROWS, UNITS
from ..search.network import HEAD_SCALE, ROW_SCALE
from .families import families

SIDE_WEIGHT = 0.1  # of the heads for people, beside the search's


class Recipe(NamedTuple):
    epochs: int = 5
    batch: int = 8192
    rate: float = 0.004
    own_decay: float = 0.5
    seed: int = 1


class Model(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        family = torch.tensor(families())
        self.register_buffer("family", family)
        self.own = torch.nn.Parameter(torch.zeros(ALL_ROWS + 1, UNITS))
        self.shared = torch.nn.Parameter(0.05 * torch.randn(int(family.max()) + 1, UNITS))
        self.heads = torch.nn.Parameter(0.2 * torch.randn(3, UNITS))
        with torch.no_grad():
            self.heads[:, 0] = 1.0

    def rows(self) -> torch.Tensor:
        return self.own + self.shared[self.family]

    def forward(self, facts: torch.Tensor) -> torch.Tensor:
        sums = functional.embedding_bag(facts, self.rows(), mode="sum", padding_idx=ALL_ROWS)
        bent = torch.cat([sums[:, :1], torch.relu(sums[:, 1:])], dim=1)
        return bent @ self.heads.T


def loss_of(said: torch.Tensor, wanted: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    main = functional.binary_cross_entropy_with_logits(said[:, 0], wanted[:, 0])
    won = functional.binary_cross_entropy_with_logits(said[:, 1], wanted[:, 1])
    points = functional.mse_loss(said[:, 2], wanted[:, 2])
    return main, main + SIDE_WEIGHT * (won + points)


def learn(
    facts: Any, targets: Any, recipe: Recipe, tell: Callable[[str], None]
) -> tuple[Any, Any, float]:
    """Rows and heads as whole numbers, and the loss on a twentieth that was kept aside."""
    torch.manual_seed(recipe.seed)
    order = np.random.default_rng(recipe.seed).permutation(len(facts))
    # Games lie together: what is kept aside is a piece at the end, not every twentieth example.
    aside = len(facts) // 20
    kept, rest = np.arange(len(facts) - aside, len(facts)), order[order < len(facts) - aside]
    model = Model()
    groups = [
        {"params": [model.own], "weight_decay": recipe.own_decay},
        {"params": [model.shared, model.heads], "weight_decay": 0.01},
    ]
    optimiser = torch.optim.AdamW(groups, lr=recipe.rate)
    steps = recipe.epochs * (len(rest) // recipe.batch + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, recipe.rate, total_steps=steps, pct_start=0.1
    )
    loss = float("nan")
    for epoch in range(recipe.epochs):
        started, total = time.monotonic(), 0.0
        np.random.default_rng([recipe.seed, epoch]).shuffle(rest)
        for first in range(0, len(rest), recipe.batch):
            chosen = rest[first : first + recipe.batch]
            main, whole = loss_of(model(as_facts(facts[chosen])), torch.from_numpy(targets[chosen]))
            optimiser.zero_grad()
            whole.backward()
            optimiser.step()
            schedule.step()
            total += float(main.detach()) * len(chosen)
        loss = test_loss(model, facts, targets, kept, recipe.batch)
        tell(f"epoch {epoch + 1}: {total / len(rest):.5f}, aside {loss:.5f}, "
             f"{time.monotonic() - started:.0f} s")
    seen = np.bincount(facts.ravel(), minlength=ALL_ROWS + 1)[:ALL_ROWS] > 0
    rows = model.rows().detach().numpy()[:ALL_ROWS] * seen[:, None]
    return rows * ROW_SCALE, model.heads.detach().numpy() * HEAD_SCALE, loss


def test_loss(model: Model, facts: Any, targets: Any, kept: Any, batch: int) -> float:
    total = 0.0
    with torch.no_grad():
        for first in range(0, len(kept), batch):
            chosen = kept[first : first + batch]
            main, _ = loss_of(model(as_facts(facts[chosen])), torch.from_numpy(targets[chosen]))
            total += float(main) * len(chosen)
    return total / max(1, len(kept))


def as_facts(numbers: Any) -> torch.Tensor:
    return torch.from_numpy(numbers.astype(np.int32))
