"""A worker process: reads games to play, one JSON object a line, and answers with their results.

While it plays it tells whose bot is thinking, so that somebody can be blamed if it dies. It ends
itself when its input ends, and before that the engines that it runs, so that nothing outlives the
process that started it.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

from ..protocol.process import Program
from .referee import BotMaker, play_game
from .schedule import Contest

# What the starting process runs: its own search path first, so that both see the same modules.
BOOT = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from azulejos.arena.worker import main; main(sys.argv[2])"
)
MAKER = "azulejos.bots:make_bot"


def maker_of(name: str) -> BotMaker:
    """The function that `module:function` names."""
    module, _, function = name.partition(":")
    made: BotMaker = getattr(import_module(module), function)
    return made


def main(maker: str) -> None:
    """Plays what it is sent until the input ends."""
    warnings.simplefilter("ignore")  # What there is to say, the starting process has said.
    answers = _private_output()
    orders: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(orders,), daemon=True).start()
    make_bot = maker_of(maker)
    while True:
        order = json.loads(orders.get())
        plan = Contest.from_json(order["contest"]).plan(order["number"])
        result = play_game(plan, make_bot, lambda bot: _send(answers, {"thinking": bot}))
        _send(answers, {"result": result.to_json()})


def _private_output() -> IO[str]:
    """The pipe to the starting process; what bots print goes to standard error instead."""
    pipe = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return pipe


def _send(answers: IO[str], message: dict[str, Any]) -> None:
    try:
        answers.write(json.dumps(message) + "\n")
        answers.flush()
    except BrokenPipeError:
        Program.leave(0)


def _listen(orders: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        orders.put(line)
    Program.leave(0)  # A bot may be thinking in the main thread; nobody waits for it any more.
