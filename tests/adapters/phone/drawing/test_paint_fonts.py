"""The committed font subsets: size, character coverage, and how they are built."""

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


def test_font_files_are_package_data_and_small() -> None:
    """All faces, both tables and the licence are package data, together at most 1.8 MB."""
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


def test_fonts_cover_the_required_characters() -> None:
    """Covered are Latin with typographic marks, all 6 763 hanzi of GB 2312, and every named icon."""
    have = fonts.coverage()
    assert {ord(c) for c in "AZaz09éñüœŁ’“”–—…·•×°€£¥−½"} <= have["latin"]
    hanzi = {ord(char) for char in bytes(_cells()).decode("gb2312", errors="ignore")}
    assert len(hanzi) == 6763
    assert hanzi <= have["cjk"]
    assert {ord(c) for c in "，。！？：（）"} <= have["cjk"]
    assert exists("battery:80")
    assert not exists("batery")
    assert all(exists(name) and ord(glyph(name)) in have["icons"] for name in NEEDED)


def test_the_cjk_font_has_a_glyph_for_each_covered_character() -> None:
    """Sixteen different sample characters have sixteen different glyphs, so none is the missing-glyph box."""
    face = fonts.face(fonts.CJK, 40)
    shapes = {bytes(face.getmask(char)) for char in "林晓雨周六天气不错带上相机九点见"}
    assert len(shapes) == 16


def test_the_build_script_reproduces_the_committed_tables(tmp_path: Path) -> None:
    """From the Debian font packages the script builds the same coverage, icon names and file list."""
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
