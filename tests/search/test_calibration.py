"""From values to chances: they add up, know results, and come from the network's card."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from search_cases import network_of_chance, start

from azulejos.search.calibration import (
    Calibration,
    Judgement,
    calibrations_of,
    judge_line,
    judge_state,
    shares_of,
    softmax,
)
from azulejos.search.errors import WeightsError
from azulejos.search.weights import read_card

CALIBRATION = Calibration(
    network=0.9,
    search=1.1,
    mover=0.1,
    ending=2.0,
    network_leads=(0.8, 2.0, 0.5),
    search_leads=(0.7, 1.0, 0.25),
)
PARAMETERS = json.loads(json.dumps(asdict(CALIBRATION)))


@given(st.lists(st.floats(-800, 800), min_size=2, max_size=4))
def test_a_softmax_adds_up_and_keeps_the_order(utilities: list[float]) -> None:
    chances = softmax(utilities)
    assert sum(chances) == math.fsum(chances) == 1
    assert min(chances) >= 0
    for one, chance in zip(utilities, chances, strict=True):
        for other, less in zip(utilities, chances, strict=True):
            assert one <= other or chance >= less - 1e-11


@given(st.lists(st.floats(0, 1e6), min_size=2, max_size=4).filter(lambda w: sum(w) > 1e-3))
def test_shares_are_rounded_by_next_to_nothing(weights: list[float]) -> None:
    shares = shares_of(weights)
    assert sum(shares) == 1
    for share, weight in zip(shares, weights, strict=True):
        assert share == pytest.approx(weight / sum(weights), abs=1e-11)


def test_a_search_of_two_judges_both() -> None:
    network, state = network_of_chance("std", 2), start()
    found = judge_line(network, state, (state.legal_actions()[0],), 1500)
    assert (found.values, found.mover) == ((1.5, -1.5), 0)


def test_a_search_of_three_judges_the_mover_and_the_network_the_others() -> None:
    network, state = network_of_chance("grey", 3), start("grey", 3)
    action = state.legal_actions()[0]
    found = judge_line(network, state, (action,), 1500)
    state.apply(action)
    assert found.values == (1.5, *judge_state(network, state).values[1:])
    assert judge_state(network, state).leads == found.leads


def test_without_a_search_the_network_judges_all() -> None:
    network, state = network_of_chance("std", 2), start()
    action = state.legal_actions()[0]
    found = judge_line(network, state, (action,), None)
    state.apply(action)
    assert found == judge_state(network, state)._replace(mover=0)


def test_what_the_parameters_do() -> None:
    network = Judgement((1.0, 0.0, 0.0), (4.0, -4.0, -5.0), None)
    assert CALIBRATION.estimate(network).chances == softmax((0.9, 0, 0))
    assert CALIBRATION.estimate(network).leads == pytest.approx((5.7, -2.7, -3.5))
    search = network._replace(mover=1)
    assert CALIBRATION.estimate(search).chances == softmax((1.1, 0.1, 0))
    assert CALIBRATION.estimate(search).leads == pytest.approx((4.05, -2.55, -3.25))
    over = network._replace(results=(1.0, 0.0, 0.0))
    assert CALIBRATION.estimate(over) == ((1, 0, 0), (4, -4, -5))


def test_a_line_that_ends_the_game_is_a_result_if_there_is_no_other() -> None:
    ends = Judgement((1.0, -1.0), (7.0, -7.0), (1.0, 0.0), mover=0)
    assert CALIBRATION.estimate(ends) == (softmax((3.2, -3.1)), (7, -7))
    assert CALIBRATION.estimate(ends, exact=True) == ((1, 0), (7, -7))


def test_moves_are_compared_by_the_movers_value_alone() -> None:
    main = Judgement((1.0, 0.0, -0.5), (4.0, -4.0, -5.0), None, mover=0)
    assert CALIBRATION.estimate_move(main, main).chances == pytest.approx(
        CALIBRATION.estimate(main).chances
    )
    better = main._replace(values=(1.1, 3.0, 3.0))  # whatever the others' values at its line's end
    found = CALIBRATION.estimate_move(better, main).chances
    assert found[0] > CALIBRATION.estimate(main).chances[0]
    assert found[1] == pytest.approx(found[2])
    assert sum(found) == 1
    ends = better._replace(results=(0.5, 0.5, 0.0))
    assert CALIBRATION.estimate_move(ends, main).chances == found
    assert CALIBRATION.estimate_move(ends, main, exact=True).chances == (0.5, 0.5, 0)
    last = main._replace(results=(1.0, 0.0, 0.0))
    assert CALIBRATION.estimate_move(better, last).chances[0] > found[0]


def test_a_card_without_a_calibration_has_the_defaults() -> None:
    assert calibrations_of({}).at(500) == Calibration()
    found = calibrations_of({"calibration": {"parameters": PARAMETERS}})
    assert found.at(500) == found.few == CALIBRATION


@pytest.mark.parametrize(
    "calibration",
    [
        [],
        {"parameters": []},
        {"parameters": {"network": 1.0}},
        {"parameters": {**PARAMETERS, "mover": "much"}},
        {"parameters": {**PARAMETERS, "ending": 1e9}},
        {"parameters": {**PARAMETERS, "ending": math.nan}},
        {"parameters": {**PARAMETERS, "search_leads": [1.0]}},
        {"parameters": PARAMETERS, "nodes": 500, "deep": {"nodes": 20_000}},
        {"parameters": PARAMETERS, "nodes": 0, "deep": {"nodes": 9, "parameters": PARAMETERS}},
    ],
)
def test_a_damaged_calibration_is_noticed_when_the_card_is_read(
    calibration: object, tmp_path: Path
) -> None:
    path = tmp_path / "card.json"
    card = {"game": {"rules": "std", "players": 2}, "calibration": calibration}
    path.write_text(json.dumps(card), encoding="utf-8")
    with pytest.raises(WeightsError):
        read_card(path)


def test_a_point_of_lead_counts_but_not_between_moves() -> None:
    """The lead at the end of a line that was hardly looked at says little."""
    by_lead = replace(CALIBRATION, network_lead=0.1, search_lead=0.2)
    network = Judgement((0.0, 0.0, 0.0), (3.0, -3.0, -3.0), None)
    assert by_lead.estimate(network).chances == softmax((0.3, -0.3, -0.3))
    for players in (2, 3):
        values, leads = (1.0, -1.0, -0.5)[:players], (4.0, -4.0, -5.0)[:players]
        main = Judgement(values, leads, None, mover=0)
        other = main._replace(leads=tuple(-lead for lead in leads))
        said, worse = by_lead.estimate(main).chances[0], by_lead.estimate(other).chances[0]
        assert said > worse
        assert by_lead.estimate_move(other, main).chances[0] == pytest.approx(said)
