"""How long does a random game take in the plain Python of the law, with all checks and events?

usage: python benchmarks/random_games.py [GAMES]
Prints CPU milliseconds a game, and moves, rounds and points, for every rule set and player count.
"""

from __future__ import annotations

import sys
from random import Random
from time import process_time

from azulejos import Deal, Game, RuleSet
from azulejos.bots import RandomBot


def play_games(players: int, rules: RuleSet, number: int) -> str:
    moves = rounds = points = 0
    begun = process_time()
    for seed in range(number):
        game = Game(players, rules, seed=seed)
        bot = RandomBot(Random(seed))
        while game.outcome is None:
            game.play(bot.choose(game.position).move)
        moves += sum(not isinstance(move, Deal) for move in game.moves)
        rounds += game.position.round
        points += sum(game.outcome.scores)
    time = 1000 * (process_time() - begun) / number
    return (
        f"{rules:<11}{players}  {time:6.1f} ms  {moves / number:6.1f} moves  "
        f"{rounds / number:5.2f} rounds  {points / number / players:5.2f} points a player"
    )


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for rules in RuleSet:
        for players in (2, 3, 4):
            sys.stdout.write(play_games(players, rules, number) + "\n")


if __name__ == "__main__":
    main()
