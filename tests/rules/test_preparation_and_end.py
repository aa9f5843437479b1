"""The next round and the end of the game: deals, refills, bonuses, winners."""

from random import Random

import pytest

from azulejos.notation import format_position, parse_move, read_position
from azulejos.rules import (
    Board,
    IllegalMoveError,
    Phase,
    UsageError,
    WonBy,
    draw_deal,
    play,
    start,
)
from azulejos.rules.events import (
    BonusKind,
    BonusScored,
    Dealt,
    EndReason,
    GameEnded,
    GameWon,
    LidTipped,
)
from azulejos.rules.scoring import bonuses, judge
from azulejos.rules.tiles import Heap, Tile
from tables import case, complete, refuses, rule, table


@pytest.mark.parametrize(
    ("bag", "deal", "tipped"),
    [
        pytest.param("B10Y10", "=BBBB/BBBB/BBYY/YYYY/YYYY", False, id="exactly enough"),
        pytest.param("B10", "=BBBB/BBBB/BBYY/YYYY/YYYY", True, id="inside a display"),
        pytest.param("B8", "=BBBB/BBBB/YYYY/YYYY/YYYY", True, id="between two displays"),
    ],
)
@rule("R31", "R32", "E7")
def test_the_lid_is_tipped_in_when_a_tile_is_due(bag: str, deal: str, tipped: bool) -> None:
    position = table(f"std -/-/-/-/- F . . 1 1 2 {bag} *")
    after, events = play(position, parse_move(deal))
    assert [event for event in events if isinstance(event, LidTipped)] == (
        [LidTipped(position.lid)] if tipped else []
    )
    assert len(after.bag) == (80 if tipped else 0)
    assert after.lid == (Heap() if tipped else position.lid)
    dealt = [event.tiles for event in events if isinstance(event, Dealt)]
    assert len(sum(dealt, Heap())) == 20


@rule("E7")
def test_refill_inside_a_display_is_told_in_two_goes() -> None:
    _, events = play(
        table("std -/-/-/-/- F . . 1 1 2 B2 *"), parse_move("=BBYY/KKKK/BBBB/BBBB/BBBB")
    )
    assert events[0] == Dealt(1, Heap.of("BB"))
    assert isinstance(events[1], LidTipped)
    assert events[2:4] == [Dealt(1, Heap.of("YY")), Dealt(2, Heap.of("KKKK"))]


@pytest.mark.parametrize(
    ("before", "deal", "code"),
    [
        pytest.param("B20 *", "=BBBB/BBBB/BBBB/BBBB", "deal_displays", marks=rule("R4")),
        pytest.param("B20 *", "=BBBB/BBBB/BBBB/BBBB/BBB", "deal_size", marks=rule("R31")),
        pytest.param("B20 *", "=BBBB/BBBB/BBBBB/BBBB/BBBB", "deal_size", marks=rule("R31")),
        pytest.param("B20 *", "=BBBB/BBBB/BBBB/BBBB/BBBY", "not_in_bag", marks=rule("R31", "E7")),
        pytest.param("B10 *", "=BBBB/BBBB/BYYY/YYYY/YYYY", "bag_first", marks=rule("E7")),
        pytest.param("B10 *", "=BBBB/BBBB/BBBY/YYYY/BBBB", "ok", marks=rule("E7")),
        pytest.param("B19 *", "=BBBB/BBBB/BBBB/BBBB/BBBJ", "not_in_lid", marks=rule("R32")),
        pytest.param("* -", "=BBBB/BBBB/BBBB/BBBB/BBBB", "ok", marks=rule("R31")),
        pytest.param("* -", "=BBBB/BBBB/BBBB/BBBB/-", "deal_size", marks=rule("E8")),
    ],
)
def test_deals_that_could_and_could_not_be_drawn(before: str, deal: str, code: str) -> None:
    position = table(f"std -/-/-/-/- F . . 1 1 2 {before}")
    if code == "ok":
        assert play(position, parse_move(deal)).position.phase is Phase.OFFER
        return
    with refuses(IllegalMoveError, code):
        play(position, parse_move(deal))


@rule("E7", "R32")
def test_the_bags_last_tiles_need_not_be_in_the_lid_as_well() -> None:
    boards = "0:-/B/BB/BBB/BBBB:5/5/5/5/5:- 0:-/B/-/BBB/BBBB:5/5/5/5/5:-"
    position = table(f"std -/-/-/-/- F {boards} 1 1 2 B2 *")
    after = play(position, parse_move("=BBYY/KKKK/YYYY/RRRR/WWWW")).position
    assert len(after.bag) == 62


@rule("R31")
def test_a_refused_deal_names_the_display() -> None:
    position = table("std -/-/-/-/- F . . 1 1 2 * -")
    with pytest.raises(IllegalMoveError, match=r"^display 2 must get 4 tiles, not 3 \(R31\)$"):
        play(position, parse_move("=BBBB/BBB/BBBB/BBBB/BBBB"))


# Four walls that hold all tiles but the 20 white ones, and complete no row.
CROWDED = "BYRK1/1BYRK/K1BYR/RK1BY/YRK1B"


@rule("R33", "E8")
@pytest.mark.parametrize("supply", ["* -", "- *", "W3 *"])
def test_displays_stay_short_when_tiles_run_out(supply: str) -> None:
    boards = f"0:-/W/W/-/-:{CROWDED}:- " + f"0:-/-/-/-/-:{CROWDED}:- " * 3
    position = table(f"std -/-/-/-/-/-/-/-/- F {boards}1 1 9 {supply}")
    deal = draw_deal(position, Random(3))
    assert [len(display) for display in deal.displays] == [4, 4, 4, 4, 2, 0, 0, 0, 0]
    after = play(position, deal).position
    assert (len(after.bag), len(after.lid), after.phase) == (0, 0, Phase.OFFER)


@rule("E8", "E20", "R35")
@pytest.mark.parametrize(
    ("round_", "after", "reason"), [(9, 9, EndReason.NO_TILES), (50, 51, EndReason.ROUNDS)]
)
def test_nothing_left_to_deal_ends_the_game_with_bonuses(
    round_: int, after: int, reason: EndReason
) -> None:
    lines = ["-/W/WW/WWW/WWWW", "-/W/WW/WWW/WWW", "-/-/-/-/-", "-/-/-/-/-"]
    boards = " ".join(f"0:{held}:{CROWDED}:-" for held in lines)
    position, events = play(
        table(f"std -/-/-/-/-/-/-/-/- FW {boards} 3 1 {round_} - *"), parse_move("0W5")
    )
    assert (position.phase, position.round, position.starter) == (Phase.OVER, after, 3)
    assert [board.score for board in position.boards] == [40] * 4
    assert GameEnded(reason) in events
    assert events[-1] == GameWon((1, 2, 3, 4), WonBy.SHARED)


@rule("R30", "R34", "R35", "E12")
def test_a_complete_row_ends_the_game_after_all_have_tiled() -> None:
    before = "std -/-/-/-/- K 9:W/-/-/-/-:BYRK1/5/5/5/5:- 4:-/-/-/-/BBBBB:5/5/5/5/5:F 2 1 6 * -"
    played = play(table(before), parse_move("0K4"))
    assert format_position(played.position) == complete(
        "std -/-/-/-/- F 16:-/-/-/-/-:BYRKW/5/5/5/5:- 4:-/-/-/K/-:5/5/5/5/4B:- 2 2 6 * B4"
    )
    assert played.position.phase is Phase.OVER
    assert GameEnded(EndReason.ROW) in played.events
    assert played.events[-1] == GameWon((1,), WonBy.POINTS)
    with refuses(IllegalMoveError, "game_over"):
        play(played.position, parse_move("0K4"))


@rule("R30", "R31")
def test_without_a_complete_row_the_next_round_is_due() -> None:
    position = play(
        table("std -/-/-/-/- FK 0:-/-/-/-/-:BYRK1/5/5/5/5:- . 2 2 6 * -"), parse_move("0K5")
    ).position
    assert (position.phase, position.round) == (Phase.PREPARATION, 7)
    with refuses(IllegalMoveError, "deal_due"):
        play(position, parse_move("1B1"))


@rule("E20")
@pytest.mark.parametrize(("round_", "phase"), [(49, Phase.PREPARATION), (50, Phase.OVER)])
def test_round_50_is_the_last(round_: int, phase: Phase) -> None:
    before = (
        f"std -/-/-/-/- FK 0:-/-/-/-/-:B4/W4/K4/R4/5:- 9:-/-/-/-/-:5/5/5/5/5:- 2 2 {round_} * -"
    )
    position, events = play(table(before), parse_move("0K5"))
    assert (position.round, position.phase) == (round_ + 1, phase)
    ended = [event for event in events if isinstance(event, GameEnded | GameWon)]
    last = [GameEnded(EndReason.ROUNDS), GameWon((2,), WonBy.POINTS)]
    assert ended == (last if round_ == 50 else [])


@rule("E20", "R34")
def test_a_row_completed_in_round_50_keeps_the_number() -> None:
    before = "std -/-/-/-/- FK 9:W/-/-/-/-:BYRK1/5/5/5/5:- . 2 2 50 * -"
    assert play(table(before), parse_move("0K5")).position.round == 50


@rule("E20", "R35")
def test_the_end_by_rounds_pays_bonuses() -> None:
    before = "std -/-/-/-/- FK 0:-/-/-/-/-:B4/W4/K4/R4/Y4:- . 2 2 50 * -"
    position, events = play(table(before), parse_move("0K5"))
    assert position.board(1).score == 7
    assert BonusScored(1, BonusKind.COLUMN, 1, 7) in events


@rule("R35", "R50", "E28")
@case(6)
@pytest.mark.parametrize(
    ("wall", "points"),
    [
        ("BYRKW/5/5/5/5", [2]),
        ("B4/W4/K4/R4/Y4", [7]),
        ("B4/1B3/2B2/3B1/4B", [10]),
        ("BYRKW/WBYRK/KWBYR/RKWBY/YRKWB", [2] * 5 + [7] * 5 + [10] * 5),
        ("BYRKJ/5/5/5/5", [2]),
        ("B4/J4/K4/R4/Y4", [7]),
        ("B4/1B3/2B2/3B1/4J", []),
        ("5/5/5/5/5", []),
        ("BYRK1/5/5/5/5", []),
    ],
)
def test_bonuses(wall: str, points: list[int]) -> None:
    position = read_position(complete(f"joker -/-/-/-/- F 0:-/-/-/-/-:{wall}:- . 1 1 1 - -"))
    assert [bonus.points for bonus in bonuses(1, position.board(1).wall)] == points


def board(score: int, rows: int) -> Board:
    full, empty = (Tile.BLUE,) * 5, (None,) * 5
    return Board(score=score, wall=(full,) * rows + (empty,) * (5 - rows))


@rule("R36", "E13", "E14")
@case(7)
@pytest.mark.parametrize(
    ("boards", "winners", "won_by"),
    [
        ([(50, 2), (50, 1)], (1,), WonBy.ROWS),
        ([(50, 2), (50, 2)], (1, 2), WonBy.SHARED),
        ([(50, 0), (51, 0)], (2,), WonBy.POINTS),
        ([(50, 0), (49, 5)], (1,), WonBy.POINTS),
        ([(50, 1), (50, 2), (10, 5)], (2,), WonBy.ROWS),
        ([(50, 1), (50, 2), (50, 2), (10, 5)], (2, 3), WonBy.SHARED),
        ([(250, 1), (240, 2)], (1,), WonBy.POINTS),
        ([(0, 0), (0, 0)], (1, 2), WonBy.SHARED),
    ],
)
def test_winners(boards: list[tuple[int, int]], winners: tuple[int, ...], won_by: WonBy) -> None:
    outcome = judge([board(*entry) for entry in boards])
    assert (outcome.winners, outcome.won_by) == (winners, won_by)
    assert outcome.scores == tuple(score for score, _ in boards)
    assert outcome.rows == tuple(rows for _, rows in boards)


@rule("E14")
def test_scores_go_past_the_track() -> None:
    before = "std -/-/-/-/- FK 130:B/-/-/-/-:5/5/5/5/5:- . 2 2 6 * -"
    assert play(table(before), parse_move("0K5")).position.board(1).score == 131


@rule("E9")
def test_a_position_shows_the_lid_and_not_the_order_of_the_bag() -> None:
    """The bag is counts: two generators draw differently from equal positions."""
    position = table("std -/-/-/-/- F . . 1 1 2 * B3")
    assert position.lid == Heap.of("BBB")
    deals = {draw_deal(position, Random(seed)) for seed in range(5)}
    assert len(deals) == 5


@rule("R6", "R31")
def test_draws_are_uniform() -> None:
    """Every tile of the bag is as likely as every other: the first tile drawn, by colour."""
    position = table("std -/-/-/-/- F . . 1 1 2 B10Y20R5 *")
    generator = Random(11)
    first = [draw_deal(position, generator).displays[0] for _ in range(2000)]
    counts = [
        sum(display[kind] for display in first) for kind in (Tile.BLUE, Tile.YELLOW, Tile.RED)
    ]
    expected = [8000 * share / 35 for share in (10, 20, 5)]
    chi_squared = sum((c - e) ** 2 / e for c, e in zip(counts, expected, strict=True))
    assert chi_squared < 13.8  # 0.1 % for two degrees of freedom


def test_no_deal_in_mid_round() -> None:
    position = start()
    position = play(position, draw_deal(position, Random(1))).position
    with refuses(UsageError, "no_deal_due"):
        draw_deal(position, Random(1))
