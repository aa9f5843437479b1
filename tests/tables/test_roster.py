"""The roster as a value: what happens to seats and proposals, entries in their text form."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from company_scenes import ANA, BEN, BOT, FREE, after, asked, dealt, moved, new_game, over
from hypothesis import given
from hypothesis import strategies as st
from message_shapes import points_of

from azulejos.tables.line import undo_entry
from azulejos.tables.messages.builder import entry_for
from azulejos.tables.results.game_result import result_of
from azulejos.tables.roster import TableEvent, is_event, read_event
from azulejos.tables.state import TableState
from azulejos.tables.values import Asked, Seat, TableEventName, TableOptions

NAMES = st.text(max_size=30)
HAPPENINGS = st.builds(
    TableEvent,
    event=st.sampled_from(get_args(TableEventName)),
    seat=st.integers(0, 4),
    name=NAMES,
    colour=st.none() | st.integers(1, 8),
    level=st.none() | st.just("casual"),
    what=st.none() | st.sampled_from(["undo", "abandon"]),
    keep=st.none() | st.integers(0, 99),
    waits=st.lists(st.integers(1, 4), max_size=3).map(tuple),
    options=st.none() | st.builds(TableOptions, name=NAMES, delay=st.integers(0, 9)),
    table=st.none() | st.just("abc"),
)


@given(HAPPENINGS)
def test_events_are_read_as_they_were_written(table_event: TableEvent) -> None:
    assert is_event(table_event.text)
    assert read_event(table_event.text) == table_event
    assert "\n" not in table_event.text


def test_an_event_says_only_what_there_is_to_say() -> None:
    text = TableEvent("joined", 2, name="Ana", colour=3).text
    assert text == '{"event":"joined","seat":2,"name":"Ana","colour":3}'


@pytest.mark.parametrize(
    "entry",
    [
        "{",
        "{}",
        '{"event":"danced","seat":1}',
        '{"event":"joined","seat":1,"secret":2}',
        '{"event":"options","seat":0,"options":{"colour":1}}',
    ],
)
def test_what_is_no_event(entry: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_event(entry)


@pytest.mark.parametrize(
    "table_event",
    [TableEvent("joined", 5, name="Eve"), TableEvent("left", 0), TableEvent("agreed", 1)],
)
def test_what_makes_no_sense_is_told(table_event: TableEvent) -> None:
    with pytest.raises(ValueError, match=r"no seat|no sense"):
        after(new_game(ANA, FREE), table_event.text)


def told(state: TableState, *table_events: TableEvent) -> TableState:
    return after(state, *(table_event.text for table_event in table_events))


def test_seats_before_the_start() -> None:
    state = new_game(ANA, FREE, FREE)
    assert (state.roster.stage, state.roster.invitable) == ("open", frozenset({2, 3}))
    state = told(
        state, TableEvent("joined", 2, name="Ben", colour=2), TableEvent("bot", 3, level="x")
    )
    assert state.roster.seats == (ANA, BEN, Seat("bot", "", "x"))
    assert state.roster.invitable == frozenset()
    state = told(state, TableEvent("opened", 2))
    assert state.roster.seats[1] == FREE
    assert state.roster.persons == [1]
    assert (state.number, state.moved) == (4 - 1, 0)


def test_the_first_deal_begins_the_game() -> None:
    state = dealt(ANA, BEN)
    assert (state.roster.stage, state.moved) == ("playing", 1)


def test_away_and_back() -> None:
    state = told(dealt(ANA, BEN), TableEvent("stand_in", 2, level="casual"))
    roster = state.roster
    assert (roster.bot_of(2), roster.deciders, roster.persons) == ("casual", [1], [1, 2])
    assert roster.standing == [1, 2]
    roster = told(state, TableEvent("back", 2)).roster
    assert (roster.bot_of(2), roster.deciders) == (None, [1, 2])


def test_who_left_is_replaced_by_a_bot_that_may_be_replaced_by_a_person() -> None:
    state = told(dealt(ANA, BEN), TableEvent("left", 2, level="casual"))
    assert state.roster.seats[1] == Seat("bot", "", "casual")
    state = told(state, TableEvent("opened", 2))
    assert (state.roster.seats[1].kind, state.roster.invitable) == ("bot", frozenset({2}))
    state = told(state, TableEvent("joined", 2, name="Eve"))
    assert (state.roster.seats[1].kind, state.roster.invitable) == ("person", frozenset())


@pytest.mark.parametrize(
    ("what", "then", "stays"),
    [
        ("undo", "move", False),
        ("abandon", "move", True),
        ("undo", TableEvent("left", 2, level="x"), False),
        ("undo", TableEvent("stand_in", 2, level="x"), False),
        ("abandon", TableEvent("resigned", 2, level="x"), False),
        ("undo", TableEvent("resigned", 1, level="x"), False),
        ("undo", TableEvent("declined", 2), False),
        ("abandon", TableEvent("withdrawn", 1), False),
        ("undo", TableEvent("bot", 3, level="x"), True),
        ("undo", TableEvent("options", options=TableOptions("x")), True),
        ("abandon", TableEvent("abandoned", 1), False),
    ],
)
def test_how_proposals_end(what: Asked, then: TableEvent | str, stays: bool) -> None:
    state = asked(what)
    assert state.roster.proposal is not None
    state = moved(state, 1) if isinstance(then, str) else told(state, then)
    assert (state.roster.proposal is not None) == stays


def test_who_agrees_is_waited_for_no_more() -> None:
    state = told(asked("undo"), TableEvent("agreed", 2))
    assert state.roster.proposal is not None
    assert (state.roster.proposal.waits, state.roster.proposal.agreed) == ((), (2,))
    state = after(state, undo_entry(1))
    assert (state.roster.proposal, len(state.line.plies), state.moved) == (None, 1, state.number)


def test_being_late_changes_nothing_by_itself() -> None:
    state = dealt(ANA, BEN)
    assert told(state, TableEvent("late", 1)).roster == state.roster


# Results


def test_who_resigned_can_not_win() -> None:
    plain = over(ANA, BEN, BOT)
    result = result_of(plain.line, plain.roster)
    assert result is not None
    best = result["winners"][0]
    first, *rest = plain.line.plies
    state = after(new_game(ANA, BEN, BOT), first.text, TableEvent("resigned", best, level="x").text)
    state = after(state, *(ply.text for ply in rest))
    found = result_of(state.line, state.roster)
    assert found is not None
    assert best not in found["winners"]
    left = [score for seat, score in enumerate(found["scores"], start=1) if seat != best]
    assert found["scores"][found["winners"][0] - 1] == max(left)
    assert found["scores"] == result["scores"]
    won = entry_for(state.line.plies[-1], state.roster)["steps"][-1]
    assert (won["event"], won["winners"], won["won_by"]) == (
        "won",
        found["winners"],
        found["won_by"],
    )


def test_all_others_resigned() -> None:
    state = told(
        moved(dealt(ANA, BEN), 3), TableEvent("resigned", 1, level="x"), TableEvent("ended")
    )
    result = result_of(state.line, state.roster)
    assert result is not None
    assert (result["winners"], result["won_by"]) == ([2], "resigned")
    assert (state.roster.stage, state.roster.ended) == ("over", "resigned")
    assert [sum(points_of(each)) for each in result["sources"]] == result["scores"]


def test_what_was_abandoned_has_no_result() -> None:
    state = told(moved(dealt(ANA, BEN), 3), TableEvent("abandoned", 1))
    assert result_of(state.line, state.roster) is None
    assert (state.roster.stage, state.roster.ended) == ("over", "abandoned")


def test_entries_hold_no_key_or_secret() -> None:
    """What is kept for good is what everybody at the table may read."""
    fields = set(json.loads(TableEvent("joined", 1, name="x", colour=1).text))
    assert fields == {"event", "seat", "name", "colour"}
