"""Which parameters make chances fit the results of games: a conditional logit, by Newton's method.

Nothing here knows games: only arrays of judgements, by position and seat.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ...search.calibration import Calibration, Calibrations, Judgement, LeadFit
from .observations import Observations

RIDGE = 1e-3  # keeps the fit finite where a column is always 0
STEPS = 50


def fit(observations: Observations, nodes: tuple[int, int]) -> Calibrations:
    """The calibrations that fit best; what is known exactly needs none."""
    open_ones = observations.where(~observations.exact)
    parts = {name: open_ones.where(mask) for name, mask in open_ones.kinds.items()}
    slope, bend, lead = _fit_chances(_columns(parts["network"]), parts["network"].won)
    by_network = Calibration(
        network=slope,
        network_bend=bend,
        network_lead=lead,
        network_leads=_fit_leads(parts["network"]),
    )
    few = _fit_search(by_network, parts["search"])
    return Calibrations(few, _fit_search(by_network, parts["deep"]), nodes)


def _fit_search(known: Calibration, search: Observations) -> Calibration:
    is_mover = search.mover[:, None] == np.arange(search.players)
    ends = search.results[:, :1] >= 0
    columns = _columns(search, is_mover, search.values * ends)
    slope, bend, lead, mover, ending = _fit_chances(columns, search.won)
    return replace(
        known,
        search=slope,
        search_bend=bend,
        search_lead=lead,
        mover=mover,
        ending=ending,
        search_leads=_fit_leads(search.where(search.results[:, 0] < 0)),
    )


def _columns(judged: Observations, *others: Any) -> Any:
    """What `Calibration` multiplies with a slope, its bend, a point, and what there is besides."""
    values = judged.values
    return np.stack([values, values * np.abs(values), judged.leads, *others], axis=2)


def _fit_chances(columns: Any, won: Any) -> list[float]:
    """The weights of the columns whose softmax over the seats fits the shares of the win.

    A bend below 0 is none: the curve would turn, and large values mean little again.
    """
    weights = _fit_logit(columns, won)
    if weights[1] < 0:
        straight = columns * (np.arange(columns.shape[2]) != 1)
        weights = _fit_logit(straight, won)
    return [float(weight) for weight in weights]


def _fit_logit(columns: Any, won: Any) -> Any:
    weights = np.zeros(columns.shape[2])
    for _ in range(STEPS):
        utilities = columns @ weights
        chances = np.exp(utilities - utilities.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        gradient = np.einsum("psk,ps->k", columns, won - chances) - RIDGE * weights
        centred = columns - np.einsum("psk,ps->pk", columns, chances)[:, None]
        curvature = np.einsum("psk,psl,ps->kl", centred, centred, chances)
        step = np.linalg.solve(curvature + RIDGE * np.eye(len(weights)), gradient)
        weights += step
        if np.abs(step).max() < 1e-8:
            break
    return weights


def _fit_leads(observations: Observations) -> LeadFit:
    """Slopes and offset by least squares; with two players one's lead is the other's, negative."""
    leads, values = _balanced(observations.leads), _balanced(observations.values)
    offsets = np.full_like(leads, 0.0 if observations.players == 2 else 1.0)
    columns = np.stack([leads.ravel(), values.ravel(), offsets.ravel()], axis=1)
    found = np.linalg.lstsq(columns, observations.final_leads.ravel(), rcond=None)[0]
    return float(found[0]), float(found[1]), float(found[2])


def _balanced(rows: Any) -> Any:
    """As `search.calibration.balanced` does."""
    return (rows - rows[:, ::-1]) / 2 if rows.shape[1] == 2 else rows


def chances_of(calibrations: Calibrations, observations: Observations) -> Any:
    """The chances that are said, a row a position: by the very code that says them."""
    said = []
    for number in range(len(observations.game)):
        results = observations.results[number]
        judgement = Judgement(
            values=tuple(observations.values[number]),
            leads=tuple(observations.leads[number]),
            results=None if results[0] < 0 else tuple(results),
            mover=None if observations.mover[number] < 0 else int(observations.mover[number]),
        )
        calibration = calibrations.many if observations.deep[number] else calibrations.few
        said.append(calibration.estimate(judgement, bool(observations.exact[number])).chances)
    return np.array(said)
