"""Reviews as Parquet: one table with a row a decision, one with a row a player.

The columns are documented in docs/review.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..extras import importing

with importing("data"):
    import pyarrow as pa
    import pyarrow.parquet as pq

from ..files import write_atomically
from ..reviews import Account, Decision, Explanation, Review, explain, mistake_kind
from ..reviews.levels import place
from ..reviews.values import WRONG

COMPRESSION = "zstd"
NAME = pa.dictionary(pa.int16(), pa.string())  # texts that come again and again
PARTS = ("seat", "luck", "own", "others", "rest", "result")
DECISIONS = pa.schema(
    {
        "game": pa.int64(),
        "ply": pa.int16(),
        "round": pa.int8(),
        "player": pa.int8(),
        "position": pa.string(),
        "move": NAME,
        "best": NAME,
        "loss": pa.float64(),
        "points": pa.float64(),
        "judgement": NAME,
        "stake": NAME,
        "exact": pa.bool_(),
        "kind": NAME,
        "gap": pa.float64(),
        "clear": pa.bool_(),
        "sight": NAME,
    }
)
PLAYERS = pa.schema(
    {
        "game": pa.int64(),
        "player": pa.int8(),
        "name": NAME,
        "rules": NAME,
        "players": pa.int8(),
        "finished": pa.bool_(),
        "score": pa.int16(),
        "decisions": pa.int16(),
        "loss": pa.float64(),
        "low": pa.float64(),
        "high": pa.float64(),
        "level": NAME,
        **{f"{c}_{part}": pa.float64() for c in ("chance", "points") for part in PARTS},
    }
)


def write_tables(folder: Path, reviews: Sequence[tuple[int, Review]]) -> list[Path]:
    """`decisions.parquet` and `players.parquet`, of games with their numbers; raises OSError."""
    tables = {
        "decisions": (DECISIONS, [row for n, r in reviews for row in decision_rows(n, r)]),
        "players": (PLAYERS, [row for n, r in reviews for row in player_rows(n, r)]),
    }
    written = []
    for name, (schema, rows) in tables.items():
        written.append(folder / f"{name}.parquet")
        write_atomically(written[-1], _parquet(schema, rows))
    return written


def _parquet(schema: pa.Schema, rows: list[dict[str, Any]]) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pylist(rows, schema), sink, compression=COMPRESSION)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def decision_rows(game: int, review: Review) -> list[dict[str, Any]]:
    """Why is asked only of what was wrong."""
    return [
        _decision_row(game, each, explain(each) if each.judgement in WRONG else None)
        for each in review.decisions
    ]


def _decision_row(game: int, decision: Decision, why: Explanation | None) -> dict[str, Any]:
    return {
        "game": game,
        "ply": decision.ply,
        "round": decision.round,
        "player": decision.player,
        "position": str(decision.position),
        "move": str(decision.move),
        "best": str(decision.best),
        "loss": decision.loss,
        "points": decision.points,
        "judgement": str(decision.judgement),
        "stake": str(decision.stake),
        "exact": decision.exact,
        "kind": why and str(mistake_kind(why)),
        "gap": why and why.gap,
        "clear": why and why.is_clear,
        "sight": why and str(why.sight),
    }


def player_rows(game: int, review: Review) -> list[dict[str, Any]]:
    return [_player_row(game, review, seat) for seat in range(1, review.players + 1)]


def _player_row(game: int, review: Review, seat: int) -> dict[str, Any]:
    measure, ledger = review.measures[seat - 1], review.ledgers[seat - 1]
    level = measure and place(measure, review.players, review.rules)
    row = {
        "game": game,
        "player": seat,
        "name": review.names[seat - 1],
        "rules": review.rules,
        "players": review.players,
        "finished": review.finished,
        "score": review.scores[seat - 1],
        "decisions": measure.size if measure else 0,
        "loss": measure and measure.mean,
        "low": measure and measure.interval.low,
        "high": measure and measure.interval.high,
        "level": level and level.nearest,
    }
    for currency, account in (("chance", ledger.chance), ("points", ledger.points)):
        row |= {f"{currency}_{part}": value for part, value in _parts(account, seat).items()}
    return row


def _parts(account: Account, seat: int) -> dict[str, float]:
    own = account.errors[seat - 1]
    others = sum(account.errors) - own
    values = (account.seat, account.luck, own, others, account.remainder, account.result)
    return dict(zip(PARTS, values, strict=True))
