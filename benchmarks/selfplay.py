"""Games a second of CPU time that `azulejos selfplay` makes, records and Parquet included.

python benchmarks/selfplay.py [BOT [GAMES]]
"""

from __future__ import annotations

import sys
from time import process_time

from azulejos.protocol import Limit
from azulejos.rules import RuleSet
from azulejos.studies.config import Shard, StudyConfig
from azulejos.studies.run import make_file


def main() -> None:
    bot = sys.argv[1] if len(sys.argv) > 1 else "greedy"
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    config = StudyConfig((bot, bot), (Limit(), Limit()), RuleSet.STD, seed=1, games=games)
    make_file(config, Shard(0, 1, 1))  # imports, tables
    begun = process_time()
    content = make_file(config, Shard(0, 1, games))
    seconds = process_time() - begun
    size = (len(content.moves) + len(content.games)) / games / 1000
    sys.stdout.write(f"{games / seconds:.0f} games a second by {bot}, {size:.1f} kB a game\n")


if __name__ == "__main__":
    main()
