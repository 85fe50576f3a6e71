"""The report of the whole suite with all its screens: size, time to make it, and time to open it in a real browser."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import anyio

from benchmarks.acceptance.bar import Bar, bench, measured
from tests.support.chromium import Tab, browser

_MEGABYTES = 30.0
_SECONDS = 1.5
_OPENED = 5
"""Times that the page is opened; the slowest counts."""
OPTIONS = {"run": "a run folder of the suite with pictures, instead of playing one"}


def measure(run: str = "") -> list[Bar]:
    """Play the suite unless a run is given, write its report, and open it."""
    with tempfile.TemporaryDirectory() as folder:
        played = Path(run).resolve() if run else Path(folder) / "run"
        if not run:
            done = bench("--agent", "reader", "--out", str(played), "--no-progress", folder=Path(folder))
            if done.returncode != 0:
                return [Bar("the suite is played", f"exit {done.returncode}: {done.stderr[-400:]}", holds=False)]
        page = Path(folder) / "report.html"
        done, cost = measured("report", str(played), "--out", str(page), folder=Path(folder))
        if done.returncode != 0:
            return [Bar("the report is written", f"exit {done.returncode}: {done.stderr[-400:]}", holds=False)]
        size = page.stat().st_size / 1e6
        opened, episode, complaints = anyio.run(_open, page)
    return [
        Bar("the report is written", f"{cost.wall:.0f} s, {cost.cpu:.0f} s of CPU", holds=True),
        Bar(f"at most {_MEGABYTES:g} MB", f"{size:.1f} MB", size <= _MEGABYTES),
        Bar(f"opens in at most {_SECONDS:g} s", f"{opened:.2f} s", opened <= _SECONDS),
        Bar(f"an episode is shown in at most {_SECONDS:g} s", f"{episode:.2f} s", episode <= _SECONDS),
        Bar("no error in the browser", f"{len(complaints)} errors", not complaints),
    ]


async def _open(page: Path) -> tuple[float, float, list[str]]:
    """The slowest opening of the page, the slowest of an episode, and what the browser complained about."""
    opened: list[float] = []
    episodes: list[float] = []
    async with browser() as tab:
        for number in range(_OPENED):
            began = time.monotonic()
            await tab.open(page, "#/")
            await tab.until("document.querySelector('.board')")
            opened.append(time.monotonic() - began)
            episodes.append(await _show(tab, number))
        return max(opened), max(episodes), tab.complaints


async def _show(tab: Tab, number: int) -> float:
    """Seconds until an episode and its picture are there; each time another one."""
    began = time.monotonic()
    await tab.run(f"location.hash = episodeLink(report.episodes.at({number * 17 + 1} % report.episodes.length).id)")
    await tab.until("document.querySelector('.strip') && document.querySelector('.phone img').complete")
    return time.monotonic() - began
