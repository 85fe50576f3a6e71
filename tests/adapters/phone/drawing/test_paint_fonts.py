"""The committed font subsets are small, complete and licensed."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from adapters.phone.style import fonts
from adapters.phone.style.fonts.build import DROID, ICONS, build
from adapters.phone.style.icons import exists, glyph
from adapters.phone.style.typography import FACES

NEEDED = (
    "arrow_back", "search", "mic", "apps", "keyboard", "keyboard_return", "backspace", "check", "done_all", "more_vert",
    "add", "remove", "star", "share", "send", "home", "favorite", "favorite_border", "lunch_dining", "forum",
    "settings", "wifi", "signal_wifi_4_bar", "signal_cellular_4_bar", "battery_full", "edit",
)  # fmt: skip


def test_package_data_is_there_and_small() -> None:
    """Every face, both tables and the licence are found as package data and weigh at most 1.8 MB together."""
    names = [*FACES.values(), fonts.CJK, fonts.ICONS]
    weight = sum(len(fonts.data(name)) for name in names)
    for name in ("icons.json", "coverage.json", "LICENSE-Apache-2.0.txt"):
        weight += len(files(fonts).joinpath(name).read_bytes())
    assert weight <= 1_800_000


def _cells() -> Iterator[int]:
    for row in range(0xB0, 0xF8):
        for cell in range(0xA1, 0xFF if row != 0xD7 else 0xFA):
            yield row
            yield cell


def test_coverage_is_what_the_fonts_have() -> None:
    """Latin with typographic marks, all 6 763 hanzi of GB 2312, and every named icon."""
    have = fonts.coverage()
    assert {ord(c) for c in "AZaz09éñüœŁ’“”–—…·•×°€£¥−½"} <= have["latin"]
    hanzi = {ord(char) for char in bytes(_cells()).decode("gb2312", errors="ignore")}
    assert len(hanzi) == 6763
    assert hanzi <= have["cjk"]
    assert {ord(c) for c in "，。！？：（）"} <= have["cjk"]
    assert exists("battery:80")
    assert not exists("batery")
    assert all(exists(name) and ord(glyph(name)) in have["icons"] for name in NEEDED)


def test_the_cjk_font_draws_what_it_claims() -> None:
    """A sample of hanzi has ink of its own: none falls back to the empty box."""
    face = fonts.face(fonts.CJK, 40)
    shapes = {bytes(face.getmask(char)) for char in "林晓雨周六天气不错带上相机九点见"}
    assert len(shapes) == 16


def test_the_script_makes_the_committed_tables_again(tmp_path: Path) -> None:
    """From the Debian packages the same characters and icon names come out."""
    share = Path("/usr/share")
    if not (share / DROID).exists() or not (share / ICONS).exists():
        pytest.skip("the font packages are not installed")
    pytest.importorskip("fontTools")
    build(share, tmp_path)
    for name in ("icons.json", "coverage.json"):
        assert (tmp_path / name).read_text("utf-8") == files(fonts).joinpath(name).read_text("utf-8")
    assert {path.name for path in tmp_path.glob("*.ttf")} == {
        f"{n}.ttf" for n in (*FACES.values(), fonts.CJK, fonts.ICONS)
    }
