"""OpenSpiel's playthroughs in tests/data/playthroughs: games told state by state, to compare with.

After a change that is meant to change them, they are told anew, with the actions they hold:

    python tests/conformance/playthroughs.py

and a new one is made by giving the name of its file and its game:

    python tests/conformance/playthroughs.py std-2.txt "python_azulejos(players=2)"
"""

from __future__ import annotations

import sys
from pathlib import Path

from absl import flags

import azulejos.envs.openspiel  # noqa: F401 (registers the game)

FOLDER = Path(__file__).parents[1] / "data" / "playthroughs"
SEED = 1

flags.FLAGS.mark_as_parsed()  # OpenSpiel reads an option of its own, which nobody gives here


def main() -> None:
    from open_spiel.python.algorithms import generate_playthrough  # seconds, with SciPy

    if not sys.argv[1:]:
        generate_playthrough.update_path(str(FOLDER))
        return
    name, game = sys.argv[1:]
    told = generate_playthrough.playthrough(game, None, seed=SEED)
    (FOLDER / name).write_text(told, encoding="utf-8")


if __name__ == "__main__":
    main()
