"""`python -m runtime.bench`: evaluate phone agents from a terminal. Imports nothing heavy before it must."""

from __future__ import annotations

import sys

from runtime.bench.cli import main


def entry() -> None:
    """What the installed script calls."""
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    entry()
