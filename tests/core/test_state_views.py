"""What single states show to programs: observations of every player, masks, copies."""

import copy
from itertools import product

import numpy as np
import pytest
from test_batch import seen

from azulejos.core import Generator, State, action_count
from azulejos.rules import RuleSet


@pytest.mark.parametrize(("rules", "players"), [*product(RuleSet, (2, 3, 4))])
def test_every_players_view(rules: RuleSet, players: int) -> None:
    chance = Generator(players)
    state = State(players, rules)
    while not state.is_over:
        position = state.position()
        for player in range(1, players + 1):
            assert list(state.observation(player)) == seen(position, player)
        assert np.array_equal(state.observation(), state.observation(state.turn))
        mask = state.mask()
        assert mask.shape == (action_count(players, rules),)
        assert list(np.flatnonzero(mask)) == state.legal_actions()
        if state.deal_is_due:
            state.deal(chance)
        else:
            state.apply(state.random_action(chance))
    assert not state.mask().any()
    assert list(state.observation(1)) == seen(state.position(), 1)


def test_views_are_fresh_and_copies_apart() -> None:
    state, chance = State(), Generator(1)
    state.deal(chance)
    row, mask = state.observation(), state.mask()
    kept = row.copy(), mask.copy()
    for twin in (copy.copy(state), copy.deepcopy(state)):
        assert twin == state
        twin.apply(twin.legal_actions()[0])
        assert twin != state
    state.apply(state.legal_actions()[0])
    assert np.array_equal(row, kept[0])
    assert np.array_equal(mask, kept[1])
    dice = [copy.copy(chance), copy.deepcopy(chance)]
    assert len({tuple(each.below(6) for _ in range(9)) for each in (*dice, chance)}) == 1


@pytest.mark.parametrize("player", [0, 3, -1])
def test_no_such_player(player: int) -> None:
    with pytest.raises(ValueError, match="players are 1 to 2"):
        State().observation(player)
