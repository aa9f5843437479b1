"""Messages are put together from texts: word for word what the models write, and as they should."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from server_games import game_line

from azulejos.rules import RuleSet
from azulejos.tables.messages import builder as telling
from azulejos.tables.messages import seating
from azulejos.tables.messages import types as messages
from azulejos.tables.messages.answers import Standing
from azulejos.tables.messages.builder import Moment, Teller
from azulejos.tables.messages.steps import entry_of
from azulejos.tables.messages.summaries import table_of
from azulejos.tables.messages.views import choices_of, state_of
from azulejos.tables.results import result_of
from azulejos.tables.rights import Rights
from azulejos.tables.roster import PLAYING, TableEvent
from azulejos.tables.state import initial_state, states_after
from azulejos.tables.values import Seat, StoredEntry, TableHeader, TableSummary, Win

NOW = 5000
RIGHTS = [
    Rights(),
    Rights(frozenset({1}), True, False),
    Rights(frozenset({2, 3})),
    Rights(frozenset({1, 2, 3}), True, True),
]
AWKWARD = '"choices":null, <b>\\"Ana\\u2028"'


def header(rules: RuleSet) -> TableHeader:
    seats = tuple(Seat("person", name, None) for name in (AWKWARD, "Ben", ""))
    return TableHeader("abc", rules, 1, seats, 5, 5, TableSummary(1, 1, (0, 0, 0), None))


def texts(rules: RuleSet) -> list[str]:
    """A whole game, in which also something else happens, and something is taken back."""
    moves = [ply.text for ply in game_line(rules, 3, "telling").plies]
    asked = TableEvent("asked", 1, what="undo", keep=3, waits=(2, 3)).text
    agreed = [TableEvent("agreed", seat).text for seat in (2, 3)]
    happened = [TableEvent("stand_in", 2, level="casual").text, TableEvent("back", 2).text]
    return [*moves[:5], asked, *agreed, "undo 3", *moves[3:9], *happened, *moves[9:]]


def moments(rules: RuleSet) -> Iterator[Moment]:
    entries = [StoredEntry(text, 100 + place) for place, text in enumerate(texts(rules))]
    games = list(states_after(initial_state(header(rules)), entries))
    for place, (entry, game) in enumerate(zip(entries, games, strict=True)):
        yield Moment(entry.text, game, None if place % 3 else NOW + 1000 - 7 * place)


def facts(moment: Moment, rights: Rights, latest: bool) -> dict[str, Any]:
    """How things stand, made of models."""
    game = moment.game
    roster, turn = game.roster, game.position.turn
    plays = latest and roster.stage == PLAYING
    mine = plays and turn in rights.seats and roster.seats[turn - 1].stand_in is None
    undo = plays and roster.proposal is None and bool(game.line.deciders & rights.seats)
    asking = roster.proposal
    proposal = None
    if asking is not None:
        names = ("number", "seat", "what", "keep", "agreed", "waits")
        said = {name: getattr(asking, name) for name in names}
        lists = {"agreed": list(asking.agreed), "waits": list(asking.waits)}
        proposal = seating.Proposal.model_validate(said | lists)
    return {
        "number": game.number,
        "state": state_of(game.position),
        "choices": choices_of(game.position) if mine else None,
        "undo": messages.Undo(move=undo, round=undo, ask=undo and len(rights.seats) < 3),
        "proposal": proposal,
        "left": None if moment.due is None else max(0, moment.due - NOW),
        "result": result_of(game.line, roster),
    }


def plain(moment: Moment, rights: Rights, latest: bool) -> messages.Now:
    """The news of a moment, made of models."""
    now, game = facts(moment, rights, latest), moment.game
    if moment.text.startswith("{"):
        said = {key: json.loads(moment.text).get(key) for key in ("event", "seat", "what")}
        table_event = seating.TableEvent.model_validate(said)
        table = table_of(header(RuleSet(game.position.rules)), game, (), NOW)
        return messages.TableNews(table_event=table_event, table=table, **now)
    if moment.text.startswith("undo"):
        return messages.Undone(keep=3, player=game.position.turn, **now)
    return messages.Played(entry=entry_of(game.line.plies[-1]), **now)


@pytest.mark.parametrize("rules", [RuleSet.STD, RuleSet.GREY_JOKER])
def test_news(rules: RuleSet) -> None:
    teller = Teller(header(rules), ())
    types, asked = set(), 0
    all_moments = list(moments(rules))
    for moment in [*all_moments[:22], *all_moments[-2:]]:
        for rights in RIGHTS:
            for latest in (True, False):
                message = plain(moment, rights, latest)
                assert teller.bus(moment, rights, latest, NOW) == message.model_dump_json()
                types.add(type(message))
                asked += message.proposal is not None
    assert types == {messages.Played, messages.Undone, messages.TableNews}
    assert asked
    assert moment.game.roster.stage == "over"


def test_welcomes_now_and_standing() -> None:
    """Also after an undo, and for watchers who are behind, only what counts is in the history."""
    teller = Teller(header(RuleSet.STD), (Win(1, 0), Win(3, NOW), Win(3, NOW + 1)))
    all_moments = list(moments(RuleSet.STD))
    for place in (0, 4, 8, 3, 20, len(all_moments) - 1, 5):
        moment = all_moments[place]
        table = teller.table(moment.game, NOW)
        assert table.seats[0].name == AWKWARD
        history = [entry_of(ply) for ply in moment.game.line.plies]
        for rights in RIGHTS:
            now = facts(moment, rights, True)
            welcome = messages.Welcome(table=table, you=rights.you, history=history, **now)
            assert teller.welcome(moment, rights, NOW) == welcome.model_dump_json()
            assert teller.now(moment, rights, NOW) == messages.Now(**now)
            assert teller.standing(moment, rights, NOW) == Standing(table=table, **now)


def test_before_all_entries() -> None:
    moment = Moment("", initial_state(header(RuleSet.STD)))
    message = json.loads(Teller(header(RuleSet.STD), ()).welcome(moment, RIGHTS[1], NOW))
    assert message["number"] == 0
    assert message["history"] == []


def test_what_was_made_once_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four at a table: one state, one entry, and choices only for who is to move."""
    made: list[str] = []
    for name in ("state_of", "entry_of", "choices_text"):
        whole = f"azulejos.tables.messages.builder.{name}"
        monkeypatch.setattr(whole, counting(name, made, getattr(telling, name)))
    teller = Teller(header(RuleSet.STD), ())
    moment = list(moments(RuleSet.STD))[2]
    for seat in (1, 2, 3):
        teller.bus(moment, Rights(frozenset({seat})), True, NOW)
    assert sorted(made) == ["choices_text", "entry_of", "state_of"]


def counting(name: str, made: list[str], make: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def noting(thing: Any) -> Any:
        made.append(name)
        return make(thing)

    return noting
