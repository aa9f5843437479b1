"""What is a review worth? Its time, whether luck is fair, what is left over, whether mistakes last.

usage: python benchmarks/review.py [--players N] [--rules R] [--bots A,B] [--games N] [--nodes N]
       [--first N] [--confirm N]
Bots play games whose deals are random, the seats changing from game to game; each is reviewed.
--first is the seed of the first game: other ones are other games.
With --confirm so many of the mistakes that reviews name are searched with ten times the nodes: how
many still cost half of what makes a mistake?
"""

from __future__ import annotations

import argparse
from math import nan, sqrt
from statistics import fmean, pvariance, stdev
from time import process_time

import azulejos as az
from azulejos.bots import make_bot
from azulejos.reviews import Decision, Judgement, Progress, Review
from azulejos.reviews.reviewing import NODES

HALF_A_MISTAKE = 0.05
LASTING = (Judgement.MISTAKE, Judgement.BLUNDER)


def main() -> None:
    options = read_options()
    reviews, costs, firsts = [], [], []
    for number in range(options.first, options.first + options.games):
        record = play_game(options.bots.split(","), options.players, options.rules, number)
        first, cost, found = timed_review(record, options.nodes)
        reviews.append(found)
        costs.append(cost)
        firsts.append(first)
    print(f"{options.players} players, {options.rules}, {options.bots}, {len(reviews)} games")
    print(f"seconds of CPU a game: mean {fmean(costs):.1f}, most {max(costs):.1f}")
    print(f"seconds to the first curve: mean {fmean(firsts):.2f}, most {max(firsts):.2f}")
    tell_ledgers(reviews)
    tell_explanations(reviews)
    if options.confirm:
        tell_lasting(reviews, options.confirm)


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rules", default="std")
    parser.add_argument("--bots", default="alphabeta:nodes=2000,alphabeta:nodes=2000")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--confirm", type=int, default=0)
    return parser.parse_args()


def timed_review(record: az.Record, nodes: int | None) -> tuple[float, float, Review]:
    """Seconds of CPU to the first curve and in all, and the review."""
    begun = process_time()
    moments: list[float] = []

    def report(_: Progress) -> None:
        moments.append(process_time() - begun)

    found = az.review(record, nodes=nodes, report=report)
    return moments[0], process_time() - begun, found


def play_game(specs: list[str], players: int, rules: str, number: int) -> az.Record:
    """The bots sit down in turns, from another one on each time."""
    game = az.Game(players=players, rules=rules, seed=number)
    seated = [specs[(seat + number) % len(specs)] for seat in range(players)]
    bots = [
        make_bot(spec, 1000 * number + seat, players, az.RuleSet(rules))
        for seat, spec in enumerate(seated)
    ]
    for bot in bots:
        bot.new_game()
    while not game.outcome:
        game.play(bots[game.position.turn - 1].choose(game.position).move)
    for bot in bots:
        bot.close()
    return game.record


def tell_ledgers(reviews: list[Review]) -> None:
    """Of the player in the first seat: the others' numbers follow from it with two players."""
    for currency in ("chance", "points"):
        accounts = [getattr(review.ledgers[0], currency) for review in reviews]
        lucks = [account.luck for account in accounts]
        raw = [account.result for account in accounts]
        adjusted = [account.adjusted for account in accounts]
        rest = fmean(abs(account.remainder) for account in accounts)
        share = pvariance(adjusted) / (pvariance(raw) or nan)
        print(f"{currency}: luck {mean_of(lucks)}")
        print(
            f"  result {mean_of(raw)}, without luck {mean_of(adjusted)}, variance {share:.2f} of it"
        )
        print(f"  mean absolute remainder: {rest:.3f}")


def mean_of(values: list[float]) -> str:
    """With its standard error."""
    return f"{fmean(values):+.3f} ± {stdev(values) / sqrt(len(values)):.3f}"


def tell_explanations(reviews: list[Review]) -> None:
    found = [az.explain(each) for review in reviews for each in review.costliest(number=10)]
    if not found:
        return
    off = max(abs(sum(part.points for part in each.parts) - each.gap) for each in found)
    clear = fmean(each.is_clear for each in found)
    print(f"explanations: {len(found)}, off by {off:.3f} at most, {clear:.0%} mostly facts")


def tell_lasting(reviews: list[Review], number: int) -> None:
    named = [each for review in reviews for each in review.decisions if each.judgement in LASTING]
    tried = named[:: max(1, len(named) // number)][:number]
    if tried:
        lasting = sum(loss_searched_longer(each) >= HALF_A_MISTAKE for each in tried)
        print(f"mistakes: {lasting} of {len(tried)} last with ten times the nodes")


def loss_searched_longer(decision: Decision) -> float:
    found = az.analyse(decision.position, nodes=10 * NODES[decision.position.players])
    return next(ranked.loss for ranked in found.moves if ranked.move == decision.move)


if __name__ == "__main__":
    main()
