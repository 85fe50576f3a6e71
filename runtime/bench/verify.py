"""The `verify` command: checks that a run folder is complete and undamaged, and that its numbers follow from it."""

from __future__ import annotations

import argparse

from runtime.bench.streams import say_json
from runtime.bench.terminal import show, terminal
from runtime.core.errors import UsageError
from runtime.storage.verify import problems_in_order, verify


def execute(options: argparse.Namespace) -> int:
    """Check the folder; return 0 if everything fits, else 1."""
    if not options.directory.is_dir():
        raise UsageError(f"{options.directory} is not a run folder")
    found = verify(options.directory)
    problems = list(problems_in_order(found))
    if options.json:
        document = {
            "episodes": found.episodes,
            "finished": found.finished,
            "checksum": found.head,
            "problems": problems,
        }
        say_json(document)
        return 1 if problems else 0
    out = terminal()
    state = "finished" if found.finished else "not finished: continue it with --resume"
    verdict = f"{len(problems)} problem{'s' * (len(problems) > 1)}" if problems else "everything fits"
    show(out, *problems, f"{found.episodes} episodes, {state}; {verdict}")
    if not problems:
        show(out, f"checksum: {found.head}")
    return 1 if problems else 0
