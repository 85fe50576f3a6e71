"""A page of a run's report as a browser shows it."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Final

import anyio.to_thread
from PIL import Image

from adapters.web.report.contents import open_runs
from adapters.web.report.files import write_report
from runtime.storage.run_directory import EpisodeKey
from tests.support.chromium import Tab, browser

STEP: Final = "9"
"""The step that is shown: a tap after a question and its reply."""
_WIDTH, _HEIGHT, _SCALE = 1250, 888, 1.7
"""The window in CSS pixels, and how many pixels of the picture each has."""
_OPEN: Final = """(async () => {
  document.body.style.fontFamily = "Roboto, system-ui, sans-serif";
  for (const step of (await episodeDocument(episodes.get(NAME))).steps) step.time = step.took = 0;
  location.hash = episodeLink(NAME, STEP);
})()"""
"""Opens a step in a font that looks the same everywhere, without times, which no two runs have alike."""
_COMPLETE: Final = """(() => {
  const images = [...document.querySelectorAll(".strip img, .phones img")];
  for (const image of images) image.loading = "eager";
  return images.length && images.every(image => image.naturalWidth)
    && [...document.querySelectorAll(".phones img")].every(image => image.naturalWidth === 1080);
})()"""
"""All thumbnails are there, and the two large screens have been replaced by the recorded pictures."""
_ALIGN: Final = """(async () => {
  await Promise.all([...document.images].map(image => image.decode()));
  const pane = document.querySelector(".left"), steps = pane.querySelector(".steps");
  const first = pane.querySelector(".step[aria-current]").previousElementSibling.previousElementSibling;
  pane.scrollTop += first.getBoundingClientRect().top - pane.querySelector(".kinds").getBoundingClientRect().bottom;
})()"""
"""The list of steps begins with a whole step, two before the one that is shown."""


async def report_picture(run: Path, episode: EpisodeKey) -> Image.Image:
    """Write the report of a run into its folder and return the page of an episode in it."""
    runs, notes = await anyio.to_thread.run_sync(open_runs, [run])
    written = await write_report(runs, notes, run / "report.html")
    async with browser(_WIDTH, _HEIGHT) as tab:
        await tab.call(
            "Emulation.setDeviceMetricsOverride", width=_WIDTH, height=_HEIGHT, deviceScaleFactor=_SCALE, mobile=False
        )
        await tab.open(written.path)
        await _show(tab, str(episode))
        png = await tab.screenshot()
    assert not tab.complaints, tab.complaints
    with Image.open(BytesIO(png)) as picture:
        return picture.convert("RGB")


async def _show(tab: Tab, name: str) -> None:
    await tab.run(_OPEN.replace("NAME", f'"{name}"').replace("STEP", f'"{STEP}"'))
    await tab.until(_COMPLETE)
    await tab.run(_ALIGN)
    await tab.settle()
