"""Games as Parquet: one table with a row a move, one with a row a game.

The columns and their meaning are documented in docs/studies.md; `SCHEMA` counts their versions.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from ..extras import importing

with importing("data"):
    import pyarrow as pa
    import pyarrow.parquet as pq

from ..core import State, action_count, action_of, observation_size
from ..notation import format_move, format_position, format_record
from ..rules.material import LAST_ROUND
from .config import SCHEMA, StudyConfig
from .play import Decision, PlayedGame

COMPRESSION = "zstd"
NAME = pa.dictionary(pa.int16(), pa.string())  # texts that come again and again


class ShardContent(NamedTuple):
    """The bytes of two Parquet files."""

    moves: bytes
    games: bytes


def moves_schema(config: StudyConfig) -> pa.Schema:
    """The columns of the table with a row a move."""
    columns = {
        "game": pa.int64(),
        "ply": pa.int16(),
        "round": pa.int8(),
        "seat": pa.int8(),
        "bot": NAME,
        "position": pa.string(),
        "move": NAME,
        "action": pa.int16(),
        "slip": pa.bool_(),
        "score": pa.float32(),
        "chance": pa.float32(),
        "nodes": pa.int64(),
        "final_scores": pa.list_(pa.int16(), config.players),
        "outcome": pa.float32(),
    }
    if config.observations:
        rules = str(config.rules)
        columns["observation"] = pa.list_(pa.int16(), observation_size(config.players))
        columns["mask"] = pa.list_(pa.bool_(), action_count(config.players, rules))
    nullable = ("score", "chance", "nodes")
    fields = [pa.field(name, kind, name in nullable) for name, kind in columns.items()]
    return pa.schema(fields, _metadata(config, "moves"))


def games_schema(config: StudyConfig) -> pa.Schema:
    """The columns of the table with a row a game."""
    columns = {
        "game": pa.int64(),
        "seed": pa.string(),
        "bots": pa.list_(pa.string(), config.players),
        "scores": pa.list_(pa.int16(), config.players),
        "outcomes": pa.list_(pa.float32(), config.players),
        "winners": pa.list_(pa.int8()),
        "moves": pa.int16(),
        "slips": pa.int16(),
        "rounds": pa.int8(),
        "record": pa.string(),
    }
    fields = [pa.field(name, kind, nullable=False) for name, kind in columns.items()]
    return pa.schema(fields, _metadata(config, "games"))


def _metadata(config: StudyConfig, table: str) -> dict[str, str]:
    return {
        "azulejos.schema": str(SCHEMA),
        "azulejos.table": table,
        "azulejos.terms": json.dumps(config.to_json()),
    }


def content_of(config: StudyConfig, played: Iterable[PlayedGame]) -> ShardContent:
    """The two files of some games."""
    games = list(played)
    moves = [row for game in games for row in _move_rows(config, game)]
    return ShardContent(
        _parquet(moves, moves_schema(config)),
        _parquet([_game_row(config, game) for game in games], games_schema(config)),
    )


def _parquet(rows: list[dict[str, Any]], schema: pa.Schema) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pylist(rows, schema), sink, compression=COMPRESSION)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def _shares(played: PlayedGame) -> list[float]:
    """By seat, of the one point that a game is worth."""
    outcome = played.game.outcome
    assert outcome is not None
    share = 1 / len(outcome.winners)
    return [share if seat + 1 in outcome.winners else 0.0 for seat in range(len(played.seats))]


def _scores(played: PlayedGame) -> list[int]:
    return [board.score for board in played.game.position.boards]


def _move_rows(config: StudyConfig, played: PlayedGame) -> Iterable[dict[str, Any]]:
    shares, scores = _shares(played), _scores(played)
    for decision in played.decisions():
        seat = decision.position.turn - 1
        yield _move_row(config, decision) | {
            "game": played.number,
            "bot": config.bots[played.seats[seat]],
            "final_scores": scores,
            "outcome": shares[seat],
        }


def _move_row(config: StudyConfig, decision: Decision) -> dict[str, Any]:
    position, thought = decision.position, decision.thought
    row = {
        "ply": decision.ply,
        "round": position.round,
        "seat": position.turn - 1,
        "position": format_position(position),
        "move": format_move(decision.move),
        "action": action_of(decision.move),
        "slip": thought is None,
        "score": None if thought is None else thought.score,
        "chance": None if thought is None else thought.chance,
        "nodes": None if thought is None else thought.nodes,
    }
    if config.observations:
        state = State.from_position(position)
        row["observation"] = state.observation()
        row["mask"] = state.mask()
    return row


def _game_row(config: StudyConfig, played: PlayedGame) -> dict[str, Any]:
    game, shares = played.game, _shares(played)
    return {
        "game": played.number,
        "seed": config.deal_seed(played.number),
        "bots": [config.bots[bot] for bot in played.seats],
        "scores": _scores(played),
        "outcomes": shares,
        "winners": [seat for seat, share in enumerate(shares) if share],
        "moves": len(played.thoughts),
        "slips": sum(thought is None for thought in played.thoughts.values()),
        "rounds": min(game.position.round, LAST_ROUND),  # E20 ends games as the next begins
        "record": format_record(game.record),
    }
