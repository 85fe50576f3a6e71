"""README.md and the pages under docs/: their code blocks, command lines and links.

`python -m tests.support.pages FOLDER` writes all Python of the pages and examples there, for a type checker.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = tuple(sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]))
_FENCE = re.compile(r"(?:<!-- ([\w]+):[^>]*-->\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_COMMENT = re.compile(r"\s{2,}#.*$")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of code; `mark` is the first word of a comment right above it, if there is one."""

    page: Path
    line: int
    language: str
    text: str
    mark: str


def blocks(page: Path, language: str = "python") -> Iterator[Block]:
    """The blocks of a page in that language, in their order."""
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        if found[2] == language:
            yield Block(page, text.count("\n", 0, found.start(3)) + 1, found[2], found[3], found[1] or "")


def write_programs(folder: Path) -> int:
    """Write every Python block and example as a file of its own into the folder; returns the number of blocks.

    A block's file is named after its page, and its lines have the numbers that they have on the page.
    """
    count = 0
    for page in PAGES:
        for block in blocks(page):
            name = re.sub(r"\W", "_", f"{page.relative_to(ROOT).with_suffix('')}_{block.line}")
            (folder / f"{name}.py").write_text("\n" * (block.line - 1) + block.text, encoding="utf-8")
            count += 1
    for example in (ROOT / "examples").glob("*.py"):
        (folder / example.name).write_text(example.read_text(encoding="utf-8"), encoding="utf-8")
    return count


def marked_block(page: Path, mark: str) -> str:
    """The text of the one Python block of a page that has this mark."""
    (found,) = [block.text for block in blocks(page) if block.mark == mark]
    return found


def bench_lines(page: Path) -> Iterator[str]:
    """Every complete `python -m runtime.bench …` of a page: in blocks, indented, and in the running text."""
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    fenced = "\n".join(found[3] for found in _FENCE.finditer(text) if found[2] == "sh")
    plain = _FENCE.sub("", text)
    indented = "\n".join(line for line in plain.splitlines() if line.startswith("    "))
    spans = "\n".join(_SPAN.findall(plain))
    for line in f"{fenced}\n{indented}\n{spans}".splitlines():
        _, found, rest = _COMMENT.sub("", line).partition("python -m runtime.bench")
        if found and "…" not in rest:
            yield rest.strip()


def links(page: Path) -> Iterator[str]:
    """The targets of a page's links and pictures, those on the web left out."""
    for target in _LINK.findall(_FENCE.sub("", page.read_text(encoding="utf-8"))):
        if "://" not in target:
            yield target


def anchors(page: Path) -> set[str]:
    """The link anchors of a page's headings."""
    headings = re.findall(r"^#+ (.+)$", _FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading.lower())).strip("-") for heading in headings}


if __name__ == "__main__":
    print(f"{write_programs(Path(sys.argv[1]))} blocks")  # noqa: T201 - this is a command
