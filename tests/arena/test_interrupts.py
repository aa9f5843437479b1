"""Ctrl-C between two games: what is counted is told, whenever it comes."""

from __future__ import annotations

import signal

import pytest

from azulejos.cli.experiments.long_running import Interrupts


def test_it_waits_for_what_is_done_in_one_piece() -> None:
    done = []

    def play() -> None:
        with Interrupts() as interrupts:
            with interrupts.uninterrupted():
                done.append("counted")
            with interrupts.uninterrupted():
                signal.raise_signal(signal.SIGINT)
                done.append("told")
            done.append("never")

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        play()
    assert done == ["counted", "told"]
    assert signal.getsignal(signal.SIGINT) is before


def test_otherwise_it_comes_at_once() -> None:
    done = []

    def play() -> None:
        with Interrupts():
            signal.raise_signal(signal.SIGINT)
            done.append("never")

    with pytest.raises(KeyboardInterrupt):
        play()
    assert done == []
