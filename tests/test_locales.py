"""The catalogues: six languages, equal keys and placeholders, plural forms, colours as phrases."""

import re
from string import Formatter

import pytest

from azulejos.analysis import AnalysisError
from azulejos.bots import BotSpecError
from azulejos.browser.errors import HostError
from azulejos.extras import MissingExtraError
from azulejos.game import StartError, UndoError
from azulejos.locales import (
    LANGUAGES,
    ROOMS,
    Catalogue,
    catalogue,
    is_for_pages,
    page_texts,
    plural_form,
    room_texts,
    system_language,
)
from azulejos.notation import NotationError, PlayerNameError, parse_record
from azulejos.reviews import ReviewError
from azulejos.rules import COLOURS, IllegalMoveError, ImpossiblePositionError, Tile, UsageError
from azulejos.rules.errors import AzulejosError
from azulejos.search.errors import WeightsError
from azulejos.server.errors import ServerError, StoreError
from azulejos.site.errors import SiteError
from azulejos.tables.errors import TableError
from azulejos.terminal.start import EngineNotAllowedError
from azulejos.training.errors import RoundingError, TrainingFolderError

ERRORS: tuple[type[AzulejosError], ...] = (
    UsageError,
    IllegalMoveError,
    ImpossiblePositionError,
    NotationError,
    PlayerNameError,
    UndoError,
    StartError,
    MissingExtraError,
    WeightsError,
    BotSpecError,
    AnalysisError,
    ReviewError,
    EngineNotAllowedError,
    RoundingError,
    TrainingFolderError,
    SiteError,
)
SERVER_ERRORS: tuple[type[AzulejosError], ...] = (
    TableError,
    ServerError,
    StoreError,
    HostError,
)
ENGLISH = catalogue("en")
COMMANDS = [key.removeprefix("command.") for key in ENGLISH if key.startswith("command.")]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_equal_keys_and_placeholders(language: str) -> None:
    words = catalogue(language)
    assert list(words) == list(ENGLISH)
    for key in ENGLISH:
        assert placeholders(words.raw(key)) == placeholders(ENGLISH.raw(key)), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_clean(language: str) -> None:
    words = catalogue(language)
    for key in words:
        text = words.raw(key)
        assert text
        assert text.strip() == text or key.startswith(("list.", "prompt."))
        assert "  " not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_come_in_pairs(language: str) -> None:
    keys = set(catalogue(language))
    for key in keys:
        if match := re.fullmatch(r"(.*)_(one|other)", key):
            assert {f"{match[1]}_one", f"{match[1]}_other"} <= keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_has_a_text_in_every_language(language: str) -> None:
    words = catalogue(language)
    for kind in ERRORS:
        for code, (sentence, _) in kind.reasons.items():
            names = placeholders(sentence)
            for tile in [*COLOURS, Tile.JOKER] if {"tile", "held"} & names else [Tile.BLUE]:
                data = {n: tile if n in ("tile", "held") else "9" for n in names}
                if f"error.{code}" in words or f"error.{code}.{tile}" in words:
                    assert words.error(kind(code, **data))
                else:
                    # Only jokers may lack a phrase, where no rule can name them.
                    assert tile is Tile.JOKER, code


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_of_the_server_has_a_text_and_no_text_is_left_over(language: str) -> None:
    words = catalogue(language, "server")
    sentences = {c: text for kind in SERVER_ERRORS for c, (text, _) in kind.reasons.items()}
    found = {key.removeprefix("error.") for key in words if key.startswith("error.")}
    assert found == set(sentences)
    for kind in SERVER_ERRORS:
        for code in kind.reasons:
            error = kind(code, **dict.fromkeys(placeholders(sentences[code]), "9"))
            assert words.error(error)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_reads_all_rooms_but_that_of_learning(language: str) -> None:
    texts = page_texts(language)
    for room in ("", "shell", "table", "meeting", "company", "server"):
        missing = room_texts(room, language).keys() - texts.keys()
        assert not any(is_for_pages(key) for key in missing)
    assert not texts.keys() & room_texts("learn", language).keys()
    assert room_texts("cellar", language) == {}


def all_errors(kind: type[AzulejosError] = AzulejosError) -> set[type[AzulejosError]]:
    return {kind}.union(*(all_errors(derived) for derived in kind.__subclasses__()))


def test_no_error_is_forgotten_here() -> None:
    ours = {kind for kind in all_errors() if kind.__module__.startswith("azulejos.")}
    assert ours == {AzulejosError, *ERRORS, *SERVER_ERRORS}


def test_the_law_knows_only_the_law() -> None:
    """What no rule of the game stands behind is another package's, but for two questions."""
    without_rule = {code for code, (_, number) in UsageError.reasons.items() if not number}
    assert without_rule == {"no_move_due", "negative_depth"}


def test_error_codes_are_unique() -> None:
    codes = [code for kind in (*ERRORS, *SERVER_ERRORS) for code in kind.reasons]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("language", LANGUAGES)
def test_colours_are_whole_phrases(language: str) -> None:
    """A key that names a colour exists for all five, and no text has a colour as a placeholder."""
    texts = page_texts(language, ("", *ROOMS))
    for key in texts:
        if match := re.fullmatch(r"(.*)\.([BYRKW])(_one|_other)?", key):
            for colour in COLOURS:
                assert f"{match[1]}.{colour}{match[3] or ''}" in texts
    for key, text in page_texts(language).items():  # learning counts points for a {colour}
        assert "colour" not in placeholders(text), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_command_words_do_not_clash(language: str) -> None:
    words = catalogue(language)
    local = [words.text(f"command.{name}") for name in COMMANDS]
    assert len(set(local)) == len(COMMANDS)
    for name, word in zip(COMMANDS, local, strict=True):
        assert word == word.lower()
        assert " " not in word
        assert word == name or word not in COMMANDS


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", ["other", "one", "other"]),
        ("de", ["other", "one", "other"]),
        ("fr", ["one", "one", "other"]),
        ("nl", ["other", "one", "other"]),
        ("sv", ["other", "one", "other"]),
        ("fi", ["other", "one", "other"]),
    ],
)
def test_plural_rules(language: str, forms: list[str]) -> None:
    assert [plural_form(language, count) for count in (0, 1, 2)] == forms


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "2 blue tiles, 1 white tile and 1 joker"),
        ("de", "2 blaue Fliesen, 1 weiße Fliese und 1 Joker"),
        ("fr", "2 tuiles bleues, 1 tuile blanche et 1 joker"),
        ("nl", "2 blauwe tegels, 1 witte tegel en 1 joker"),
        ("sv", "2 blå brickor, 1 vit bricka och 1 joker"),
        ("fi", "2 sinistä laattaa, 1 valkoinen laatta ja 1 jokeri"),
    ],
)
def test_tiles_in_words(language: str, text: str) -> None:
    assert catalogue(language).tiles(map(Tile, "BBWJ")) == text


def test_tiles_with_the_marker_and_without_anything() -> None:
    assert ENGLISH.tiles([Tile.MARKER, Tile.RED]) == "1 red tile and the first-player marker"
    assert ENGLISH.tiles([]) == "nothing"


def test_the_reason_within_a_reason_is_translated_too() -> None:
    text = '[Rules "std"]\n[Players "2"]\n\n1. =BYKW/RRKK/BBRW/BRKK/BYWW 3K2\n'
    with pytest.raises(NotationError) as refused:
        list(parse_record(text).replay())
    assert catalogue("de").error(refused.value) == (
        "Runde 1, 3K2: Auf Manufakturplättchen 3 liegt keine schwarze Fliese."
    )


def test_french_signs_stand_after_no_break_spaces() -> None:
    words = catalogue("fr")
    for key in words:
        text = (
            words.raw(key)
            .replace("3B2?", "")
            .replace("bot:", "")
            .replace("score:lines:wall:floor", "")
        )
        assert not re.search(r"[^\u00a0][;!?»]| :|«[^\u00a0]", text), key


def test_values_are_text_and_never_templates() -> None:
    words = Catalogue("en", {"hello": "Hello {name}"})
    assert words.text("hello", name="{count} [red]") == "Hello {count} [red]"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "fi"}, "fi"),
        ({"LC_ALL": "sv_SE", "LANG": "de_DE"}, "sv"),
        ({"LC_MESSAGES": "nl_NL", "LANG": "de_DE"}, "nl"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "fil_PH.UTF-8"}, "en"),
        ({"LANG": "fr@euro"}, "fr"),
        ({"LANG": "pt_PT.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_language_of_the_system(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert system_language() == language
