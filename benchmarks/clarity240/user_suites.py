"""Users' own suites: intent files anywhere on the disk, read, recorded if necessary, and reported with their lines.

A folder's files are those in it, or in its `intents/`. `references.json` beside them holds recordings; an intent that
has none up to date there is recorded when it is read, which takes a phone in the pure world and a moment.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.clarity240 import build, instruction_levels, intent_files, real_phone_intents, schema, suite
from benchmarks.clarity240.findings import Finding, Mistakes
from benchmarks.clarity240.yaml_document import Document
from runtime.core.errors import TaskFault, UsageError
from runtime.core.given_files import read_given_text
from runtime.core.tasks import Intent, Suite

if TYPE_CHECKING:
    from adapters.phone.kernel.phone import Phone


@dataclass(frozen=True, slots=True)
class OwnSuite(Suite):
    """A suite that knows the files it came from, by the id of the intent."""

    documents: Mapping[str, Document] = field(default_factory=dict)


def found(paths: Sequence[str]) -> tuple[Path, ...]:
    """The intent files that files and folders stand for, each once.

    Raises:
        UsageError: nothing is there, or nothing that could be an intent.
    """
    files: dict[Path, None] = {}
    for name in paths:
        path = Path(name)
        folder = path / "intents" if (path / "intents").is_dir() else path
        mine = sorted(folder.glob("*.yaml")) if folder.is_dir() else [path]
        if not mine:
            raise UsageError(
                f"{name}: no intent is in this folder; write one as ID.yaml (benchmarks/clarity240/GUIDE.md)"
            )
        if folder == path and not path.exists():
            raise UsageError(f"{name}: there is no such file or folder")
        files.update(dict.fromkeys(mine))
    return tuple(files)


def root(file: Path) -> Path:
    """The folder whose `references.json` has the recording of an intent file."""
    return file.parent.parent if file.parent.name == "intents" else file.parent


def gathered(files: Iterable[Path]) -> intent_files.Sources:
    """The contents of the files, with mistakes as findings.

    Raises:
        UsageError: a file cannot be read.
    """
    return intent_files.understood([(str(file), read_given_text(file)) for file in files])


def read(paths: Sequence[str]) -> OwnSuite:
    """The suite that files and folders hold. Its version names their content, recordings included.

    Raises:
        Mistakes: everything that is wrong with the files.
        UsageError: there are none, or a `references.json` is damaged.
    """
    files = found(paths)
    there = gathered(files)
    wrong: list[Finding] = list(there.findings)
    recorded = {folder: suite.recordings(folder) for folder in {root(file) for file in files}}
    recorder = Recorder()
    intents: list[Intent] = []
    for source in there.files:
        document = there.documents[source.id]
        if source.real:
            intents.append(build.intent(source, real_phone_intents.assumed(source), schema.NOTHING_RECORDED))
            continue
        known = recorded[root(Path(document.name))]
        recording = known.intents.get(source.id)
        if recording is None or recording.fingerprint != source.fingerprint():
            made = recorder.record(source, document)
            if isinstance(made, Finding):
                wrong.append(made)
                continue
            recording, known = made.intents[source.id], made
        intents.append(build.intent(source, recording, known))
    if wrong:
        raise Mistakes(wrong)
    content = hashlib.sha256(repr(intents).encode()).hexdigest()[:12]
    return OwnSuite(
        Path(paths[0]).resolve().stem, content, instruction_levels.tasks(intents), documents=there.documents
    )


class Recorder:
    """Records one file after the other, on a phone that is made when the first one needs it."""

    def __init__(self) -> None:
        self._phone: Phone | None = None

    def record(self, source: schema.IntentFile, document: Document) -> schema.References | Finding:
        """The recording of the intent, or what is wrong with the file."""
        from benchmarks.clarity240 import record, replay

        if self._phone is None:
            self._phone = replay.phone()
        try:
            return record.references({source.id: record.record(source, self._phone)})
        except record.Stuck as error:
            what, _, fix = error.why.rpartition("; ")
            return document.mistake("step", ("reference", "steps", error.step), what, fix)
        except TaskFault as error:
            return document.mistake("setup", ("setup", "state"), str(error), "give apps a state that they understand")
