"""Perft counted a second way: a small game of its own that shares no code with the rules.

A position is nested tuples made from the text; leaves are counted by position, each once with
its number of paths, and not by walking every path. Only what perft needs is here: takes and
tiling decisions; scores, bonuses and the lid are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

COLOURS = "BYRKW"
ROWS = ("BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB")

Board = tuple[tuple[str, ...], tuple[str, ...], str]  # lines, wall rows, floor
State = tuple[
    tuple[str, ...], str, tuple[Board, ...], int, int
]  # displays, centre, …, turn, starter


def count(text: str, depth: int) -> int:
    """The leaves of a position's text at a depth."""
    rules, displays, centre, *boards, turn, starter, _, _, _ = text.split(" ")
    state: State = (
        tuple(d.replace("-", "") for d in displays.split("/")),
        centre.replace("-", ""),
        tuple(read_board(board) for board in boards),
        int(turn) - 1,
        int(starter) - 1,
    )
    paths, leaves = Counter({state: 1}), 0
    for _ in range(depth):
        following: Counter[State] = Counter()
        for current, number in paths.items():
            successors = list(after_moves(rules, current))
            leaves += 0 if successors else number
            for successor in successors:
                following[successor] += number
        paths = following
    return leaves + paths.total()


def read_board(text: str) -> Board:
    _, lines, wall, floor = text.split(":")
    cells = ["".join("." * int(s) if s.isdigit() else s for s in row) for row in wall.split("/")]
    return tuple(lines.replace("-", "").split("/")), tuple(cells), floor.replace("-", "")


def after_moves(rules: str, state: State) -> Iterator[State]:
    displays, centre, boards, _, _ = state
    if any(displays) or centre.strip("F"):
        yield from after_takes(rules, state)
    elif any(len(line) == n + 1 for board in boards for n, line in enumerate(board[0])):
        yield from after_decisions(rules, state)


def after_takes(rules: str, state: State) -> Iterator[State]:
    displays, centre, boards, turn, starter = state
    for source, heap in enumerate([*displays, centre]):
        from_centre = source == len(displays)
        heap = heap.strip("F")
        colours = [c for c in COLOURS if c in heap]
        jokers = "J" in heap
        takes = colours + (["J"] + [c + "J" for c in colours] if jokers else [])
        for take in takes:
            taken = "".join(sorted((t for t in heap if t in take), key="BYRKWJ".index))
            rest = "".join(t for t in heap if t not in take)
            marker = "F" if from_centre and "F" in centre else ""
            kept = tuple("" if n == source else d for n, d in enumerate(displays))
            middle = rest if from_centre else sort_centre(centre + rest)
            for target in range(6):
                board = lay(rules, boards[turn], take[0], taken, target, marker)
                if board:
                    seats = tuple(board if n == turn else b for n, b in enumerate(boards))
                    following = (turn + 1) % len(boards)
                    yield settle(rules, (kept, middle, seats, following, starter))


def sort_centre(centre: str) -> str:
    return "".join(sorted(centre, key="FBYRKWJ".index))


def lay(rules: str, board: Board, kind: str, taken: str, target: int, marker: str) -> Board | None:
    """The board with the tiles in a line or on the floor (target 5); None if it is not allowed."""
    lines, wall, floor = board
    floor += marker
    if target < 5:
        line = lines[target]
        if len(line) == target + 1:
            return None
        if kind != "J":
            if set(line) - {"J", kind} or kind in wall[target]:
                return None
            if "grey" not in rules and wall[target][ROWS[target].index(kind)] == "J":
                return None
        free = target + 1 - len(line)
        joined = "".join(sorted(line + taken[:free], key="BYRKWJ".index))
        lines = tuple(joined if n == target else old for n, old in enumerate(lines))
        taken = taken[free:]
    return lines, wall, fall(floor, taken)


def fall(floor: str, tiles: str) -> str:
    """Which tiles lie on the floor makes no difference to moves, the number and the marker do."""
    for tile in tiles:
        floor += "t" if len(floor) < 7 and tile else ""
    return floor


def cells_for(rules: str, board: Board, row: int) -> list[int]:
    lines, wall, _ = board
    line = lines[row]
    colours = line.strip("J")
    if "grey" not in rules and colours:
        return [ROWS[row].index(colours[0])]
    free = [column for column in range(5) if wall[row][column] == "."]
    if "J" in line:
        return free
    return [column for column in free if all(r[column] != colours[0] for r in wall)]


def tile(board: Board, row: int, column: int | None) -> Board:
    lines, wall, floor = board
    line = lines[row]
    emptied = tuple("" if n == row else old for n, old in enumerate(lines))
    if column is None:
        return emptied, wall, fall(floor, line)
    sign = "J" if "J" in line else line[0]
    placed = wall[row][:column] + sign + wall[row][column + 1 :]
    return emptied, tuple(placed if n == row else old for n, old in enumerate(wall)), floor


def settle(rules: str, state: State) -> State:
    """Carries out all that leaves no choice; a round that is tiled becomes one empty leaf."""
    displays, centre, boards, _, starter = state
    if any(displays) or centre.strip("F"):
        return state
    seats = list(boards)
    for step in range(len(seats)):
        seat = (starter + step) % len(seats)
        for row in range(5):
            if len(seats[seat][0][row]) < row + 1:
                continue
            cells = cells_for(rules, seats[seat], row)
            if len(cells) > 1:
                return displays, centre, tuple(seats), seat, starter
            seats[seat] = tile(seats[seat], row, cells[0] if cells else None)
    return displays, centre, tuple(seats), 0, 0


def after_decisions(rules: str, state: State) -> Iterator[State]:
    displays, centre, boards, turn, starter = state
    lines = boards[turn][0]
    row = next(n for n in range(5) if len(lines[n]) == n + 1)
    for column in cells_for(rules, boards[turn], row):
        board = tile(boards[turn], row, column)
        seats = tuple(board if n == turn else b for n, b in enumerate(boards))
        yield settle(rules, (displays, centre, seats, turn, starter))
