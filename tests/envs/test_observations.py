"""Observations: nothing hidden, nothing left out, every number in its bounds."""

import re
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
from viewing import ALL_KINDS, positions, rebuilt, row_of_planes, seen, turned

from azulejos.core import Batch, Generator, State, observation_size
from azulejos.envs.lengths import MOST_POINTS
from azulejos.envs.observations import describe, numbers, observe, space
from azulejos.envs.planes import plane_names, planes
from azulejos.rules import Board, Phase, Position, RuleSet, Tile
from azulejos.rules.material import coloured_cell
from azulejos.rules.scoring import bonuses, tile_points
from examples import either
from tables import rule

kinds = pytest.mark.parametrize(("players", "rules"), ALL_KINDS)
every_value = pytest.mark.covering(1)  # How the numbers are laid out changes with each by itself.


def some_positions(players: int, rules: RuleSet) -> list[Position]:
    """Of a few games; of all kinds of them together more than 5 000."""
    return list(positions(players, rules, seed=players, games=either(2, 4)))


@every_value
@kinds
def test_the_position_can_be_rebuilt_from_what_anybody_sees(players: int, rules: RuleSet) -> None:
    phases = set()
    for position in some_positions(players, rules):
        state = State.from_position(position)
        phases.add(position.phase)
        for viewer in range(1, players + 1):
            row = state.observation(viewer)
            assert row.dtype == np.int16
            assert row.tolist() == seen(position, viewer)
            assert rebuilt(row.tolist(), rules) == turned(position, viewer)
        assert state.observation().tolist() == seen(position, position.turn)
    decisions = {Phase.TILING} if rules.grey_wall else set()
    assert phases >= {Phase.OFFER, Phase.PREPARATION, *decisions}


@every_value
@kinds
def test_only_what_lies_on_the_table_is_seen(players: int, rules: RuleSet) -> None:
    """Not how it came there: a state that knows nothing but the table shows the same."""
    chance = Generator(players)
    state = State(players, rules)
    while not state.is_over:
        fresh = State.from_text(str(state))
        for viewer in range(1, players + 1):
            assert np.array_equal(state.observation(viewer), fresh.observation(viewer))
        if state.deal_is_due:
            state.deal(chance)
        else:
            actions = state.legal_actions()
            state.apply(actions[chance.below(len(actions))])


def test_no_deal_is_seen_before_it_is_made() -> None:
    """Chance is all that is hidden: nothing of it shows, whoever's generator will deal."""
    futures = set()
    for seed in range(20):
        state = State(2, "joker")
        first = state.observation(2).tobytes()
        state.deal(Generator(seed))
        futures.add((first, state.observation(2).tobytes()))
    assert len({before for before, _ in futures}) == 1
    assert len({after for _, after in futures}) == 20


def test_the_order_of_a_floor_is_all_that_is_left_out() -> None:
    for position in positions(3, RuleSet.JOKER, seed=5):
        state = State.from_position(position)
        boards = tuple(replace(board, floor=board.floor[::-1]) for board in position.boards)
        if all(len(board.floor) <= 7 for board in boards):
            other = State.from_position(replace(position, boards=boards))
            assert np.array_equal(state.observation(1), other.observation(1))


def test_an_observation_is_fresh_and_a_viewer_sits_at_the_table() -> None:
    state = State(3)
    kept = state.observation()
    state.deal(Generator(1))
    assert not kept[:48].any()
    kept[:] = 7
    assert state.observation()[0] == 0
    for nobody in (0, 4, -1):
        with pytest.raises(ValueError, match=str(nobody)):
            state.observation(nobody)


# Bounds.


@kinds
def test_every_number_stays_in_its_bounds_and_uses_them(players: int, rules: RuleSet) -> None:
    box = space(players, rules)
    assert box.shape == (observation_size(players),)
    assert box.dtype == np.int16
    batch, chance = Batch(200, players, rules, seed=1), Generator(2)
    least, most = box.high.copy(), box.low.copy()
    for _ in range(150):
        rows = batch.step(batch.sample(chance)).observations
        least, most = np.minimum(least, rows.min(axis=0)), np.maximum(most, rows.max(axis=0))
    assert (least >= box.low).all()
    assert (most <= box.high).all()
    for name, low, high, number in zip(
        describe(players), least, most, numbers(players, rules), strict=True
    ):
        assert high <= number.most, name
        if name != "who is to move":  # it is the viewer who does, in a batch
            assert (low < high) == (number.least < number.most), name
        if not rules.jokers and re.search("line .*tiles|wall|marker|colour$", name):
            assert high == number.most, name  # what random play reaches, without rare jokers


@every_value
@kinds
def test_all_of_a_game_is_in_the_space_for_every_viewer(players: int, rules: RuleSet) -> None:
    """Also before deals and at the end, which a batch does not show."""
    spaces = {form: space(players, rules, form) for form in ("vector", "planes")}
    chance, state = Generator(1), State(players, rules)
    steps = 0
    while True:
        for viewer, (form, box) in product(range(1, players + 1), spaces.items()):
            assert box.contains(observe(state, viewer, form)), (form, str(state))
        steps += 1
        if state.is_over:
            break
        if state.deal_is_due:
            state.deal(chance)
        else:
            actions = state.legal_actions()
            state.apply(actions[chance.below(len(actions))])
    assert steps > 20


def test_a_game_that_ends_with_round_50_is_in_the_space() -> None:
    text = (
        "std -/-/-/-/- F 0:-/-/-/-/-:5/5/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:- 1 1 51 B20Y20R20K20W20 -"
    )
    state = State.from_text(text)
    assert state.is_over
    assert space().contains(state.observation())


def snug_order() -> list[tuple[int, int]]:
    """Cells in an order that five rounds can fill, a cell a row each, every run without a gap.

    First the diagonal; then each row grows to the right as long as it can, then to the left.
    """
    order = []
    for step in range(5):
        for row in range(1, 6):
            right = row + step
            order.append((row, right if right <= 5 else 5 - step))
    return order


@rule("R24", "R25", "R26", "R35")
def test_nobody_can_score_more_than_the_bound_and_somebody_could_score_that() -> None:
    order = snug_order()
    assert len(set(order)) == 25
    board, points = Board(), 0
    for row, column in order:
        board = board.with_cell(row, column, coloured_cell(row, column))
        points += sum(tile_points(board.wall, row, column))
    points += sum(bonus.points for bonus in bonuses(1, board.wall))
    assert points == MOST_POINTS == 240


def test_no_order_scores_more() -> None:
    generator = Random(1)
    cells = list(product(range(1, 6), repeat=2))
    for _ in range(300):
        generator.shuffle(cells)
        board, points = Board(), 0
        for row, column in cells:
            board = board.with_cell(row, column, Tile.JOKER)
            points += sum(tile_points(board.wall, row, column))
        assert points <= 145


def test_spaces_are_told_apart_and_belong_to_who_asked() -> None:
    assert space(2) is not space(2)
    assert space(2) == space(2)
    assert space(2) != space(2, "joker")
    assert space(2, form="planes").shape == (55, 5, 5)
    with pytest.raises(ValueError, match="no observations 'pixels': use one of vector"):
        space(2, "std", "pixels")
    with pytest.raises(ValueError, match="no observations 'pixels': use one of vector"):
        observe(State(), form="pixels")
    with pytest.raises(ValueError, match="5"):
        space(5)
    with pytest.raises(ValueError, match="chess"):
        space(2, "chess")


# Names.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_number_and_plane_has_a_name_of_its_own(players: int) -> None:
    names = describe(players)
    assert len(names) == len(set(names)) == observation_size(players)
    channels = plane_names(players)
    assert len(channels) == len(set(channels)) == space(players, form="planes").shape[0]


def test_names_say_what_the_numbers_are() -> None:
    text = (
        "grey+joker YYRJ/-/-/-/- BBR 0:B/JK/-/-/-:5/5/5/5/5:F "
        "9:-/-/-/-/-:1W3/5/5/5/5:YY 2 1 4 B16Y15R17K18W18J3 -"
    )
    row = State.from_text(text).observation()
    told = {name: int(number) for name, number in zip(describe(2), row, strict=True) if number}
    assert told == {
        "centre: blue tiles": 2,
        "centre: red tiles": 1,
        "display 1: yellow tiles": 2,
        "display 1: red tiles": 1,
        "display 1: jokers": 1,
        "bag: blue tiles": 16,
        "bag: yellow tiles": 15,
        "bag: red tiles": 17,
        "bag: black tiles": 18,
        "bag: white tiles": 18,
        "bag: jokers": 3,
        "round": 4,
        "who started the round": 1,
        "board 0: score": 9,
        "board 0: wall, row 1, column 2": 5,
        "board 0: floor: yellow tiles": 2,
        "board 1: line 1, colour": 1,
        "board 1: line 1, tiles of the colour": 1,
        "board 1: line 2, colour": 4,
        "board 1: line 2, tiles of the colour": 1,
        "board 1: line 2, jokers": 1,
        "board 1: floor: marker": 1,
    }


# Planes.


@every_value
@kinds
def test_the_vector_can_be_read_back_from_the_planes(players: int, rules: RuleSet) -> None:
    rows = [
        State.from_position(position).observation(viewer)
        for position in some_positions(players, rules)[::12]
        for viewer in range(1, players + 1)
    ]
    drawn = planes(np.array(rows), players)
    assert drawn.dtype == np.float32
    for row, made in zip(rows, drawn, strict=True):
        assert row_of_planes(made, players) == row.tolist()


def test_planes_of_many_rows_are_those_of_each() -> None:
    rows = Batch(12, 3, "joker").latest.observations
    drawn = planes(rows, 3)
    shaped = planes(rows.reshape(3, 4, -1), 3)
    assert drawn.shape == (12, *space(3, "joker", "planes").shape)
    assert np.array_equal(shaped.reshape(drawn.shape), drawn)
    for row, made in zip(rows, drawn, strict=True):
        assert np.array_equal(planes(row, 3), made)
    assert planes(rows[:0], 3).shape == (0, 77, 5, 5)


def test_rows_of_another_game_are_refused() -> None:
    rows = Batch(2, 3).latest.observations
    with pytest.raises(ValueError, match="149 numbers, not shape \\(2, 209\\)"):
        planes(rows, 2)
    with pytest.raises(ValueError, match="149 numbers"):
        planes(np.int16(3), 2)
    with pytest.raises(ValueError, match="7"):
        planes(rows, 7)
