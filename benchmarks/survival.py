"""Is anything lost? Servers are killed with -9 and lines are cut while people play by real sockets.

usage: python benchmarks/survival.py [home | friends | cluster] [--kills N] [--cuts N] [--seed N]
Every move that anybody was told or promised must be in the database, once; every client must come
back by itself, within two seconds of the server being up, to the position that a fresh reader of
the database finds. What is found wrong ends it with an AssertionError; else figures are printed.
Other work on the machine makes clients late: the load is printed too, and who is late makes it 1.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "server"))
from survival_trial import BACK_WITHIN, Report, survive_at_home, survive_in_cluster, survive_serving

from real_servers import Postgres, RedisServer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, add_help=True)
    parser.add_argument(
        "what", nargs="?", default="friends", choices=("home", "friends", "cluster")
    )
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--cuts", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = run(wish.what, Path(folder), wish.kills, wish.cuts, wish.seed)
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    sys.stdout.write(f"{wish.what}: {report}\nload of the machine: {load}\n")
    sys.exit(report.slowest > BACK_WITHIN)


def run(what: str, folder: Path, kills: int, cuts: int, seed: int) -> Report:
    if what == "home":
        return asyncio.run(survive_at_home(folder, kills, cuts, seed))
    if what == "friends":
        return asyncio.run(survive_serving(folder, kills, cuts, seed))
    postgres, redis = Postgres(), RedisServer()
    try:
        postgres.start()
        redis.start()
        places = [folder / "one", folder / "two"]
        database = postgres.new_database()
        shared = ("--database", database, "--redis", redis.address)
        trial = survive_in_cluster(shared, database, places, kills, cuts, seed)
        return asyncio.run(trial)
    finally:
        postgres.remove()
        redis.remove()


if __name__ == "__main__":
    main()
