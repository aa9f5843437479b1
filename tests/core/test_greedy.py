"""The native players: the greedy one chooses what the bot that reads like the rulebook chooses."""

from collections.abc import Iterator
from itertools import product

import pytest

from azulejos.bots.simple import greedy_value
from azulejos.core import OPPONENTS, Generator, State, action_of, move_of
from azulejos.rules import RuleSet, UsageError, legal_moves
from corners import corner_cases

KINDS = [*product(RuleSet, (2, 3, 4))]


def greedy_choices(state: State) -> set[int]:
    """The moves that are best by the bot's own measure."""
    position = state.position()
    values = {action_of(move): greedy_value(position, move) for move in legal_moves(position)}
    best = max(values.values())
    return {action for action, value in values.items() if value == best}


def games(players: int, rules: RuleSet, seed: int) -> Iterator[State]:
    """States of games whose moves are now greedy, now random: full boards as well as odd ones."""
    chance = Generator(seed)
    state = State(players, rules)
    while not state.is_over:
        if state.deal_is_due:
            state.deal(chance)
            continue
        yield state
        greedy = chance.below(3)
        state.apply(state.greedy_action(chance) if greedy else state.random_action(chance))


@pytest.mark.covering(2)
@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_greedy_as_the_bot(rules: RuleSet, players: int) -> None:
    chance = Generator(3)
    met = set()
    for number, state in enumerate(games(players, rules, seed=players)):
        if state.phase == "offer" and number % 3:
            continue  # the bot takes its time
        choices = greedy_choices(state)
        found = {state.greedy_action(chance) for _ in range(12 * len(choices))}
        assert found <= choices
        assert len(found) > len(choices) / 2  # chance settles it
        met.add(state.phase)
    assert met == ({"offer"} if rules == "std" else {"offer", "tiling"})


@pytest.mark.covering(2)
@pytest.mark.parametrize(("rules", "players"), KINDS)
@pytest.mark.parametrize("opponent", OPPONENTS)
def test_play_on_is_one_move_after_another(rules: RuleSet, players: int, opponent: str) -> None:
    state = State(players, rules)
    slow = state.copy()
    chance, other_chance = Generator(7), Generator(7)
    while not slow.is_over:
        moves = state.play_on(players, opponent, chance)
        while not slow.is_over and (slow.deal_is_due or slow.turn != players):
            if slow.deal_is_due:
                slow.deal(other_chance)
                continue
            slow.apply(slow.opponent_action(opponent, other_chance))
            moves -= 1
        assert moves == 0
        assert str(state) == str(slow)
        if not slow.is_over:
            action = slow.random_action(other_chance)
            assert state.random_action(chance) == action
            state.apply(action)
            slow.apply(action)
    assert state.play_on(1, opponent, chance) == 0
    assert state.outcome is not None
    assert state.winners == state.outcome.winners


def test_what_is_wrong_is_said() -> None:
    state, chance = State(), Generator(1)
    for choose in (state.greedy_action, state.random_action):
        with pytest.raises(UsageError):
            choose(chance)  # a deal is due
        with pytest.raises(TypeError):
            choose(None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="one of random, greedy, lookahead, not 'expert'"):
        state.play_on(1, "expert", chance)
    with pytest.raises(ValueError, match="players are 1 to 2, not 3"):
        state.play_on(3, "random", chance)
    with pytest.raises(TypeError):
        state.play_on(1, "random", None)  # type: ignore[arg-type]
    assert state.winners == ()
    assert state.deal_is_due  # nothing has happened


def answered_value(state: State, action: int) -> float:
    """By the law: what a take is worth, less what the next player's best answer brings."""
    position = state.position()
    points, laid = greedy_value(position, move_of(action))
    after = state.copy()
    after.apply(action)
    answers = [0.0]
    if after.phase == "offer" and after.turn != state.turn:
        there = after.position()
        answers = [valued(greedy_value(there, move)) for move in legal_moves(there)]
    return valued((points, laid)) - max(answers)


def valued(value: tuple[float, int]) -> float:
    return value[0] + value[1] / 480


@pytest.mark.parametrize("players", [3, *corner_cases(2, 4)])
def test_lookahead_reckons_with_the_answer(players: int) -> None:
    chance = Generator(3)
    for number, state in enumerate(games(players, RuleSet.STD, seed=players)):
        if number % 9 == 0:
            values = {action: answered_value(state, action) for action in state.legal_actions()}
            best = max(values.values())
            found = state.opponent_action("lookahead", chance)
            assert values[found] == pytest.approx(best, abs=1e-9)


def test_an_opponent_that_does_not_exist() -> None:
    state = next(games(2, RuleSet.STD, seed=1))
    with pytest.raises(ValueError, match="one of random, greedy, lookahead, not 'deep'"):
        state.opponent_action("deep", Generator(1))
