"""A whole game at a table that nobody serves: Ana against bots."""

from __future__ import annotations

from random import Random

from azulejos.bots import GreedyBot
from azulejos.rules import RuleSet
from azulejos.tables import table as wishes
from azulejos.tables.advice.hints import Advice, hint_of
from azulejos.tables.messages.requests import NewSeat, NewTable
from azulejos.tables.rights import Visitor
from azulejos.tables.table import Table

ANA, EVE = Visitor("a" * 64), Visitor("e" * 64)


def wished(rules: RuleSet, players: int) -> NewTable:
    bots = [NewSeat(kind="bot", name="", level="novice")] * (players - 1)
    ana = NewSeat(kind="person", name="Ana", level=None)
    return NewTable(rules=rules.value, seats=[ana, *bots], starter=1)


def play_to_the_end(table: Table, rng: Random) -> int:
    """Ana plays as she is advised, and takes a move back now and then; gives the last moment."""
    adviser, now, undone = GreedyBot(rng), 1000, 0
    while table.roster.stage == "playing":
        now += 1000
        question = table.question(now)
        if question is not None:
            change = table.answer(question, adviser.choose(question.position).move, now)
        elif undone < 3 and rng.random() < 0.1 and table.state.line.deciders & {1}:
            undone += 1
            change = table.decide(ANA, wishes.undo(table.number, "move"), now)
        else:
            table.check_hint(ANA, table.number)
            hint = hint_of(table.state.position, Advice(adviser.choose(table.state.position).move))
            change = table.decide(ANA, wishes.move(table.number, hint["move"]), now)
        assert change is not None
        before = table.number
        moments = table.apply(change, now)
        assert [moment.number for moment in moments] == list(range(before + 1, table.number + 1))
    return now
