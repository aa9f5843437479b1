"""The search that browsers get finds what the native one finds.

A sample: all of it is `benchmarks/site_parity.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from azulejos.site.build import Site

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))


@pytest.mark.corner
def test_the_same_moves_values_and_node_counts_as_native(site: Site, tmp_path: Path) -> None:
    """All twelve kinds of game, from 1 to 20 000 nodes."""
    from site_parity import answers_in_wasm, is_same
    from site_search import MOST_NODES, answers, questions

    from azulejos.site.build import write_site

    write_site(site, tmp_path)
    asked = questions(120, seed=5)
    asked[0]["nodes"], asked[-1]["nodes"] = 1, MOST_NODES
    native, in_wasm = answers(asked)[0], answers_in_wasm(tmp_path, asked)[0]
    assert len(native) == len(in_wasm) == len(asked)
    for question, one, other in zip(asked, native, in_wasm, strict=True):
        assert is_same(one, other), question
