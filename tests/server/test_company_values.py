"""The company as a value: what happens to seats and proposals, entries in their text form."""

from __future__ import annotations

import json

import pytest
from company_scenes import ANA, BEN, BOT, FREE, after, asked, dealt, moved, new_game, over
from hypothesis import given
from hypothesis import strategies as st

from azulejos.tables.line import undo_entry
from azulejos.tables.messages.builder import entry_for
from azulejos.tables.messages.seating import EventName
from azulejos.tables.results import result_of
from azulejos.tables.roster import Happening, is_happening, read_happening
from azulejos.tables.state import Game
from azulejos.tables.values import KeptSeat, Manners

NAMES = st.text(max_size=30)
HAPPENINGS = st.builds(
    Happening,
    event=st.sampled_from(EventName.__args__),  # type: ignore[attr-defined]
    seat=st.integers(0, 4),
    name=NAMES,
    colour=st.none() | st.integers(1, 8),
    level=st.none() | st.just("casual"),
    what=st.none() | st.sampled_from(["undo", "abandon"]),
    keep=st.none() | st.integers(0, 99),
    waits=st.lists(st.integers(1, 4), max_size=3).map(tuple),
    manners=st.none() | st.builds(Manners, name=NAMES, delay=st.integers(0, 9)),
    table=st.none() | st.just("abc"),
)


@given(HAPPENINGS)
def test_happenings_are_read_as_they_were_written(happening: Happening) -> None:
    assert is_happening(happening.text)
    assert read_happening(happening.text) == happening
    assert "\n" not in happening.text


def test_a_happening_says_only_what_there_is_to_say() -> None:
    text = Happening("joined", 2, name="Ana", colour=3).text
    assert text == '{"event":"joined","seat":2,"name":"Ana","colour":3}'


@pytest.mark.parametrize(
    "entry",
    [
        "{",
        "{}",
        '{"event":"danced","seat":1}',
        '{"event":"joined","seat":1,"secret":2}',
        '{"event":"manners","seat":0,"manners":{"colour":1}}',
    ],
)
def test_what_is_no_happening(entry: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_happening(entry)


@pytest.mark.parametrize(
    "happening",
    [Happening("joined", 5, name="Eve"), Happening("left", 0), Happening("agreed", 1)],
)
def test_what_makes_no_sense_is_told(happening: Happening) -> None:
    with pytest.raises(ValueError, match=r"no seat|no sense"):
        after(new_game(ANA, FREE), happening.text)


def told(game: Game, *happenings: Happening) -> Game:
    return after(game, *(happening.text for happening in happenings))


def test_seats_before_the_start() -> None:
    game = new_game(ANA, FREE, FREE)
    assert (game.company.stage, game.company.doors) == ("open", frozenset({2, 3}))
    game = told(game, Happening("joined", 2, name="Ben", colour=2), Happening("bot", 3, level="x"))
    assert game.company.seats == (ANA, BEN, KeptSeat("bot", "", "x"))
    assert game.company.doors == frozenset()
    game = told(game, Happening("opened", 2))
    assert game.company.seats[1] == FREE
    assert game.company.persons == [1]
    assert (game.number, game.moved) == (4 - 1, 0)


def test_the_first_deal_begins_the_game() -> None:
    game = dealt(ANA, BEN)
    assert (game.company.stage, game.moved) == ("playing", 1)


def test_away_and_back() -> None:
    game = told(dealt(ANA, BEN), Happening("stand_in", 2, level="casual"))
    company = game.company
    assert (company.bot_of(2), company.deciders, company.persons) == ("casual", [1], [1, 2])
    assert company.standing == [1, 2]
    company = told(game, Happening("back", 2)).company
    assert (company.bot_of(2), company.deciders) == (None, [1, 2])


def test_who_left_is_replaced_by_a_bot_that_may_be_replaced_by_a_person() -> None:
    game = told(dealt(ANA, BEN), Happening("left", 2, level="casual"))
    assert game.company.seats[1] == KeptSeat("bot", "", "casual")
    game = told(game, Happening("opened", 2))
    assert (game.company.seats[1].kind, game.company.doors) == ("bot", frozenset({2}))
    game = told(game, Happening("joined", 2, name="Eve"))
    assert (game.company.seats[1].kind, game.company.doors) == ("person", frozenset())


@pytest.mark.parametrize(
    ("what", "then", "stays"),
    [
        ("undo", "move", False),
        ("abandon", "move", True),
        ("undo", Happening("left", 2, level="x"), False),
        ("undo", Happening("stand_in", 2, level="x"), False),
        ("abandon", Happening("resigned", 2, level="x"), False),
        ("undo", Happening("resigned", 1, level="x"), False),
        ("undo", Happening("declined", 2), False),
        ("abandon", Happening("withdrawn", 1), False),
        ("undo", Happening("bot", 3, level="x"), True),
        ("undo", Happening("manners", manners=Manners("x")), True),
        ("abandon", Happening("abandoned", 1), False),
    ],
)
def test_how_proposals_end(what: str, then: Happening | str, stays: bool) -> None:
    game = asked(what)
    assert game.company.proposal is not None
    game = moved(game, 1) if isinstance(then, str) else told(game, then)
    assert (game.company.proposal is not None) == stays


def test_who_agrees_is_waited_for_no_more() -> None:
    game = told(asked("undo"), Happening("agreed", 2))
    assert game.company.proposal is not None
    assert (game.company.proposal.waits, game.company.proposal.agreed) == ((), (2,))
    game = after(game, undo_entry(1))
    assert (game.company.proposal, len(game.line.plies), game.moved) == (None, 1, game.number)


def test_being_late_changes_nothing_by_itself() -> None:
    game = dealt(ANA, BEN)
    assert told(game, Happening("late", 1)).company == game.company


# Results


def test_who_resigned_can_not_win() -> None:
    plain = over(ANA, BEN, BOT)
    result = result_of(plain.line, plain.company)
    assert result is not None
    best = result.winners[0]
    first, *rest = plain.line.plies
    game = after(new_game(ANA, BEN, BOT), first.text, Happening("resigned", best, level="x").text)
    game = after(game, *(ply.text for ply in rest))
    found = result_of(game.line, game.company)
    assert found is not None
    assert best not in found.winners
    left = [score for seat, score in enumerate(found.scores, start=1) if seat != best]
    assert found.scores[found.winners[0] - 1] == max(left)
    assert found.scores == result.scores
    won = entry_for(game.line.plies[-1], game.company).steps[-1]
    assert (won.event, won.winners, won.won_by) == ("won", found.winners, found.won_by)


def test_all_others_resigned() -> None:
    game = told(moved(dealt(ANA, BEN), 3), Happening("resigned", 1, level="x"), Happening("ended"))
    result = result_of(game.line, game.company)
    assert result is not None
    assert (result.winners, result.won_by) == ([2], "resigned")
    assert (game.company.stage, game.company.ended) == ("over", "resigned")
    assert [sum(each.model_dump().values()) for each in result.sources] == result.scores


def test_what_was_abandoned_has_no_result() -> None:
    game = told(moved(dealt(ANA, BEN), 3), Happening("abandoned", 1))
    assert result_of(game.line, game.company) is None
    assert (game.company.stage, game.company.ended) == ("over", "abandoned")


def test_entries_hold_no_key_or_secret() -> None:
    """What is kept for good is what everybody at the table may read."""
    fields = set(json.loads(Happening("joined", 1, name="x", colour=1).text))
    assert fields == {"event", "seat", "name", "colour"}
