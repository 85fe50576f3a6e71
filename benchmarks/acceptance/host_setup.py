"""Reads this machine's set-up for a minimal system: mirrors, pip's configuration, the README's commands. Pure."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from configparser import RawConfigParser
from dataclasses import dataclass
from io import StringIO
from typing import Final

_COMMAND: Final = re.compile(r"^\s*(python3 -m venv .+)$", re.MULTILINE)
_ONE_LINE: Final = re.compile(r"^deb\s+(?:\[[^\]]*\]\s+)?(?P<address>\S+)\s+(?P<suite>\S+)\s", re.MULTILINE)
_ADDRESS: Final = re.compile(r"\b(?:https?|ftp|file)://\S+")
_LAST_LINES: Final = 6


def commands(readme: str) -> tuple[str, ...]:
    """The commands of the README, in order."""
    return tuple(_COMMAND.findall(readme))


def mirrors(sources: Iterable[str]) -> dict[str, str]:
    """The first address for each suite that apt's files name, in the one-line format or as paragraphs."""
    found: dict[str, str] = {}
    for text in sources:
        for suite, address in (*_one_line(text), *_paragraphs(text)):
            found.setdefault(suite, address)
    return found


def _one_line(text: str) -> Iterator[tuple[str, str]]:
    for match in _ONE_LINE.finditer(text):
        yield match["suite"], match["address"]


def _paragraphs(text: str) -> Iterator[tuple[str, str]]:
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    for paragraph in re.split(r"\n\s*\n", lines):
        fields = dict(re.findall(r"^([\w-]+):[ \t]*(.*)$", paragraph, re.MULTILINE))
        if "deb" in fields.get("Types", "").split() and fields.get("URIs"):
            for suite in fields.get("Suites", "").split():
                yield suite, fields["URIs"].split()[0]


@dataclass(frozen=True, slots=True)
class PipConfiguration:
    """The pip configuration of this machine: an equivalent file, and the paths that it names."""

    text: str
    paths: tuple[str, ...]


def pip_configuration(listed: str) -> PipConfiguration:
    """Read what `pip config list` prints: SECTION.NAME='VALUE', where variables have the section `:env:`."""
    sections: dict[str, dict[str, str]] = {}
    for line in listed.splitlines():
        key, _, quoted = line.partition("=")
        section, _, name = key.rpartition(".")
        # What the environment says counts more than what files say, and stands first.
        sections.setdefault("global" if section == ":env:" else section, {}).setdefault(name, ast.literal_eval(quoted))
    parser = RawConfigParser()
    for section, values in sections.items():
        parser[section] = {name: " ".join(value.split()) for name, value in values.items()}
    text = StringIO()
    parser.write(text)
    return PipConfiguration(text.getvalue(), tuple(dict.fromkeys(_paths(sections))))


def _paths(sections: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    for values in sections.values():
        for word in " ".join(values.values()).split():
            path = word.removeprefix("file://")
            if path.startswith("/"):
                yield path


def last_lines(output: str) -> list[str]:
    """The end of what a command printed, without addresses of servers."""
    lines = [_ADDRESS.sub("(address)", line.rstrip()) for line in output.splitlines() if line.strip()]
    return lines[-_LAST_LINES:]
