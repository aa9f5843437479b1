"""The socket of a table: real clients at a real server."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from live_server import Server
from server_games import PERSON, bot, order
from websockets.exceptions import ConnectionClosed

from azulejos.notation import parse_record

UNDO = {"move": True, "round": True, "ask": False}
NO_UNDO = {"move": False, "round": False, "ask": False}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("games")) as server:
        yield server


def test_welcome_tells_everything(server: Server) -> None:
    name = server.new_table(order(PERSON | {"name": "Ana"}, bot("casual"), starter=1))
    with server.at(name) as ana:
        welcome = ana.hear("welcome")
    assert welcome["number"] == 1
    assert welcome["table"]["id"] == name
    assert [seat["name"] for seat in welcome["table"]["seats"]] == ["Ana", ""]
    assert [seat["level"] for seat in welcome["table"]["seats"]] == [None, "casual"]
    assert [entry["player"] for entry in welcome["history"]] == [0]
    assert welcome["state"]["phase"] == "offer"
    assert welcome["choices"]["player"] == 1
    assert welcome["undo"] == NO_UNDO
    assert welcome["result"] is None


def test_a_move_is_told_to_all_and_accepted(server: Server) -> None:
    name = server.new_table(order())
    with server.at(name) as ana, server.at(name) as ben:
        ana.hear("welcome")
        ben.hear("welcome")
        move = ana.moves()[0]
        request = ana.wish("move", move=move)
        told = ana.hear("played")
        assert ana.hear("accepted") == {"type": "accepted", "request": request, "number": 2}
        assert ben.hear("played") == told
        assert told["entry"]["move"] == move
        assert told["entry"]["ply"] == told["number"] == 2
        assert told["entry"]["steps"][0]["event"] == "taken"
        assert told["state"]["turn"] == told["choices"]["player"] == 2
        assert told["undo"] == UNDO


def test_refusals_come_by_the_name_of_the_request(server: Server) -> None:
    with server.at(server.new_table(order())) as ana:
        ana.hear("welcome")
        for wish, code in [
            ({"kind": "move", "move": "9B9"}, "bad_line"),
            ({"kind": "move", "move": "nonsense"}, "bad_move"),
            ({"kind": "move", "move": "9B1"}, "no_such_display"),
            ({"kind": "move", "move": "1@1"}, "take_due"),
            ({"kind": "move", "move": "=BBBB/BBBB/BBBB/BBBB/BBBB"}, "take_due"),
            ({"kind": "move", "move": "1B1", "number": 0}, "stale"),
            ({"kind": "move", "move": "1B1", "number": 2}, "stale"),
            ({"kind": "undo", "to": "move"}, "nothing_to_undo"),
            ({"kind": "undo", "to": "round"}, "nothing_to_undo"),
            ({"kind": "hint", "number": 7}, "stale"),
        ]:
            request = ana.wish(**wish)  # type: ignore[arg-type]
            answer = ana.hear("error")
            assert (answer["request"], answer["error"]["code"]) == (request, code)
            assert answer["error"]["sentence"]


def test_bots_answer_and_a_whole_game_is_played(server: Server) -> None:
    name = server.new_table(order(PERSON, bot("novice"), bot("beginner"), rules="grey+joker"))
    with server.at(name) as ana:
        ana.hear("welcome")
        ana.wait_for_turn()
        while not ana.last["result"]:
            ana.move(-1)
            ana.wait_for_turn()
        result = ana.last["result"]
        assert ana.last["state"]["phase"] == "over"
        assert ana.last["choices"] is None
        assert ana.last["undo"] == NO_UNDO
        assert result["scores"] == [board["score"] for board in ana.last["state"]["boards"]]
        assert sum(result["sources"][0].values()) == result["scores"][0]
        ana.wish("move", move="1B1")
        assert ana.hear("error")["error"]["code"] == "game_over"
        ana.wish("undo", to="round")
        assert ana.hear("error")["error"]["code"] == "game_over"
        ana.wish("hint")
        assert ana.hear("error")["error"]["code"] == "no_move_due"
        record = server.http.get(f"/api/tables/{name}/record").text
        *_, last = parse_record(record).replay()
        assert last.position.outcome


def test_numbers_have_no_gap(server: Server) -> None:
    """Move and deal are two messages; numbers go on over rounds and undos."""
    with server.at(server.new_table(order())) as ana:
        ana.hear("welcome")
        numbers = [1]
        deals = 0
        while deals < 2:
            ana.wish("move", move=ana.moves()[-1])
            while (message := ana.hear())["type"] != "accepted":
                numbers.append(message["number"])
                if message["entry"]["player"] == 0:
                    deals += 1
                    assert message["undo"] == NO_UNDO
                    assert message["entry"]["steps"][0]["event"] == "dealt"
        assert numbers == list(range(1, len(numbers) + 1))


def test_what_was_missed_is_told_again(server: Server) -> None:
    name = server.new_table(order())
    with server.at(name) as ana:
        ana.hear("welcome")
        told = []
        for _ in range(4):
            ana.wish("move", move=ana.moves()[0])
            told.append(ana.hear("played"))
            ana.hear("accepted")
        with server.at(name, after=2) as ben:
            again = [ben.hear("played") for _ in range(3)]
            assert [m["number"] for m in again] == [3, 4, 5]
            assert [m["entry"] for m in again] == [m["entry"] for m in told[1:]]
            assert [m["state"] for m in again] == [m["state"] for m in told[1:]]
            assert again[-1] == told[-1]
            # What is past offers no choices.
            assert [m["choices"] is None for m in again] == [True, True, False]
        with server.at(name, after=5) as carl:  # nothing missed, nothing told
            carl.say(type="ping")
            carl.hear("pong")
        with server.at(name, after=77) as dora:  # another game's number
            assert dora.hear("welcome")["number"] == 5


def test_after_an_undo_everything_is_told_anew(server: Server) -> None:
    name = server.new_table(order())
    with server.at(name) as ana:
        ana.hear("welcome")
        ana.move()
        ana.move()
        before = ana.last
        request = ana.wish("undo", to="move")
        undone = ana.hear("undone")
        assert ana.hear("accepted")["request"] == request
        assert (undone["number"], undone["keep"], undone["player"]) == (4, 2, 2)
        assert undone["state"]["turn"] == 2
        assert undone["state"] != before["state"]
        ana.move()
        with server.at(name, after=3) as ben:
            welcome = ben.hear("welcome")
            assert welcome["number"] == 5
            assert [entry["ply"] for entry in welcome["history"]] == [1, 2, 3]
            assert welcome["state"] == ana.last["state"]
        with server.at(name, after=4) as carl:
            assert carl.hear("played")["number"] == 5


def test_all_of_a_round_is_taken_back(server: Server) -> None:
    with server.at(server.new_table(order())) as ana:
        start = ana.hear("welcome")["state"]
        for _ in range(5):
            ana.move()
        ana.wish("undo", to="round")
        undone = ana.hear("undone")
        assert (undone["keep"], undone["state"]) == (1, start)
        assert undone["undo"] == NO_UNDO


def test_undo_takes_the_bots_answer_along(server: Server) -> None:
    with server.at(server.new_table(order(PERSON, bot(), bot()))) as ana:
        first = ana.hear("welcome")
        ana.move()
        ana.wait_for_turn()
        while ana.last["choices"] is None or ana.last["number"] < 4:
            ana.hear()
        ana.wish("undo", to="move")
        undone = ana.hear("undone")
        assert undone["keep"] == 1
        assert undone["choices"] == first["choices"]


def test_nobody_moves_for_a_bot(server: Server) -> None:
    with server.at(server.new_table(order(PERSON, bot("master"), starter=2))) as ana:
        welcome = ana.hear("welcome")
        assert welcome["choices"] is None
        ana.wish("move", move="1B1")
        answer = ana.hear()
        assert answer["type"] == "error"
        assert answer["error"]["code"] in ("not_your_seat", "stale")
        ana.wait_for_turn()
        assert ana.last["entry"]["player"] == 2


def test_two_at_once_and_one_wins(server: Server) -> None:
    """The same number from two sockets: exactly one move counts, the other is stale."""
    name = server.new_table(order())
    with server.at(name) as ana, server.at(name) as ben:
        ana.hear("welcome")
        ben.hear("welcome")
        for _ in range(10):
            number, moves = ana.last["number"], ana.moves()
            answers: list[str] = []
            ready = threading.Barrier(2)

            def go(client: Any, move: str, barrier: threading.Barrier, told: list[str]) -> None:
                barrier.wait()
                client.wish("move", move=move)
                while (message := client.hear())["type"] not in ("accepted", "error"):
                    pass
                told.append(message.get("error", {}).get("code", "accepted"))

            threads = [
                threading.Thread(target=go, args=(client, move, ready, answers))
                for client, move in ((ana, moves[0]), (ben, moves[-1]))
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert sorted(answers) == ["accepted", "stale"]
            last = server.http.get(f"/api/tables/{name}").json()["number"]
            for client in (ana, ben):
                while client.last["number"] < last:
                    client.hear("played")
            assert ana.last == ben.last
            assert last in (number + 1, number + 2)


def test_hints_do_not_hold_up_moves(server: Server) -> None:
    with server.at(server.new_table(order())) as ana:
        ana.hear("welcome")
        hint = ana.wish("hint")
        ana.wish("move", move=ana.moves()[0])
        began = time.monotonic()
        ana.hear("played")
        assert time.monotonic() - began < 10
        ana.hear("accepted")
        answer = ana.hear("error", "hint")
        assert answer["request"] == hint
        assert answer["type"] == "hint" or answer["error"]["code"] == "stale"


def test_a_hint_by_socket(server: Server) -> None:
    with server.at(server.new_table(order(rules="joker"))) as ana:
        ana.hear("welcome")
        request = ana.wish("hint")
        answer = ana.hear("hint")
        assert answer["request"] == request
        assert answer["hint"]["move"] in ana.moves()
        assert answer["hint"]["reasons"]


def test_a_deleted_table_says_goodbye(server: Server) -> None:
    name = server.new_table(order(PERSON, bot("master"), starter=2))
    with server.at(name) as ana:
        ana.hear("welcome")
        assert server.http.delete(f"/api/tables/{name}").status_code == 204
        assert ana.hear_until("deleted")
        with pytest.raises(ConnectionClosed):
            ana.hear()
    with server.at(name, hello=False) as ben:
        assert ben.hear("error")["error"]["code"] == "no_such_table"
        with pytest.raises(ConnectionClosed):
            ben.hear()


@pytest.mark.parametrize("name", ["nothing", "a" * 12, "%2e%2e", "x" * 500])
def test_no_such_table(server: Server, name: str) -> None:
    with server.at(name, hello=False) as ana:
        answer = ana.hear("error")
        assert (answer["request"], answer["error"]["code"]) == (None, "no_such_table")


def test_hello_comes_first(server: Server) -> None:
    with server.at(server.new_table(order()), hello=False) as ana:
        ana.say(type="move", request="a", number=1, move="1B1")
        assert ana.hear("error")["error"]["code"] == "hello_first"
        ana.say(type="ping")
        assert ana.hear() == {"type": "pong"}
        ana.say(type="hello", after=None)
        ana.hear("welcome")


def test_after_a_restart_the_bot_moves_when_somebody_comes(tmp_path: Path) -> None:
    with Server(tmp_path) as first:
        names = {first.new_table(order(PERSON, bot(), starter=2)) for _ in range(2)}
        assert _turns(first) == dict.fromkeys(names, 2)
    with Server(tmp_path) as second:
        for name in names:
            assert _turns(second)[name] == 2  # though there was time for the other bot's move
            with second.at(name) as ana:
                ana.hear("welcome")
                ana.wait_for_turn()
                assert ana.last["entry"]["player"] == 2


def _turns(server: Server) -> dict[str, int]:
    return {table["id"]: table["turn"] for table in server.http.get("/api/tables").json()["tables"]}


def test_nothing_is_lost_by_a_restart(tmp_path: Path) -> None:
    with Server(tmp_path) as first:
        name = first.new_table(order(rules="grey"))
        with first.at(name) as ana:
            ana.hear("welcome")
            while ana.last["state"]["round"] == 1:
                ana.move()
            ana.move()
            ana.wish("undo", to="move")
            last = ana.hear("undone")
    with Server(tmp_path) as second, second.at(name) as ben:
        welcome = ben.hear("welcome")
        for part in ("number", "state", "choices", "undo", "result"):
            assert welcome[part] == last[part]
        ben.move()


def test_nothing_secret_leaves(server: Server) -> None:
    """The bag is told by colours only, there is no seed, and deals can't be foreseen."""
    name = server.new_table(order())
    with server.at(name) as ana:
        text = json.dumps(ana.hear("welcome"))
        assert "seed" not in text.lower()
        assert set(ana.last["state"]["bag"]) <= set("BYRKWJ")
        position = ana.last["state"]["position"].split(" ")
        assert position[-2] == "".join(f"{k}{n}" for k, n in ana.last["state"]["bag"].items())
    assert "Seed" not in server.http.get(f"/api/tables/{name}/record").text
    deals = {
        server.http.get(f"/api/tables/{server.new_table(order())}").json()["state"]["position"]
        for _ in range(5)
    }
    assert len(deals) == 5
