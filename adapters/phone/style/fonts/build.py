"""Regenerates the committed font subsets from the Debian font packages (extra `fonts`).

Packages: fonts-roboto-unhinted, fonts-droid-fallback, fonts-material-design-icons-iconfont. `python build.py` reads
them under `/usr/share`. The result depends on the source fonts only: it has no time stamps.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

ROBOTO = "fonts/truetype/roboto/unhinted"
SOURCES = {
    "Roboto-Thin": f"{ROBOTO}/RobotoTTF/Roboto-Thin.ttf",
    "Roboto-Light": f"{ROBOTO}/RobotoTTF/Roboto-Light.ttf",
    "Roboto-Regular": f"{ROBOTO}/RobotoTTF/Roboto-Regular.ttf",
    "Roboto-Italic": f"{ROBOTO}/RobotoTTF/Roboto-Italic.ttf",
    "Roboto-Medium": f"{ROBOTO}/RobotoTTF/Roboto-Medium.ttf",
    "Roboto-Bold": f"{ROBOTO}/RobotoTTF/Roboto-Bold.ttf",
    "Roboto-Black": f"{ROBOTO}/RobotoTTF/Roboto-Black.ttf",
    "RobotoCondensed-Bold": f"{ROBOTO}/RobotoCondensed-Bold.ttf",
}
DROID = "fonts/truetype/droid/DroidSansFallbackFull.ttf"
ICONS = "fonts/truetype/material-design-icons-iconfont/MaterialIcons-Regular.ttf"
ICON_CSS = "fonts-material-design-icons-iconfont/css/material-design-icons.css"
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x180), *(ord(c) for c in "‘’‚“”„†•–—…‹›€™−×÷°½¼¾′″№")]


def gb2312() -> list[int]:
    """Return the characters of GB 2312: hanzi of level 1 and 2, Chinese punctuation, full-width forms."""
    points: list[int] = []
    for row in (*range(0xA1, 0xA4), *range(0xB0, 0xF8)):
        for cell in range(0xA1, 0xFF):
            text = bytes((row, cell)).decode("gb2312", errors="ignore")
            points.extend(ord(c) for c in text if ord(c) > 0x2E7F)
    return points


def spans(points: Iterable[int]) -> list[list[int]]:
    """Group sorted code points into inclusive ranges."""
    out: list[list[int]] = []
    for point in sorted(points):
        if out and out[-1][1] == point - 1:
            out[-1][1] = point
        else:
            out.append([point, point])
    return out


def subset(source: Path, target: Path, points: Iterable[int], features: Iterable[str]) -> set[int]:
    """Write a subset without hinting and return the code points it contains."""
    from fontTools import subset as tool
    from fontTools.ttLib import TTFont

    options = tool.Options()
    options.hinting = False
    options.layout_features = list(features)
    options.drop_tables += ["DSIG", "GPOS", "GSUB", "GDEF", "meta", "FFTM"]
    options.name_IDs = ["*"]
    options.recalc_timestamp = False
    font = TTFont(source, recalcTimestamp=False)
    worker = tool.Subsetter(options)
    worker.populate(unicodes=list(points))
    worker.subset(font)
    font.save(target)
    return set(font.getBestCmap())


def build(share: Path, into: Path) -> None:
    """Write all fonts, `icons.json` and `coverage.json` into the folder `into`."""
    coverage: dict[str, set[int]] = {}
    for name, path in SOURCES.items():
        have = subset(share / path, into / f"{name}.ttf", LATIN, [])
        coverage["latin"] = coverage.get("latin", have) & have
    coverage["cjk"] = subset(share / DROID, into / "DroidSansFallback.ttf", gb2312(), [])
    css = (share / ICON_CSS).read_text("utf-8")
    pattern = r'\.material-icons\.([a-z0-9_]+):before\s*\{\s*content:\s*"\\([0-9a-f]+)"'
    names = dict(re.findall(pattern, css))
    have = subset(share / ICONS, into / "MaterialIcons.ttf", (int(code, 16) for code in names.values()), [])
    coverage["icons"] = have
    drawn = {name: code for name, code in sorted(names.items()) if int(code, 16) in have}
    (into / "icons.json").write_text(json.dumps(drawn, indent=0) + "\n", "utf-8")
    ranges = {name: spans(points) for name, points in coverage.items()}
    (into / "coverage.json").write_text(json.dumps(ranges, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    build(Path("/usr/share"), Path(__file__).parent)
