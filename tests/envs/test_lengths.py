"""How long games can last: no game passes the bounds, and rounds can be as long as they say."""

import pytest
from viewing import ALL_KINDS

from azulejos.core import Generator, State, action_of, move_of
from azulejos.envs.lengths import longest_chance, longest_game, most_decisions, most_takes
from azulejos.notation import parse_move
from azulejos.rules import Deal, RuleSet, Take
from tables import rule


def slowest(state: State) -> int:
    """To the floor, from the centre if there is something, as few tiles as can be."""

    def haste(action: int) -> tuple[bool, bool, int]:
        move = move_of(action)
        if not isinstance(move, Take):
            return False, False, action
        tiles = len(position.source(move.source).only(*move.kinds))
        return move.line != 0, move.source != 0, tiles

    position = state.position()
    return min(state.legal_actions(), key=haste)


@rule("E20")
@pytest.mark.parametrize(("players", "rules"), ALL_KINDS[::3])
def test_a_game_that_nobody_wants_to_end_is_within_the_bounds(players: int, rules: RuleSet) -> None:
    state, chance = State(players, rules), Generator(1)
    moves = draws = 0
    while not state.is_over:
        if state.deal_is_due:
            state.deal(chance)
            draws += sum(map(len, state.position().displays))
        state.apply(slowest(state))
        moves += 1
    assert state.round == 51
    assert draws == longest_chance(players)
    assert longest_game(players, rules) / 2 < moves <= longest_game(players, rules)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_round_can_have_as_many_takes_as_tiles(players: int) -> None:
    displays = "/".join(["BYRK"] * (2 * players + 1))
    state = State(players)
    state.deal(deal_of(displays))
    takes = 0
    for display in range(1, 2 * players + 2):
        for source, colour in ((display, "B"), (0, "Y"), (0, "R"), (0, "K")):
            state.apply(action_of(parse_move(f"{source}{colour}0")))
            takes += 1
    assert takes == most_takes(players)
    assert state.deal_is_due


def test_decisions() -> None:
    expected = {"std": (0, 0, 0), "joker": (5, 10, 10)}
    for players, rules in ALL_KINDS:
        due = expected.get(rules, (40, 60, 80))[players - 2]
        assert most_decisions(players, rules) == due


def deal_of(text: str) -> Deal:
    move = parse_move(f"={text}")
    assert isinstance(move, Deal)
    return move
