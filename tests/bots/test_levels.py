"""The levels: data in order, mistakes of a human kind, and chance that can be repeated."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from fake_search import Asked, FakeModule, FakeSearch

from azulejos import play_match
from azulejos.bots import FRIENDLY, LEVELS, Level, greedy_value, level_names, make_bot, make_level
from azulejos.bots.opponents import LookaheadBot, level_bot, level_value
from azulejos.bots.sight import noticed
from azulejos.core import action_of
from azulejos.game import Game
from azulejos.notation import format_move
from azulejos.protocol import Limit
from azulejos.rules import FLOOR, Position, RuleSet, Take, UsageError, legal_moves, start
from azulejos.rules.material import PLAYER_COUNTS
from tables import EMPTY_BOARD, refuses, table

BY_POINTS = [level for level in LEVELS if level.judgement == "points" and not level.looks_ahead]
WITHOUT_A_PLAN = LEVELS[: level_names().index("skilled")]
PLAIN = Level("plain", judgement="points")


def choice(position: Position, level: Level, seed: int = 1) -> str:
    return format_move(level_bot(level, Random(seed)).choose(position).move)


def test_names_are_words_and_there_is_a_friendly_one() -> None:
    assert len(set(level_names())) == len(LEVELS) >= 7
    assert all(name.isalpha() and name == name.lower() for name in level_names())
    assert FRIENDLY in level_names()


def test_numbers_are_shares_and_nobody_gets_worse() -> None:
    for level in LEVELS:
        assert 0 <= level.floor <= 1
        assert all(0 < level.sight_with(players) <= 1 for players in PLAYER_COUNTS)
    assert [level.looks_ahead for level in LEVELS] == sorted(level.looks_ahead for level in LEVELS)
    assert LEVELS[-1].sight == 1


def test_at_larger_tables_they_may_notice_more_or_less() -> None:
    level = replace(PLAIN, sight=0.5, crowded_sight=0.25)
    assert [level.sight_with(players) for players in PLAYER_COUNTS] == [0.5, 0.25, 0.25]
    assert replace(PLAIN, sight=0.5).sight_with(4) == 0.5


@pytest.mark.long
@pytest.mark.parametrize("rules", RuleSet)
@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize(
    ("weaker", "stronger"), list(pairwise(WITHOUT_A_PLAN)), ids=lambda x: x.name
)
def test_each_wins_more_than_its_share_among_the_weaker(
    weaker: Level, stronger: Level, players: int, rules: RuleSet
) -> None:
    bots = [stronger.name, *[weaker.name] * (players - 1)]
    played = play_match(bots, games=36, rules=rules, seed=1)
    share = next(bot.share for bot in played.standings if bot.spec == stronger.name)
    assert share > 1 / players


def test_without_faults_points_are_judged_as_greedy_does() -> None:
    position = table("std BYKW/RRKK/BBRW/BRKK/BYWW F 3:-/B/-/-/-:1Y3/5/5/5/5:R . 1 1 2 * -")
    for move in legal_moves(position):
        assert level_value(position, move, PLAIN) == greedy_value(position, move)


def test_who_takes_the_floor_lightly_lets_tiles_fall() -> None:
    position = table("std -/-/-/-/- BBBB 4:-/-/-/-/-:1Y3/5/5/5/5:F . 1 1 2 * -")
    assert choice(position, PLAIN) == "0B4"
    assert choice(position, replace(PLAIN, floor=0.0)) == "0B2"  # more points, but two fall


def test_who_is_eager_completes_a_line_at_any_price() -> None:
    position = table("std -/-/-/-/- FBBB 0:-/R/R/R/-:5/5/5/5/5:- . 1 1 1 * -")
    assert choice(position, PLAIN) == "0B5"
    assert choice(position, replace(PLAIN, eagerness=2.0)) == "0B1"


@pytest.mark.covering(2)
@pytest.mark.parametrize("rules", RuleSet)
@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("level", WITHOUT_A_PLAN, ids=lambda level: level.name)
def test_nobody_takes_to_the_floor_while_a_line_is_open(
    level: Level, players: int, rules: RuleSet
) -> None:
    """They may let tiles fall; but a whole take to the floor is a slip that looks like a bug."""
    for seed in range(2):
        game = Game(players, rules, seed=seed)
        bot = level_bot(level, Random(seed))
        while game.outcome is None:
            move = bot.choose(game.position).move
            if isinstance(move, Take) and move.line == FLOOR:
                assert not _open_lines(game.position, move)
            game.play(move)


def _open_lines(position: Position, take: Take) -> list[int]:
    """The lines that the same tiles might have gone to."""
    others = [move for move in legal_moves(position) if isinstance(move, Take)]
    same = [t.line for t in others if (t.source, t.kinds) == (take.source, take.kinds)]
    return [line for line in same if line != FLOOR]


@pytest.mark.parametrize("level", BY_POINTS, ids=lambda level: level.name)
def test_same_seed_same_moves(level: Level) -> None:
    def moves(seed: int | None) -> list[str]:
        game, bot = Game(2, seed=3), make_bot(level.name, seed)
        while game.outcome is None:
            game.play(bot.choose(game.position).move)
        return [format_move(move) for move in game.moves]

    assert moves(5) == moves(5)
    assert moves(5) != moves(6)
    assert moves(None) != moves(None)


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_where_nobody_moves_no_level_chooses(level: Level) -> None:
    with refuses(UsageError, "no_move_due"):
        level_bot(level, Random(1)).choose(start())


OPEN = table("std BYKW/RRKK/BBRW/BRKK/BYWW F . . 1 1 1 * -")
HIGH = table(f"std BYYY/-/-/-/- F 1{'0' * 6}{EMPTY_BOARD[1:]} . 1 1 1 * -")
KNOWING = Level("knowing")
LOOKING = Level("looking", nodes=10, tree_nodes=20)


@pytest.mark.usefixtures("fake_search")
class TestWithAFakeSearch:
    """Which, like its network, prefers high action numbers: 5W5 is the best of all."""

    @pytest.mark.parametrize("level", [KNOWING, LOOKING], ids=lambda level: level.name)
    def test_who_sees_all_plays_the_best(self, level: Level) -> None:
        assert choice(OPEN, level) == "5W5"

    @pytest.mark.parametrize("level", [KNOWING, LOOKING], ids=lambda level: level.name)
    def test_who_overlooks_it_plays_the_best_of_the_rest(self, level: Level) -> None:
        blurred = replace(level, sight=0.5)
        for seed in range(30):
            seen = noticed(OPEN, legal_moves(OPEN), blurred.sight, Random(seed))
            assert choice(OPEN, blurred, seed) == format_move(max(seen, key=action_of))

    @pytest.mark.parametrize("level", [KNOWING, LOOKING], ids=lambda level: level.name)
    def test_what_the_core_can_not_hold_is_played_greedily(self, level: Level) -> None:
        assert choice(HIGH, level) == "1Y3"

    def test_limits_are_for_those_who_look_ahead(self) -> None:
        fast = level_bot(KNOWING, Random(1)).choose(OPEN, Limit(depth=9))
        slow = level_bot(LOOKING, Random(1)).choose(OPEN, Limit(depth=9))
        assert fast.move == slow.move
        assert (fast.nodes, slow.nodes) == (0, 20)


@pytest.mark.parametrize(("players", "nodes"), [(2, 10), (3, 20), (4, 20)])
def test_a_habit_depends_on_the_number_of_players(
    players: int, nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = FakeSearch()
    monkeypatch.setattr(LookaheadBot, "_searcher_for", lambda *_: search)
    position = Game(players, seed=1).position
    level_bot(LOOKING, Random(1)).choose(position)
    level_bot(replace(LOOKING, sight=0.3), Random(1)).choose(position)
    assert search.asked == [Asked(None, nodes, None)] * 2


@pytest.mark.parametrize(
    ("limit", "asked"),
    [
        (Limit(), Asked(None, 10, None)),
        (Limit(movetime=5000), Asked(5.0, 10, None)),
        (Limit(nodes=99, depth=3), Asked(None, 10, 3)),
        (Limit(nodes=4), Asked(None, 4, None)),
    ],
)
def test_a_steady_level_looks_no_further_if_it_may(
    limit: Limit, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = FakeSearch()
    monkeypatch.setattr(LookaheadBot, "_searcher_for", lambda *_: search)
    level_bot(LOOKING, Random(1), fixed_strength=True).choose(OPEN, limit)
    assert search.asked == [asked]


def test_behind_the_protocol_only_the_strongest_takes_all_the_time_it_is_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    search = FakeSearch()
    monkeypatch.setattr(LookaheadBot, "_searcher_for", lambda *_: search)
    for name in level_names()[-2:]:
        make_level(name).choose(OPEN, Limit(movetime=60_000))
    capped, free = search.asked
    assert capped == Asked(60.0, LEVELS[-2].nodes, None)
    assert free == Asked(60.0, None, None)


def test_two_players_are_searched_otherwise_than_three(fake_search: FakeModule) -> None:
    bot = make_bot("master", seed=1)
    bot.choose(OPEN)
    bot.choose(Game(3, seed=1).position)
    make_bot("master", seed=1).choose(Game(4, seed=1).position)
    make_bot("mcts", seed=2).choose(OPEN)
    assert fake_search.made == [("alphabeta", 2), ("mcts", 3), ("mcts", 4), ("mcts", 2)]
