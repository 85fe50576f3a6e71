"""The report of the whole suite with all its screens, and one of thousands of episodes, in a real browser.

How large it is, how long it takes to write and to open, to draw and filter the list, to open an episode and to compare
two. With `--episodes` the recorded episodes are repeated under other numbers (`repeated_run`) before that.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import anyio

from benchmarks.acceptance.bar import Bar, Cost, bench, measured
from benchmarks.acceptance.repeated_run import repeat_run
from runtime.storage.run_directory import RunDirectory
from tests.support.chromium import Tab, browser

_MEGABYTES = 30.0
"""Of a report that holds everything in one page."""
_SECONDS = 1.5
_HEAP = 100.0
"""Megabytes of the page's own memory."""
_OPENED = 5
"""Times that each thing is done; the slowest counts."""
OPTIONS = {
    "run": "a run folder of the suite with pictures, instead of playing one",
    "episodes": "so many episodes at least: the recorded ones under other numbers of repeats",
}


@dataclass(slots=True)
class _Browsed:
    """What a browser took: seconds by what was done, megabytes of memory, and what it complained about."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    heap: float = 0.0
    complaints: list[str] = field(default_factory=list)


def measure(run: str = "", episodes: str = "") -> list[Bar]:
    """Play the suite unless a run is given, write its report, and use it."""
    with tempfile.TemporaryDirectory() as folder:
        played = Path(run).resolve() if run else Path(folder) / "run"
        if not run:
            done = bench("--agent", "reader", "--out", str(played), "--no-progress", folder=Path(folder))
            if done.returncode != 0:
                return [Bar("the suite is played", f"exit {done.returncode}: {done.stderr[-400:]}", holds=False)]
        if episodes:
            repeated = Path(folder) / "repeated"
            repeat_run(played, repeated, -(-int(episodes) // len(RunDirectory.open(played).commits)))
            done = bench("--resume", str(repeated), "--no-progress", folder=Path(folder))
            sound = bench("verify", str(repeated), folder=Path(folder))
            if done.returncode or sound.returncode:
                return [Bar("the repeated run is sound", f"{done.stderr[-400:]}{sound.stdout[-400:]}", holds=False)]
            played = repeated
        count = len(RunDirectory.open(played).commits)
        page = Path(folder) / "report.html"
        done, cost = measured("report", str(played), "--out", str(page), folder=Path(folder))
        if done.returncode != 0:
            return [Bar("the report is written", f"exit {done.returncode}: {done.stderr[-400:]}", holds=False)]
        return _bars(page, count, cost, anyio.run(_browse, page))


def _bars(page: Path, count: int, cost: Cost, browsed: _Browsed) -> list[Bar]:
    size = page.stat().st_size / 1e6
    parts = page.parent / "report_parts"
    beside = sum(path.stat().st_size for path in parts.iterdir()) / 1e6 if parts.exists() else 0.0
    bars = [
        Bar("the report is written", f"{count:,} episodes, {cost.wall:.0f} s, {cost.cpu:.0f} s of CPU", holds=True),
        Bar(f"the page has at most {_MEGABYTES:g} MB", f"{size:.1f} MB, {beside:.1f} beside it", size <= _MEGABYTES),
    ]
    for what, seconds in browsed.seconds.items():
        bars.append(Bar(f"{what} in at most {_SECONDS:g} s", f"{max(seconds):.2f} s", max(seconds) <= _SECONDS))
    bars.append(Bar(f"the page needs at most {_HEAP:g} MB", f"{browsed.heap:.0f} MB", browsed.heap <= _HEAP))
    bars.append(Bar("no error in the browser", f"{len(browsed.complaints)} errors", not browsed.complaints))
    return bars


async def _browse(page: Path) -> _Browsed:
    """Use the page as a reader does, several times."""
    found = _Browsed()
    async with browser() as tab:
        for number in range(_OPENED):
            for what, act, done in _actions(tab, page, number):
                began = time.monotonic()
                await act()
                await tab.until(done)
                await tab.settle()
                found.seconds.setdefault(what, []).append(time.monotonic() - began)
        await tab.call("HeapProfiler.collectGarbage")
        found.heap = (await tab.call("Runtime.getHeapUsage"))["totalSize"] / 1e6
        found.complaints = tab.complaints
    return found


def _actions(tab: Tab, page: Path, number: int) -> list[tuple[str, Callable[[], Awaitable[object]], str]]:
    """What is done, and when it is done; each time on another episode."""
    place = f"report.episodes.at({number * 17 + 1} % report.episodes.length)"
    other = f"report.episodes.findLast(row => row.task === {place}.task)"

    def run(script: str) -> Callable[[], Awaitable[object]]:
        return lambda: tab.run(script)

    def typed(text: str) -> Callable[[], Awaitable[object]]:
        return lambda: tab.choose("#search", text)

    listed = "document.querySelector('.episodes tbody tr')"
    return [
        ("the page opens", lambda: tab.open(page, "#/"), "document.querySelector('.board')"),
        ("the list is drawn", run("location.hash = '#/episodes'"), listed),
        ("the list is searched", typed("griddle"), listed),
        ("the search is cleared", typed(""), listed),
        ("the list is sorted", run("document.querySelector('th.col-sentence button').click()"), listed),
        ("the end of the list is reached", run("scrollTo(0, document.body.scrollHeight)"), listed),
        (
            "an episode is shown",
            run(f"location.hash = episodeLink({place}.id)"),
            "document.querySelector('.strip') && document.querySelector('.phone img').complete",
        ),
        (
            "two episodes are compared",
            run(f"location.hash = compareLink({place}.id, {other}.id)"),
            "document.querySelector('.both, .empty')",
        ),
        ("the devices are shown", run("location.hash = '#/devices'"), "document.querySelector('.lanes')"),
    ]
