"""What is a review worth? Its time, whether luck is fair, what is left over, whether mistakes last.

usage: python benchmarks/review.py [--players N] [--rules R] [--bots A,B] [--games N] [--nodes N]
       [--first N] [--confirm N] [--pairs N]
Bots play games whose deals are random, the seats changing from game to game; each is reviewed.
--first is the seed of the first game: other ones are other games.
With --confirm so many of the mistakes that reviews name are searched with ten times the nodes: how
many still cost half of what makes a mistake?
With --pairs so many pairs of moves, drawn by lot at decisions of these games, are explained: do the
parts sum to the gap, how often is there a clear explanation, and does whoever reads nothing but the
parts pick the move that a search of ten times the nodes finds better?
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from math import nan, sqrt
from random import Random
from statistics import fmean, pvariance, stdev
from time import process_time

import azulejos as az
from azulejos.bots import make_bot
from azulejos.reviews import Decision, Explanation, Judgement, Progress, Review
from azulejos.reviews.explanations import compare_lines
from azulejos.reviews.reviewing import NODES

HALF_A_MISTAKE = 0.05
AN_INACCURACY = 0.05  # what a review explains costs more
PAIRS_EACH = 20  # of one decision
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
    if options.pairs:
        tell_pairs(reviews, options.pairs)


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rules", default="std")
    parser.add_argument("--bots", default="alphabeta:nodes=2000,alphabeta:nodes=2000")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--confirm", type=int, default=0)
    parser.add_argument("--pairs", type=int, default=0)
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


@dataclass(frozen=True)
class Pair:
    """Two moves of a decision, explained."""

    why: Explanation
    cost: float
    """What the worse one costs in winning chance, as the review sees it."""
    lasts: bool
    """Is the better one better by ten times the nodes too?"""

    @property
    def is_explained(self) -> bool:
        return self.why.is_clear and self.why.gap > 0

    @property
    def is_picked(self) -> bool:
        """Does the sum of the parts that are told favour the move that is better?"""
        return (sum(round(part.points, 1) for part in self.why.parts) > 0) is self.lasts


def tell_pairs(reviews: list[Review], number: int) -> None:
    nodes = 10 * reviews[0].nodes
    decisions = [each for review in reviews for each in review.decisions if each.counts]
    step = max(1, len(decisions) * PAIRS_EACH // number)
    pairs = [pair for each in decisions[::step] for pair in pairs_of(each, nodes)][:number]
    off = max(abs(sum(part.points for part in pair.why.parts) - pair.why.gap) for pair in pairs)
    print(f"pairs: {len(pairs)}, parts off by {off:.3f} at most")
    for least in (0.0, AN_INACCURACY):
        costly = [pair for pair in pairs if pair.cost > least]
        told = [pair for pair in costly if pair.is_explained]
        picked = fmean(pair.is_picked for pair in told)
        print(
            f"  that cost more than {least}: {len(costly)}, without an explanation "
            f"{1 - len(told) / len(costly):.0%}; the better move is picked in {picked:.1%}"
        )


def pairs_of(decision: Decision, nodes: int) -> Iterator[Pair]:
    """Of moves that the review does not see as equal."""
    position, chance = decision.position, Random(str(decision.position))
    longer = az.analyse(position, nodes=nodes).moves
    values = {ranked.move: ranked.value for ranked in longer}
    mover = position.turn - 1
    for _ in range(PAIRS_EACH):
        two = chance.sample(decision.ranked, 2)
        better, worse = sorted(two, key=lambda ranked: -ranked.value)
        if better.value > worse.value:
            gap = better.leads[mover] - worse.leads[mover]
            why = compare_lines(position, better.line, worse.line, gap=gap)
            lasts = values[better.move] > values[worse.move]
            yield Pair(why, better.value - worse.value, lasts)


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
