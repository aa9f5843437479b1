"""`azulejos review`: what a person reads, what a program reads, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from review_games import random_record, steady_network

import azulejos as az
from azulejos.cli.review.words import (
    explanation_sentence,
    ledger_sentence,
    names_of,
    whole_parts,
)
from azulejos.locales import LANGUAGES, Catalogue, catalogue_with
from azulejos.reviews import Account, Part, PartKind, Sight
from azulejos.terminal.reasons import reasons_sentence
from command_line import call

__all__ = ["steady_network"]  # a fixture

DATA = Path(__file__).parent.parent / "data"
QUICK = ("--nodes", "300", "--deals", "2")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    record = random_record("std", 2, 3, plies=9)
    path = tmp_path / "game.azul"
    path.write_text(str(record), "utf-8")
    return path


@pytest.mark.usefixtures("steady_network")
def test_a_kept_game_is_told_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    done = call("review", str(DATA / "review-game.azul"), *QUICK, "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (DATA / "review-game.txt").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_six_languages_and_only_the_player_asked_for(file: Path, language: str) -> None:
    done = call("review", str(file), *QUICK, "--player", "2", "--lang", language)
    words = catalogue_with(language, "review")
    assert done.returncode == 0
    assert words.text("review.unfinished") in done.stdout
    assert words.text("review.so_far", name=words.text("name.player", number=2)) in done.stdout
    assert words.text("review.so_far", name=words.text("name.player", number=1)) not in done.stdout


def test_json_has_all_of_it(file: Path) -> None:
    done = call("review", str(file), *QUICK, "--json")
    (found,) = map(json.loads, done.stdout.splitlines())
    assert len(found["curve"]) == len(found["decisions"]) + len(found["deals"]) + 1
    for ledger in found["ledgers"]:
        for account in (ledger["chance"], ledger["points"]):
            parts = (account["seat"], account["luck"], *account["errors"], account["remainder"])
            assert sum(parts) == account["result"]
    for each in found["costliest"]:
        assert sum(each["why"]["parts"].values()) == each["why"]["gap"]
    (only,) = json.loads(call("review", str(file), *QUICK, "--json", "--player", "2").stdout)[
        "play"
    ]
    assert only["player"] == 2


def test_many_records_and_a_damaged_one_among_them(tmp_path: Path) -> None:
    good = random_record("std", 2, 3, plies=2)
    bad = az.Record(good.tags, (*good.moves, good.moves[-1]))
    path = tmp_path / "games.azul"
    path.write_text(f"{good}\n{bad}\n{good}", "utf-8")
    done = call("review", str(path), *QUICK, "--json", "--lang", "en")
    assert done.returncode == 2
    first, wrong, last = map(json.loads, done.stdout.splitlines())
    assert first == last
    assert wrong["error"] == "bad_round_move"
    assert done.stderr.startswith("azulejos: 2: Round 1, ")


@pytest.mark.parametrize(
    ("text", "arguments", "sentence"),
    [
        ("", [], "holds no record"),
        ("nonsense", [], "nonsense"),
        (str(az.Game(seed=1).record), [], "Nobody has moved in this record"),
        (str(random_record("std", 2, 1, 1)), ["--player", "3"], "There is no player 3: 2 play."),
        (str(random_record("std", 2, 1, 1)), ["--nodes", "0"], "--nodes"),
    ],
)
def test_refusals(tmp_path: Path, text: str, arguments: list[str], sentence: str) -> None:
    path = tmp_path / "game.azul"
    path.write_text(text, "utf-8")
    done = call("review", str(path), "--lang", "en", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3])
def test_the_numbers_of_the_sentence_add_up(players: int, language: str) -> None:
    """What is gained less what is lost is the result, to the tenth that is shown."""
    words = catalogue_with(language, "review")
    found = az.review(random_record("std", players, 2, plies=12), nodes=40, deals=2)
    for seat in range(1, players + 1):
        account = found.ledgers[seat - 1].points
        sentence = ledger_sentence(found, seat, names_of(found, words), words)
        signs = [account.seat, account.luck, account.errors[seat - 1]]
        signs += [error for other, error in enumerate(account.errors, 1) if other != seat]
        shown = [float(n.replace(",", ".")) for n in re.findall(r"[+-]?\d+[.,]\d", sentence)]
        assert len(shown) == len(signs) + 1
        told = [abs(n) * (1 if sign > 0 else -1) for n, sign in zip(shown, signs, strict=False)]
        assert sum(told) + shown[-1] == pytest.approx(round(account.result, 1), abs=1e-6)


@pytest.mark.parametrize("language", LANGUAGES)
def test_explanations_are_told_part_by_part(language: str) -> None:
    words = catalogue_with(language, "review")
    found = az.review(random_record("std", 2, 2, plies=12), nodes=40, deals=2)
    for decision in found.costliest(number=4):
        why = az.explain(decision)
        sentence = explanation_sentence(decision, why, words)
        assert str(decision.best) in sentence
        assert sum(told_parts(sentence, words)) == pytest.approx(round(why.gap, 1), abs=1e-6)


def told_parts(sentence: str, words: Catalogue) -> list[float]:
    """What somebody reads: so much for it or against it."""
    found = []
    for kind in PartKind:
        for sign, word in ((1, "gain"), (-1, "loss")):
            text = re.escape(words.text(f"review.part.{kind}.{word}", points="#"))
            number = re.search(r"(?<![\w])" + text.replace(r"\#", r"(\d+(?:[.,]\d)?)"), sentence)
            if number:
                found.append(sign * float(number[1].replace(",", ".")))
    return found


def explained(gap: float, **parts: float) -> az.reviews.Explanation:
    found = tuple(Part(PartKind(kind), points) for kind, points in parts.items())
    return az.reviews.Explanation((), (), found, gap, (False, False), (1, 1), Sight.ROUND)


def test_what_is_better_only_in_chance_says_so() -> None:
    words = catalogue_with("en", "review")
    told = reasons_sentence(explained(-1.0, tiles=2.0, wall=-3.0), words)
    assert told == (
        "Counted in points it brings nothing (-1.0: 2 more from tiles on the wall and 3 off for a "
        "worse wall to come, as judged), but the game is won more often with it."
    )


def test_rounded_parts_add_up() -> None:
    account = Account(0.14, 0.14, (0.14, 0.14), 0.44, 1.0)
    parts = whole_parts(account, 1, 1)
    assert parts == [0.1, 0.1, 0.1, 0.1, 0.6, 1.0]


def test_a_page_needs_nothing_else_and_trusts_no_name(tmp_path: Path) -> None:
    record = random_record("std", 2, 3, plies=9)
    named = az.Record(record.tags | {"Player1": "<b>Ana</b> & co"}, record.moves)
    game, page = tmp_path / "game.azul", tmp_path / "page.html"
    game.write_text(f"{named}\n{named}", "utf-8")
    done = call("review", str(game), *QUICK, "--html", str(page), "--lang", "fr")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    text = page.read_text("utf-8")
    assert text.startswith('<!DOCTYPE html>\n<html lang="fr">')
    assert "&lt;b&gt;Ana&lt;/b&gt; &amp; co" in text
    assert "<b>" not in text
    assert text.count("<h1>") == 2
    assert text.count("<polyline ") == 4
    assert text.count('src="data:image/svg+xml;base64,') == text.count("<img ") >= 2
    assert not re.search(r"<(script|link|iframe)|(?:src|href)=\"(?!data:)|https?:", text)


def test_a_page_is_no_json(file: Path, tmp_path: Path) -> None:
    done = call("review", str(file), "--json", "--html", str(tmp_path / "page.html"))
    assert done.returncode == 2
    assert "a page is no JSON" in done.stderr


@pytest.mark.heavy
def test_several_files_by_several_processes(file: Path, tmp_path: Path) -> None:
    """The same as one after the other, in the order of the records."""
    other = tmp_path / "other.azul"
    other.write_text(str(random_record("std", 2, 4, plies=3)), "utf-8")
    alone = call("review", str(file), str(other), *QUICK, "--json")
    together = call("review", str(file), str(other), *QUICK, "--json", "--jobs", "2")
    assert (together.returncode, together.stdout) == (0, alone.stdout)
    first, second = map(json.loads, together.stdout.splitlines())
    assert len(first["decisions"]) == 9
    assert len(second["decisions"]) == 3


def test_a_place_that_does_not_exist(file: Path) -> None:
    done = call("review", str(file), "--on", "nowhere")
    assert done.returncode == 2
    assert "nowhere" in done.stderr


def test_tables_of_many_games(file: Path, tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow, from the extra `data`")
    folder = tmp_path / "tables"
    done = call("review", str(file), str(file), *QUICK, "--parquet", str(folder))
    assert (done.returncode, done.stderr) == (0, "")
    decisions = pq.read_table(folder / "decisions.parquet").to_pylist()
    players = pq.read_table(folder / "players.parquet").to_pylist()
    assert [row["game"] for row in decisions] == [1] * 9 + [2] * 9
    assert [(row["game"], row["player"]) for row in players] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    for row in decisions:
        assert (row["kind"] is None) == (row["loss"] <= 0.05)
    for row in players:
        for currency in ("chance", "points"):
            parts = [
                row[f"{currency}_{part}"] for part in ("seat", "luck", "own", "others", "rest")
            ]
            assert sum(parts) == pytest.approx(row[f"{currency}_result"], abs=1e-9)
