"""Messages say to each what they may know, in just the shapes that are written down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from message_shapes import check_shape, tag_of
from server_games import game_line

from azulejos.notation import format_position
from azulejos.rules import RuleSet
from azulejos.tables.messages import types as messages
from azulejos.tables.messages.answers import Replay, Standing
from azulejos.tables.messages.builder import MessageBuilder, Moment
from azulejos.tables.messages.records import replay_of
from azulejos.tables.messages.steps import entry_of
from azulejos.tables.messages.summaries import summary_of, summary_of_state, table_of
from azulejos.tables.messages.views import States, choices_of, state_of
from azulejos.tables.results.game_result import result_of
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
    states = list(states_after(initial_state(header(rules)), entries))
    for place, (entry, state) in enumerate(zip(entries, states, strict=True)):
        yield Moment(entry.text, state, None if place % 3 else NOW + 1000 - 7 * place)


def facts(moment: Moment, rights: Rights, latest: bool) -> dict[str, Any]:
    """How things stand, put together anew."""
    state = moment.state
    roster, turn = state.roster, state.position.turn
    plays = latest and roster.stage == PLAYING
    mine = plays and turn in rights.seats and roster.seats[turn - 1].stand_in is None
    undo = plays and roster.proposal is None and bool(state.line.deciders & rights.seats)
    asking = roster.proposal
    proposal = None
    if asking is not None:
        names = ("number", "seat", "what", "keep")
        proposal = {name: getattr(asking, name) for name in names}
        proposal |= {"agreed": list(asking.agreed), "waits": list(asking.waits)}
    return {
        "number": state.number,
        "state": state_of(state.position),
        "choices": choices_of(state.position) if mine else None,
        "undo": {"move": undo, "round": undo, "ask": undo and len(rights.seats) < 3},
        "proposal": proposal,
        "left": None if moment.due is None else max(0, moment.due - NOW),
        "result": result_of(state.line, roster),
    }


def plain(moment: Moment, rights: Rights, latest: bool) -> dict[str, Any]:
    """The news of a moment, put together anew."""
    now, state = facts(moment, rights, latest), moment.state
    if moment.text.startswith("{"):
        said = json.loads(moment.text)
        event = {"name": said["event"]} | {k: said[k] for k in ("seat", "what") if k in said}
        table = table_of(header(RuleSet(state.position.rules)), state, (), NOW)
        return {"type": "table", "event": event, "table": table, **now}
    if moment.text.startswith("undo"):
        return {"type": "undone", "keep": 3, "player": state.position.turn, **now}
    return {"type": "played", "entry": entry_of(state.line.plies[-1]), **now}


@pytest.mark.parametrize("rules", RuleSet)
def test_updates(rules: RuleSet) -> None:
    """Over a whole game; and without what a number of moments share, all is as at first."""
    build = MessageBuilder(header(rules), ())
    types, asked = set(), 0
    all_moments = list(moments(rules))
    for place, moment in enumerate(all_moments):
        whole = place < 22 or place >= len(all_moments) - 2
        for rights in RIGHTS if whole else RIGHTS[-1:]:
            for latest in (True, False) if whole else (True,):
                message = build.update(moment, rights, NOW, latest)
                assert message == plain(moment, rights, latest)
                check_shape(messages.ServerMessage, message)
                types.add(message["type"])
                asked += message["proposal"] is not None
    assert types == {"played", "undone", "table"}
    assert asked
    assert moment.state.roster.stage == "over"
    assert message["result"] is not None


def test_every_message_can_be_told_by_its_type() -> None:
    shapes = messages.ServerMessage.__args__
    tags = [tag_of(shape) for shape in shapes]
    assert None not in tags
    assert len(set(tags)) == len(shapes) == 12


def test_welcomes_now_and_standing() -> None:
    """Also after an undo, and for watchers who are behind, only what counts is in the history."""
    build = MessageBuilder(header(RuleSet.STD), (Win(1, 0), Win(3, NOW), Win(3, NOW + 1)))
    all_moments = list(moments(RuleSet.STD))
    for place in (0, 4, 8, 3, 20, len(all_moments) - 1, 5):
        moment = all_moments[place]
        table = build.table(moment.state, NOW)
        assert table["seats"][0]["name"] == AWKWARD
        history = [entry_of(ply) for ply in moment.state.line.plies]
        for rights in RIGHTS:
            now = facts(moment, rights, True)
            welcome = build.welcome(moment, rights, NOW)
            you = {"seats": sorted(rights.seats), "host": rights.host, "alone": rights.alone}
            assert welcome == {
                "type": "welcome", "table": table, "you": you, "history": history, **now
            }  # fmt: skip
            check_shape(messages.ServerMessage, welcome)
            assert build.now(moment, rights, NOW) == now
            check_shape(messages.Now, build.now(moment, rights, NOW))
            assert build.standing(moment, rights, NOW) == {"table": table, **now}
            check_shape(Standing, build.standing(moment, rights, NOW))


@pytest.mark.parametrize("rules", RuleSet)
def test_replays_and_summaries_have_their_shapes(rules: RuleSet) -> None:
    moment = list(moments(rules))[-1]
    build = MessageBuilder(header(rules), ())
    history = build.welcome(moment, RIGHTS[0], NOW)["history"]
    replay = replay_of(build.table(moment.state, NOW), moment.state, history)
    check_shape(Replay, replay)
    assert replay["plies"][-1]["state"] == state_of(moment.state.position)
    for state in (initial_state(header(rules)), moment.state):
        kept = replace(header(rules), summary=summary_of_state(header(rules), state, None))
        check_shape(messages.Summary, summary_of(kept, [0, 1]))


def test_shares_of_a_series_are_counted() -> None:
    """Wins of a later time are not seen yet."""
    series = replace(header(RuleSet.STD), game_number=4)
    series = replace(series, summary=replace(series.summary, series="first"))
    build = MessageBuilder(series, (Win(1, 0), Win(3, NOW), Win(3, NOW + 1)))
    moment = next(moments(RuleSet.STD))
    table = build.table(moment.state, NOW)
    check_shape(messages.Table, table)
    assert table["series"] == {"id": "first", "game": 4, "wins": [1, 0, 1]}


def test_what_is_packed_stands_in_every_message() -> None:
    """States, choices and entries, which are most of a message: packed once, whatever for."""
    packed: list[object] = []

    def pack(part: object) -> object:
        packed.append(part)
        return f"part {len(packed)}"

    build = MessageBuilder(header(RuleSet.STD), (), pack)
    moment = list(moments(RuleSet.STD))[2]
    message: Any = build.update(moment, RIGHTS[3], NOW, True)
    line = moment.state.line
    choices = choices_of(line.position)
    assert packed == [state_of(line.position), choices, entry_of(line.plies[-1])]
    assert [message["state"], message["choices"], message["entry"]] == [
        "part 1",
        "part 2",
        "part 3",
    ]


def test_before_all_entries() -> None:
    moment = Moment("", initial_state(header(RuleSet.STD)))
    message = MessageBuilder(header(RuleSet.STD), ()).welcome(moment, RIGHTS[1], NOW)
    assert message["number"] == 0
    assert message["history"] == []
    check_shape(messages.Welcome, message)


def test_what_was_made_once_is_not_made_again() -> None:
    """Three at a table: one state, one entry, and choices only for who is to move."""
    made: list[str] = []

    def noting(part: Any) -> Any:
        made.extend(kind for kind in ("boards", "steps", "takes") if kind in part)
        return part

    build = MessageBuilder(header(RuleSet.STD), (), noting)
    moment = list(moments(RuleSet.STD))[2]
    told = [build.update(moment, Rights(frozenset({seat})), NOW, True) for seat in (1, 2, 3)]
    assert sorted(made) == ["boards", "steps", "takes"]
    assert len({id(update) for update in told}) < len(told), "who sees the same gets the same"


def test_what_is_the_same_now_is_another_later() -> None:
    """A clock runs on."""
    build = MessageBuilder(header(RuleSet.STD), ())
    moment = replace(list(moments(RuleSet.STD))[2], due=NOW + 1000)
    lefts = [build.update(moment, Rights(), now, True)["left"] for now in (NOW, NOW + 300)]
    assert lefts == [1000, 700]


@pytest.mark.parametrize("rules", RuleSet)
def test_boards_that_are_known_are_those_that_are_there(rules: RuleSet) -> None:
    """Positions one after the other, back and forth, are told as each by itself."""
    states = States()
    positions = [ply.after for ply in game_line(rules, 3, "telling").plies]
    for position in (*positions, *positions[::-5], positions[-1]):
        assert states.of(position) == state_of(position)
        assert states.of(position)["position"] == format_position(position)
