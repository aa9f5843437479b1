"""The loop of a game in the terminal: bots move, people are asked, everything is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

from rich.console import Console
from rich.text import Text

from ..bots import greedy_bot
from ..game import Game
from ..locales import Catalogue
from ..notation import format_move, format_record, parse_move
from ..rules import AzulejosError, Deal, Move, Phase
from ..rules.events import Event
from .seats import Seat
from .store import SavedGame, create_text, data_folder, write_text
from .table import show_table
from .words import Teller


class Session:
    """One game, from its present position until it ends or its players leave."""

    def __init__(
        self,
        game: Game,
        seats: list[Seat],
        saved: SavedGame,
        console: Console,
        words: Catalogue,
        keyboard: Callable[[str], str] = input,
        plain: bool = False,
    ) -> None:
        self.game = game
        self.seats = seats
        self.saved = saved
        self.console = console
        self.words = words
        self.plain = plain
        self._keyboard = keyboard
        self.wants_new_game = False
        self._copy: Path | None = None  # Where `save` has put the game.
        self._kept = False  # Did the last write to the game's own file succeed?
        self._teller = Teller(words, [seat.name for seat in seats])
        self._leaving = False
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "moves": self._moves,
            "hint": self._hint,
            "undo": self._undo,
            "show": self._show,
            "save": self._save,
            "new": self._new,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Plays until the game is over, or until `quit`, Ctrl-C or the end of the input."""
        self._keep()
        self._show_if_human()
        try:
            while not self._leaving and self.game.outcome is None:
                self._step()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            self._quit("")
        if self.game.outcome is not None:
            self._show("")
            self.say(self._teller.outcome(self.game.outcome))

    def say(self, sentences: Iterable[str] | str) -> None:
        """Text, never markup: a name may hold anything."""
        for sentence in [sentences] if isinstance(sentences, str) else sentences:
            self.console.print(Text(sentence))

    def _text(self, key: str, **values: object) -> str:
        return self.words.text(key, **values)

    def _seat(self) -> Seat:
        return self.seats[self.game.position.turn - 1]

    # Moving

    def _step(self) -> None:
        bot = self._seat().bot
        if bot is not None:
            self._play(bot(self.game.position))
        else:
            self._answer(self._ask())

    def _play(self, move: Move) -> None:
        events = self.game.play(move)
        self._keep()
        self._tell(move, events)

    def _tell(self, move: Move, events: list[Event]) -> None:
        self.say([f"[{format_move(move)}]", *self._teller.events(events), ""])
        self._show_if_human()

    def _show_if_human(self) -> None:
        if self.game.outcome is not None or not self._seat().human:
            return
        if self.plain:
            self.say(self._teller.turn(self.game.position))
        else:
            self._show("")

    def _ask(self) -> str:
        position = self.game.position
        name = self._seat().name
        if position.phase is Phase.TILING:
            line = position.board(position.turn).first_complete_line
            cells = ", ".join(format_move(move) for move in self.game.legal_moves)
            self.say(self._text("prompt.tiling", name=name, line=line, cells=cells))
        return self._keyboard(self._text("prompt.move", name=name)).strip()

    def _answer(self, line: str) -> None:
        """A command, a move, a move with `?`, or a sentence about what was wrong."""
        command, _, rest = line.partition(" ")
        if action := self._command(command.lower()):
            action(rest.strip())
        elif line:
            self._try_move("".join(line.split()))

    def _command(self, word: str) -> Callable[[str], None] | None:
        """Commands have their English name and one in the user's language."""
        for name, action in self._commands.items():
            if word in (name, self._text(f"command.{name}")):
                return action
        return None

    def _try_move(self, text: str) -> None:
        asks = text.endswith("?")
        try:
            move = parse_move(text.removesuffix("?"))
            if asks:
                self.say(self._teller.preview(self.game.position, move))
            else:
                self._play(move)
        except AzulejosError as error:
            self.say(self.words.error(error))

    # Commands

    def _help(self, _: str) -> None:
        self.say(self._text("help.intro"))
        for name in self._commands:
            command = self._text(f"command.{name}")
            self.say(f"  {command:<12}{self._text(f'help.{name}')}")
        self.say(self._text("help.letters"))

    def _moves(self, _: str) -> None:
        self.say(" ".join(format_move(move) for move in self.game.legal_moves))

    def _hint(self, _: str) -> None:
        move = greedy_bot(Random(0))(self.game.position)
        why = self._teller.preview(self.game.position, move)
        self.say(self._text("hint", move=format_move(move), why=why))

    def _undo(self, _: str) -> None:
        """Back to the last decision of a person, but never across a deal that has been seen."""
        target = self._last_human_decision()
        if target is None:
            self.say(self._text("undo.none"))
            return
        while len(self.game.moves) > target:
            self.game.undo()
        self._keep()
        self.say(self._text("undo.done", name=self._seat().name))
        self._show("")

    def _last_human_decision(self) -> int | None:
        moves = self.game.moves
        for number in reversed(range(len(moves))):
            if isinstance(moves[number], Deal):
                return None
            if self.seats[self.game.positions[number].turn - 1].human:
                return number
        return None

    def _show(self, player: str) -> None:
        """The whole table, or one board in words."""
        position = self.game.position
        numbers = {str(number): number for number in position.seats_from(1)}
        if player and player not in numbers:
            self.say(self._text("show.none", number=player))
        elif player:
            number = numbers[player]
            self.say(self._teller.board(position.board(number), self._teller.name(number)))
        elif self.plain:
            self.say(self._teller.table(position))
        else:
            show_table(self.console, position, self._teller.names, self.words)

    def _save(self, name: str) -> None:
        """Without a name it tells where the game is kept anyway. Other files are never touched."""
        if name:
            self._copy_to(Path(name))
        elif self._keep():
            self.say(self._text("save.done", file=self.saved.path))

    def _copy_to(self, path: Path) -> None:
        write = write_text if path == self._copy else create_text
        content = format_record(self.game.record)
        if self._written(path, lambda: write(path.expanduser(), content)):
            self._copy = path
            self.say(self._text("save.done", file=path))

    def _keep(self) -> bool:
        """Writes the game to its own file; tells why if that fails, and play goes on."""
        self._kept = self._written(self.saved.path, lambda: self.saved.write(self.game.record))
        return self._kept

    def _written(self, path: Path, write: Callable[[], None]) -> bool:
        try:
            write()
        except FileExistsError:
            self.say(self._text("save.exists", file=path))
        except (OSError, ValueError, RuntimeError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            self.say(self._text("save.failed", file=path, why=why))
        else:
            return True
        return False

    def _new(self, _: str) -> None:
        self.wants_new_game = self._leaving = True

    def _quit(self, _: str) -> None:
        self._leaving = True
        if not self._kept:
            self.say(self._text("quit.lost"))
        elif self.saved.path.parent == data_folder():
            self.say(self._text("quit"))
        else:
            self.say(self._text("quit.file", file=self.saved.path))
