"""The data of a study: what is in it, that it replays, and that it is the same again."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos import parse_move, parse_position
from azulejos.bots.simple import GreedyBot, greedy_value
from azulejos.core import State, action_of
from azulejos.notation import format_move, format_position, parse_record
from azulejos.protocol import BotError, Limit, Thought
from azulejos.rules import Deal, Position, RuleSet, UsageError, legal_moves, play
from azulejos.studies import play as playing
from azulejos.studies.config import StudyConfig, default_bot
from azulejos.studies.folder import StudyError, StudyFolder
from azulejos.studies.run import generate, total
from azulejos.studies.summary import summarise
from azulejos.workers.identity import identity
from azulejos.workers.local_pool import LocalPool

pa = pytest.importorskip("pyarrow", reason="needs pyarrow, from the extra `data`")
pq = pytest.importorskip("pyarrow.parquet")

SCHEMA = Path(__file__).parent.parent / "data" / "selfplay-schema.txt"


def config_of(*bots: str, **more: Any) -> StudyConfig:
    bots = bots or ("greedy", "random")
    given: dict[str, Any] = {"rules": RuleSet.STD, "seed": 7, "games": 5, "file_games": 2}
    return StudyConfig(bots, (Limit(),) * len(bots), **given | more)


def made(path: Path, config: StudyConfig, jobs: int = 1) -> StudyFolder:
    with StudyFolder(path) as folder:
        folder.begin(config)
        generate(folder, config, LocalPool(jobs), lambda done: None)
    return folder


def contents(path: Path) -> dict[str, bytes]:
    """By name; without hidden files."""
    return {str(file.relative_to(path)): file.read_bytes() for file in path.rglob("[!.]*.*")}


def rows(folder: StudyFolder, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(folder.path / table).to_pylist()
    return found


@pytest.mark.parametrize(
    ("rules", "bots"),
    [
        ("std", ("greedy", "random")),
        ("grey", ("greedy",) * 3),
        ("joker", ("random",) * 4),
        ("grey+joker", ("greedy", "random")),
    ],
)
def test_rows_replay_by_the_law(rules: str, bots: tuple[str, ...], tmp_path: Path) -> None:
    folder = made(tmp_path, config_of(*bots, rules=RuleSet(rules), slips=0.2, games=2))
    moves = rows(folder, "moves")
    for game in rows(folder, "games"):
        mine = {row["ply"]: row for row in moves if row["game"] == game["game"]}
        record = parse_record(game["record"])
        position = record.start()
        for ply, move in enumerate(record.moves):
            if not isinstance(move, Deal):
                row = mine.pop(ply)
                assert parse_position(row["position"]) == position
                assert parse_move(row["move"]) == move
                assert row["action"] == action_of(move)
                assert State.from_text(row["position"]).is_legal(row["action"])
                assert (row["seat"], row["round"]) == (position.turn, position.round)
                assert row["final_scores"] == game["scores"]
                assert row["outcome"] == game["outcomes"][row["seat"] - 1]
                assert row["bot"] == game["bots"][row["seat"] - 1]
            position = play(position, move).position
        assert not mine
        assert position.outcome is not None
        assert game["winners"] == list(position.outcome.winners)
        assert game["scores"] == [board.score for board in position.boards]
        assert sum(game["outcomes"]) == pytest.approx(1)
        assert game["rounds"] == position.round


class Clumsy:
    """Fills no row as long as it can: all to the floor."""

    def new_game(self) -> None: ...
    def close(self) -> None: ...
    def choose(self, position: Position, limit: Limit) -> Thought:
        return Thought(max(legal_moves(position), key=lambda move: format_move(move)[-1] == "0"))


def test_a_game_that_never_ends_by_itself_has_fifty_rounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("azulejos.studies.play.make_bot", lambda *_: Clumsy())
    folder = made(tmp_path, config_of("novice", "novice", games=1, slips=0.0))
    assert rows(folder, "games")[0]["rounds"] == 50
    assert max(row["round"] for row in rows(folder, "moves")) == 50


def test_positions_are_in_the_usual_text(tmp_path: Path) -> None:
    for row in rows(made(tmp_path, config_of(games=1)), "moves"):
        assert format_position(parse_position(row["position"])) == row["position"]


def test_the_search_says_what_it_thinks(tmp_path: Path) -> None:
    config = config_of("alphabeta:nodes=50", "greedy", games=1, slips=0.3)
    (game,) = rows(folder := made(tmp_path, config), "games")
    moves = rows(folder, "moves")
    assert game["moves"] == len(moves)
    assert game["slips"] == sum(row["slip"] for row in moves) > 0
    for row in moves:
        searched = not row["slip"] and row["bot"].startswith("alphabeta")
        assert (row["score"] is not None) == (row["chance"] is not None) == searched
        if searched:
            assert 0 <= row["chance"] <= 1
            assert row["nodes"] >= 0


@pytest.mark.parametrize("slips", [0.0, 1.0])
def test_the_share_of_slips(slips: float, tmp_path: Path) -> None:
    moves = rows(made(tmp_path, config_of(slips=slips, games=2)), "moves")
    assert {row["slip"] for row in moves} == {bool(slips)}


def test_observations_are_those_of_the_state(tmp_path: Path) -> None:
    folder = made(tmp_path, config_of(games=1, observations=True))
    for row in rows(folder, "moves"):
        state = State.from_text(row["position"])
        assert np.array_equal(row["observation"], state.observation())
        assert np.flatnonzero(row["mask"]).tolist() == state.legal_actions()
    table = pq.read_table(folder.path / "moves")
    matrix = table["observation"].combine_chunks().flatten().to_numpy().reshape(len(table), -1)
    assert matrix.dtype == np.int16


@pytest.mark.heavy
def test_the_same_seed_gives_the_same_files_whatever_the_jobs(tmp_path: Path) -> None:
    config = config_of("alphabeta:nodes=20", "greedy")
    assert config.seats(1) == (0, 1)
    assert config.seats(2) == (1, 0)
    one, two = (made(tmp_path / str(jobs), config, jobs) for jobs in (1, 2))
    assert contents(one.path) == contents(two.path)
    assert len(contents(one.path)) == 7
    other = made(tmp_path / "other", config_of("alphabeta:nodes=20", "greedy", seed=8))
    assert contents(other.path).keys() == contents(one.path).keys()
    assert contents(other.path) != contents(one.path)


def test_files_that_are_there_are_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = config_of()
    expected = contents(made(tmp_path / "whole", config).path)
    folder = made(tmp_path / "parts", config)
    folder.games_file(config.files[1]).unlink()  # A power cut between its two files,
    (folder.path / "moves" / ".moves-000002.parquet.partial").write_bytes(b"PAR")  # and in one.
    played: list[int] = []
    real = playing.play_game

    def watched(config: StudyConfig, number: int) -> playing.PlayedGame:
        played.append(number)
        return real(config, number)

    monkeypatch.setattr("azulejos.studies.run.play_game", watched)
    assert pq.read_table(folder.path / "moves").num_rows == total(folder, config).moves + sum(
        row["game"] in (3, 4) for row in rows(folder, "moves")
    )
    made(folder.path, config)
    assert played == [3, 4]
    partial = folder.path / "moves" / ".moves-000002.parquet.partial"
    partial.unlink()
    assert contents(folder.path) == expected
    assert total(folder, config).games == 5


class Backwards(LocalPool):
    """A pool whose last piece of work is done first; then it is stopped."""

    def as_done(self, function: Any, items: Any, name: Any = str) -> Any:
        yield items[-1], function(items[-1])
        raise KeyboardInterrupt


def test_a_file_is_kept_whatever_is_not_done_before_it(tmp_path: Path) -> None:
    config = config_of()
    with StudyFolder(tmp_path) as folder:
        folder.begin(config)
        done: list[int] = []
        with pytest.raises(KeyboardInterrupt):
            generate(folder, config, Backwards(), done.append)
        assert [folder.has(file) for file in config.files] == [False, False, True]
        assert done == [0, 1]
    expected = contents(made(tmp_path / "whole", config).path)
    assert contents(made(tmp_path, config).path).items() >= expected.items()


def test_a_folder_of_other_terms_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(made(tmp_path, config_of()).path)
    with StudyFolder(tmp_path) as folder:
        assert folder.seed == 7
        with pytest.raises(StudyError, match=r"another self-play: its seed is 7, not 8"):
            folder.begin(config_of(seed=8))
        with pytest.raises(StudyError, match=r"its bots is .*greedy.*, not .*"):
            folder.begin(config_of("random", "random"))
        other = identity()._replace(code="00000000")
        monkeypatch.setattr("azulejos.studies.config.identity", lambda: other)
        with pytest.raises(StudyError, match=r"its code is .*, not .00000000"):
            folder.begin(config_of())
    assert contents(tmp_path) == before


def test_a_study_that_was_killed_in_its_first_moment_begins_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def kill(*_: Any) -> None:
        raise Killed

    expected = contents(made(tmp_path / "whole", config_of()).path)
    half = tmp_path / "half"
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", kill)
        patch.setattr(Path, "unlink", kill)
        with pytest.raises(Killed), StudyFolder(half) as folder:
            folder.begin(config_of())
    (left,) = half.iterdir()
    assert left.name.startswith(".selfplay.json.")
    (half / "moves").mkdir()
    (half / "games").mkdir()
    assert contents(made(half, config_of()).path) == expected


@pytest.mark.skipif(sys.platform == "win32", reason="Windows locks no folders")
def test_a_folder_is_used_by_one_at_a_time(tmp_path: Path) -> None:
    with StudyFolder(tmp_path) as folder:
        folder.begin(config_of())
        with pytest.raises(StudyError, match="is in use by another self-play"):
            StudyFolder(tmp_path)
    made(tmp_path, config_of())


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"tournament": 1}'])
def test_a_folder_of_something_else_is_refused(content: str, tmp_path: Path) -> None:
    (tmp_path / "selfplay.json").write_text(content)
    with pytest.raises(StudyError, match="is not the file of a self-play"):
        StudyFolder(tmp_path)
    (tmp_path / "selfplay.json").rename(tmp_path / "letter.txt")
    with pytest.raises(StudyError, match="holds other things: name a new folder"):
        StudyFolder(tmp_path)


def test_terms_that_make_no_sense() -> None:
    with pytest.raises(UsageError):
        config_of("random")
    for more in ({"slips": 1.5}, {"games": 0}, {"file_games": 0}):
        with pytest.raises(ValueError, match="1"):
            config_of(**more)
    assert default_bot(2) == "alphabeta:nodes=1000"
    assert default_bot(4) == "mcts:nodes=1000"


def test_a_bot_that_plays_what_is_not_legal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Cheat:
        def new_game(self) -> None: ...
        def close(self) -> None: ...
        def choose(self, position: Any, limit: Limit) -> Any:
            return Thought(parse_move("9B1"))

    monkeypatch.setattr("azulejos.studies.play.make_bot", lambda *_: Cheat())
    with pytest.raises(BotError, match="game 1, novice: "):
        made(tmp_path, config_of("novice", "novice", slips=0.0))


@pytest.mark.skipif(sys.platform == "win32", reason="needs a program without a suffix")
def test_an_engine_that_dies_is_named_with_its_game(tmp_path: Path) -> None:
    engine = tmp_path / "engine"
    engine.write_text("#!/bin/sh\nread word; exit 3\n")
    engine.chmod(0o755)
    with pytest.raises(BotError, match=f"^game 3, engine:{engine}: .*exit status 3"):
        playing.play_game(config_of(f"engine:{engine}", "greedy"), 3)


@pytest.mark.parametrize("failing", ["make_bot", "new_game", "choose"])
def test_a_bot_that_fails_is_named_with_its_game(
    failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> Any:
        raise BotError("tired")

    owner = playing if failing == "make_bot" else GreedyBot
    monkeypatch.setattr(owner, failing, fail)
    with pytest.raises(BotError, match=r"^game 2, greedy: tired$"):
        playing.play_by_bots(config_of("random", "greedy", slips=0.0), 2)


def described(schema: Any) -> str:
    lines = [f"{each.name}: {each.type}{'' if each.nullable else ' not null'}" for each in schema]
    return "\n".join([*lines, *sorted(key.decode() for key in schema.metadata), ""])


def test_the_schema(tmp_path: Path) -> None:
    """Whoever changes a column counts its version up, and tells so in docs/studies.md."""
    folder = made(tmp_path, config_of(games=1, observations=True))
    found = [pq.read_schema(path) for path in sorted(tmp_path.rglob("*.parquet"))]
    assert "\n".join(map(described, found)) == SCHEMA.read_text()
    for schema, table in zip(found, ("games", "moves"), strict=True):
        assert schema.metadata[b"azulejos.schema"] == b"2"
        assert schema.metadata[b"azulejos.table"] == table.encode()
        assert json.loads(schema.metadata[b"azulejos.terms"]) | {"games": 1} == folder.found
    metadata = pq.read_metadata(folder.moves_file(config_of().files[0]))
    assert metadata.row_group(0).column(0).compression == "ZSTD"
    document = (Path(__file__).parents[2] / "docs" / "studies.md").read_text()
    for schema in found:
        for name in schema.names:
            assert f"| `{name}` |" in document


def test_a_study_that_grows(tmp_path: Path) -> None:
    """More games are added to a folder; it is then as if all had been asked for at once."""
    small = made(tmp_path / "grown", config_of(games=3))
    whole = made(tmp_path / "whole", config_of(games=7))
    first = small.games_file(config_of().files[0])
    when = first.stat().st_mtime_ns
    grown = made(small.path, config_of(games=7))
    assert contents(grown.path) == contents(whole.path)
    assert first.stat().st_mtime_ns == when
    assert total(grown, config_of(games=7)).games == 7
    with (
        StudyFolder(grown.path) as folder,
        pytest.raises(StudyError, match="has 7 games: ask for as many, or for more"),
    ):
        folder.begin(config_of(games=5))


@pytest.mark.parametrize("bots", [("greedy", "random"), ("lookahead", "greedy", "random")])
def test_the_core_plays_what_bots_would(bots: tuple[str, ...], tmp_path: Path) -> None:
    """The same deals, records in the same form; greedy's choices are the greedy bot's."""
    config = config_of(*bots, slips=0.1)
    game = playing.play_game(config, 2)
    other = playing.play_by_bots(config_of(*["greedy"] * len(bots)), 2)
    record, twin = parse_record(game.record), parse_record(other.record)
    assert list(record.tags) == list(twin.tags)
    assert (record.tags["Seed"], record.moves[0]) == (twin.tags["Seed"], twin.moves[0])
    record.check_result(list(record.replay())[-1].position)
    for decision in game.decisions:
        if decision.thought is not None and game.bots[decision.seat - 1] == "greedy":
            position = parse_position(decision.position)
            values = {format_move(m): greedy_value(position, m) for m in legal_moves(position)}
            assert values[decision.move] == max(values.values())
    assert sum(decision.thought is None for decision in game.decisions) > 0


def test_a_summary_counts_games_not_moves(tmp_path: Path) -> None:
    folder = made(tmp_path, config_of("greedy", "random", games=6))
    games = rows(folder, "games")
    greedy, other = (found for found in summarise(folder.path) if found.seat is None)
    assert (greedy.bot, greedy.games, greedy.share.size) == ("greedy", 6, 6)
    shares = [game["outcomes"][game["bots"].index("greedy")] for game in games]
    assert greedy.share.mean == pytest.approx(sum(shares) / 6)
    assert greedy.share.mean + other.share.mean == pytest.approx(1)
    low, high = greedy.share.interval
    assert 0 <= low <= greedy.share.mean <= high <= 1
    seats = [found for found in summarise(folder.path) if found.seat is not None]
    assert {(found.bot, found.seat, found.games) for found in seats} == {
        (bot, seat, 3) for bot in ("greedy", "random") for seat in (1, 2)
    }
