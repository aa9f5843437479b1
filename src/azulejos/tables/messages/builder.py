"""What is told about a table: messages about its moments, each for those with equal rights.

All messages with a number are made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...rules import Position
from ..decisions.moves import is_undo_used_up
from ..line import Ply, kept_by
from ..results import judged, result_of
from ..rights import Rights
from ..roster import PLAYING, Company, is_happening, read_happening
from ..state import Game
from ..values import Kept, Win
from . import seating
from . import types as messages
from .answers import Standing
from .steps import entry_of
from .summaries import table_of
from .views import choices_text, state_of


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

    def without_clock(self) -> Moment:
        """For who is behind: a clock runs only while nothing has happened since."""
        return self if self.due is None else Moment(self.text, self.game)


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a message about a moment says to everybody alike, as JSON."""

    moment: Moment
    deciders: frozenset[int]
    """Whose decision could be taken back."""
    state: str
    proposal: str
    result: str
    news: str
    """What the moment's entry says, with the type of the message."""


class Teller:
    """Makes the messages of one table, put together from texts that are made once.

    They are what the models of `messages.py` would write, word for word: tests compare them.
    """

    def __init__(self, kept: Kept, wins: Sequence[Win]) -> None:
        self._kept = kept
        self._wins = wins
        self._entries: list[tuple[Ply, str]] = []
        self._parts: _Parts | None = None
        self._choices: tuple[Position, str] | None = None

    def table(self, game: Game, now: int) -> seating.Table:
        return table_of(self._kept, game, self._wins, now)

    def now(self, moment: Moment, rights: Rights, now: int) -> messages.Now:
        return messages.Now.model_validate_json(f"{{{self._facts(moment, rights, True, now)}}}")

    def standing(self, moment: Moment, rights: Rights, now: int) -> Standing:
        table = self.table(moment.game, now).model_dump_json()
        facts = self._facts(moment, rights, True, now)
        return Standing.model_validate_json(f'{{{facts},"table":{table}}}')

    def welcome(self, moment: Moment, rights: Rights, now: int) -> str:
        """A `messages.Welcome`."""
        facts = self._facts(moment, rights, True, now)
        table = self.table(moment.game, now).model_dump_json()
        company = moment.game.company
        history = ",".join([self._entry(ply, company) for ply in moment.game.line.plies])
        you = rights.you.model_dump_json()
        return f'{{{facts},"type":"welcome","table":{table},"you":{you},"history":[{history}]}}'

    def news(self, moment: Moment, rights: Rights, latest: bool, now: int) -> str:
        """What the moment's entry says, to those with such rights.

        A `messages.Played`, `Undone` or `TableNews`.
        """
        facts = self._facts(moment, rights, latest, now)
        return f"{{{facts},{self._shared(moment).news}}}"

    def _facts(self, moment: Moment, rights: Rights, latest: bool, now: int) -> str:
        """The fields of a `messages.Now`.

        Only at the latest moment are there choices: the others are past.
        """
        game, shared = moment.game, self._shared(moment)
        acts = latest and game.company.stage == PLAYING
        undoes = acts and not is_undo_used_up(game)
        undo = _undo(game.company, rights, shared.deciders) if undoes else NO_UNDO
        turn = game.position.turn
        mine = acts and turn in rights.seats and game.company.bot_of(turn) is None
        left = "null" if moment.due is None else max(0, moment.due - now)
        return (
            f'"number":{game.number},"state":{shared.state},'
            f'"choices":{self._offer(game.position) if mine else "null"},'
            f'"undo":{undo},"proposal":{shared.proposal},"left":{left},"result":{shared.result}'
        )

    def _shared(self, moment: Moment) -> _Parts:
        if self._parts is None or self._parts.moment is not moment:
            game = moment.game
            proposal, result = _proposal(game.company), result_of(game.line, game.company)
            self._parts = _Parts(
                moment,
                game.line.deciders,
                state_of(game.position).model_dump_json(),
                "null" if proposal is None else proposal.model_dump_json(),
                "null" if result is None else result.model_dump_json(),
                self._news(moment),
            )
        return self._parts

    def _news(self, moment: Moment) -> str:
        game = moment.game
        if not moment.text:
            return ""  # before all entries
        if is_happening(moment.text):
            said = read_happening(moment.text)
            happening = seating.Happening.model_validate(
                {"event": said.event, "seat": said.seat, "what": said.what}
            ).model_dump_json()
            table = self.table(game, game.at).model_dump_json()
            return f'"type":"table","happening":{happening},"table":{table}'
        keep = kept_by(moment.text)
        if keep is not None:
            return f'"type":"undone","keep":{keep},"player":{game.position.turn}'
        return f'"type":"played","entry":{self._entry(game.line.plies[-1], game.company)}'

    def _offer(self, position: Position) -> str:
        if self._choices is None or self._choices[0] is not position:
            self._choices = position, choices_text(position)
        return self._choices[1]

    def _entry(self, ply: Ply, company: Company) -> str:
        """Told once, and remembered as long as it counts."""
        place = ply.number - 1
        if place < len(self._entries) and self._entries[place][0] is ply:
            return self._entries[place][1]
        text = entry_for(ply, company).model_dump_json()
        if place <= len(self._entries):
            self._entries[place:] = [(ply, text)]
        return text


def entry_for(ply: Ply, company: Company) -> messages.Entry:
    """A ply with its steps; who resigned has not won, whatever the law says of the boards."""
    entry = entry_of(ply)
    won = judged(ply.after, company)
    if won is None:
        return entry
    told = {"winners": list(won[0]), "won_by": won[1]}
    steps = [s.model_copy(update=told) if s.event == "won" else s for s in entry.steps]
    return entry.model_copy(update={"steps": steps})


NO_UNDO = messages.Undo(move=False, round=False, ask=False).model_dump_json()
_UNDO = {
    ask: messages.Undo(move=True, round=True, ask=ask).model_dump_json() for ask in (False, True)
}


def _undo(company: Company, rights: Rights, deciders: frozenset[int]) -> str:
    """JSON of `messages.Undo`."""
    mine = [n for n in rights.seats if n in deciders and not company.seats[n - 1].resigned]
    if company.proposal is not None or not mine:
        return NO_UNDO
    return _UNDO[any(n not in rights.seats for n in company.deciders)]


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
