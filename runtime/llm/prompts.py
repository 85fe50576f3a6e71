"""Prompts as text files with versions.

A file `NAME.txt` beside the code that uses it begins with `NAME VERSION` and a line of dashes; after it comes the text,
with `{{gaps}}`. Who edits the text raises the version; who forgets to is found out by the digest in the label, which is
part of the cache's key, of the verdict's record and of the run's.

A part that asks says in `prompt_files` which prompts it has installed, and takes those that it is to use as `prompts=`.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from importlib import resources

_GAP = re.compile(r"\{\{(\w+)\}\}")
_HEAD = re.compile(r"\A([a-z][a-z0-9_-]*) (\d+)\n-{3,}\n")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt's text under a name and a version."""

    name: str
    version: int
    text: str

    @classmethod
    def load(cls, package: str, name: str) -> Prompt:
        """Read the file `name.txt` of a package; blocks for the reading of one small file.

        Raises:
            ValueError: its head is not `name VERSION` and a line of dashes.
        """
        return cls.parse(name, (resources.files(package) / f"{name}.txt").read_text(encoding="utf-8"))

    @classmethod
    def parse(cls, name: str, source: str) -> Prompt:
        """A prompt out of its file's content."""
        head = _HEAD.match(source)
        if head is None or head[1] != name:
            raise ValueError(f"the prompt {name!r} must begin with '{name} VERSION' and a line of dashes")
        return cls(name, int(head[2]), source[head.end() :].strip())

    @property
    def label(self) -> str:
        """Name, version and the first digits of the text's digest."""
        return f"{self.name}@{self.version}+{hashlib.sha256(self.text.encode()).hexdigest()[:8]}"

    @property
    def gaps(self) -> frozenset[str]:
        """The names of what has to be filled in."""
        return frozenset(_GAP.findall(self.text))

    @property
    def source(self) -> str:
        """The file that holds this prompt."""
        return f"{self.name} {self.version}\n---\n{self.text}\n"

    def fill(self, **gaps: str) -> str:
        """The text with its gaps filled. What fills a gap is not searched for gaps again.

        Raises:
            ValueError: gaps without text, or texts without a gap.
        """
        if self.gaps != gaps.keys():
            odd = ", ".join(sorted(self.gaps.symmetric_difference(gaps)))
            raise ValueError(f"prompt {self.label}: filled and named gaps differ in {odd}")
        return _GAP.sub(lambda found: gaps[found[1]], self.text)


@dataclass(frozen=True, slots=True)
class PromptFiles:
    """The prompts that come with a part: files `NAME.txt` of a package."""

    package: str
    names: tuple[str, ...]

    def read(self) -> dict[str, Prompt]:
        """All of them by name; blocks. Raises what `Prompt.load` raises."""
        return {name: Prompt.load(self.package, name) for name in self.names}
