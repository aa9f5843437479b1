"""The layers that the examples with PyTorch share; features go in (`azulejos.envs.features`).

For `std` games of two players.
"""

from __future__ import annotations

import torch
from torch import nn

from azulejos.envs.features import COLOURS, SIZE, feature_count, source_count, take_slices

FEATURES, SOURCES = feature_count(players=2), source_count(players=2)
HEAPS, ROOM, WORTH = take_slices(players=2)
ABOUT_TAKES = WORTH.stop  # features come before it that are about takes
LINES = 6  # the floor and five lines
ACTIONS = SOURCES * COLOURS * LINES

DISPLAY, CENTRE = 4, 5  # the greatest number of tiles that is told apart there


class Trunk(nn.Sequential):
    """Features in, a judgement of the whole table out."""

    def __init__(self, width: int) -> None:
        layers = [nn.Linear(FEATURES, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()]
        super().__init__(*layers)


class Takes(nn.Module):
    """A preference for every take.

    Displays are all alike, so none has weights of its own. There is a list of how good it would be
    to bring so many tiles of a colour to a line, from a display or from the centre, and another
    of how bad it is to push a colour to the centre; takes are looked up there. The first list is
    the sum of what the judgement of the table says, and of what can be said at first sight: do
    the tiles fill the line, do some fall, what will it score?
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.judged = nn.Linear(width, (DISPLAY + CENTRE) * COLOURS * LINES)
        self.pushed = nn.Linear(width, COLOURS)
        self.sight = nn.Parameter(torch.zeros(SIZE, 2 * SIZE, DISPLAY + CENTRE))

    def forward(self, judged: torch.Tensor, shown: torch.Tensor) -> torch.Tensor:
        count = len(judged)
        heaps = shown[:, HEAPS].view(count, SOURCES, COLOURS)
        listed = self.judged(judged).view(count, DISPLAY + CENTRE, -1) + self.at_sight(shown)
        number = (heaps.clamp(1, CENTRE).long() - 1).repeat_interleave(LINES, dim=2)
        centre = listed[:, DISPLAY:].gather(1, number[:, :1])
        displays = listed[:, :DISPLAY].gather(1, number[:, 1:].clamp(max=DISPLAY - 1))
        pushed = heaps[:, 1:] * self.pushed(judged)[:, None]
        left = pushed.sum(dim=2, keepdim=True) - pushed
        displays = displays + left.repeat_interleave(LINES, dim=2)
        return torch.cat([centre, displays], dim=1).flatten(1)

    def at_sight(self, shown: torch.Tensor) -> torch.Tensor:
        room = shown[:, ROOM].view(-1, SIZE, COLOURS, SIZE)
        worth = shown[:, WORTH].view(-1, SIZE, COLOURS, 1)
        seen = torch.einsum("nlcs,lst->ntcl", torch.cat([room, room * worth], 3), self.sight)
        return nn.functional.pad(10 * seen, (1, 0)).flatten(2)  # nothing is said of the floor


class Net(nn.Module):
    """A preference for every take, and how well the player to move stands, from -1 to 1."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.trunk = Trunk(width)
        self.takes = Takes(width)
        self.value = nn.Linear(width, 1)

    @classmethod
    def of(cls, weights: dict[str, torch.Tensor]) -> Net:
        """A network for a process that has one core."""
        torch.set_num_threads(1)
        net = cls(len(weights["trunk.0.bias"]))
        net.load_state_dict(weights)
        return net

    def forward(self, shown: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        judged = self.trunk(shown)
        return self.takes(judged, shown), torch.tanh(self.value(judged)).squeeze(1)


class Policy(nn.Module):
    """A preference for every take that the mask allows; the others are out of the question."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.trunk = Trunk(width)
        self.takes = Takes(width)

    def forward(self, shown: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        takes: torch.Tensor = self.takes(self.trunk(shown), shown)
        return takes.masked_fill(mask == 0, -1e9)


class Critic(nn.Sequential):
    """What is still to be earned."""

    def __init__(self, width: int) -> None:
        super().__init__(Trunk(width), nn.Linear(width, 1))
