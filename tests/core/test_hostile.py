"""Hostile calls of states and generators: a clear error, nothing changed, and never a crash."""

from __future__ import annotations

import copy
import pickle
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest
from hostile_calls import (
    NO_NUMBERS,
    STATES,
    WRONG_KINDS,
    compiled_only,
    core,
    hammer,
    offer,
    over,
    refused,
)

from azulejos.rules import (
    Deal,
    Heap,
    IllegalMoveError,
    PatternLine,
    UsageError,
    check,
    draw_deal,
    refusal,
    start,
)
from tables import table

NUMBERS = (ValueError, OverflowError)
GENERATOR = core.Generator(1)


# Numbers of actions.


@pytest.mark.parametrize("phase", STATES)
@pytest.mark.parametrize("action", [-1, 685, 2**31, -(2**31), 2**32 + 5, 2**63, -(2**63), 10**30])
def test_a_number_of_no_action(phase: str, action: int) -> None:
    state = STATES[phase]()
    before = str(state)
    refused(NUMBERS, state.apply, action)
    refused(ValueError, core.move_of, action)
    assert str(state) == before


@pytest.mark.parametrize("phase", STATES)
@pytest.mark.parametrize("action", NO_NUMBERS)
def test_no_number_of_an_action(phase: str, action: Any) -> None:
    state = STATES[phase]()
    before = str(state)
    refused(TypeError, state.apply, action)
    refused(TypeError, state.is_legal, action)
    refused(TypeError, core.move_of, action)
    assert str(state) == before


@pytest.mark.parametrize("phase", STATES)
def test_an_illegal_action_gets_the_laws_reason(phase: str) -> None:
    state = STATES[phase]()
    before, legal = str(state), set(state.legal_actions())
    for action in set(range(685)) - legal:
        assert not state.is_legal(action)
        with pytest.raises(IllegalMoveError) as caught:
            state.apply(action)
        law = refusal(state.position(), core.move_of(action))
        assert law is not None
        assert (caught.value.code, caught.value.data) == (law.code, law.data)
    assert str(state) == before


# Deals.


@pytest.mark.parametrize("phase", ["offer", "tiling", "over"])
def test_no_deal_is_due(phase: str) -> None:
    state = STATES[phase]()
    before = str(state)
    given = draw_deal(core.State(2, state.rules).position(), Random(1))
    refused(UsageError, state.deal, GENERATOR)
    refused(UsageError, state.deal, Random(1))
    refused(IllegalMoveError, state.deal, given)
    assert str(state) == before


WRONG_DEALS = {
    "too few displays": ["BBBB"] * 4,
    "too many displays": ["BBBB"] * 6,
    "too few tiles": ["BBB"] * 5,
    "too many tiles": ["BBBBB"] * 5,
    "more than the bag holds": ["BBBB"] * 6,
    "jokers in a game without": ["JJJJ"] * 5,
    "an empty display": ["BBBB", "", "BBBB", "BBBB", "BBBB"],
}


@pytest.mark.parametrize("displays", WRONG_DEALS.values(), ids=WRONG_DEALS)
def test_an_impossible_deal(displays: list[str]) -> None:
    state = core.State()
    before = str(state)
    refused(IllegalMoveError, state.deal, Deal(tuple(Heap.of(tiles) for tiles in displays)))
    assert str(state) == before


@pytest.mark.parametrize(
    "counts",
    [
        (4096, 0, 0, 0, 0, 0),  # four yellow ones, if a lane runs over into the next
        (4, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 0, 4),
        (-1, 5, 0, 0, 0, 0),
        (10**30, 0, 0, 0, 0, 0),
        (4.0, 0, 0, 0, 0, 0),
        (),
        None,
        "BBBB",
    ],
)
def test_a_deal_of_what_is_no_heap(counts: Any) -> None:
    state = core.State()
    before = str(state)
    heap: Any = Heap(counts)
    refused((ValueError, TypeError, OverflowError), state.deal, Deal((heap,) * 5))
    assert str(state) == before


@pytest.mark.parametrize("chance", [None, "text", 5, core.Generator, core.State(), Deal])
def test_a_deal_from_something_else(chance: Any) -> None:
    refused(TypeError, core.State().deal, chance)
    refused(TypeError, offer().deal, chance)


@pytest.mark.parametrize("generator", [None, "x", 1, Random(1), core.State(), core.Generator])
def test_a_playout_without_a_generator(generator: Any) -> None:
    state = offer()
    before = str(state)
    refused(TypeError, state.play_out, generator)
    assert str(state) == before


# Making states.


@pytest.mark.parametrize("named", [*WRONG_KINDS, {"starter": None}, {"unknown": 1}], ids=str)
def test_a_game_that_does_not_exist(named: dict[str, Any]) -> None:
    refused((ValueError, TypeError), core.State, **named)
    state = offer()
    before = str(state)
    refused((ValueError, TypeError), state.__init__, **named)
    assert str(state) == before


def test_impossible_positions() -> None:
    good = table("std BBBB/-/-/-/- F . . 1 1 1 * -")
    for wrong in (
        replace(good, turn=3),
        replace(good, round=99),
        replace(good, displays=good.displays[:2]),
        replace(good, boards=good.boards * 3),
        replace(good, boards=()),
        replace(good, lid=Heap.of("J" * 2000)),
        replace(good, bag=Heap((1044, 19, 20, 20, 20, 0))),
    ):
        refused(ValueError, core.State.from_position, wrong)
    for score in (10**5, 2**31, 2**64, 10**50):
        board = replace(good.boards[0], score=score)
        rich = replace(good, boards=(board, good.boards[1]))
        check(rich)  # the law holds any score
        refused(OverflowError, core.State.from_position, rich)
    for text in ("", "x", "std", str(offer())[:-1] + "B9", "\0" * 10, "é" * 10_000):
        refused(ValueError, core.State.from_text, text)


@pytest.mark.parametrize("nothing", [None, 5, b"std", [], object()])
def test_no_position_at_all(nothing: Any) -> None:
    for make in (core.State.from_position, core.State.from_text):
        with pytest.raises((TypeError, ValueError, AttributeError)):
            make(nothing)


@pytest.mark.parametrize("phase", STATES)
def test_copies(phase: str) -> None:
    state = STATES[phase]()
    before = str(state)
    copies = [copy.copy(state), copy.deepcopy(state), state.copy()]
    copies += [pickle.loads(pickle.dumps(state, version)) for version in range(6)]
    for other in copies:
        assert other is not state
        assert other == state
        if other.deal_is_due:
            other.deal(GENERATOR)
        else:
            other.play_out(GENERATOR)
    assert str(state) == before
    refused(TypeError, hash, state)


def survives(call: Callable[..., object], *arguments: Any) -> None:
    with suppress(ValueError, AttributeError, TypeError):
        call(*arguments)


def test_a_state_that_was_never_set_up() -> None:
    """It may answer anything or refuse, but must not crash; after __init__ it is as good as new."""
    raw = core.State.__new__(core.State)
    for name in [name for name in dir(core.State) if not name.startswith("__")]:
        survives(getattr, raw, name)
    for way in (str, repr, copy.copy, pickle.dumps):
        survives(way, raw)
    for name in ("copy", "key", "legal_actions", "position"):
        survives(lambda name=name: getattr(raw, name)())
    for action in (-1, 0, 300, 684):
        survives(lambda action=action: raw.is_legal(action))
        survives(lambda action=action: raw.apply(action))
    for depth in (0, 1, 2, 5, 100):
        survives(lambda depth=depth: raw.perft(depth))
    for chance in (GENERATOR, Random(1), Deal((Heap(),))):
        survives(lambda chance=chance: raw.deal(chance))
    survives(lambda: raw == offer())
    survives(lambda: core.playouts(raw, 10))
    survives(lambda: raw.play_out(GENERATOR))
    survives(lambda: core.Generator.__new__(core.Generator).below(6))
    raw.__init__(3)
    assert raw == core.State(3)


# Counts and chance.


def test_perft_of_no_depth() -> None:
    state = offer()
    for depth in (-1, -(2**31), -(10**30)):
        refused(NUMBERS, state.perft, depth)
    for nothing in NO_NUMBERS:
        refused(TypeError, state.perft, nothing)
    assert [over().perft(depth) for depth in (0, 1, 5, 1000)] == [1, 1, 1, 1]


@pytest.mark.parametrize("seed", [0, -1, 2**64, -(2**64) - 1, 10**50, True])
def test_any_whole_seed(seed: int) -> None:
    same = core.Generator(seed & (2**64 - 1))
    generator = core.Generator(seed)
    rolls = [generator.below(6) for _ in range(20)]
    assert rolls == [same.below(6) for _ in range(20)]
    assert set(rolls) <= set(range(6))


def test_no_chance() -> None:
    for number in (0, -1, 2**32 + 1, 2**40, 2**64, 10**30):
        refused(NUMBERS, core.Generator(1).below, number)
    for nothing in NO_NUMBERS:
        refused(TypeError, core.Generator(1).below, nothing)
        refused(TypeError, core.Generator, nothing)
    assert core.Generator(1).below(2**32) < 2**32


def test_playouts() -> None:
    state = offer()
    nothing = core.playouts(state, 0)
    assert nothing == (0, 0, 0, (0, 0), (0, 0))
    refused(ValueError, core.playouts, state, -1)
    for threads in (0, -1):
        refused(ValueError, core.playouts, state, 10, threads=threads)
    for wrong in (None, "x", state.position(), core.State, core.Batch(1)):
        refused(TypeError, core.playouts, wrong, 10)
    for number in NO_NUMBERS:
        refused(TypeError, core.playouts, state, number)


# Several threads on one state.


@compiled_only
def test_threads_on_one_state() -> None:
    state, dice = offer("grey+joker"), Random(1)

    def play() -> None:
        if state.is_over:
            state.__init__(2, "grey+joker")
        elif state.deal_is_due:
            state.deal(core.Generator(dice.getrandbits(64)))
        else:
            state.apply(dice.choice(state.legal_actions() or [0]))

    def look() -> None:
        check(state.position())
        check(state.copy().position())
        assert pickle.loads(pickle.dumps(state)).players == 2

    def guess() -> None:
        state.apply(dice.randrange(685))

    def finish() -> None:
        state.copy().play_out(core.Generator(1))
        state.perft(2)
        time.sleep(0.01)
        state.play_out(core.Generator(1))

    hammer(ValueError, play, look, guess, finish)
    check(state.position())


def test_boards_of_another_shape() -> None:
    """The law's check asks what lies on a board; the core, whether it is one."""
    position = start()
    board = position.board(1)
    more_lines = (*board.lines, PatternLine(1000))
    wide = ((None,) * 66, *board.wall[1:])
    for odd in (
        replace(board, lines=more_lines),
        replace(board, lines=()),
        replace(board, wall=wide),
        replace(board, wall=board.wall * 9),
    ):
        with pytest.raises((ValueError, IndexError)):
            core.State.from_position(position.with_board(1, odd))
    with pytest.raises(TypeError):
        core.State.from_position(position.with_board(1, replace(board, score=cast("Any", 1.5))))


def test_a_finalizer_lists_moves_meanwhile() -> None:
    """Making a list may run anything, also other lists of moves."""
    state, other = core.State(), core.State(4, "joker")
    for chance in (state, other):
        chance.deal(core.Generator(1))
    right = state.legal_actions()

    class Noisy:
        def __init__(self) -> None:
            self.me = self  # only the garbage collector finds it

        def __del__(self) -> None:
            other.legal_actions()

    for _ in range(3000):
        Noisy()
        assert state.legal_actions() == right


def test_a_generator_goes_on_after_a_pickle() -> None:
    generator = core.Generator(5)
    generator.below(10)
    copied = pickle.loads(pickle.dumps(generator))
    assert [copied.below(1000) for _ in range(9)] == [generator.below(1000) for _ in range(9)]


def test_a_state_has_no_hash() -> None:
    state: Any = core.State()
    assert state == core.State()
    assert state != core.State(3)
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)
