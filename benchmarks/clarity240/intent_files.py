"""All intent files at once: what can be read, every mistake in the rest, and the line of every later finding. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from benchmarks.clarity240 import schema, yaml_document
from benchmarks.clarity240.findings import Finding, Mistakes, Place
from benchmarks.clarity240.yaml_document import Document

_WORDS: Mapping[str, Place] = {"ambiguous": ("phrasing", "vague"), "detailed": ("reference", "steps")}
"""The part of a file that an instruction is made from, where it is not the goal."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The contents of a set of intent files. `documents` holds the documents of valid ones, by intent id."""

    files: tuple[schema.IntentFile, ...]
    documents: Mapping[str, Document] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


def understood(texts: Iterable[tuple[str, str]]) -> Sources:
    """The intents of files given by name and text. A file with a mistake is left out; all mistakes are reported."""
    files: list[schema.IntentFile] = []
    documents: dict[str, Document] = {}
    found: list[Finding] = []
    for name, text in texts:
        try:
            read = yaml_document.read(text, name)
            file = schema.understand(read)
        except Mistakes as mistakes:
            found.extend(mistakes.findings)
            continue
        if file.id in documents:
            what = f"{file.id!r} is the id of {documents[file.id].name} too"
            found.append(read.mistake("id", ("id",), what, "give every intent an id of its own"))
            continue
        stem = name.rpartition("/")[2].removesuffix(".yaml")
        if stem != file.id:
            what = f"the file of {file.id!r} is called {stem!r}"
            found.append(read.mistake("id", ("id",), what, f"rename it to {file.id}.yaml"))
        files.append(file)
        documents[file.id] = read
    return Sources(tuple(files), documents, tuple(found))


def located(findings: Iterable[Finding], documents: Mapping[str, Document]) -> list[Finding]:
    """The findings with file and line, where they concern one of the documents."""
    return [_located(finding, documents) for finding in findings]


def concerns(finding: Finding, intent: str) -> bool:
    """Whether it is about this intent, one of its tasks or one of its parts."""
    return finding.where == intent or finding.where.startswith((f"{intent}/", f"{intent}.", f"{intent} "))


def _located(finding: Finding, documents: Mapping[str, Document]) -> Finding:
    mine = [name for name in documents if concerns(finding, name)]
    if finding.file or not mine:
        return finding
    # Of two intents whose names begin alike, the longer one is meant.
    name = max(mine, key=len)
    read = documents[name]
    return replace(finding, file=read.name, line=read.line(_place(finding, name, read)))


def _place(finding: Finding, intent: str, read: Document) -> Place:
    rest = finding.where.removeprefix(intent)
    if rest.startswith("/"):
        for parent in (("requirements",), ("reference", "steps")):
            position = (*parent, rest[1:])
            place = read.place(position)
            if len(place) == len(position):
                return read.place((*position, *finding.at))
    if finding.at:
        return read.place(finding.at)
    if rest.startswith("."):
        return _WORDS.get(rest[1:], ("phrasing", "goal"))
    return ("reference", "steps") if rest.startswith(" step") else ("id",)
