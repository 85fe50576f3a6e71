"""Reads the suite from its files. The only part of this package that touches the disk, the recorder aside."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from pydantic import ValidationError

from benchmarks.clarity240 import build, derive, document, schema
from runtime.errors import UsageError
from runtime.tasks import Suite

NAME = "clarity240"
VERSION = "0.2.0"
"""Goes up whenever a result would no longer be comparable: another instruction, requirement, check or reference."""

REFERENCES = "references.json"
RECORD = "python -m benchmarks.clarity240.record"


def home() -> Traversable:
    """Where the suite's files lie."""
    return files("benchmarks.clarity240")


def sources(root: Traversable | None = None) -> tuple[schema.IntentFile, ...]:
    """Every intent file, by name.

    Raises:
        UsageError: a mistake in a file, with its line.
    """
    folder = (root or home()) / "intents"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".yaml"))
    found: dict[str, schema.IntentFile] = {}
    for name in names:
        shown = f"intents/{name}"
        read = document.read((folder / name).read_text(encoding="utf-8"), shown)
        one = schema.understand(read)
        if name != f"{one.id}.yaml":
            raise read.mistake(("id",), f"the file of {one.id!r} is called {name!r}", f"rename it to {one.id}.yaml")
        found[one.id] = one
    return tuple(found.values())


def recordings(root: Traversable | None = None) -> schema.References:
    """The recorded references; none if nothing was recorded yet.

    Raises:
        UsageError: the file is damaged.
    """
    file = (root or home()) / REFERENCES
    if not file.is_file():
        return schema.References(scratch=(), intents={})
    try:
        return schema.References.model_validate_json(file.read_bytes())
    except ValidationError as error:
        what = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in what["loc"])
        raise UsageError(f"{REFERENCES}: {where}: {what['msg']}; make the file again by `{RECORD}`") from error


def read(root: Traversable | None = None) -> Suite:
    """The whole suite.

    Raises:
        UsageError: a mistake in a file, or an intent without an up-to-date recording.
    """
    recorded = recordings(root)
    intents = []
    for source in sources(root):
        recording = recorded.intents.get(source.id)
        if recording is None or recording.fingerprint != source.fingerprint():
            state = "has no recorded reference" if recording is None else "was changed after its reference was recorded"
            raise UsageError(f"intents/{source.id}.yaml: {source.id} {state}; run `{RECORD}`")
        intents.append(build.intent(source, recording, recorded.scratch))
    return Suite(NAME, VERSION, derive.tasks(intents))


@cache
def suite() -> Suite:
    """The committed suite, read once."""
    return read()
