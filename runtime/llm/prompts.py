"""Prompts as text files with versions.

A file `NAME.txt` beside the code that uses it begins with `NAME VERSION` and a line of dashes; the text follows, with
`{{placeholders}}`. An edited text needs a higher version. The label contains a digest of the text, so an edit without a
new version is noticed; the label is part of the cache key, of each verdict and of the run.

A component that uses prompts names its installed ones in `PartSpec.prompts`, and receives those to use as `prompts=`.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from importlib import resources

_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")
_HEAD = re.compile(r"\A([a-z][a-z0-9_-]*) (\d+)\n-{3,}\n")


@dataclass(frozen=True, slots=True)
class Prompt:
    """The text of a prompt with its name and version."""

    name: str
    version: int
    text: str

    @classmethod
    def load(cls, package: str, name: str) -> Prompt:
        """Read the file `name.txt` of a package; blocks while reading one small file.

        Raises:
            ValueError: its head is not `name VERSION` and a line of dashes.
        """
        return cls.parse(name, (resources.files(package) / f"{name}.txt").read_text(encoding="utf-8"))

    @classmethod
    def parse(cls, name: str, source: str) -> Prompt:
        """Parse the content of a prompt file.

        Raises:
            ValueError: its head is not `name VERSION` and a line of dashes.
        """
        head = _HEAD.match(source)
        if head is None or head[1] != name:
            raise ValueError(f"the prompt {name!r} must begin with '{name} VERSION' and a line of dashes")
        return cls(name, int(head[2]), source[head.end() :].strip())

    @property
    def label(self) -> str:
        """Name, version and the first digits of the text's digest."""
        return f"{self.name}@{self.version}+{hashlib.sha256(self.text.encode()).hexdigest()[:8]}"

    @property
    def placeholders(self) -> frozenset[str]:
        """The names of the placeholders."""
        return frozenset(_PLACEHOLDER.findall(self.text))

    @property
    def source(self) -> str:
        """The content of the prompt's file."""
        return f"{self.name} {self.version}\n---\n{self.text}\n"

    def fill(self, **texts: str) -> str:
        """Return the text with its placeholders replaced. Inserted texts are not searched for placeholders.

        Raises:
            ValueError: placeholders without text, or texts without a placeholder.
        """
        if self.placeholders != texts.keys():
            odd = ", ".join(sorted(self.placeholders.symmetric_difference(texts)))
            raise ValueError(f"prompt {self.label}: placeholders and given texts differ in {odd}")
        return _PLACEHOLDER.sub(lambda found: texts[found[1]], self.text)


@dataclass(frozen=True, slots=True)
class PromptFiles:
    """The prompts that come with a component: files `NAME.txt` of a package."""

    package: str
    names: tuple[str, ...]

    def read(self) -> dict[str, Prompt]:
        """Read all prompts by name; blocks. Raises the same errors as `Prompt.load`."""
        return {name: Prompt.load(self.package, name) for name in self.names}
