"""One game: its result, its record, and what becomes of it when a bot fails."""

from __future__ import annotations

import json

import pytest
from arena_bots import Fake, contest, make_fake

from azulejos import Game, Position, format_record, parse_record
from azulejos.arena.referee import GameResult, failure, lost_game, play_game
from azulejos.protocol import Limit, Thought
from azulejos.protocol.contract import Report


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", ["std", "grey+joker"])
def test_a_game_is_what_its_record_replays(players: int, rules: str) -> None:
    terms = contest(*["dice", "first", "dice", "first"][:players], rules=rules, seed="9")
    for scheduled in terms.schedule_of_group(2):
        result = play_game(scheduled, make_fake)
        record = parse_record(format_record(result.record))
        *_, last = record.replay()
        record.check_result(last.position)
        outcome = last.position.outcome
        assert outcome is not None
        assert [result.scores[bot] for bot in scheduled.seats] == list(outcome.scores)
        assert sorted(result.winners) == sorted(
            scheduled.seats[seat - 1] for seat in outcome.winners
        )
        assert sum(result.shares) == pytest.approx(1)
        assert sum(result.decisions) == sum("=" not in move for move in result.moves)
        for seat, bot in enumerate(scheduled.seats, start=1):
            assert record.tags[f"Player{seat}"] == f"bot:{terms.specs[bot]}"


def test_deals_come_from_the_plan() -> None:
    scheduled = contest("first", "first", seed="5").game(3)
    result = play_game(scheduled, make_fake)
    assert Game(seed="5/2").moves[0] == result.record.moves[0]
    assert result.record.tags["Seed"] == "5/2"
    assert "Date" not in result.record.tags


def test_the_same_plan_is_the_same_game_and_another_is_not() -> None:
    terms = contest("dice", "dice")
    one, again, other = (play_game(terms.game(n), make_fake).moves for n in (1, 1, 2))
    assert one == again
    assert one != other


def test_every_bot_gets_its_limit_and_is_closed() -> None:
    made: list[Fake] = []

    def make(spec: str, seed: int, players: int) -> Fake:
        made.append(make_fake(spec, seed, players))
        return made[-1]

    terms = contest("clumsy", "first", limits=(Limit(nodes=5), Limit(movetime=7)))
    result = play_game(terms.game(2), make)
    assert result.failure is None
    assert set(made[0].limits) == {Limit(nodes=5)}
    assert set(made[1].limits) == {Limit(movetime=7)}
    assert result.decisions == (len(made[0].limits), len(made[1].limits))
    assert [bot.closed for bot in made] == [True, True]
    assert all(seconds > 0 for seconds in result.cpu_seconds)


@pytest.mark.parametrize(
    ("spec", "kind", "sentence"),
    [
        ("unmade", "error", "can't be made"),
        ("sulk", "error", "does not want to play"),
        ("error", "error", "it hung"),
        ("bug", "internal error", "ZeroDivisionError: a bug of two lines"),
        ("leave", "internal error", "SystemExit: 3"),
        ("illegal", "illegal move", "=BYRK: a take is due now, no other move (R10)"),
        ("nonsense", "internal error", "TypeError: a bot answers with a move, not with '3B2'"),
    ],
)
def test_a_bot_that_fails_loses(spec: str, kind: str, sentence: str) -> None:
    for scheduled in contest("first", spec).schedule_of_group(1):
        result = play_game(scheduled, make_fake)
        assert result.shares == (1.0, 0.0)
        assert result.failure is not None
        assert (result.failure.bot, result.failure.kind) == (1, kind)
        assert result.failure.sentence == sentence
        record = parse_record(format_record(result.record))
        assert record.tags["Result"] == "*"
        assert record.tags["Failure"] == f"player {scheduled.seats.index(1) + 1}: {sentence}"
        assert len(list(record.replay())) == len(result.moves)


@pytest.mark.parametrize("players", [3, 4])
def test_the_best_of_the_others_wins_when_a_bot_fails(players: int) -> None:
    """A third move comes before any tiling, so nobody has points yet, and the others share."""
    terms = contest("first", "error", *["first"] * (players - 2))
    result = play_game(terms.game(1), make_fake)
    expected = [1 / (players - 1)] * players
    expected[1] = 0.0
    assert result.shares == pytest.approx(expected)


def test_points_on_the_track_decide_among_the_others() -> None:
    class Late(Fake):
        def choose(
            self, position: Position, limit: Limit = Limit(), report: Report | None = None
        ) -> Thought:
            if position.round == 4:
                raise OSError("a late failure")
            return super().choose(position, limit, report)

    def make(spec: str, seed: int, players: int) -> Fake:
        return Late(spec, seed) if spec == "late" else Fake(spec, seed)

    shares = set()
    for scheduled in contest("late", "dice", "dice", seed="3").schedule(6):
        result = play_game(scheduled, make)
        assert result.shares[0] == 0
        best = max(result.scores[1:])
        assert all(result.scores[bot] == best for bot in result.winners)
        shares.add(result.shares)
    assert (0.0, 1.0, 0.0) in shares


@pytest.mark.parametrize("specs", [("dice", "first"), ("first", "bug", "first")])
def test_results_go_through_json(specs: tuple[str, ...]) -> None:
    terms = contest(*specs)
    result = play_game(terms.game(2), make_fake)
    text = json.dumps(result.to_json(), allow_nan=False)
    again = GameResult.from_json(terms, json.loads(text))
    assert again.to_json() == result.to_json()
    assert again.record == result.record


def test_sentences_are_fit_for_a_record() -> None:
    scheduled = contest("a", "b").game(1)
    failed = failure(0, "died", 'line\nbreak \x1b[31m\u202e \ud800 "quoted\\" ' + "x" * 1000)
    result = lost_game(scheduled, failed)
    assert result.shares == (0.0, 1.0)
    record = parse_record(format_record(result.record))
    assert record.tags["Failure"] == f"player 1: {failed.sentence}"
    assert len(failed.sentence) == 300
