"""What is told about a table: messages about its moments, each for those with equal rights.

All messages with a number are made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from . import messages, seating
from .answers import Standing
from .company import PLAYING, Company, is_happening, read_happening
from .game import Game
from .kept import Kept
from .line import Ply, kept_by
from .listing import table_of
from .results import result_of
from .rights import Rights
from .steps import entry_of
from .views import choices_of, state_of


@dataclass(frozen=True, slots=True)
class Moment:
    """A table after an entry; `due` is when the time for a move is up."""

    text: str
    game: Game
    due: int | None = None

    @property
    def number(self) -> int:
        return self.game.number

    @property
    def at(self) -> int:
        return self.game.at


class Facts(TypedDict):
    """What every message about a moment says."""

    number: int
    state: messages.State
    choices: messages.Choices | None
    undo: messages.Undo
    proposal: seating.Proposal | None
    left: int | None
    result: messages.Result | None


class Teller:
    """Makes the messages of one table."""

    def __init__(self, kept: Kept, wins: Sequence[int]) -> None:
        self._kept = kept
        self._wins = wins
        self._entries: list[tuple[Ply, messages.Entry]] = []

    def table(self, game: Game) -> seating.Table:
        return table_of(self._kept, game, self._wins)

    def history(self, game: Game) -> list[messages.Entry]:
        """Every ply that counts, told once and then remembered."""
        plies = game.line.plies
        same = 0
        for (known, _), ply in zip(self._entries, plies, strict=False):
            if known is not ply:
                break
            same += 1
        told = [entry for _, entry in self._entries[:same]]
        new = [(ply, entry_of(ply)) for ply in plies[same:]]
        if same < len(plies):
            self._entries[same:] = new
        return told + [entry for _, entry in new]

    def facts(self, moment: Moment, rights: Rights, latest: bool, now: int) -> Facts:
        """Only at the latest moment are there choices: the others are past."""
        game = moment.game
        company, position = game.company, game.position
        acts = latest and company.stage == PLAYING
        mine = position.turn in rights.seats and company.bot_of(position.turn) is None
        return {
            "number": game.number,
            "state": state_of(position),
            "choices": choices_of(position) if acts and mine else None,
            "undo": _undo(game, rights) if acts else NO_UNDO,
            "proposal": _proposal(company),
            "left": None if moment.due is None else max(0, moment.due - now),
            "result": result_of(game.line, company),
        }

    def now(self, moment: Moment, rights: Rights, now: int) -> messages.Now:
        return messages.Now(**self.facts(moment, rights, True, now))

    def standing(self, moment: Moment, rights: Rights, now: int) -> Standing:
        return Standing(table=self.table(moment.game), **self.facts(moment, rights, True, now))

    def welcome(self, moment: Moment, rights: Rights, now: int) -> messages.Welcome:
        return messages.Welcome(
            table=self.table(moment.game),
            you=rights.you,
            history=self.history(moment.game),
            **self.facts(moment, rights, True, now),
        )

    def news(
        self, moment: Moment, rights: Rights, latest: bool, now: int
    ) -> messages.Played | messages.Undone | messages.TableNews:
        """What the moment's entry says, to those with such rights."""
        facts = self.facts(moment, rights, latest, now)
        if is_happening(moment.text):
            said = read_happening(moment.text)
            happening = seating.Happening.model_validate(
                {"event": said.event, "seat": said.seat, "what": said.what}
            )
            table = self.table(moment.game)
            return messages.TableNews(happening=happening, table=table, **facts)
        keep = kept_by(moment.text)
        if keep is not None:
            player = moment.game.position.turn
            return messages.Undone(keep=keep, player=player, **facts)
        return messages.Played(entry=self.history(moment.game)[-1], **facts)


NO_UNDO = messages.Undo(move=False, round=False, ask=False)


def _undo(game: Game, rights: Rights) -> messages.Undo:
    company = game.company
    mine = [n for n in rights.seats if not company.seats[n - 1].resigned]
    if company.proposal is not None or not mine or not game.line.can_undo(mine):
        return NO_UNDO
    ask = any(n not in rights.seats for n in company.deciders)
    return messages.Undo(move=True, round=True, ask=ask)


def _proposal(company: Company) -> seating.Proposal | None:
    asking = company.proposal
    if asking is None:
        return None
    return seating.Proposal.model_validate(
        {
            "number": asking.number,
            "seat": asking.seat,
            "what": asking.what,
            "keep": asking.keep,
            "agreed": list(asking.agreed),
            "waits": list(asking.waits),
        }
    )
