"""Terminal output: what people see is written by `runtime.bench.streams` and `runtime.bench.terminal`."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("runtime", "adapters", "judges", "benchmarks/gap", "benchmarks/calibration", "benchmarks/clarity240")
WRITING = re.compile(r"sys\.std(?:out|err)\.write|rich\.console import [^\n]*\bConsole\b")
ALLOWED = {
    "runtime/bench/streams.py": "writes them",
    "runtime/bench/terminal.py": "writes them",
    "runtime/bench/progress.py": "is given a console",
    "runtime/bench/show.py": "passes on the console that it is given",
    "runtime/bench/run.py": "metrics.json, byte for byte",
    "runtime/bench/rejudge.py": "metrics.json, byte for byte",
    "adapters/agents/external/process/bootstrap.py": "runs alone, in the process of a program",
    "adapters/farm/live_view.py": "is given a console",
    "adapters/phone/workers/worker.py": "tells its parent process its ports",
    "benchmarks/gap/progress.py": "a line that is overwritten",
    "benchmarks/calibration/command.py": "a line that is overwritten",
}


def test_texts_reach_the_terminal_through_one_place():
    """No other module writes to a standard stream or makes a console of its own, so no text is markup or an escape."""
    found = {
        path.relative_to(ROOT).as_posix()
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        if WRITING.search(path.read_text(encoding="utf-8"))
    }
    assert found - ALLOWED.keys() == set()
