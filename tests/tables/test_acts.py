"""What may be done at a table: every act in every stage by every kind of visitor, as a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from company_scenes import (
    ANA,
    AWAY,
    BEN,
    BOT,
    FREE,
    GONE,
    STAGES,
    VISITORS,
    after,
    context,
    dealt,
    events,
    first_move,
    moved,
    new_game,
)

from azulejos.notation import parse_move
from azulejos.rules import AzulejosError, Phase, Position, UsageError
from azulejos.tables.decisions import acts
from azulejos.tables.decisions import moves as plays
from azulejos.tables.decisions.moves import Context
from azulejos.tables.errors import TableError
from azulejos.tables.line import undo_entry
from azulejos.tables.messages import requests
from azulejos.tables.messages.reading import reader_of
from azulejos.tables.rights import Rights
from azulejos.tables.roster import TableEvent, read_event
from azulejos.tables.state import TableState
from azulejos.tables.values import Seat
from tables import refuses

CLEO = Seat("person", "Cleo", None, 3)
OPTIONS = {"name": "Club", "public": True, "watching": True, "delay": 0, "clock": 60}


def read_act(said: object) -> requests.Act:
    act: requests.Act = reader_of(requests.Act)(said)
    return act


def wish(do: str, state: TableState) -> requests.Act:
    """An act by its name and, behind a colon, its seat."""
    name, _, seat = do.partition(":")
    more: dict[str, object] = {"seat": int(seat)} if seat else {}
    proposal = state.roster.proposal
    number = 0 if proposal is None else proposal.number
    match name:
        case "start":
            more = {"fill": None}
        case "seat_bot":
            more["level"] = "casual"
        case "options":
            more = {"options": OPTIONS}
        case "agree" | "decline":
            more |= {"asked": number, "yes": name == "agree"}
            name = "answer"
        case "withdraw":
            more["asked"] = number
    return read_act({"do": name} | more)


# A column a stage. A word with a sign before it is a refusal; else the entries that are written.
TABLE = """
act         who     | open             | playing            | away               | gave up
start       host    | bot3 deal        | !already_started   | !already_started   | !already_started
start       absent  | bot3 deal        | !already_started   | !already_started   | !already_started
start       home    | bot3 deal        | !already_started   | !already_started   | !already_started
start       guest   | !not_host        | !not_host          | !not_host          | !not_host
start       watcher | !not_host        | !not_host          | !not_host          | !not_host
seat_bot:3  host    | bot3             | bot3               | bot3               | bot3
seat_bot:3  absent  | bot3             | bot3               | bot3               | bot3
seat_bot:3  guest   | !not_host        | !not_host          | !not_host          | !not_host
seat_bot:3  watcher | !not_host        | !not_host          | !not_host          | !not_host
seat_bot:2  host    | !seat_taken      | !seat_taken        | !seat_taken        | !already_resigned
seat_bot:4  host    | !seat_not_open   | !seat_not_open     | !seat_not_open     | !seat_not_open
seat_open:3 host    | nothing          | opened3            | opened3            | opened3
seat_open:2 host    | opened2          | !seat_taken        | !seat_taken        | !already_resigned
seat_open:1 host    | !last_person     | !seat_taken        | !seat_taken        | !seat_taken
seat_open:1 home    | opened1          | !seat_taken        | !seat_taken        | !seat_taken
seat_open:3 guest   | !not_host        | !not_host          | !not_host          | !not_host
seat_open:4 host    | !seat_not_open   | !seat_not_open     | !seat_not_open     | !seat_not_open
options     host    | options          | options            | options            | options
options     absent  | options          | options            | options            | options
options     guest   | !not_host        | !not_host          | !not_host          | !not_host
options     watcher | !not_host        | !not_host          | !not_host          | !not_host
stand_in:2  host    | !not_started     | stand_in2          | nothing            | nothing
stand_in:2  guest   | !not_started     | !not_away          | !not_away          | !not_away
stand_in:2  watcher | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat
stand_in:2  absent  | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat
stand_in:2  home    | !not_started     | !not_away          | !not_away          | !not_away
stand_in:1  guest   | !not_started     | !not_away          | !not_away          | !not_away
stand_in:3  host    | !not_started     | !not_away          | !not_away          | !not_away
stand_in:4  host    | !not_started     | !not_away          | !not_away          | !not_away
leave:1     host    | opened1          | left1              | left1              | abandoned1
leave:2     guest   | opened2          | left2              | left2              | left2
leave:2     host    | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat
leave:1     watcher | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat
leave:3     home    | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat
resign:1    host    | !not_started     | resigned1          | resigned1          | resigned1 ended
resign:2    guest   | !not_started     | resigned2          | resigned2          | !already_resigned
resign:1    guest   | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat
resign:1    absent  | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat
abandon:1   host    | !not_started     | asked1             | abandoned1         | abandoned1
abandon:2   guest   | !not_started     | asked2             | asked2             | !already_resigned
abandon:1   home    | !not_started     | abandoned1         | abandoned1         | abandoned1
abandon:1   watcher | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat
agree:2     guest   | !no_proposal     | !no_proposal       | !no_proposal       | !no_proposal
decline:1   watcher | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat
withdraw:1  host    | !no_proposal     | !no_proposal       | !no_proposal       | !no_proposal
rematch:1   host    | !not_over        | !not_over          | !not_over          | !not_over
rematch:2   watcher | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat

act         who     | undo?            | abandon?           | over               | abandoned
start       host    | !already_started | !already_started   | !already_started   | !already_started
seat_bot:3  host    | bot3             | bot3               | !table_over        | !table_over
seat_open:3 host    | opened3          | opened3            | !table_over        | !table_over
seat_open:3 watcher | !not_host        | !not_host          | !not_host          | !not_host
options     host    | options          | options            | options            | options
options     watcher | !not_host        | !not_host          | !not_host          | !not_host
stand_in:2  host    | stand_in2        | stand_in2          | !table_over        | !table_over
leave:1     host    | left1            | left1              | !table_over        | !table_over
leave:2     guest   | left2            | left2              | !table_over        | !table_over
resign:1    host    | resigned1        | resigned1          | !table_over        | !table_over
resign:1    watcher | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat
abandon:1   host    | !proposal_pending| !proposal_pending  | !table_over        | !table_over
abandon:1   home    | abandoned1       | abandoned1         | !table_over        | !table_over
agree:2     guest   | agreed2 undo1    | agreed2 abandoned1 | !no_proposal       | !no_proposal
decline:2   guest   | declined2        | declined2          | !no_proposal       | !no_proposal
agree:1     host    | !no_proposal     | !no_proposal       | !no_proposal       | !no_proposal
agree:2     watcher | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat
agree:2     host    | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat
withdraw:1  host    | withdrawn1       | withdrawn1         | !no_proposal       | !no_proposal
withdraw:2  guest   | !no_proposal     | !no_proposal       | !no_proposal       | !no_proposal
withdraw:1  watcher | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat
rematch:1   host    | !not_over        | !not_over          | rematch1           | rematch1
rematch:2   guest   | !not_over        | !not_over          | rematch2           | rematch2
rematch:1   watcher | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat
rematch:1   absent  | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat

act         who     | open             | playing            | away               | gave up
move        host    | !not_started     | !not_your_seat     | !not_your_seat     | !not_your_seat
move        watcher | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat
undo        host    | !not_started     | asked1             | undo1              | undo1
undo        guest   | !not_started     | asked2             | asked2             | !not_your_seat
undo        home    | !not_started     | undo2              | undo2              | undo1
undo        watcher | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat
undo        absent  | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat
join:3      watcher | joined3 deal     | !seat_taken        | !seat_taken        | !seat_taken
join:2      watcher | !seat_taken      | !seat_taken        | !seat_taken        | !seat_taken
back        guest   | nothing          | nothing            | back2              | nothing
back        watcher | nothing          | nothing            | nothing            | nothing

act         who     | undo?            | abandon?           | over               | abandoned
move        host    | !not_your_seat   | !not_your_seat     | !game_over         | !table_over
undo        host    | !proposal_pending| !proposal_pending  | !game_over         | !table_over
undo        home    | !proposal_pending| !proposal_pending  | !game_over         | !table_over
undo        watcher | !not_your_seat   | !not_your_seat     | !not_your_seat     | !not_your_seat
join:3      watcher | !seat_taken      | !seat_taken        | !table_over        | !table_over
back        guest   | nothing          | nothing            | nothing            | nothing
"""


def cells() -> Iterator[tuple[str, str, str, str]]:
    stages: list[str] = []
    for line in TABLE.strip().splitlines():
        if not line:
            continue
        first, *columns = [cell.strip() for cell in line.split("|")]
        act, who = first.split()
        if act == "act":
            stages = columns
        else:
            for stage, expected in zip(stages, columns, strict=True):
                yield act, who, stage, expected


def done(at: Context, act: str) -> list[str]:
    number = at.state.number
    match act.partition(":"):
        case ["move", _, _]:
            return plays.move_texts(at, number, "1B1")
        case ["undo", _, _]:
            return plays.undo_texts(at, number, "move")
        case ["join", _, seat]:
            return acts.join_texts(at, int(seat), "Eve", 3)
        case ["back", _, _]:
            return acts.back_texts(at)
    return acts.act_texts(at, wish(act, at.state))


@pytest.mark.parametrize(("act", "who", "stage", "expected"), list(cells()))
def test_every_act_in_every_stage(act: str, who: str, stage: str, expected: str) -> None:
    at = context(stage, who, away=(2,))
    try:
        found = events(done(at, act))
    except AzulejosError as error:
        found = f"!{error.code}"
    assert found == expected


def word_for_word() -> str:
    """All of the table, with what is written and what a refusal tells; deals are left to chance."""
    lines = []
    for act, who, stage, _ in cells():
        at = context(stage, who, away=(2,))
        try:
            texts = ["=" if text.startswith("=") else text for text in done(at, act)]
        except AzulejosError as error:
            texts = [f"!{error.code}", *(f"{key}={told}" for key, told in error.data.items())]
        lines.append(" | ".join((act, who, stage, *texts)))
    return "\n".join(lines) + "\n"


GOLDEN = Path(__file__).parents[1] / "data" / "acts.txt"


def test_every_act_word_for_word() -> None:
    """Made anew by `PYTHONPATH=tests:tests/server python tests/tables/test_acts.py`."""
    assert word_for_word() == GOLDEN.read_text("utf-8")


def test_the_table_is_whole() -> None:
    """Every act is tried in every stage, by a watcher too."""
    names = {get_args(get_type_hints(shape)["do"])[0] for shape in get_args(requests.Act)}
    words = {"agree": "answer", "decline": "answer"}
    for watcher in (False, True):
        tried = {
            (words.get(act.partition(":")[0], act.partition(":")[0]), stage)
            for act, who, stage, _ in cells()
            if not watcher or who == "watcher"
        }
        missing = {(name, stage) for name in names for stage in STAGES} - tried
        assert not missing or watcher
    assert {who for _, who, _, _ in cells()} == set(VISITORS)


WATCHERS_ACTS = [
    read_act(act)
    for act in (
        {"do": "start", "fill": None},
        {"do": "options", "options": OPTIONS},
        *({"do": "seat_bot", "seat": seat, "level": "casual"} for seat in (1, 2, 3)),
        *(
            {"do": do, "seat": seat}
            for do in ("seat_open", "stand_in", "leave", "resign", "abandon", "rematch")
            for seat in (1, 2, 3)
        ),
        *(
            {"do": "answer", "seat": seat, "asked": number, "yes": yes}
            for seat in (1, 2)
            for yes in (True, False)
            for number in range(6)
        ),
        *(
            {"do": "withdraw", "seat": seat, "asked": number}
            for seat in (1, 2)
            for number in range(6)
        ),
    )
]


@pytest.mark.parametrize("stage", list(STAGES))
def test_watchers_can_touch_nothing(stage: str) -> None:
    at = context(stage, "watcher", away=(1, 2))
    for act in WATCHERS_ACTS:
        with pytest.raises(AzulejosError):
            acts.act_texts(at, act)
    number = at.state.number
    for back in ("move", "round"):
        with pytest.raises(AzulejosError):
            plays.undo_texts(at, number, back)
    with pytest.raises(AzulejosError):
        plays.move_texts(at, number, "1B1")
    with pytest.raises(AzulejosError):
        plays.check_hint(at, number)
    assert acts.back_texts(at) == []


HINTS = {
    ("playing", "home"): "!not_your_seat",  # the bot's turn
    ("fresh", "home"): "granted",
    ("fresh", "host"): "!no_hints_here",
    ("fresh", "guest"): "!not_your_seat",
    ("fresh", "watcher"): "!not_your_seat",
    ("fresh", "absent"): "!not_your_seat",
    ("open", "home"): "!not_started",
    ("over", "home"): "!no_move_due",
    ("abandoned", "home"): "!table_over",
}


@pytest.mark.parametrize(("stage", "who"), list(HINTS))
def test_hints_are_for_who_is_alone(stage: str, who: str) -> None:
    at = context(stage, who)
    try:
        plays.check_hint(at, at.state.number)
        found = "granted"
    except AzulejosError as error:
        found = f"!{error.code}"
    assert found == HINTS[stage, who]


def test_who_may_not_have_a_hint_now_is_told_whose_turn_it_is() -> None:
    at = context("fresh", "guest")
    with pytest.raises(TableError) as refused:
        plays.check_hint(at, at.state.number)
    assert (refused.value.code, refused.value.data) == ("not_your_seat", {"player": 1})


def test_a_move_is_stale_only_if_the_position_has_changed() -> None:
    at = context("fresh", "home")
    text = first_move(at.state.position)
    state = after(at.state, TableEvent("bot", 3, level="casual").text)
    later = Context(state, at.rights)
    assert events(plays.move_texts(later, 1, text)) == "move"
    for number in (0, 3, 9):
        with refuses(TableError, "stale"):
            plays.move_texts(later, number, text)


def test_who_moves_is_back() -> None:
    at = context("fresh away", "home")
    assert (
        events(plays.move_texts(at, at.state.number, first_move(at.state.position))) == "back1 move"
    )


def test_an_invited_person_takes_a_bots_seat_during_the_game() -> None:
    state = after(context("playing", "host").state, TableEvent("opened", 3).text)
    at = Context(state, VISITORS["watcher"])
    texts = acts.join_texts(at, 3, " Eve ", None)
    assert events(texts) == "joined3"
    state = after(state, *texts)
    assert state.roster.seats[2] == Seat("person", "Eve", None)
    assert state.roster.invitable == frozenset()


@pytest.mark.parametrize(("act", "code"), [("seat_bot", "unknown_bot"), ("start", "unknown_bot")])
def test_bots_are_levels_by_name(act: str, code: str) -> None:
    more = {"seat": 3, "level": "x"} if act == "seat_bot" else {"fill": "engine:/bin/sh"}
    with refuses(UsageError, code):
        acts.act_texts(context("open", "host"), read_act({"do": act} | more))


@pytest.mark.parametrize(("name", "code"), [("bot:x", "name_of_bot"), ("a\x00b", "bad_name")])
def test_names_are_checked_where_they_come_in(name: str, code: str) -> None:
    with refuses(AzulejosError, code):
        acts.join_texts(context("open", "watcher"), 3, name, None)
    with refuses(AzulejosError, code):
        wish_of = read_act({"do": "options", "options": OPTIONS | {"name": name}})
        acts.act_texts(context("open", "host"), wish_of)


@pytest.mark.parametrize("stage", list(STAGES))
def test_watchers_learn_nothing_by_asking(stage: str) -> None:
    """They may be behind: refusals tell neither numbers nor whose turn it is."""
    at = context(stage, "watcher")
    for number in (0, at.state.number, 99):
        for ask in (
            lambda number: plays.move_texts(at, number, "1B1"),
            lambda number: plays.undo_texts(at, number, "move"),
            lambda number: plays.check_hint(at, number),
        ):
            with pytest.raises(TableError) as refused:
                ask(number)
            assert (refused.value.code, refused.value.data) == ("not_your_seat", {"player": 0})


@pytest.mark.parametrize(("wished", "given"), [(None, None), (3, 3), (2, 3), (1, 3), (8, 8)])
def test_no_two_persons_have_one_colour(wished: int | None, given: int | None) -> None:
    """Ana has 1, Ben has 2: the next that is free."""
    (joined, deal) = acts.join_texts(context("open", "watcher"), 3, "Eve", wished)
    assert read_event(joined).colour == given
    assert deal.startswith("=")


def test_who_sits_behind_is_asked_for_their_colour_too() -> None:
    at = Context(new_game(ANA, FREE, BEN), VISITORS["watcher"])
    assert read_event(acts.join_texts(at, 2, "Eve", BEN.colour)[0]).colour == 3


def test_a_game_begins_when_the_last_seat_is_taken() -> None:
    at = Context(new_game(ANA, FREE, FREE), VISITORS["watcher"])
    texts = acts.join_texts(at, 2, "Eve", 3)
    assert events(texts) == "joined2"
    at = Context(after(at.state, *texts), VISITORS["watcher"])
    assert events(acts.join_texts(at, 3, "Flo", 4)) == "joined3 deal"


SEATED, STRANGER = VISITORS["guest"], VISITORS["watcher"]


@pytest.mark.parametrize(
    ("seats", "who", "joining", "found"),
    [
        ((ANA, BEN, FREE), STRANGER, True, 3),
        ((ANA, FREE, FREE), STRANGER, True, 2),
        ((ANA, BEN, FREE), STRANGER, False, "invitation_needed"),
        ((ANA, BEN, FREE), SEATED, True, "already_seated"),
        ((ANA, BEN, BOT), STRANGER, True, "no_free_seat"),
    ],
)
def test_where_strangers_sit_down(
    seats: tuple[Seat, ...], who: Rights, joining: bool, found: int | str
) -> None:
    at = Context(joined_freely(new_game(*seats), joining=joining), who)
    if isinstance(found, int):
        assert acts.free_seat(at) == found
    else:
        with refuses(TableError, found):
            acts.free_seat(at)


def joined_freely(state: TableState, *, joining: bool = True) -> TableState:
    """By an act, as the host decides."""
    act = read_act({"do": "options", "options": OPTIONS | {"joining": joining}})
    return after(state, *acts.act_texts(Context(state, VISITORS["host"]), act))


def test_strangers_sit_down_at_bots_seats_that_were_opened_until_the_end() -> None:
    state = joined_freely(after(dealt(ANA, BEN, BOT), TableEvent("opened", 3).text))
    assert acts.free_seat(Context(state, STRANGER)) == 3
    state = after(state, TableEvent("abandoned", 1).text)
    with refuses(TableError, "table_over"):
        acts.free_seat(Context(state, STRANGER))


def test_strangers_do_not_use_up_what_a_table_can_bear(monkeypatch: pytest.MonkeyPatch) -> None:
    at = Context(joined_freely(new_game(ANA, BEN, FREE)), STRANGER)
    monkeypatch.setattr(acts, "SITTING_EVENTS", at.state.event_count + 1)
    assert acts.free_seat(at) == 3
    monkeypatch.setattr(acts, "SITTING_EVENTS", at.state.event_count)
    with refuses(TableError, "table_full"):
        acts.free_seat(at)


def test_colours_go_round() -> None:
    last = Seat("person", "Ana", None, requests.COLOURS)
    at = Context(new_game(last, BEN, FREE), VISITORS["watcher"])
    assert read_event(acts.join_texts(at, 3, "Eve", requests.COLOURS)[0]).colour == 1


def test_a_table_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    at = context("undo?", "host")
    assert at.state.event_count == 1
    with refuses(TableError, "proposal_pending"):
        acts.act_texts(at, wish("abandon:1", at.state))
    monkeypatch.setattr(acts, "MOST_EVENTS", 1)
    for act in ("seat_bot:3", "seat_open:3", "options", "stand_in:2", "abandon:1"):
        with refuses(TableError, "table_full"):
            acts.act_texts(at, wish(act, at.state))
    assert events(acts.act_texts(at, wish("withdraw:1", at.state))) == "withdrawn1"


@pytest.mark.parametrize(
    ("undone", "happened", "used_up"), [(0, 0, False), (1, 0, True), (0, 1, True)]
)
def test_undo_is_used_up(
    monkeypatch: pytest.MonkeyPatch, undone: int, happened: int, used_up: bool
) -> None:
    monkeypatch.setattr(plays, "MOST_UNDONE", 1)
    monkeypatch.setattr(plays, "MOST_EVENTS", 1)
    state = moved(dealt(ANA, BOT), 2)
    if undone:
        state = moved(after(state, undo_entry(2)), 1)
    if happened:
        state = after(state, TableEvent("bot", 2, level="casual").text)
    at = Context(state, Rights(frozenset({1}), host=True, alone=True))
    assert (state.undone, state.event_count) == (undone, happened)
    assert plays.is_undo_used_up(state) == used_up
    if used_up:
        with refuses(TableError, "undo_used_up"):
            plays.undo_texts(at, state.number, "move")
    else:
        assert plays.undo_texts(at, state.number, "move") == [undo_entry(1)]


def test_a_move_that_ends_a_round_is_followed_by_a_deal() -> None:
    """It is dealt from the position that the move leads to."""
    state = dealt(ANA, BEN, BOT)
    due: list[Position] = []

    def deal(position: Position) -> str:
        due.append(position)
        return plays.deal_text(position)

    while not due:
        at = Context(state, VISITORS["watcher"], deal=deal)
        texts = plays.played_texts(at, parse_move(first_move(state.position)))
        assert events(texts) == ("move deal" if due else "move")
        state = after(state, *texts)
    assert [position.phase for position in due] == [Phase.PREPARATION]
    assert (state.position.phase, state.position.round) == (Phase.OFFER, 2)


def test_a_table_without_persons_does_not_start() -> None:
    at = Context(new_game(FREE, FREE, BOT), VISITORS["absent"])
    with refuses(TableError, "no_person"):
        acts.act_texts(at, wish("start", at.state))


def test_an_answer_is_to_the_question_that_was_asked() -> None:
    """Who has not seen yet that another one is asked answers nothing, and withdraws nothing."""
    for stage in ("undo?", "abandon?"):
        guest, host = context(stage, "guest"), context(stage, "host")
        assert guest.roster.proposal is not None
        for other in (guest.roster.proposal.number - 1, guest.roster.proposal.number + 1):
            for yes in (True, False):
                act = {"do": "answer", "seat": 2, "asked": other, "yes": yes}
                with refuses(TableError, "no_proposal"):
                    acts.act_texts(guest, read_act(act))
            with refuses(TableError, "no_proposal"):
                acts.act_texts(host, read_act({"do": "withdraw", "seat": 1, "asked": other}))


def test_all_who_are_asked_must_agree() -> None:
    question = TableEvent("asked", 1, what="abandon", waits=(2, 3))
    state = after(moved(dealt(ANA, BEN, CLEO), 2), question.text)
    agree = wish("agree:2", state)
    assert events(acts.act_texts(Context(state, VISITORS["guest"]), agree)) == "agreed2"
    both = Context(state, Rights(frozenset({2, 3})))
    assert events(acts.act_texts(both, agree)) == "agreed2 agreed3 abandoned1"


def test_who_resigned_moves_no_more() -> None:
    at = Context(dealt(replace(GONE, name="Ana", colour=1), BEN, CLEO), VISITORS["host"])
    with refuses(TableError, "not_your_seat"):
        plays.move_texts(at, at.state.number, first_move(at.state.position))


@pytest.mark.parametrize("other", [AWAY, GONE])
def test_who_else_is_away_changes_no_move(other: Seat) -> None:
    for seats in ((ANA, other, CLEO), (ANA, CLEO, replace(other, colour=4))):
        at = Context(dealt(*seats), VISITORS["host"])
        text = first_move(at.state.position)
        assert plays.move_texts(at, at.state.number, text) == [text]


def test_time_is_up() -> None:
    at = context("fresh", "watcher")
    move = first_move(at.state.position)
    assert plays.late_texts(at, parse_move(move)) == [TableEvent("late", 1).text, move]


def test_who_filled_up_a_table_is_a_bot_of_the_wished_level() -> None:
    at = context("open", "host")
    bot, _ = acts.act_texts(at, read_act({"do": "start", "fill": "master"}))
    assert read_event(bot).level == "master"


def test_a_bot_that_sits_there_already_keeps_its_name() -> None:
    named = Seat("bot", "Bo", "novice")
    state = dealt(ANA, BEN, named)
    sit = {
        level: read_act({"do": "seat_bot", "seat": 3, "level": level})
        for level in ("novice", "casual")
    }
    at = Context(state, VISITORS["host"])
    assert acts.act_texts(at, sit["novice"]) == []
    (other,) = acts.act_texts(at, sit["casual"])
    assert read_event(other) == TableEvent("bot", 3, name="Bo", level="casual")
    invited = Context(after(state, TableEvent("opened", 3).text), VISITORS["host"])
    (again,) = acts.act_texts(invited, sit["novice"])
    assert read_event(again) == TableEvent("bot", 3, name="Bo", level="novice")


def test_a_table_may_have_a_longer_name_than_a_person() -> None:
    longest = "x" * requests.LONGEST_TABLE_NAME
    act = read_act({"do": "options", "options": OPTIONS | {"name": longest}})
    (options,) = acts.act_texts(context("open", "host"), act)
    assert longest in options


if __name__ == "__main__":
    GOLDEN.write_text(word_for_word(), "utf-8")
