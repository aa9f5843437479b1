"""The terminal game, played by scripts: commands, moves, saving, resuming, all rule sets."""

import os
import re
import stat
from collections.abc import Callable, Iterator
from io import StringIO
from itertools import product
from pathlib import Path
from random import Random

import pytest
from rich.console import Console, ConsoleDimensions

from azulejos.game import Game
from azulejos.locales import LANGUAGES, catalogue, catalogue_with
from azulejos.notation import NotationError, format_move, parse_move, parse_record, parse_records
from azulejos.reviews import Explanation, Part, PartKind, Sight
from azulejos.reviews.advice import Comparison, Other
from azulejos.rules import Phase, Place, Position, RuleSet
from azulejos.tables.advice.hints import Advice
from azulejos.terminal import store
from azulejos.terminal.reasons import comparison_sentence
from azulejos.terminal.session import Session
from azulejos.terminal.start import GameOptions, TerminalApp
from azulejos.terminal.words import Teller
from corners import by_default
from tables import refuses


class Screen(Console):
    """A console that keeps what it showed."""

    def __init__(self) -> None:
        super().__init__(file=StringIO(), width=400, markup=False, highlight=False, emoji=False)

    @property
    def shown(self) -> str:
        assert isinstance(self.file, StringIO)
        return self.file.getvalue()


def sit_down(lines: Iterator[str], language: str = "en", plain: bool = False) -> TerminalApp:
    """A table at which somebody types these lines, and then closes the terminal."""
    screen = Screen()

    def keyboard(prompt: str) -> str:
        screen.file.write(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    return TerminalApp(screen, catalogue(language), plain, keyboard)


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AZULEJOS_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def options(
    people: int = 1, bots: int = 1, rules: RuleSet = RuleSet.STD, seed: int | None = 3
) -> GameOptions:
    return GameOptions.of([f"Person {n}" for n in range(people)], ["greedy"] * bots, rules, 1, seed)


def typed(*lines: str, language: str = "en", plain: bool = False) -> TerminalApp:
    return sit_down(iter(lines), language, plain)


def screen(table: TerminalApp) -> str:
    assert isinstance(table.console, Screen)
    return table.console.shown


def session(monkeypatch: pytest.MonkeyPatch) -> list[Session]:
    """The sessions that a table starts from now on."""
    sessions: list[Session] = []
    original = Session.run

    def run(self: Session, greeting: str) -> None:
        sessions.append(self)
        original(self, greeting)

    monkeypatch.setattr(Session, "run", run)
    return sessions


def player_of(sessions: list[Session], choose: Callable[[Session], str]) -> Iterator[str]:
    while True:
        yield choose(sessions[-1])


@pytest.mark.covering(1)
@pytest.mark.parametrize("language", by_default(LANGUAGES, "en", "fi"))
@pytest.mark.parametrize(
    "kind",
    [*product(["std 1 1", "grey+joker 2 2", "joker 4 0"], [False, True])],
    ids=lambda kind: f"{kind[0]}{' plain' if kind[1] else ''}",
)
def test_whole_games(
    language: str, kind: tuple[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, plain = kind
    rules, people, bots = game.split()
    sessions = session(monkeypatch)
    generator = Random(1)

    def choose(current: Session) -> str:
        return format_move(generator.choice(current.game.legal_moves))

    table = sit_down(player_of(sessions, choose), language, plain)
    table.play_new(options(int(people), int(bots), RuleSet(rules)))
    outcome = sessions[0].game.outcome
    assert outcome is not None
    teller = Teller(catalogue(language), [seat.name for seat in sessions[0].seats])
    assert "\n".join(teller.outcome(outcome)) in screen(table)
    assert "\x1b" not in screen(table)
    if plain:
        assert not set(screen(table)) & set("╭╮╰╯│─▶▸")


@pytest.mark.heavy
def test_every_command_in_every_language() -> None:
    for language in LANGUAGES:
        words = catalogue(language)
        local = [words.text(key) for key in words if key.startswith("command.")]
        local.remove(words.text("command.new"))
        table = typed(*local, language=language)
        table.play_new(options())
        shown = screen(table)
        assert words.text("help.hint") in shown
        assert words.text("undo.none") in shown
        assert words.text("quit") in shown
        assert "1B: 0 1 2 3 4 5" in shown


def test_hint_and_question() -> None:
    table = typed("hint", "4y3?", "9b9?", "quit")
    table.play_new(options())
    assert re.search("Try [1-5][BYRKW][0-5]: [^.]+[.]", screen(table))
    assert "\nPerson 0, your move: 4Y3: fills 3 spaces; completes the line;" in screen(table)
    assert "There is no line 9" in screen(table)


def compared(_: Position) -> Advice:
    better, worse = parse_move("4Y3"), parse_move("1B2")
    parts = (Part(PartKind.TILES, 3.0), Part(PartKind.WALL, -0.5))
    why = Explanation((better,), (worse,), parts, 2.5, (False, False), (1, 1), Sight.ROUND)
    return Advice(better, Comparison(Other.TEMPTING, worse, why))


@pytest.mark.parametrize("language", by_default(LANGUAGES, "en"))
def test_a_hint_says_why_it_is_better(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setattr("azulejos.terminal.session.advise", compared)
    table = typed("hint", "quit", language=language)
    table.play_new(options())
    found = compared(Game(seed=3).position).comparison
    assert found is not None
    sentence = comparison_sentence(found, catalogue_with(language, "review"))
    assert sentence in screen(table)
    if language == "en":
        assert sentence == (
            "Compared with 1B2, which brings more at the next tiling, it is 2.5 points better in "
            "the long run: 3 more from tiles on the wall and 0.5 off for a worse wall to come, as "
            "judged."
        )


def test_wrong_input_is_answered_and_the_game_goes_on() -> None:
    table = typed("", "   ", "hello", "4 Purple 3", "9B1", "1Y1", "=BBBB", "1@1", "1 b 2", "quit")
    table.play_new(options())
    shown = screen(table)
    for sentence in (
        "“hello” is not a move.",
        "“4 Purple 3” is not a move.",
        "There is no display 9: this game has 5.",
        "There is no yellow tile on display 1.",
        "You must take tiles now",
        "Person 0 takes from display 1: 2 blue tiles.",
    ):
        assert sentence in shown


def test_a_board_in_words() -> None:
    table = typed("1B2", "show 1", "show 2", "show 9", "quit", plain=True)
    table.play_new(options())
    for sentence in (
        "Person 0, 0 points.\nLine 2: 2 blue tiles, complete.\nThe wall is empty.",
        "Bot 2, 0 points.\nLine ",
        "There is no player 9.",
    ):
        assert sentence in screen(table)


def test_undo_goes_back_to_the_persons_own_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    sessions = session(monkeypatch)
    table = typed("1B2", "undo", "undo", "quit")
    table.play_new(options())
    assert len(sessions[0].game.moves) == 1
    assert "Taken back. Person 0 is to move again." in screen(table)
    assert "There is nothing to take back in this round." in screen(table)


def test_undo_never_crosses_a_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    sessions = session(monkeypatch)
    generator = Random(1)

    def choose(current: Session) -> str:
        if current.game.position.round == 2:
            return "quit" if "nothing to take back" in screen(table) else "undo"
        return format_move(generator.choice(current.game.legal_moves))

    table = sit_down(player_of(sessions, choose), "en", plain=True)
    table.play_new(options(2, 0))
    assert sessions[0].game.position.round == 2


def test_a_closed_terminal_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, data_folder: Path
) -> None:
    sessions = session(monkeypatch)
    typed("1B2", "2K3").play_new(options())  # the input ends: the window was closed
    table = typed("quit")
    table.resume_latest(options())
    first, second = sessions
    assert second.game.record == first.game.record
    assert [seat.name for seat in second.seats] == ["Person 0", "Bot 2"]
    assert [seat.human for seat in second.seats] == [True, False]
    assert "Going on with the game in" in screen(table).replace("\n", " ")
    assert len(list(data_folder.glob("*.azul"))) == 1


def test_a_finished_game_is_kept_and_not_resumed(
    monkeypatch: pytest.MonkeyPatch, data_folder: Path
) -> None:
    sessions = session(monkeypatch)
    lines = player_of(sessions, lambda s: format_move(s.game.legal_moves[-1]))
    sit_down(lines).play_new(options())
    (file,) = data_folder.glob("*.azul")
    assert parse_record(file.read_text()).tags["Result"] != "*"
    typed("quit").resume_latest(options())
    assert len(list(data_folder.glob("*.azul"))) == 2


def test_new_starts_another_game_and_keeps_this_one(data_folder: Path) -> None:
    typed("1B2", "new", "quit").play_new(options())
    assert len(list(data_folder.glob("*.azul"))) == 2


def test_two_terminals_with_one_game_do_not_overwrite_each_other(data_folder: Path) -> None:
    typed("1B2", "quit").play_new(options())
    (file,) = data_folder.glob("*.azul")

    def script() -> Iterator[str]:
        typed("5W3", "quit").resume(file)  # meanwhile, in another window
        yield "3R3"
        yield "quit"

    sit_down(script(), "en", plain=True).resume(file)
    texts = [path.read_text() for path in data_folder.glob("*.azul")]
    assert len(texts) == 2
    assert sum(" 5W3" in text for text in texts) == 1
    assert sum(" 3R3" in text for text in texts) == 1


def test_save_does_not_overwrite_what_another_terminal_played(data_folder: Path) -> None:
    typed("1B2", "quit").play_new(options())
    (file,) = data_folder.glob("*.azul")

    def script() -> Iterator[str]:
        typed("5W3", "quit").resume(file)  # meanwhile, in another window
        yield "save"

    sit_down(script()).resume(file)
    assert " 5W3" in file.read_text()


def test_one_failed_write_does_not_fork_the_game(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = iter([None, OSError(28, "No space left on device")])

    def sometimes_full(descriptor: int) -> None:
        if stat.S_ISREG(os.fstat(descriptor).st_mode) and (error := next(calls, None)):
            raise error

    monkeypatch.setattr(os, "fsync", sometimes_full)
    table = typed("1B2", "quit")
    table.play_new(options())
    assert "No space left on device. Play goes on." in screen(table)
    (file,) = data_folder.glob("*.azul")
    assert " 1B2" in file.read_text()


def test_quit_tells_the_truth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "elsewhere.azul"
    typed(f"save {file}", "quit").play_new(options())
    table = typed("quit")
    table.resume(file)
    assert f"The game is kept in {file}." in screen(table).replace("\n", "")
    (tmp_path / "blocked").write_text("")
    monkeypatch.setenv("AZULEJOS_DATA", str(tmp_path / "blocked" / "data"))
    table = typed("quit")
    table.play_new(options())
    assert "This game could not be saved." in screen(table)


def test_new_after_resuming_keeps_the_players_and_rules(
    monkeypatch: pytest.MonkeyPatch, data_folder: Path
) -> None:
    sessions = session(monkeypatch)
    typed("quit").play_new(options(2, 1, RuleSet.GREY))
    typed("new", "quit").resume_latest(options())
    first, _, third = sessions
    assert [seat.name for seat in third.seats] == [seat.name for seat in first.seats]
    assert third.game.position.rules is RuleSet.GREY
    assert third.game.position != first.game.position


def test_a_new_game_has_new_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    sessions = session(monkeypatch)
    typed("new", "quit").play_new(options(seed=5))
    assert sessions[0].game.position != sessions[1].game.position


def test_opening_a_file_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.azul"
    typed("1B2", f"save {file}", "quit").play_new(options())
    text = file.read_text().replace(" 1B2", " 1b2")
    file.write_text(text)
    typed("moves", "quit").resume(file)
    assert file.read_text() == text


def test_a_file_with_a_wrong_result_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.azul"
    typed("1B2", f"save {file}", "quit").play_new(options())
    file.write_text(file.read_text().replace('Result "*"', 'Result "9-9"'))
    with refuses(NotationError, "result_differs"):
        typed("quit").resume(file)


def test_a_copy_that_somebody_changed_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "copy.azul"

    def script() -> Iterator[str]:
        yield f"save {file}"
        file.write_text("somebody's")
        yield f"save {file}"

    table = sit_down(script())
    table.play_new(options())
    assert file.read_text() == "somebody's"
    assert "There is a file" in screen(table)


def test_a_failed_copy_leaves_no_file_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        store.write_copy(tmp_path / "copy.azul", "text", None)
    assert list(tmp_path.iterdir()) == []


def test_save_to_a_file(tmp_path: Path) -> None:
    file, other = tmp_path / "my game.azul", tmp_path / "precious.txt"
    other.write_text("mine")
    table = typed(
        "1B2",
        f"save {file}",
        f"save {file}",
        f"save {other}",
        f"save {tmp_path}/\0x",
        "save",
        "quit",
    )
    table.play_new(options())
    assert len(parse_records(file.read_text())[0].moves) >= 2
    shown = screen(table).replace("\n", " ")
    assert shown.count("The game is saved in") == 3
    assert shown.count("There is a file") == 1
    assert shown.count("can't be saved in") == 1
    assert other.read_text() == "mine"


@pytest.mark.parametrize("below", ["", "data"])
def test_a_folder_that_can_not_be_written_does_not_stop_play(
    below: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("AZULEJOS_DATA", str(blocked / below))
    table = typed("1B2", "quit")
    table.play_new(options())
    assert "can't be saved" in screen(table)
    assert "Person 0 takes from display 1" in screen(table)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "rubbish",
        '[Rules "std"]\n[Players "2"]\n[Result "*"]\n\n1. =BBBB/BBBB/BBBB/BBBB/BBBB 9B9\n',
        '[Rules "std"]\n[Players "2"]\n[Player1 "bot:clever"]\n[Result "*"]\n',
    ],
)
def test_broken_saves_are_passed_over_and_left_alone(content: str, data_folder: Path) -> None:
    data_folder.mkdir()
    broken = data_folder / "broken.azul"
    broken.write_text(content)
    table = typed("quit")
    table.resume_latest(options())
    assert broken.read_text() == content
    assert "A new game." in screen(table)


def test_names_are_text_and_never_markup() -> None:
    table = typed("quit")
    table.play_new(GameOptions.of(["[red]{x}"], [], RuleSet.STD, 1, 1))
    assert "[red]{x}, your move:" in screen(table)


def test_a_draft_never_replaces_a_game_before_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.azul"
    store.write_copy(file, "old", None)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        store.write_copy(file, "new", "old")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_tiling_decisions_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    sessions = session(monkeypatch)
    generator = Random(2)

    def choose(current: Session) -> str:
        if current.game.position.phase is Phase.TILING:
            return "quit"
        return format_move(generator.choice(current.game.legal_moves))

    table = sit_down(player_of(sessions, choose), "en", plain=True)
    table.play_new(options(2, 0, RuleSet.GREY))
    line = sessions[0].game.position.board(sessions[0].game.position.turn).first_complete_line
    assert f"Line {line} is complete: " in screen(table)
    assert ", which column? " in screen(table)


def test_a_bare_column_is_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    sessions = session(monkeypatch)
    generator = Random(2)

    def choose(current: Session) -> str:
        move = format_move(generator.choice(current.game.legal_moves))
        if current.game.position.phase is Phase.TILING:
            if isinstance(current.game.moves[-1], Place):
                return "quit"
            return generator.choice(["9", "x", "=BBBB", move[-1] + "?", move[-1]])
        return move

    table = sit_down(player_of(sessions, choose), plain=True)
    table.play_new(options(2, 0, RuleSet.GREY))
    assert isinstance(sessions[0].game.moves[-1], Place)


def test_colours_may_be_typed_as_words() -> None:
    table = typed("1 blau 2", "quit", language="de")
    table.play_new(options())
    assert "Person 0 nimmt von Manufakturplättchen 1: 2 blaue Fliesen." in screen(table)


@pytest.mark.parametrize("word", ["?", "h", "HELP"])
def test_help_by_other_names(word: str) -> None:
    table = typed(word, "q")
    table.play_new(options())
    assert "all legal moves" in screen(table)
    assert "Goodbye." in screen(table)


def test_plain_tells_scores_and_wall_once_a_round() -> None:
    table = typed("1B2", "2K3", "quit", plain=True)
    table.play_new(options())
    assert screen(table).count("Round 1.") == 1
    assert screen(table).count("The wall is empty.") == 1


def test_a_low_window_shows_the_displays_and_the_own_board() -> None:
    table = typed("quit")
    console = table.console
    assert isinstance(console, Screen)
    console.size = ConsoleDimensions(80, 24)
    console._force_terminal = True
    table.play_new(options(4, 0))
    assert console.shown.count("floor line") == 1
    assert "Person 3  0 points" in console.shown
    drawn = console.shown[console.shown.index("Round 1") : console.shown.index("Person 0, your")]
    assert len(drawn.splitlines()) < 23


def test_a_finished_file_is_shown_and_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data_folder: Path
) -> None:
    sessions = session(monkeypatch)
    lines = player_of(sessions, lambda s: format_move(s.game.legal_moves[-1]))
    sit_down(lines).play_new(options())
    (file,) = data_folder.glob("*.azul")
    table = typed()
    table.resume(file)
    assert "is over." in screen(table)
    assert "wins." in screen(table) or "share the win" in screen(table)
