"""What the bots refuse: specs that name no bot, and games that a bot can't play."""

from __future__ import annotations

from typing import ClassVar

from ..rules.errors import Reasons, UsageError


class BotSpecError(UsageError):
    """A spec that names no bot, or a bot that does not play such games."""

    reasons: ClassVar[Reasons] = {
        "unknown_bot": ("there is no bot {bot!r}: the bots are {bots}", ""),
        "unknown_bot_option": (
            "there is no option {option!r} of {bot}: its options are {options}",
            "",
        ),
        "bot_without_options": ("{bot} has no options, so no {option!r} either", ""),
        "bot_option_twice": ("the option {option} of {bot} is given twice", ""),
        "bad_bot_option": ("{option} of {bot} is a whole number from 1 up, not {value!r}", ""),
        "too_many_threads": ("{bot} can have at most {most} threads", ""),
        "no_weights_file": ("weights of {bot} is a file, and none is given: weights=FILE", ""),
        "comma_in_weights": (
            "{text!r} is no option of {bot} ({options}), and a file's name can't hold a comma here",
            "",
        ),
        "no_engine_command": ("engine needs a command line: engine:COMMAND", ""),
        "no_python_class": ("python needs a module and a class in it: python:MODULE:CLASS", ""),
        "bad_python_bot": ("the bot {bot} can't be imported: {why}", ""),
        "no_bot_class": ("{bot} is no bot: a bot is a class with a method choose(position)", ""),
        "bad_bot_name": (
            "{name!r} can't name a bot: up to 20 small letters, digits, - and _, a letter first",
            "",
        ),
        "bot_name_taken": ("{name} is the name of another bot", ""),
        "bot_not_for_tables": (
            "{bot} can't be brought to a server's tables: besides levels, only bots in Python can",
            "",
        ),
        "two_players_only": (
            "{bot} plays with two players, not with {players}: use mcts or a level",
            "",
        ),
    }
