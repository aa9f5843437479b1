"""Which parameters make chances fit the results of games: a conditional logit, by Newton's method.

Nothing here knows games: only arrays of judgements, by position and seat.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...search.calibration import Calibration, Judgement, LeadFit
from .observations import Observations

RIDGE = 1e-3  # keeps the fit finite where a column is always 0
STEPS = 50


def fit(observations: Observations) -> Calibration:
    """The calibration that fits best; what is known exactly needs none."""
    open_ones = observations.where(~observations.exact)
    network = open_ones.where(~open_ones.searched)
    search = open_ones.where(open_ones.searched)
    (slope,) = _fit_chances(network.values[:, :, None], network.won)
    search_slope, mover, ending = _fit_chances(_search_columns(search), search.won)
    return Calibration(
        network=slope,
        search=search_slope,
        mover=mover,
        ending=ending,
        network_leads=_fit_leads(network),
        search_leads=_fit_leads(search.where(search.results[:, 0] < 0)),
    )


def _search_columns(search: Observations) -> Any:
    """What `Calibration` multiplies with `search`, `mover` and `ending`."""
    is_mover = search.mover[:, None] == np.arange(search.players)
    ends = search.results[:, :1] >= 0
    return np.stack([search.values, is_mover, search.values * ends], axis=2)


def _fit_chances(columns: Any, won: Any) -> list[float]:
    """The weights of the columns whose softmax over the seats fits the shares of the win."""
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
    return [float(weight) for weight in weights]


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


def chances_of(calibration: Calibration, observations: Observations) -> Any:
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
        said.append(calibration.estimate(judgement, bool(observations.exact[number])).chances)
    return np.array(said)
