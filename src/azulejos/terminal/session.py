"""The loop of a game in the terminal: bots move, people are asked, everything is kept."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from random import Random

from ..bots import GreedyBot
from ..game import Game
from ..locales import catalogue_with
from ..notation import NotationError, format_move, format_record, parse_move
from ..protocol import Bot, BotError
from ..rules import COLOURS, AzulejosError, Deal, IllegalMoveError, Move, Phase, Tile
from ..rules.material import SIZE, coloured_cell
from .advice import advise
from .reasons import comparison_sentence
from .seats import Seat
from .store import SavedGame, game_folders, write_copy
from .views import View
from .words import Teller

ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}


class Session:
    """One game, from its present position until it ends or its players leave."""

    def __init__(
        self,
        game: Game,
        seats: list[Seat],
        saved: SavedGame,
        view: View,
        teller: Teller,
        keyboard: Callable[[str], str],
    ) -> None:
        self.game = game
        self.seats = seats
        self.saved = saved
        self.wants_new_game = False
        self._view = view
        self._teller = teller
        self._keyboard = keyboard
        self._text = teller.words.text
        self._copies: dict[Path, str] = {}  # What `save` has written where.
        self._kept = saved.written  # Does the game's own file hold all moves?
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

    def run(self, greeting: str) -> None:
        """Plays until the game is over, or until `quit`, Ctrl-C or the end of the input."""
        try:
            self._run(greeting)
        finally:
            for seat in self.seats:
                seat.close()

    def _run(self, greeting: str) -> None:
        self._view.say(greeting, *self._who_plays())
        if not self.saved.written:
            self._keep()
        self._show_turn()
        try:
            while not self._leaving and self.game.outcome is None:
                self._step()
        except (EOFError, KeyboardInterrupt):
            self._view.say("")
            self._quit("")
        if self.game.outcome is not None:
            self._view.ending(self.game.position)
            self._view.say(*self._teller.outcome(self.game.outcome))
            if self._kept:
                self._view.say(self._text("save.done", file=self.saved.path))

    def _who_plays(self) -> list[str]:
        return [seat.introduction(self._teller.words) for seat in self.seats if not seat.human]

    def _seat(self) -> Seat:
        return self.seats[self.game.position.turn - 1]

    # Moving

    def _step(self) -> None:
        bot = self._seat().bot
        if bot is not None:
            self._play(self._choice_of(bot))
        else:
            self._answer(self._ask())

    def _choice_of(self, bot: Bot) -> Move:
        """The bot's move, or another's if it fails: a person's game goes on."""
        try:
            return bot.choose(self.game.position).move
        except BotError as error:
            why = str(error).rstrip(".")
            self._view.say(self._text("bot.failed", name=self._seat().name, why=why))
            return GreedyBot(Random()).choose(self.game.position).move

    def _play(self, move: Move) -> None:
        events = self.game.play(move)
        self._keep()
        self._view.move(move, self._teller.events(events))
        self._show_turn()

    def _show_turn(self) -> None:
        if self.game.outcome is None and self._seat().human:
            self._view.turn(self.game.position)

    def _ask(self) -> str:
        position = self.game.position
        prompt = self._text("prompt.move", name=self._seat().name)
        if position.phase is Phase.TILING:
            line = position.board(position.turn).line(self._line_to_tile())
            tile = self._text(f"tile.{line.wall_tile}")
            columns = " ".join(format_move(move)[-1] for move in self.game.legal_moves)
            self._view.say(self._text("prompt.tiling", line=line.size, tile=tile, columns=columns))
            prompt = self._text("prompt.column", name=self._seat().name)
        return self._keyboard(prompt).strip()

    def _answer(self, line: str) -> None:
        """A command, a move, a move with `?`, or a sentence about what was wrong."""
        command, _, rest = line.partition(" ")
        if action := self._command(command.lower()):
            action(rest.strip())
        elif line:
            self._try_move(line)

    def _command(self, word: str) -> Callable[[str], None] | None:
        """Commands have their English name, one in the user's language, and a few aliases."""
        for name, action in self._commands.items():
            if word in (name, self._text(f"command.{name}")) or ALIASES.get(word) == name:
                return action
        return None

    def _spelled(self, line: str) -> str:
        """`3 blue 2` as `3B2`, and in wall tiling a bare column as the decision it means."""
        letters = {self._text(f"word.{tile}"): tile for tile in (*COLOURS, Tile.JOKER)}
        text = "".join(letters.get(word, word) for word in line.lower().split())
        if self.game.position.phase is Phase.TILING and text.removesuffix("?").isdecimal():
            return f"{self._line_to_tile()}@{text}"
        return text

    def _line_to_tile(self) -> int:
        position = self.game.position
        return position.board(position.turn).first_complete_line

    def _try_move(self, line: str) -> None:
        text = self._spelled(line)
        asks = text.endswith("?")
        try:
            move = parse_move(text.removesuffix("?"))
            if asks:
                self._view.say(self._preview("preview.would", move))
            else:
                self._play(move)
        except AzulejosError as error:
            self._view.say(self._teller.words.error(self._as_typed(error, line)))

    def _as_typed(self, error: AzulejosError, line: str) -> AzulejosError:
        """Nonsense is quoted as it was typed; where a column is due, that is said instead."""
        if not isinstance(error, NotationError):
            return error
        if self.game.position.phase is Phase.TILING:
            return IllegalMoveError("tiling_due", line=self._line_to_tile())
        return NotationError("bad_move", text=line) if error.code == "bad_move" else error

    def _preview(self, key: str, move: Move) -> str:
        why = self._teller.preview(self.game.position, move)
        return self._text(key, move=format_move(move), why=why)

    # Commands

    def _help(self, _: str) -> None:
        commands = ((self._text(f"command.{name}"), f"help.{name}") for name in self._commands)
        rows = self._text("list.semicolon").join(
            " ".join(coloured_cell(row, column) for column in range(1, SIZE + 1))
            for row in range(1, SIZE + 1)
        )
        self._view.say(
            self._text("help.intro"),
            *(f"  {command:<12}{self._text(key)}" for command, key in commands),
            self._text("help.letters"),
            self._text("help.wall", rows=rows),
        )

    def _moves(self, _: str) -> None:
        """A line a group of tiles, with the lines it may go to."""
        texts = [format_move(move) for move in self.game.legal_moves]
        for group, moves in groupby(texts, key=lambda text: text[:-1]):
            self._view.say(f"{group}: {' '.join(move[-1] for move in moves)}")

    def _hint(self, _: str) -> None:
        advice = advise(self.game.position)
        self._view.say(self._preview("hint", advice.move))
        if advice.comparison:
            words = catalogue_with(self._teller.words.language, "review")
            self._view.say(comparison_sentence(advice.comparison, words))

    def _undo(self, _: str) -> None:
        """Back to the last decision of a person, but never across a deal that has been seen."""
        target = self._last_human_decision()
        if target is None:
            self._view.say(self._text("undo.none"))
            return
        while len(self.game.moves) > target:
            self.game.undo()
        self._keep()
        self._view.say(self._text("undo.done", name=self._seat().name))
        self._view.turn(self.game.position)

    def _last_human_decision(self) -> int | None:
        moves = self.game.moves
        for number in reversed(range(len(moves))):
            if isinstance(moves[number], Deal):
                return None
            if self.seats[self.game.positions[number].turn - 1].human:
                return number
        return None

    def _show(self, player: str) -> None:
        """The whole table, or one board."""
        position = self.game.position
        numbers = {str(number): number for number in position.seats_from(1)}
        if not player:
            self._view.table(position)
        elif player in numbers:
            self._view.board(position, numbers[player])
        else:
            self._view.say(self._text("show.none", number=player))

    def _save(self, name: str) -> None:
        """Without a name it tells where the game is kept anyway. Other files are never touched."""
        if name:
            self._copy_to(Path(name))
        elif self._keep():
            self._view.say(self._text("save.done", file=self.saved.path))

    def _copy_to(self, path: Path) -> None:
        content = format_record(self.game.record)
        earlier = self._copies.get(path)
        if self._written(path, lambda: write_copy(path.expanduser(), content, earlier)):
            self._copies[path] = content
            self._view.say(self._text("save.done", file=path))

    def _keep(self) -> bool:
        """Writes the game to its own file; tells why if that fails, and play goes on."""
        self._kept = self._written(self.saved.path, lambda: self.saved.write(self.game.record))
        return self._kept

    def _written(self, path: Path, write: Callable[[], None]) -> bool:
        try:
            write()
        except FileExistsError:
            self._view.say(self._text("save.exists", file=path))
        except (OSError, ValueError, RuntimeError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            self._view.say(self._text("save.failed", file=path, why=str(why).rstrip(".")))
        else:
            return True
        return False

    def _new(self, _: str) -> None:
        self.wants_new_game = self._leaving = True

    def _quit(self, _: str) -> None:
        self._leaving = True
        if not self._kept:
            self._view.say(self._text("quit.lost"))
        elif self.saved.path.parent in game_folders():
            self._view.say(self._text("quit"))
        else:
            self._view.say(self._text("quit.file", file=self.saved.path))
