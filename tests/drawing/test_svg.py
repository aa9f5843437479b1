"""Drawings of positions: all that lies on the table is in them, and nothing else."""

import re
from collections import Counter
from pathlib import Path

import pytest
from random_positions import KINDS, midgame, some_positions
from reading import SVG, expected, group, parsed, symbols_in

from azulejos import draw_svg
from azulejos.drawing.letters import width_of
from azulejos.locales import LANGUAGES, catalogue
from azulejos.notation import format_position, parse_position
from azulejos.rules import Phase, Position, UsageError, start
from tables import table

GOLDEN = Path(__file__).parent.parent / "data" / "table-drawn.svg"
DECISION = "grey -/-/-/-/- - 12:-/WW/-/-/-:5/5/5/5/5:KF 4:-/-/-/-/-:5/5/5/5/5:- 1 1 3 * -"
FULL_FLOOR = "std BBBB/-/-/-/- - 0:-/-/-/-/-:5/5/5/5/5:YYYYYYYF . 1 1 1 * -"
TEXT = (
    "joker BBRJ/YYYY/-/-/-/-/-/-/- FRKKJ 57:R/WJ/KK/-/WWWW:BY1JW/1BYR1/2B2/R4/Y3B:KKY "
    "101:-/Y/-/RRRR/W:5/5/5/5/5:- 9:W/-/JJ/-/-:B4/5/K4/5/5:BBBBBBB 0:-/-/-/-/-:5/5/5/5/5:- "
    "2 3 4 * W3J1"
)


@pytest.mark.parametrize(("players", "rules"), KINDS)
def test_every_tile_is_shown_where_it_lies(players: int, rules: str) -> None:
    for position in some_positions(players, rules, seed=players, number=8):
        drawing = parsed(draw_svg(position))
        places = expected(position)
        for place, shown in places.items():
            assert symbols_in(group(drawing, *place)) == shown, place
        outside = symbols_in(drawing) - sum(places.values(), Counter())
        # Beside what lies on the table: bag and lid, a tile a kind, and the star in the ground.
        kinds = 6 if position.rules.jokers else 5
        assert sum(outside.values()) == 2 * kinds + 1


def test_random_games_reach_every_phase() -> None:
    seen = {position.phase for position in some_positions(2, "grey", seed=2, number=60)}
    assert {Phase.OFFER, Phase.PREPARATION, Phase.OVER} <= seen


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("players", "rules"), KINDS)
def test_a_drawing_is_whole(players: int, rules: str, theme: str) -> None:
    position = midgame(players, rules)
    text = draw_svg(position, theme=theme)
    drawing = parsed(text)
    assert len(text.encode()) < 120_000
    assert drawing.get("viewBox") == f"0 0 {drawing.get('width')} {drawing.get('height')}"
    assert drawing.findtext(f"{SVG}title")
    assert drawing.findtext(f"{SVG}desc")
    assert "var(" not in text
    assert "<text" not in text  # fonts are not everywhere
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    ids = {element.get("id") for element in drawing.iter() if element.get("id")}
    used = set(re.findall(r'#(az-[\w-]+)["\)]', text))
    assert used <= ids


def test_the_same_position_gives_the_same_drawing() -> None:
    position = midgame()
    assert draw_svg(position) == draw_svg(parse_position(format_position(position)))


def test_a_drawing_bears_its_position() -> None:
    position = midgame(3, "joker")
    assert parse_position(str(parsed(draw_svg(position)).get("data-position"))) == position


def test_themes_may_stand_in_one_document() -> None:
    def names(theme: str) -> set[str | None]:
        return {part.get("id") for part in parsed(draw_svg(start(2), theme=theme)).iter()} - {None}

    assert not names("light") & names("dark")


@pytest.mark.parametrize(
    "name", ["<b>&\"'</b>", "]]>", "a\x00b\x1b[31m\ud800", "\u202egnihton", "名前", "Ωmega", ""]
)
def test_names_are_only_names(name: str) -> None:
    drawing = draw_svg(midgame(), names=[name, "Ana"])
    parsed(drawing)
    assert symbols_in(parsed(drawing)) == symbols_in(parsed(draw_svg(midgame())))
    drawing.encode()


def test_names_beyond_our_letters_are_left_to_a_font() -> None:
    drawing = parsed(draw_svg(midgame(), names=["Ana", "名前"]))
    assert [text.text for text in drawing.iter(f"{SVG}text")].count("名前") == 1


def test_players_without_names_have_numbers() -> None:
    told = parsed(draw_svg(midgame(3), names=["Ana"])).findtext(f"{SVG}desc") or ""
    assert "Ana, 0 points. Player 2, 0 points. Player 3, 0 points." in told


def test_too_many_names() -> None:
    with pytest.raises(UsageError, match="3 names are too many for 2 players"):
        draw_svg(midgame(), names=["a", "b", "c"])


def test_unknown_theme() -> None:
    with pytest.raises(ValueError, match="there is no theme 'blue': use light or dark"):
        draw_svg(midgame(), theme="blue")


def title(position: Position, language: str = "en") -> str:
    text = draw_svg(position, names=["Ana", "Ben"], language=language)
    return parsed(text).findtext(f"{SVG}title") or ""


def test_the_title_says_what_the_position_waits_for() -> None:
    assert title(start(2)) == "Round 1 · new tiles are due, then Ana starts"
    assert title(midgame(plies=1)) == "Round 1 · Ben to move"
    assert title(table(DECISION)) == "Round 3 · Ana to move"
    assert title(midgame(plies=1), "de") == "Runde 1 · Ben ist am Zug"


def test_the_end_names_the_winner() -> None:
    last = some_positions(2, "std", seed=4, number=2)[-1]
    assert last.outcome is not None
    winner = ["Ana", "Ben"][last.outcome.winners[0] - 1]
    assert title(last) == f"Round {last.round} · {winner} wins."


def test_the_line_that_is_due_is_lit() -> None:
    lit = draw_svg(table(DECISION)).count("#bf5605")  # --lit of the page's style sheet
    assert lit == 2  # around the line, and its arrow
    assert "#bf5605" not in draw_svg(midgame())


def test_a_marker_beside_a_full_floor_is_shown() -> None:
    floor = group(parsed(draw_svg(table(FULL_FLOOR))), "player-1", "floor")
    assert symbols_in(floor) == Counter(Y=7, F=1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_written_in_our_letters(language: str) -> None:
    for position in some_positions(4, "joker", seed=1, number=3):
        assert "<text" not in draw_svg(position, language=language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_leave_room_for_the_tiles_beside_them(language: str) -> None:
    drawing = parsed(draw_svg(start(2), language=language))
    words = catalogue(language)
    for name in ("bag", "lid"):
        first = next(group(drawing, name).iter(f"{SVG}use"))
        widest = max(width_of(words.text(f"label.{each}"), 15) for each in ("bag", "lid"))
        assert float(first.get("x", 0)) > 16 + 14 + widest  # the card's edge and its margin


def test_golden() -> None:
    """Looked at; after a wanted change, write it anew: `python test_svg.py`, with both test folders
    on PYTHONPATH."""
    assert _golden() == GOLDEN.read_text(encoding="utf-8")


def _golden() -> str:
    return draw_svg(table(TEXT), names=["Ana", "Béatrice", "Søren", "Jürgen-Ludwig von Ohneland"])


if __name__ == "__main__":
    GOLDEN.write_text(_golden(), encoding="utf-8", newline="\n")
