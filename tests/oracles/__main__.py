"""Consult the oracles from the command line: see tests/oracles/harness.py."""

from __future__ import annotations

import argparse
import sys
import time

from tests.oracles.harness import examine, oracles, problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="oracles whose name contains this; one position shows all of it")
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first position")
    parser.add_argument("--to", dest="stop", type=int, default=300, help="the position to stop before")
    given = parser.parse_args()
    good = True
    for found in oracles(given.only):
        begun = time.process_time()
        tally = examine(found, given.start, given.stop)
        wrong = list(problems(found, tally)) if given.stop - given.start > 1 else tally.differences
        good = good and not wrong
        print(
            f"{found.name}: {tally.positions} positions, {tally.relevant} relevant, {tally.differing} differing, "
            f"{time.process_time() - begun:.2f} s of CPU",
            flush=True,
        )
        for problem in wrong:
            print(problem if given.stop - given.start == 1 else problem.splitlines()[0], flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
