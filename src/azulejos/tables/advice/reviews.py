"""Reviews as plain data: of one game, and of all that somebody has played.

`ReviewWork` makes one in small steps, for a host that has other things to do: a server's thread, or
a worker in a browser.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from statistics import fmean

from ...notation import Record
from ...reviews import MistakeKind, explain, mistake_kind
from ...reviews.levels import place
from ...reviews.measure import measure_play
from ...reviews.reviewing import DEALS, review_steps
from ...reviews.values import WRONG, Account, Decision, Explanation, Progress, Review, Worth
from ...rules.material import RuleSet
from ...statistics import Estimate
from ..messages.answers import Playing, ReviewedGame
from ..messages.review_types import (
    VERSION,
    AccountDocument,
    CostlyDocument,
    DealDocument,
    DecisionDocument,
    LedgerDocument,
    PlacementDocument,
    PlayDocument,
    ProgressDocument,
    ReviewDocument,
    TryDocument,
    WhyDocument,
    WorthDocument,
)
from ..values import PlayedGame


class ReviewWork:
    """Reviews one record; raises at once what `review` raises."""

    def __init__(
        self, record: Record, *, nodes: int | None = None, deals: int = DEALS, threads: int = 1
    ) -> None:
        self._steps = review_steps(record, nodes=nodes, deals=deals, threads=threads)
        self.document: ReviewDocument | None = None
        """When all steps are done."""

    def steps(self) -> Generator[ProgressDocument | None, None, None]:
        """A step takes a fraction of a second; it tells how far it is where that has changed."""
        review = yield from _as_documents(self._steps)
        self.document = yield from _document_steps(review)


def _as_documents(
    steps: Generator[Progress | None, None, Review],
) -> Generator[ProgressDocument | None, None, Review]:
    while True:
        try:
            progress = next(steps)
        except StopIteration as ended:
            found: Review = ended.value
            return found
        yield None if progress is None else progress_document(progress)


def progress_document(progress: Progress) -> ProgressDocument:
    curve = [worth_document(worth) for worth in progress.curve]
    return ProgressDocument(done=progress.done, plies=progress.plies, curve=curve)


def document_of(review: Review) -> ReviewDocument:
    """A whole review, with reasons for its mistakes: those are searched for now."""
    steps = _document_steps(review)
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            found: ReviewDocument = ended.value
            return found


def _document_steps(review: Review) -> Generator[None, None, ReviewDocument]:
    seats = range(1, review.players + 1)
    reasons: dict[int, Explanation] = {}
    for decision in review.decisions:
        if decision.judgement in WRONG:
            reasons[decision.ply] = explain(decision)
            yield None
    return ReviewDocument(
        version=VERSION,
        rules=review.rules,
        players=review.players,
        finished=review.finished,
        scores=list(review.scores),
        nodes=review.nodes,
        samples=review.samples,
        curve=[worth_document(worth) for worth in review.curve],
        deals=[
            DealDocument(
                ply=deal.ply,
                round=deal.round,
                chances=list(deal.luck.chances),
                leads=list(deal.luck.leads),
                errors=worth_document(deal.error),
            )
            for deal in review.deals
        ],
        decisions=[_decision(decision) for decision in review.decisions],
        ledgers=[
            LedgerDocument(
                player=ledger.player,
                chance=_account(ledger.chance),
                points=_account(ledger.points),
            )
            for ledger in review.ledgers
        ],
        play=[_play(review, seat, reasons) for seat in seats],
        costliest=[
            _costly(decision, reasons[decision.ply])
            for seat in seats
            for decision in review.costliest(seat)
        ],
    )


def worth_document(worth: Worth) -> WorthDocument:
    return WorthDocument(chances=list(worth.chances), leads=list(worth.leads))


def _decision(decision: Decision) -> DecisionDocument:
    return DecisionDocument(
        ply=decision.ply,
        round=decision.round,
        player=decision.player,
        position=str(decision.position),
        move=str(decision.move),
        best=str(decision.best),
        loss=decision.loss,
        points=decision.points,
        judgement=decision.judgement.value,
        stake=decision.stake.value,
        exact=decision.exact,
        line=list(map(str, decision.line)),
        best_line=list(map(str, decision.best_line)),
    )


def _account(account: Account) -> AccountDocument:
    return AccountDocument(
        seat=account.seat,
        luck=account.luck,
        errors=list(account.errors),
        remainder=account.remainder,
        result=account.result,
    )


def _play(review: Review, seat: int, reasons: dict[int, Explanation]) -> PlayDocument:
    measure = review.measures[seat - 1]
    kinds = dict.fromkeys(map(str, MistakeKind), 0.0)
    for decision in review.decisions_of(seat):
        if decision.ply in reasons:
            kinds[mistake_kind(reasons[decision.ply])] += decision.loss
    return PlayDocument(
        player=seat,
        loss=measure.mean if measure else None,
        interval=list(measure.interval) if measure else None,
        decisions=measure.size if measure else 0,
        losses=[round(each.loss, 5) for each in review.decisions_of(seat) if each.counts],
        level=placement_document(measure, review.players, review.rules),
        judgements={str(name): count for name, count in review.judgements(seat).items()},
        kinds=kinds,
    )


def placement_document(
    measure: Estimate | None, players: int, rules: str
) -> PlacementDocument | None:
    found = measure and place(measure, players, rules)
    if not found:
        return None
    return PlacementDocument(
        nearest=found.nearest,
        below=found.below,
        above=found.above,
        weakest=found.weakest,
        strongest=found.strongest,
    )


def _costly(decision: Decision, why: Explanation) -> CostlyDocument:
    return CostlyDocument(
        ply=decision.ply,
        player=decision.player,
        kind=mistake_kind(why).value,
        why=why_document(why),
        moves=_tries(decision),
    )


def why_document(why: Explanation) -> WhyDocument:
    return WhyDocument(
        gap=why.gap,
        parts={str(part.kind): part.points for part in why.parts},
        clear=why.is_clear,
        ends=list(why.ends),
        starters=list(why.starters),
        sight=why.sight.value,
        better=list(map(str, why.better)),
        worse=list(map(str, why.worse)),
    )


def _tries(decision: Decision) -> list[TryDocument]:
    """What was played costs here what the review says it did, whatever the first search saw."""
    mover = decision.player - 1
    lead = decision.best_value.leads[mover]
    tries = []
    for ranked in decision.ranked:
        played = ranked.move == decision.move
        loss = decision.loss if played else 0.0 if ranked.move == decision.best else ranked.loss
        points = decision.points if played else lead - ranked.leads[mover]
        line = list(map(str, ranked.line))
        tries.append(TryDocument(move=str(ranked.move), loss=loss, points=points, line=line))
    return tries


def playing_of(games: Sequence[PlayedGame]) -> Playing:
    """How well somebody plays, by all their reviewed games; those with nothing to decide are none.

    The latest comes last.
    """
    games = [game for game in games if game.losses]
    measure = measure_play([loss for game in games for loss in game.losses])
    last = (games[-1].players, games[-1].rules) if games else (0, "")
    alike = [game for game in games if (game.players, game.rules) == last]
    of_kind = measure_play([loss for game in alike for loss in game.losses])
    kinds: dict[str, float] = {}
    for game in games:
        for kind, cost in game.kinds.items():
            kinds[kind] = kinds.get(kind, 0.0) + cost / len(games)
    return Playing(
        games=[
            ReviewedGame(
                table=game.table,
                finished=game.finished,
                rules=RuleSet(game.rules).value,
                players=game.players,
                loss=fmean(game.losses),
                decisions=len(game.losses),
            )
            for game in games
        ],
        loss=measure.mean if measure else None,
        interval=list(measure.interval) if measure else None,
        decisions=measure.size if measure else 0,
        level=placement_document(of_kind, *last),
        kinds=kinds,
    )
