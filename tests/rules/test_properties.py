"""What holds in every position of every game, in all rule sets and player counts."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos.bots import GreedyBot
from azulejos.game import Game
from azulejos.notation import (
    format_move,
    format_position,
    format_record,
    parse_move,
    parse_position,
    parse_record,
)
from azulejos.rules import (
    CENTRE,
    COLOURS,
    Deal,
    IllegalMoveError,
    Move,
    Phase,
    Place,
    Position,
    RuleSet,
    Take,
    Tile,
    flaws,
    legal_moves,
    play,
    refusal,
)
from azulejos.rules.material import all_tiles
from azulejos.rules.validity import tiles_of
from examples import examples
from tables import rule

TAKES = [
    *product((*COLOURS, Tile.JOKER), [False]),
    *product(COLOURS, [True]),
]
WELL_FORMED: list[Move] = [
    *(
        Take(source, tile, line, with_jokers)
        for source in range(10)
        for tile, with_jokers in TAKES
        for line in range(6)
    ),
    *(Place(line, column) for line in range(1, 6) for column in range(1, 6)),
]

games = st.builds(
    Game,
    players=st.integers(2, 4),
    rules=st.sampled_from(RuleSet),
    seed=st.integers(0, 2**32),
)


def choose(game: Game, generator: Random, skill: float) -> Move:
    """Partly greedy, so that walls fill and tiling matters; partly random, so that floors do."""
    if generator.random() < skill:
        return GreedyBot(generator).choose(game.position).move
    return generator.choice(game.legal_moves)


def check_position(position: Position) -> None:
    assert tiles_of(position) == all_tiles(position.rules, position.players)
    assert len(tiles_of(position)) == 100
    assert all(board.score >= 0 for board in position.boards)
    assert list(flaws(position)) == []
    assert parse_position(format_position(position)) == position
    assert bool(legal_moves(position)) == (position.phase in (Phase.OFFER, Phase.TILING))


@rule("R5", "R27", "E4", "E20")
@examples(150)
@given(game=games, seed=st.integers(0, 2**32), skill=st.sampled_from([0.0, 0.5, 0.9]))
def test_every_position_of_a_game(game: Game, seed: int, skill: float) -> None:
    generator = Random(seed)
    for position in game.positions:
        check_position(position)
    while game.outcome is None:
        seen = len(game.positions)
        game.play(choose(game, generator, skill))
        for position in game.positions[seen:]:
            check_position(position)
    text = format_record(game.record)
    record = parse_record(text)
    assert format_record(record) == text
    replayed = [record.start(), *(played.position for played in record.replay())]
    assert tuple(replayed) == game.positions
    record.check_result(replayed[-1])


@examples(150)
@given(
    game=games,
    seed=st.integers(0, 2**32),
    skill=st.sampled_from([0.0, 0.5, 0.9]),
    steps=st.integers(0, 90),
)
def test_legal_moves_play_and_all_others_are_refused(
    game: Game, seed: int, skill: float, steps: int
) -> None:
    generator = Random(seed)
    for _ in range(steps):
        if game.outcome is None:
            game.play(choose(game, generator, skill))
    # On to the next tiling decision if one comes soon: random stops rarely hit one.
    while game.outcome is None and game.position.rules is not RuleSet.STD and steps % 2:
        game.play(choose(game, generator, skill))
        if game.position.phase is Phase.TILING:
            break
    position = game.position
    legal = legal_moves(position)
    assert len(set(legal)) == len(legal)
    for move in WELL_FORMED:
        error = refusal(position, move)
        assert (error is None) == (move in legal), format_move(move)
        assert parse_move(format_move(move)) == move
        if error is None:
            check_position(play(position, move).position)
        else:
            with pytest.raises(IllegalMoveError) as refused:
                play(position, move)
            assert refused.value.code == error.code
            assert refused.value.rule


@examples(150)
@given(game=games, seed=st.integers(0, 2**32), steps=st.integers(1, 60))
def test_undo_gives_back_the_same_position(game: Game, seed: int, steps: int) -> None:
    generator = Random(seed)
    before: list[tuple[Position, ...]] = []
    moves: list[Move] = []
    for _ in range(steps):
        if game.outcome is None:
            before.append(game.positions)
            moves.append(choose(game, generator, 0.3))
            game.play(moves[-1])
    final = game.positions
    for positions in reversed(before):
        game.undo()
        assert game.positions == positions
    for move in moves:
        game.play(move)
    assert game.positions == final  # the same deals too


@pytest.mark.heavy
@rule("R28", "R29", "E6")
@examples(50)
@given(seed=st.integers(0, 2**32))
def test_between_rounds_floors_are_clear_and_the_marker_is_back(seed: int) -> None:
    game = Game(3, "grey+joker", seed=seed)
    generator = Random(seed)
    while game.outcome is None:
        game.play(choose(game, generator, 0.1))
    starter = 1
    for position, move in zip(game.positions, game.moves, strict=False):
        if isinstance(move, Take) and move.source == CENTRE and position.marker_in_centre:
            starter = position.turn
        if isinstance(move, Deal):
            assert all(board.floor == () for board in position.boards)
            assert position.marker_in_centre
            assert position.starter == position.turn == starter


@pytest.mark.long
def test_long_random_run() -> None:
    """Thousands of random games of every kind end, and keep every promise."""
    for number in range(2400):
        rules = list(RuleSet)[number % 4]
        game = Game(2 + number // 4 % 3, rules, seed=number)
        generator = Random(number)
        skill = (0.0, 0.5, 1.0)[number % 3]
        while game.outcome is None:
            game.play(choose(game, generator, skill))
            check_position(game.position)
        assert game.position.round <= 51
