"""Games as Parquet: one table with a row a move, one with a row a game.

The columns and their meaning are documented in docs/studies.md; `SCHEMA` counts their versions.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from ..extras import importing

with importing("data"):
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

from ..core import State, action_count, observation_size
from .config import SCHEMA, StudyConfig
from .play import PlayedGame

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
    return ShardContent(
        _parquet(_move_columns(config, games), moves_schema(config)),
        _parquet(_game_columns(config, games), games_schema(config)),
    )


def _parquet(columns: dict[str, Any], schema: pa.Schema) -> bytes:
    arrays = [_array(columns[field.name], field.type) for field in schema]
    sink = pa.BufferOutputStream()
    table = pa.Table.from_arrays(arrays, schema=schema)
    pq.write_table(table, sink, compression=COMPRESSION)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def _array(values: Any, kind: pa.DataType) -> pa.Array:
    """A column; rows of a fixed length may come as one array of NumPy's."""
    if isinstance(values, np.ndarray):
        flat = pa.array(values.reshape(-1), kind.value_type)
        return pa.FixedSizeListArray.from_arrays(flat, type=kind)
    return pa.array(values, kind)


def _move_columns(config: StudyConfig, games: list[PlayedGame]) -> dict[str, Any]:
    """Column by column, which is several times as fast as row by row."""
    rows = [(game, decision) for game in games for decision in game.decisions]
    shares = {game.number: game.shares for game in games}
    thoughts = [decision.thought for _, decision in rows]
    columns: dict[str, Any] = {
        "game": [game.number for game, _ in rows],
        "bot": [game.bots[decision.seat - 1] for game, decision in rows],
        "slip": [thought is None for thought in thoughts],
        "final_scores": np.array([game.scores for game, _ in rows], np.int16),
        "outcome": [shares[game.number][decision.seat - 1] for game, decision in rows],
    }
    for name in ("ply", "round", "seat", "position", "move", "action"):
        columns[name] = [getattr(decision, name) for _, decision in rows]
    for name in ("score", "chance", "nodes"):
        columns[name] = [
            None if thought is None else getattr(thought, name) for thought in thoughts
        ]
    if config.observations:
        states = [State.from_text(decision.position) for _, decision in rows]
        columns["observation"] = np.array([state.observation() for state in states])
        columns["mask"] = np.array([state.mask() for state in states])
    return columns


def _game_columns(config: StudyConfig, games: list[PlayedGame]) -> dict[str, Any]:
    return {
        "game": [game.number for game in games],
        "seed": [config.deal_seed(game.number) for game in games],
        "bots": [list(game.bots) for game in games],
        "scores": [list(game.scores) for game in games],
        "outcomes": [game.shares for game in games],
        "winners": [list(game.winners) for game in games],
        "moves": [len(game.decisions) for game in games],
        "slips": [sum(each.thought is None for each in game.decisions) for game in games],
        "rounds": [game.rounds for game in games],
        "record": [game.record for game in games],
    }
