"""A comparison as a page."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

from runtime.metrics.comparing.gates import check_comparison, parse_gate
from runtime.metrics.comparing.run_comparison import compare_sides
from runtime.recordings.comparison_page import comparison_page
from runtime.recordings.run import RecordedRun
from runtime.recordings.sides import sides_of
from tests.support.committed_runs import episodes, write_run

HOSTILE = "<script>alert(1)</script>&'\"\x1b[31m"


class Tags(HTMLParser):
    """Collects tags and checks that each is closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        assert not {name for name, _ in attrs} & {"src", "href", "onload", "onclick"}
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def page(tmp_path: Path, agent: str = "mine") -> str:
    """Make the page of two runs with flips, repeats and gates."""
    first = write_run(tmp_path / "A", episodes(agent, "x.x."))
    second = write_run(tmp_path / "B", [*episodes(agent, "xx.."), *episodes(agent, "xxx.", repeat=1)], repeat=2)
    document = compare_sides(sides_of([RecordedRun.open(path) for path in (first, second)]))
    gates = check_comparison([parse_gate("dTSR>=-1"), parse_gate("TSR>=0.9")], document)
    return comparison_page({**document, "settings": ["seed"]}, gates)


def test_the_page_is_complete_and_needs_nothing_else(tmp_path: Path) -> None:
    """Its tags are closed, it has tables with headings, and neither script nor request."""
    text = page(tmp_path)
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert {"h1", "h2", "table", "thead", "th", "strong"} <= set(tags.seen)
    assert not {"script", "link", "img", "iframe"} & set(tags.seen)
    assert "prefers-color-scheme:dark" in text
    for part in ("TSR_final", "pass^2", "80 % power", "B passed and A failed", "fails", "settings that differ: seed"):
        assert part in text


def test_texts_are_not_markup(tmp_path: Path) -> None:
    """An agent may be called anything."""
    text = page(tmp_path, HOSTILE)
    assert "<script>" not in text
    assert "\x1b" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#x27;&quot;\\x1b[31m" in text
