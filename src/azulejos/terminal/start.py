"""Setting up a game in the terminal: a new one as asked for, or the one that waits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from rich.console import Console

from ..bots import FRIENDLY
from ..folders import data_folder
from ..game import Game
from ..locales import Catalogue
from ..notation import PlayerNameError, Record, format_record
from ..rules import AzulejosError, RuleSet, UsageError
from ..rules.errors import Reasons
from .seats import BOT_SIGN, commands_of, seats_of
from .session import Session
from .store import SavedGame, game_folders, is_own, unfinished
from .views import DrawnView, PlainView, View
from .words import Teller


class EngineNotAllowedError(UsageError):
    """A saved game names a program that nobody here wanted to start."""

    reasons: ClassVar[Reasons] = {
        "engine_not_allowed": ("the program {command!r} was not started", ""),
    }


@dataclass(frozen=True, slots=True)
class GameOptions:
    """What the user asked for: who sits where, as a record names them, and how to play."""

    players: tuple[str, ...]
    rules: RuleSet
    starter: int
    seed: int | None

    @classmethod
    def of(
        cls, people: list[str], bots: list[str], rules: RuleSet, starter: int, seed: int | None
    ) -> GameOptions:
        """Fills the seats that were not asked for: somebody plays, and not alone."""
        for name in people:
            if name.startswith(BOT_SIGN):
                raise PlayerNameError("name_of_bot", name=name)
        people = people or [""]
        if len(people) == 1 and not bots:
            bots = [FRIENDLY]
        return cls((*people, *(BOT_SIGN + bot for bot in bots)), rules, starter, seed)

    @classmethod
    def like(cls, record: Record) -> GameOptions:
        """The same players and rules once more."""
        position = record.start()
        players = [record.tags.get(f"Player{seat}", "") for seat in position.seats_from(1)]
        return cls(tuple(players), position.rules, position.starter, None)

    def new_game(self) -> Game:
        """Raises AzulejosError if there is no such game."""
        game = Game(len(self.players), self.rules, self.starter, self.seed, self.players)
        format_record(game.record)  # Refuses a name that no record can hold.
        return game


class TerminalApp:
    """Where sessions follow each other until somebody quits."""

    def __init__(
        self,
        console: Console,
        words: Catalogue,
        plain: bool,
        keyboard: Callable[[str], str] = input,
    ) -> None:
        self.console = console
        self.words = words
        self.plain = plain
        self.keyboard = keyboard
        self.folder = data_folder()

    def play_new(self, options: GameOptions) -> None:
        """New games until the players do not want another."""
        while True:
            session = self._session(options.new_game(), SavedGame.new(self.folder))
            session.run(self.words.text("welcome"))
            if not session.wants_new_game:
                return
            options = replace(options, seed=None)  # The same deals once more would be no new game.

    def resume_latest(self, options: GameOptions) -> None:
        """The latest unfinished game that can be read, else a new one as wished for."""
        for path in unfinished(game_folders()):
            try:
                session = self._open(path)
            except (OSError, AzulejosError):
                continue  # It stays where it is; `azulejos terminal FILE` tells what is wrong.
            self._run_resumed(session)
            return
        self.play_new(options)

    def resume(self, path: Path) -> None:
        """Goes on with a saved game; raises OSError or AzulejosError if it can't be read."""
        self._run_resumed(self._open(path, trusted=is_own(path)))

    def _open(self, path: Path, trusted: bool = True) -> Session:
        saved, record = SavedGame.open(path)
        game = Game.from_record(record)
        record.check_result(game.position)
        if not trusted:
            self._ask_for_programs(record)
        return self._session(game, saved)

    def _ask_for_programs(self, record: Record) -> None:
        """A file from elsewhere must not start a program that nobody here has asked for."""
        yes = self.words.text("word.yes")
        for command in commands_of(record):
            prompt = self.words.text("prompt.engine", command=command, yes=yes)
            try:
                allowed = self.keyboard(prompt).strip().lower() == yes
            except (EOFError, KeyboardInterrupt):
                allowed = False
            if not allowed:
                raise EngineNotAllowedError("engine_not_allowed", command=command)

    def _run_resumed(self, session: Session) -> None:
        key = "resumed" if session.game.outcome is None else "resumed.over"
        session.run(self.words.text(key, file=session.saved.path))
        if session.wants_new_game:
            self.play_new(GameOptions.like(session.game.record))

    def _session(self, game: Game, saved: SavedGame) -> Session:
        seats = seats_of(game.record, self.words)
        teller = Teller(self.words, [seat.name for seat in seats])
        view: View = (PlainView if self.plain else DrawnView)(self.console, teller)
        return Session(game, seats, saved, view, teller, self.keyboard)
