"""Entry point of `python -m runtime.bench`; imports heavy modules only when needed."""

from __future__ import annotations

import sys

from runtime.bench.cli import main


def entry() -> None:
    """Run the command line; called by the installed script."""
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    entry()
