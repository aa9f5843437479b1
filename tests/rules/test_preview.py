"""The preview says what the law then does."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from azulejos.bots import GreedyBot
from azulejos.game import Game
from azulejos.notation import parse_move, read_position
from azulejos.rules import (
    Board,
    Heap,
    IllegalMoveError,
    Phase,
    Place,
    Position,
    Preview,
    RuleSet,
    Take,
    legal_moves,
    play,
    preview,
)
from azulejos.rules.events import (
    Discarded,
    Fallen,
    FloorCharged,
    Laid,
    LineDropped,
    MarkerTaken,
    Tiled,
)
from azulejos.rules.material import SIZE, floor_penalty
from azulejos.rules.preview import Tiling, best_of, due_of, tilings_of
from azulejos.rules.tiles import EMPTY
from azulejos.rules.tiling import tile_line, tile_walls
from examples import either
from tables import complete, refuses, rule, table

TABLE = "std BBYW/YYYY/-/-/- FRR 7:-/B/-/-/-:B4/5/5/5/5:K . 1 1 2 * -"


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("1B2", Preview(laid=1, falling=1, completes=True, penalty=1, points=1, score=6)),
        ("2Y3", Preview(laid=3, falling=1, completes=True, penalty=1, points=1, score=6)),
        ("2Y5", Preview(laid=4, score=6)),
        ("2Y1", Preview(laid=1, falling=3, completes=True, penalty=5, points=2, score=3)),
        ("1B0", Preview(falling=2, penalty=3, score=3)),
        ("0R4", Preview(laid=2, marker=True, penalty=1, score=5)),
        ("0R0", Preview(falling=2, marker=True, penalty=5, score=1)),
    ],
)
@rule("R15", "R17", "R27")
def test_preview_of_takes(move: str, expected: Preview) -> None:
    assert preview(table(TABLE), parse_move(move)) == expected


@rule("E15", "R37")
def test_preview_of_a_decision() -> None:
    before = "grey -/-/-/-/- - 5:-/WW/-/KKKK/-:3W1/B1R2/5/2Y2/5:B 4:-/-/-/-/-:5/5/5/5/5:F 1 1 3 * -"
    # Line 4's K scores 2 beside the Y at best, whatever line 2 does; then the floor costs 1.
    assert preview(table(before), parse_move("2@2")) == Preview(points=3, score=9)
    assert preview(table(before), parse_move("2@5")) == Preview(points=1, score=7)


@rule("E10")
def test_preview_counts_what_the_move_adds_to_lines_that_are_complete_already() -> None:
    # Line 1's B is worth 1 anyway; W below it adds its own 2 and changes nothing above.
    before = table("std WWBY/-/-/-/- F 3:B/-/-/-/-:5/5/5/5/5:- . 1 1 2 * -")
    assert preview(before, parse_move("1W2")) == Preview(laid=2, completes=True, points=2, score=6)


@rule("R27")
def test_preview_of_a_decision_stops_at_zero() -> None:
    before = "grey -/-/-/-/- - 0:-/WW/-/-/-:5/5/5/5/5:KKKK 0:-/-/-/-/-:5/5/5/5/5:F 1 1 3 * -"
    assert preview(table(before), parse_move("2@2")) == Preview(points=1, score=0)


@rule("R39")
def test_preview_knows_lines_without_a_cell() -> None:
    before = "grey WBBB/-/-/-/- F 9:-/-/-/-/-:BYRK1/4W/5/5/5:- . 1 1 3 * -"
    assert preview(table(before), parse_move("1W1")) == Preview(
        laid=1, completes=True, penalty=1, score=8
    )


@rule("R27")
def test_preview_stops_at_zero() -> None:
    position = table("std BBBB/-/-/-/- F 2:-/-/-/-/-:5/5/5/5/5:- . 1 1 2 * -")
    assert preview(position, parse_move("1B0")) == Preview(falling=4, penalty=6, score=0)


def test_preview_refuses_what_play_refuses() -> None:
    with refuses(IllegalMoveError, "not_on_display"):
        preview(table(TABLE), parse_move("1K1"))


def test_a_deal_changes_nobodys_board() -> None:
    deal = parse_move("=BBBB/BBBB/BBBB/BBBB/BBBB")
    assert preview(table("std -/-/-/-/- F . . 1 1 2 * -"), deal) == Preview()


def net_by_the_law(position: Position, board: Board) -> int:
    """The best wall points less floor penalty that the law allows this board, by trying all."""
    boards = (board, *(Board() for _ in position.boards[1:]))
    empty = (EMPTY,) * len(position.displays)
    alone = replace(position, boards=boards, displays=empty, centre=EMPTY, starter=1, round=2)
    nets = []
    todo = [tile_walls(alone)]
    while todo:
        current, events = todo.pop()
        for move in legal_moves(current):
            played = play(current, move)
            todo.append((played.position, events + played.events))
        if current.phase is not Phase.TILING:
            points = sum(event.points for event in events if isinstance(event, Tiled))
            nets.append(points - sum(e.penalty for e in events if isinstance(e, FloorCharged)))
    return max(nets)


def ways_by_the_law(position: Position) -> Iterator[Tiling]:
    """All ways to tile the first player's board that the law allows."""
    todo = [tile_walls(position)]
    while todo:
        current, events = todo.pop()
        if current.phase is Phase.TILING:
            for move in legal_moves(current):
                played = play(current, move)
                todo.append((played.position, events + played.events))
            continue
        tiled = [event for event in events if isinstance(event, Tiled)]
        columns = {event.row: event.column for event in tiled}
        yield Tiling(
            sum(event.points for event in tiled),
            sum(len(event.tiles) for event in events if isinstance(event, LineDropped)),
            tuple(columns.get(row, 0) for row in range(1, SIZE + 1)),
        )


@rule("R24", "R25", "R26", "R38", "R39", "E26", "E27")
@pytest.mark.parametrize(
    ("rules", "board"),
    [
        ("grey", "B/YY/-/-/W:2W2/2B2/2Y2/2K2/5"),
        ("grey", "B/WW/RRR/YYY/W:2R2/2Y2/2B2/5/5"),
        ("grey", "W/BB/-/BBBB/WWWWW:1BRK1/KWYR1/1RBWK/4Y/5"),
        ("grey", "W/RR/KKK/KK/WWWWW:BKRY1/YBK1W/RWB2/1Y3/5"),
        ("grey", "Y/BB/-/YYYY/BBBBB:1B3/WR3/B1R2/4B/3W1"),
        ("grey+joker", "-/KK/-/WWWW/WWWWW:JWRK1/5/R3B/5/2JJR"),
        ("grey+joker", "W/WW/-/-/B:1B1RY/1JRJB/1R3/1Y3/3WK"),
        ("grey+joker", "-/RR/BBB/RRRR/RRR:1YWRB/2BWJ/K1YJJ/3B1/1W3"),
        ("grey+joker", "Y/KK/KKJ/RRRR/RR:1KW2/1RY2/1B1R1/1J3/5"),
        ("grey+joker", "J/WJ/YYY/BBBB/YYYYY:1BKW1/2YBR/2JJ1/5/5"),
        ("joker", "J/YY/Y/KK/W:BY3/WB3/J4/5/5"),
        ("joker", "J/WW/RRR/BB/KKKKK:1Y1K1/1BY2/1W3/5/5"),
        ("joker", "J/WJ/-/-/-:5/2Y2/1W1B1/5/5"),
    ],
)
def test_the_best_tilings_are_the_laws(rules: str, board: str) -> None:
    """For each number of tiles that drop: the most points, in the first columns that bring them.

    However full the floor is, the one to be wished is the best of all.
    """
    text = f"{rules} -/-/-/-/- - 0:{board}:- 0:-/-/-/-/-:5/5/5/5/5:F 1 1 2 * -"
    position = read_position(complete(text))  # Lines that leave no choice are due too.
    ways, best = list(ways_by_the_law(position)), dict[int, Tiling]()
    for way in ways:
        known = best.get(way.dropped)
        if known is None or (-way.points, way.columns) < (-known.points, known.columns):
            best[way.dropped] = way
    mine = position.boards[0]
    found = tilings_of(position.rules, mine.wall, due_of(mine))
    assert {tiling.dropped: tiling for tiling in found} == best
    assert len(found) == len(best)
    for on_floor in range(8):
        judged = [(way, floor_penalty(on_floor + way.dropped)) for way in ways]
        way, penalty = min(judged, key=lambda each: (each[1] - each[0].points, each[0].columns))
        assert best_of(found, on_floor) == (way.points, penalty)


def check_take(position: Position, move: Take) -> None:
    """The preview of a take against its events, and against the law's tiling of its board."""
    look = preview(position, move)
    # One more display keeps the offer open, so that the events are the take's alone.
    longer = replace(position, displays=(*position.displays, Heap.of("B")))
    after, events = play(longer, move)
    laid = [event for event in events if isinstance(event, Laid)]
    falls = [event for event in events if isinstance(event, Fallen | Discarded)]
    assert look.laid == sum(len(event.tiles) for event in laid)
    assert look.completes == any(event.completed for event in laid)
    assert look.falling == sum(len(event.tiles) for event in falls)
    assert look.marker == any(isinstance(event, MarkerTaken) for event in events)
    before_net = net_by_the_law(position, position.board(position.turn))
    after_net = net_by_the_law(position, after.board(position.turn))
    assert look.points - look.penalty == after_net - before_net
    assert look.score == max(0, position.board(position.turn).score + after_net)


def check_place(position: Position, move: Place) -> None:
    look = preview(position, move)
    player = position.turn
    events = play(position, move).events
    assert isinstance(events[0], Tiled)
    assert look.points == events[0].points
    board = tile_line(player, position.board(player), move.line, move.column).board
    assert look.score == max(0, board.score + net_by_the_law(position, board))


@pytest.mark.covering(2)
@pytest.mark.heavy
@pytest.mark.parametrize("rules", list(RuleSet))
@pytest.mark.parametrize("players", [2, 4])
def test_preview_is_what_the_law_does(rules: RuleSet, players: int) -> None:
    """Along games between greedy players, who complete lines and so leave much to tile."""
    generator = Random(f"{rules}/{players}")
    game = Game(players, rules, seed=4)
    bot = GreedyBot(generator)
    while game.outcome is None and game.position.round < 6:
        for move in generator.sample(game.legal_moves, min(either(2, 4), len(game.legal_moves))):
            if isinstance(move, Take):
                check_take(game.position, move)
            elif isinstance(move, Place):
                check_place(game.position, move)
        game.play(bot.choose(game.position).move)
