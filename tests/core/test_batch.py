"""Many games in one call: what comes out is what the law says, whatever the number of threads."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from azulejos.core import Batch, Generator, State, Step, action_count, observation_size
from azulejos.rules import COLOURS, Board, Heap, Position, RuleSet, Tile

KINDS = (*COLOURS, Tile.JOKER)
GAMES = 6


def seen(position: Position, viewer: int | None = None) -> list[int]:
    """What a player sees, or the one to move: by docs/research.md, from the law's position."""
    viewer = viewer or position.turn
    numbers: list[int] = []
    for source in range(len(position.displays) + 1):
        numbers += position.source(source).counts
    numbers += position.bag.counts
    numbers += position.lid.counts
    turn, players = position.turn, position.players
    numbers += [position.marker_in_centre, position.round, (position.starter - viewer) % players]
    board = position.board(turn)
    numbers.append(board.first_complete_line if position.phase == "tiling" else 0)
    numbers.append((turn - viewer) % players)
    for seat in position.seats_from(viewer):
        numbers += seen_board(position.board(seat))
    return numbers


def seen_board(board: Board) -> list[int]:
    numbers = [board.score]
    for line in board.lines:
        colour = line.colour
        code = 0 if colour is None else COLOURS.index(colour) + 1
        jokers = line.tiles[Tile.JOKER]
        numbers += [code, len(line.tiles) - jokers, jokers]
    for row in board.wall:
        numbers += [0 if cell is None else KINDS.index(cell) + 1 for cell in row]
    tiles = Heap.of(tile for tile in board.floor if tile is not Tile.MARKER)
    return [*numbers, *tiles.counts, board.holds_marker]


def check_game(step: Step, game: int, state: State) -> None:
    """The rows of one game that goes on."""
    assert list(np.flatnonzero(step.masks[game])) == state.legal_actions()
    assert list(step.observations[game]) == seen(state.position())
    assert step.seats[game] == state.turn


def check_end(step: Step, game: int, before: State, action: int) -> None:
    """The rewards and scores of one game, by playing its last move on a copy of its own."""
    after = before.copy()
    after.apply(action)
    assert step.ends[game] == after.is_over
    assert tuple(step.scores[game]) == after.scores
    outcome = after.outcome
    if outcome is None:
        assert not step.rewards[game].any()
        return
    players = len(outcome.scores)
    share = (players / len(outcome.winners) - 1) / (players - 1)
    loss = -1 / (players - 1)
    for seat in range(players):
        due = share if seat + 1 in outcome.winners else loss
        assert step.rewards[game, seat] == pytest.approx(due)
    assert step.rewards[game].sum() == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("rules", "players"), [*product(RuleSet, (2, 3, 4))])
def test_steps_are_the_laws(rules: RuleSet, players: int) -> None:
    batch = Batch(GAMES, players, rules, seed=players)
    generator = Generator(5)
    ended = 0
    for _ in range(160):
        before = [batch.state(game) for game in range(GAMES)]
        for game, state in enumerate(before):
            check_game(batch.latest, game, state)
        actions = batch.sample(generator)
        step = batch.step(actions)
        for game, state in enumerate(before):
            check_end(step, game, state, int(actions[game]))
            ended += bool(step.ends[game])
    assert ended > 0


def test_shapes() -> None:
    step = Batch(7, 3, "grey+joker").latest
    assert step.masks.shape == (7, action_count(3, "grey+joker")) == (7, 685)
    assert step.observations.shape == (7, observation_size(3)) == (7, 209)
    assert step.seats.shape == step.ends.shape == (7,)
    assert step.scores.shape == step.rewards.shape == (7, 3)
    assert Batch(7, observations=False).latest.observations.shape == (7, 0)


def arrays(step: Any) -> list[Any]:
    """A step's arrays, whose different types have nothing in common that mypy could name."""
    return list(step)


def run(threads: int, seed: int) -> list[bytes]:
    batch = Batch(50, 2, "grey+joker", seed=seed, threads=threads)
    generator = Generator(9)
    trace = []
    for _ in range(150):
        trace += [array.tobytes() for array in arrays(batch.step(batch.sample(generator)))]
    return trace


def test_threads_change_nothing_and_seeds_do() -> None:
    assert run(1, seed=3) == run(3, seed=3)
    assert run(1, seed=3) != run(1, seed=4)


def test_who_starts() -> None:
    assert set(Batch(50, 3, starter=2).latest.seats) == {2}
    assert set(Batch(50, 3).latest.seats) == {1, 2, 3}


def test_reset_begins_anew() -> None:
    batch = Batch(20, seed=1)
    first = [array.copy() for array in arrays(batch.latest)]
    batch.step(batch.sample(Generator(1)))
    again = batch.reset(1)
    assert all(np.array_equal(old, new) for old, new in zip(first, arrays(again), strict=True))
    assert not again.ends.any()


def test_after_an_end_a_new_game_lies_there() -> None:
    batch = Batch(40, seed=2, starter=1)
    generator = Generator(3)
    step = batch.latest
    while not step.ends.any():
        step = batch.step(batch.sample(generator))
    state = batch.state(int(np.flatnonzero(step.ends)[0]))
    assert (state.round, state.scores, state.turn) == (1, (0, 0), 1)
