"""Reviews as plain data: all that the page shows, and nothing about who played."""

from __future__ import annotations

import json
from random import Random

import pytest
from message_shapes import check_shape

import azulejos as az
from azulejos.notation import NotationError, Record
from azulejos.tables.advice.reviews import ReviewWork, playing_of
from azulejos.tables.messages.answers import Playing, Replay, ReviewStatus, Scene
from azulejos.tables.messages.reviews import (
    done_status,
    replay_of_record,
    scene_of,
    waiting_status,
    without_names,
)
from azulejos.tables.values import PlayedGame


def played(players: int = 2, rules: str = "std", moves: int | None = None) -> Record:
    """A game of random moves, or its beginning."""
    game, chance = az.Game(players=players, rules=rules, seed=2), Random(2)
    while not game.outcome and moves != 0:
        game.play(chance.choice(game.legal_moves))
        moves = moves and moves - 1
    return game.record


@pytest.mark.parametrize(("players", "rules"), [(2, "std"), (3, "joker"), (4, "grey")])
def test_a_review_in_steps(players: int, rules: str) -> None:
    record = played(players, rules, moves=players * 5)
    work = ReviewWork(record, nodes=30, deals=2)
    told = [progress for progress in work.steps() if progress is not None]
    assert [progress["done"] for progress in told] == sorted(progress["done"] for progress in told)
    assert told[0]["done"] == 0
    assert all(len(progress["curve"]) == len(record.moves) + 1 for progress in told)
    for progress in told:
        check_shape(ReviewStatus, json.loads(json.dumps(waiting_status(progress))))
    document = work.document
    assert document is not None
    check_shape(ReviewStatus, json.loads(json.dumps(done_status(document))))
    review = az.review(record, nodes=30, deals=2)
    assert document["curve"][-1]["leads"] == list(review.curve[-1].leads)
    for ledger in document["ledgers"]:
        account = ledger["points"]
        parts = (account["seat"], account["luck"], *account["errors"], account["remainder"])
        assert sum(parts) == account["result"]


def test_the_costliest_decisions_can_be_tried_again() -> None:
    work = ReviewWork(played(moves=16), nodes=30, deals=2)
    list(work.steps())
    document = work.document
    assert document is not None
    assert document["costliest"]
    decisions = {each["ply"]: each for each in document["decisions"]}
    for costly in document["costliest"]:
        decision = decisions[costly["ply"]]
        position = az.parse_position(decision["position"])
        moves = {each["move"]: each for each in costly["moves"]}
        assert set(moves) == set(map(str, az.legal_moves(position)))
        assert moves[decision["best"]]["loss"] == 0
        assert moves[decision["move"]]["loss"] == decision["loss"]
        assert sum(costly["why"]["parts"].values()) == costly["why"]["gap"]
        for each in costly["moves"]:
            scene = scene_of(decision["position"], each["line"])
            assert len(scene["plies"]) == len(each["line"])
    for play in document["play"]:
        wrong = [
            each["loss"]
            for each in document["decisions"]
            if each["player"] == play["player"] and each["loss"] > 0.05
        ]
        assert sum(play["kinds"].values()) == pytest.approx(sum(wrong))


def test_a_record_as_a_replay() -> None:
    record = played(moves=4)
    named = Record({**record.tags, "Player1": "Ana", "Player2": "bot:casual"}, record.moves)
    replay = replay_of_record("record-1", named)
    check_shape(Replay, json.loads(json.dumps(replay)))
    first, second = replay["table"]["seats"]
    assert (first["kind"], first["name"]) == ("person", "Ana")
    assert (second["kind"], second["level"]) == ("bot", "casual")
    assert len(replay["plies"]) == len(record.moves)
    assert replay["result"] is None
    assert "Ana" not in str(without_names(named))


@pytest.mark.parametrize("name", ["x" * 31, "bot:rm -rf", "a\u202eb"])
def test_a_name_that_could_be_none_here(name: str) -> None:
    record = played(moves=1)
    record.tags["Player1"] = name
    seat = replay_of_record("", record)["table"]["seats"][0]
    assert seat["name"] == ""
    assert not seat["level"]


def test_a_scene() -> None:
    position = az.Game(seed=3).position
    move = str(az.legal_moves(position)[0])
    check_shape(Scene, json.loads(json.dumps(scene_of(str(position), [move]))))
    with pytest.raises(NotationError):
        scene_of(str(position), [move, move])


def test_how_well_somebody_plays() -> None:
    nothing = playing_of([])
    check_shape(Playing, json.loads(json.dumps(nothing)))
    assert nothing["games"] == []
    assert nothing["loss"] is None
    games = [
        PlayedGame("a", "grey", 1, 2, (0.3, 0.1), {"floor": 0.4, "wall": 0.0}),
        PlayedGame("b", "std", 2, 2, (), {"floor": 0.9}),
        PlayedGame("c", "std", 3, 2, (0.0, 0.02, 0.0, 0.0), {"floor": 0.0, "wall": 0.2}),
    ]
    found = playing_of(games)
    check_shape(Playing, json.loads(json.dumps(found)))
    assert [game["table"] for game in found["games"]] == ["a", "c"]  # Of b there is nothing to say.
    assert found["loss"] == pytest.approx(0.07)
    assert found["decisions"] == 6
    assert found["kinds"] == pytest.approx({"floor": 0.2, "wall": 0.1})
    assert found["level"] is not None
    assert found["level"]["nearest"] == "master"  # by the games of the latest kind
