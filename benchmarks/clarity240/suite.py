"""Reads the suite from its files. The only part of this package that touches the disk, the recorder aside."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from pydantic import ValidationError

from benchmarks.clarity240 import build, instruction_levels, review, schema, splits, suite_statistics, yaml_document
from benchmarks.clarity240.findings import Mistakes
from benchmarks.clarity240.intent_files import Sources, understood
from runtime.core.errors import UsageError
from runtime.core.tasks import Suite

NAME = suite_statistics.SUITE
VERSION = "0.10.0"
"""Goes up whenever a result would no longer be comparable: another instruction, requirement, check or reference."""

REFERENCES = "references.json"
RECORD = "python -m runtime.bench record"


def home() -> Traversable:
    """The folder of the suite's files."""
    return files("benchmarks.clarity240")


def gathered(root: Traversable | None = None) -> Sources:
    """Every intent file of the folder, by name; what is wrong with files stands in its findings."""
    folder = (root or home()) / "intents"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".yaml"))
    return understood((f"intents/{name}", (folder / name).read_text(encoding="utf-8")) for name in names)


def sources(root: Traversable | None = None) -> tuple[schema.IntentFile, ...]:
    """Every intent file, by name.

    Raises:
        Mistakes: all mistakes in all files, with their lines.
    """
    found = gathered(root)
    if found.findings:
        raise Mistakes(found.findings)
    return found.files


def recordings(root: Traversable | None = None) -> schema.References:
    """The recorded references; none if nothing was recorded yet.

    Raises:
        UsageError: the file is damaged.
    """
    file = (root or home()) / REFERENCES
    if not file.is_file():
        return schema.NOTHING_RECORDED
    try:
        return schema.References.model_validate_json(file.read_bytes())
    except ValidationError as error:
        what = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in what["loc"])
        raise UsageError(f"{REFERENCES}: {where}: {what['msg']}; make the file again by `{RECORD}`") from error


def reviews(root: Traversable | None = None) -> yaml_document.Document:
    """What was found when the intents were read by somebody else; nothing if there is no such file.

    Raises:
        Mistakes: it is not YAML.
    """
    file = (root or home()) / review.FILE
    if not file.is_file():
        return yaml_document.Document(review.FILE, {}, {})
    return yaml_document.read(file.read_text(encoding="utf-8"), review.FILE)


def read(root: Traversable | None = None) -> Suite:
    """Read the suite.

    Raises:
        Mistakes: mistakes in files, and intents without a review or an up-to-date recording.
        UsageError: the recordings are damaged.
    """
    recorded = recordings(root)
    found = gathered(root)
    wrong = [*found.findings, *review.unreviewed(found, reviews(root))]
    intents = []
    for source in found.files:
        recording = recorded.intents.get(source.id)
        if recording is None or recording.fingerprint != source.fingerprint():
            state = "has no recorded reference" if recording is None else "was changed after its reference was recorded"
            place = found.documents[source.id]
            wrong.append(place.mistake("recording", ("reference",), f"{source.id} {state}", f"run `{RECORD}`"))
        else:
            intents.append(build.intent(source, recording, recorded))
    if wrong:
        raise Mistakes(wrong)
    return Suite(NAME, VERSION, instruction_levels.tasks(intents), splits.members(intents))


@cache
def suite() -> Suite:
    """The committed suite, read once."""
    return read()
