"""Records as text: they write and read back, and replay."""

from collections.abc import Iterator
from io import StringIO
from itertools import chain, count, islice, repeat
from pathlib import Path
from typing import TextIO

import pytest

from azulejos.bots import make_bot
from azulejos.drawing.svg import draw_svg
from azulejos.game import Game
from azulejos.notation import (
    NotationError,
    Record,
    format_position,
    format_record,
    parse_move,
    parse_record,
    parse_records,
    result_of,
)
from azulejos.notation.record_files import LONGEST_LINE, load, records
from azulejos.rules import play
from azulejos.rules.material import LAST_ROUND
from tables import refuses

SMALL = """\
[Rules "std"]
[Players "2"]
[Player1 "Ana"]
[Player2 "bot:medium"]
[Result "*"]

1. =BYKW/RRKK/BBRW/BRKK/BYWW 3B2 2K2 0R5
"""
DEAL = "=BYKW/RRKK/BBRW/BRKK/BYWW"


def whole_game(seed: int, players: int = 2, rules: str = "std") -> Record:
    game = Game(players, rules, seed=seed)
    bot = make_bot("random", seed)
    while game.outcome is None:
        game.play(bot.choose(game.position).move)
    return game.record


def test_record_both_ways() -> None:
    record = parse_record(SMALL)
    assert list(record.tags.items())[2:] == [
        ("Player1", "Ana"),
        ("Player2", "bot:medium"),
        ("Result", "*"),
    ]
    assert record.moves == tuple(map(parse_move, [DEAL, "3B2", "2K2", "0R5"]))
    assert format_record(record) == SMALL


def test_one_line_a_round() -> None:
    text = format_record(whole_game(3, 3, "joker"))
    body = text.split("\n\n")[1].splitlines()
    assert [line.split(". =")[0] for line in body] == [str(n) for n in range(1, len(body) + 1)]


def test_replay_gives_every_position() -> None:
    record = parse_record(SMALL)
    positions = [format_position(played.position) for played in record.replay()]
    assert len(positions) == 4
    steps = list(record.replay())
    position, events = play(steps[0].position, record.moves[1])
    assert steps[1] == (record.moves[1], events, position)
    assert positions[2] == (
        "std BYKW/-/-/BRKK/BYWW FRRRW 0:-/BB/-/-/-:5/5/5/5/5:- 0:-/KK/-/-/-:5/5/5/5/5:- 1 1 1 "
        "B15Y18R16K15W16 -"
    )


def test_several_records_in_one_text() -> None:
    texts = [format_record(whole_game(seed)) for seed in range(3)]
    records = parse_records("\n".join(texts))
    assert [format_record(record) for record in records] == texts
    assert parse_records("") == []
    assert parse_records("\n\n") == []


def test_records_without_moves_follow_each_other() -> None:
    bare = '[Rules "grey"]\n[Players "4"]\n\n'
    records = parse_records(bare + bare + SMALL)
    assert [len(record.moves) for record in records] == [0, 0, 4]
    assert format_record(records[0]) == bare


def test_windows_line_ends_and_a_byte_order_mark() -> None:
    assert parse_record("\ufeff" + SMALL.replace("\n", "\r\n")) == parse_record(SMALL)
    assert parse_record("\ufeff \t" + SMALL) == parse_record(SMALL)


def test_case_does_not_matter_where_letters_are_ours() -> None:
    record = parse_record(SMALL.lower())
    assert record.tags["Rules"] == "std"
    assert record.moves == parse_record(SMALL).moves


def test_quotes_and_backslashes_in_values() -> None:
    name = 'a "quoted" \\ name [x] \u00a0é'
    record = Record({"Rules": "std", "Players": "2", "Player1": name})
    text = format_record(record)
    assert r'[Player1 "a \"quoted\" \\ name [x]' in text
    assert parse_record(text) == record


def test_unknown_tags_are_kept_in_their_place() -> None:
    text = SMALL.replace("[Result", '[Weather "fine"]\n[Result')
    assert format_record(parse_record(text)) == text


MID_ROUND = "std -/-/-/-/BYWW KK {a} {b} 2 1 3 B15Y18R20K18W17 B4Y1W1".format(
    a="0:-/-/-/-/-:5/5/5/5/5:F", b="0:-/-/-/-/-:5/5/5/5/5:-"
)


def test_a_start_from_a_position_in_mid_round() -> None:
    text = f'[Rules "std"]\n[Players "2"]\n[Position "{MID_ROUND}"]\n\n3. 5B2 0K5\n'
    record = parse_record(text)
    assert format_record(record) == text
    assert [played.position.round for played in record.replay()] == [3, 3]
    with refuses(NotationError, "deal_misplaced"):
        parse_record(text.replace("3. 5B2", f"3. {DEAL} 5B2"))


def test_starter_tag() -> None:
    record = Record({"Rules": "std", "Players": "3", "Starter": "3"})
    assert (record.start().turn, record.start().starter) == (3, 3)


def test_result() -> None:
    record = whole_game(1)
    final = list(record.replay())[-1].position
    record.check_result(final)
    scores = "-".join(str(board.score) for board in final.boards)
    assert record.tags["Result"] == result_of(final) == scores
    wrong = Record(record.tags | {"Result": "1-2"}, record.moves)
    with pytest.raises(NotationError) as refused:
        wrong.check_result(final)
    assert refused.value.data == {"tag": "1-2", "found": record.tags["Result"]}
    del wrong.tags["Result"]
    wrong.check_result(final)  # A record without a Result says nothing wrong.


HEAD = '[Rules "std"]\n[Players "2"]\n'
BAD = [
    ("hello\n", "bad_tag"),
    ("1. 3B2\n", "bad_tag"),
    ("X" + HEAD, "bad_tag"),
    ("\x0b" + HEAD, "bad_tag"),
    ("[Rules std]\n", "bad_tag"),
    ('[Rules "std"\n', "bad_tag"),
    ('[Rules "a"b"]\n', "bad_tag"),
    ('[Rules "a\\b"]\n', "bad_tag"),
    (HEAD + '[Players "2"]\n', "tag_twice"),
    (HEAD + '[players "2"]\n', "tag_twice"),
    ('[Players "2"]\n', "tag_missing"),
    ('[Rules "std"]\n', "tag_missing"),
    ('[Rules "gray"]\n[Players "2"]\n', "bad_rules"),
    ('[Rules "std"]\n[Players "two"]\n', "bad_tag_content"),
    ('[Rules "std"]\n[Players "1"]\n', "bad_tag_content"),
    ('[Rules "std"]\n[Players "5"]\n', "bad_tag_content"),
    (HEAD + '[Starter "3"]\n', "bad_tag_content"),
    (HEAD + '[Starter "0"]\n', "bad_tag_content"),
    (HEAD + '[Format "2"]\n', "newer_format"),
    (HEAD + '[Format "x"]\n', "bad_tag_content"),
    (HEAD + '[Format "99999999999999999999"]\n', "newer_format"),
    (HEAD + '[Event "a\u202eb"]\n', "bad_tag_value"),
    (HEAD + '[Position "std -/-/-/-/- - . . 1 1 1 - -"]\n', "bad_position"),
    (HEAD + '[Event "a\tb"]\n', "bad_tag_value"),
    (HEAD + '[Event "a\u2028b"]\n', "bad_tag_value"),
    (HEAD + '[Position "std"]\n', "bad_position"),
    (f'[Rules "grey"]\n[Players "2"]\n[Position "{MID_ROUND}"]\n', "bad_tag_content"),
    (f'[Rules "std"]\n[Players "3"]\n[Position "{MID_ROUND}"]\n', "bad_tag_content"),
    (HEAD + f"\n2. {DEAL} 3B2\n", "bad_round"),
    (HEAD + f"\n1 {DEAL} 3B2\n", "bad_round"),
    (HEAD + "\n1.\n", "bad_round"),
    (HEAD + "\n\u2028\n", "bad_round"),
    (HEAD + f"\n1. {DEAL} 3B2\n1. {DEAL}\n", "bad_round"),
    (HEAD + f'\n1. {DEAL} 3B2\n[Event "x"]\n', "bad_round"),
    (HEAD + "\n1. 3B2\n", "deal_misplaced"),
    (HEAD + f"\n1. {DEAL} 3B2 {DEAL}\n", "deal_misplaced"),
    (HEAD + f"\n1. {DEAL} 3B2\n2. 3B2\n", "deal_misplaced"),
    (HEAD + f"\n1. {DEAL} 3X2\n", "bad_round_move"),
    ("", "record_number"),
    (SMALL + "\n" + SMALL, "record_number"),
]


@pytest.mark.parametrize(("text", "code"), BAD)
def test_bad_records(text: str, code: str) -> None:
    with refuses(NotationError, code):
        parse_record(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (HEAD + '[Players "2"]\n', "line 3: the tag Players stands twice"),
        (HEAD + "nonsense\n", "line 3: 'nonsense' is no tag: write [Name \"value\"]"),
        (HEAD + '[Format "7"]\n', "the record has format 7; this program reads format 1"),
        (HEAD + '[Starter "9"]\n', "the tag Starter can't be '9'"),
        (HEAD + '[Format "x"]\n', "the tag Format can't be 'x'"),
        (
            HEAD + f"\n1. {DEAL} 3B2\n\n\n\n" + HEAD + "\n2. x\n",
            "line 11: '2. x' should be 1. with a deal and moves",
        ),
        (
            HEAD + f"\n1. {DEAL} 3X2\n",
            "round 1, 3X2: '3X2' is no move: a move looks like 3B2, 0K5, 3BJ2, 3@5 or =BYKW/…",
        ),
    ],
)
def test_bad_records_in_words(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_records(text)
    assert str(refused.value) == sentence


def test_a_result_from_elsewhere_is_shown_short_and_printable() -> None:
    record = parse_record(SMALL.replace('"*"', '"\u200b' + "3" * 300 + '"'))
    with pytest.raises(NotationError) as refused:
        record.check_result(record.start())
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 120


def test_an_illegal_move_is_named_with_its_round_and_reason() -> None:
    record = parse_record(SMALL.replace("2K2", "2B2"))
    with pytest.raises(NotationError) as refused:
        list(record.replay())
    assert str(refused.value) == "round 1, 2B2: there is no blue on display 2 (R10)"


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        ({"Player 1": "x"}, "bad_tag_name"),
        ({"": "x"}, "bad_tag_name"),
        ({"Event": "two\nlines"}, "bad_tag_value"),
        ({"Event": "\ud800"}, "bad_tag_value"),
    ],
)
def test_what_can_not_be_written(tags: dict[str, str], code: str) -> None:
    with refuses(NotationError, code):
        format_record(Record({"Rules": "std", "Players": "2"} | tags))


def endless(tags: str, rounds: Iterator[str]) -> TextIO:
    """A file that nobody reads to its end: it fails if somebody tries to."""
    lines = chain(tags.splitlines(keepends=True), ["\n"], islice(rounds, 1000))

    class Endless(StringIO):
        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
            return next(lines)

    return Endless()


def test_an_endless_record_is_refused() -> None:
    """By its rounds, of which there are fifty at most (E20), or by a line that does not end."""
    fifty = "".join(f"{number}. {DEAL} 3B2\n" for number in range(1, LAST_ROUND + 1))
    assert len(load(StringIO(f"{HEAD}\n{fifty}")).moves) == 2 * LAST_ROUND
    rounds = (f"{number}. {DEAL} 3B2\n" for number in count(1))
    with refuses(NotationError, "too_many_rounds"):
        list(records(endless(HEAD, rounds)))
    moves = "3B2 " * (LONGEST_LINE // 4)
    with refuses(NotationError, "bad_round"):
        list(records(endless(HEAD, chain([f"1. {DEAL} 3B2 "], repeat(moves)))))


def test_files_by_name_or_open(tmp_path: Path) -> None:
    """One record or several, one after the other."""
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    first, second = parse_record(SMALL.replace("Ana", "Inês")), whole_game(1)
    one.write_text(format_record(first), "utf-8")
    two.write_text(format_record(first) + "\n" + format_record(second), "utf-8")
    assert load(one) == load(str(one)) == load(StringIO(format_record(first))) == first
    assert list(records(two)) == list(records(StringIO(two.read_text("utf-8")))) == [first, second]
    for text, number in ((two.read_text("utf-8"), 2), ("", 0)):
        with pytest.raises(NotationError) as refused:
            load(StringIO(text))
        assert (refused.value.code, refused.value.data) == ("record_number", {"records": number})
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.txt")


def test_files_that_are_no_text_are_refused_like_others(tmp_path: Path) -> None:
    file = tmp_path / "bytes.txt"
    file.write_bytes(SMALL.encode().replace(b"3B2", b"3\xff2"))
    with pytest.raises(NotationError, match="\ufffd"):
        load(file)


def test_a_record_in_short() -> None:
    assert repr(parse_record(SMALL)) == "<Record std, 2 players, 4 moves, *>"
    assert repr(Record({}, ())) == "<Record ?, ? players, 0 moves, ?>"


def test_a_record_is_drawn_at_its_last_position() -> None:
    record = parse_record(SMALL)
    *_, last = record.replay()
    assert record._repr_svg_() == draw_svg(last.position, names=record.names)
    begun = Record(record.tags, ())
    assert begun._repr_svg_() == draw_svg(begun.start(), names=record.names)
