"""`python -m benchmarks.attacks`: see `--help`."""

import sys

from benchmarks.attacks.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
