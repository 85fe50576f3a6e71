"""Bad calls of the command: each is refused by one short sentence, and nothing is started or left behind."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from benchmarks.acceptance.bad_calls.calls import Call, conflicts, files, options, surroundings
from benchmarks.acceptance.bad_calls.running import Outcome, run_call, write_hook
from benchmarks.acceptance.bad_calls.wrong_files import write_wrong_files
from benchmarks.acceptance.bar import Bar, bench

_FAMILIES: Final[Mapping[str, Callable[[], Iterable[Call]]]] = {
    "options": options,
    "files": files,
    "conflicts": conflicts,
    "surroundings": surroundings,
}
PARTS: Final[Mapping[str, str]] = {name: (make.__doc__ or "") for name, make in _FAMILIES.items()}
OPTIONS: Final[Mapping[str, str]] = {
    "stride": "run only each N-th call",
    "violations": "file to write all violations to",
}
_AT_ONCE: Final = 2
_SLOWEST: Final = 15.0
_RECORDED: Final = (
    "--agent",
    "oracle",
    "--task",
    "device.airplane.detailed",
    "--device",
    "headless://1",
    "--no-progress",
)


def measure(parts: list[str] | None = None, stride: str = "1", violations: str = "") -> list[Bar]:
    """Run the calls of the chosen families, two at a time."""
    with tempfile.TemporaryDirectory(prefix="calls-") as name:
        root = Path(name)
        write_wrong_files(root / "bad")
        write_hook(root / "hook")
        bench(*_RECORDED, "--out", "recorded", folder=root)
        before = _names(root / "bad"), _names(root / "recorded")
        bars = []
        found: dict[str, Outcome] = {}
        for part in parts or PARTS:
            calls = [*_FAMILIES[part]()][:: int(stride)]
            with ThreadPoolExecutor(_AT_ONCE) as pool:
                outcomes = [*pool.map(run_call, calls, range(len(calls)), [root] * len(calls))]
            bad = [outcome for outcome in outcomes if outcome.wrong]
            found |= {outcome.call.name: outcome for outcome in bad}
            slowest = max(outcomes, key=lambda outcome: outcome.seconds)
            bars.append(
                Bar(
                    f"calls of the family {part} that end as they must",
                    f"{len(calls) - len(bad)} of {len(calls)}",
                    not bad,
                )
            )
            bars.append(
                Bar(
                    f"the slowest of {part}",
                    f"{slowest.seconds:.1f} s: {slowest.call.name}",
                    slowest.seconds < _SLOWEST,
                )
            )
        bars += _started_at_once(root)
        same = before == (_names(root / "bad"), _names(root / "recorded"))
        bars.append(Bar("the files that calls were given are as before", "yes" if same else "no", same))
    if violations:
        Path(violations).write_text("".join(f"{name}\n  {'; '.join(out.wrong)}\n" for name, out in found.items()))
    return bars


def _started_at_once(root: Path) -> Iterable[Bar]:
    """Runs without --out that start at the same time, hence mostly in the same second."""
    folder = root / "at-once"
    folder.mkdir()
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        codes = [done.returncode for done in pool.map(lambda _: bench(*_RECORDED, folder=folder), range(_AT_ONCE))]
    runs = [path for path in (folder / "runs").iterdir() if (path / "metrics.json").is_file()]
    fine = codes == [0] * _AT_ONCE and len(runs) == _AT_ONCE
    yield Bar("runs started at once that each have a folder", f"{len(runs)} of {_AT_ONCE}, exit codes {codes}", fine)


def _names(folder: Path) -> dict[str, int]:
    """The files of a folder with their sizes, except the sample that `label` draws before it looks for a trace."""
    names = sorted(set(os.listdir(folder)) - {"labels"})
    return {name: os.lstat(folder / name).st_size for name in names}
