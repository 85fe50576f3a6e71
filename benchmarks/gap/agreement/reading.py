"""Reads labels from a sample folder, or from a file in a published format.

A line names its step by `"id": "EPISODE:STEP"`, or by `"episode_id"` and `"step_id"`. Its `gta` (`resolved_gta` in
merged files) is 1, 0 or "NA"; the optional `em` and `gta_sys` are 1 or 0.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from benchmarks.gap.agreement.labels import Item, Label, Labels, Vote, compare_annotators, merge_labels
from benchmarks.gap.records import Defect
from runtime.core.errors import UsageError
from runtime.core.given_files import read_given_bytes, read_given_json

SAMPLE: Final = "sample.json"
KIND: Final = "gap-sample"
VERSION: Final = 1
_ROLES: Final = ("annotator", "adjudicator")


def read(path: Path) -> Labels:
    """Read the labels of a sample folder, merged strictly, or of a file with one label per line.

    Raises:
        UsageError: there is nothing to read, a line is no label, or too many people labelled the same sample.
    """
    if path.is_dir():
        folder = path if (path / SAMPLE).is_file() else path.parent
        return _folder(folder) if (folder / SAMPLE).is_file() else _reject(path)
    if path.name == SAMPLE:
        return _folder(path.parent)
    if not path.is_file():
        _reject(path)
    return _file(path)


def _reject(path: Path) -> Labels:
    raise UsageError(f"{path}: neither a sample folder (with {SAMPLE}, from gap sample) nor a file of labels")


# -- a file of labels --------------------------------------------------------------------------------------------------


def _file(path: Path) -> Labels:
    labels: dict[Item, Label] = {}
    defects: list[Defect] = []
    for where, record in _lines(path, defects):
        if "resolved_gta" not in record and _role(record, where) is not None:
            raise UsageError(f"{path} is what one person said: give the sample folder, {path.parent.parent}")
        item, output = _item(record, where), _vote(record, where)
        if item in labels:
            defects.append(Defect("duplicate", where, f"{item.episode}:{item.step} is labelled above already"))
            continue
        codes = (output.code,) if output.code and output.gta is None else ()
        em, system = (_flag(record, name, where) for name in ("em", "gta_sys"))
        labels[item] = Label(item, output.gta, codes=codes, em=em, system=system)
    if not labels:
        raise UsageError(f"{path} holds no label")
    return Labels(tuple(labels.values()), None, tuple(defects), path.name)


# -- a sample folder ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Person:
    """A person's file: their role, and their last label of each item."""

    name: str = ""
    role: str = ""
    votes: dict[Item, Vote] = field(default_factory=dict)


def _folder(folder: Path) -> Labels:
    items = {(item.model, item.key): item for item in _items(folder / SAMPLE)}
    defects: list[Defect] = []
    people = [_person(path, items, defects) for path in sorted((folder / "labels").glob("*.jsonl"))]
    votes: defaultdict[str, dict[str, dict[Item, Vote]]] = defaultdict(dict)
    for person in people:
        if person.role:
            votes[person.role][person.name] = person.votes
    annotators, adjudicators = votes["annotator"], votes["adjudicator"]
    if not annotators:
        raise UsageError(
            f"nobody has labelled {folder} yet: python -m runtime.bench label {folder} --annotator NAME, twice"
        )
    if len(adjudicators) > 1:
        names = ", ".join(sorted(adjudicators))
        raise UsageError(f"{folder} was adjudicated by {names}: one may; move the other files out of labels")
    try:
        labels = merge_labels(list(items.values()), annotators, next(iter(adjudicators.values()), {}))
    except ValueError as error:
        raise UsageError(f"{folder}: {error}; move the other files out of labels") from error
    between = None
    if len(annotators) == 2:
        first, other = sorted(annotators)
        between = compare_annotators((first, other), annotators[first], annotators[other])
    return Labels(labels, between, tuple(defects), folder.name)


def _person(path: Path, items: Mapping[tuple[str, tuple[str, int]], Item], defects: list[Defect]) -> _Person:
    person = _Person()
    for where, record in _lines(path, defects):
        role = _role(record, where) or _ROLES[0]
        if person.role not in ("", role):
            raise UsageError(
                f"{where}: {path.stem} is both an annotator and the one who adjudicates; a third must do it"
            )
        person.name, person.role = str(record.get("annotator") or path.stem), role
        named = _item(record, where)
        item = items.get((named.model, named.key))
        if item is None:
            defects.append(Defect("unknown", where, f"{named.episode}:{named.step} is not in the sample"))
            continue
        person.votes[item] = _vote(record, where)
    return person


def _items(path: Path) -> Iterator[Item]:
    try:
        found = read_given_json(path)
        if not isinstance(found, dict) or found.get("kind") != KIND or found.get("version") != VERSION:
            raise UsageError(f"{path} is no sample of version {VERSION}, written by gap sample")
        steps, models = found["steps"], found["models"]
        for item in found["items"]:
            step = steps[item["step"]]
            yield Item(models[item["model"]], step["episode"], step["step"], item.get("unasked", ""))
    except (LookupError, TypeError, AttributeError) as error:
        raise UsageError(f"{path} cannot be read as a sample: {error!r}; write it again by gap sample") from error


# -- lines -------------------------------------------------------------------------------------------------------------


def _lines(path: Path, defects: list[Defect]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each line with its position. Lines that a killed writer left incomplete are reported and skipped."""
    for number, line in enumerate(read_given_bytes(path).split(b"\n"), start=1):
        where = f"{path.name}:{number}"
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            defects.append(Defect("unreadable", where, "no whole line of JSON"))
            continue
        if not isinstance(record, dict):
            raise UsageError(f"{where}: a label is a JSON object, not {line[:40]!r}")
        yield where, record


def _role(record: Mapping[str, Any], where: str) -> str | None:
    role = record.get("role")
    if role is not None and role not in _ROLES:
        raise UsageError(f"{where}: role {role!r}, it must be {' or '.join(_ROLES)}")
    return role


def _item(record: Mapping[str, Any], where: str) -> Item:
    """The step that a line labels. Episodes may contain colons, so the step follows the last one."""
    episode, step = record.get("episode_id"), record.get("step_id")
    if "id" in record:
        episode, _, step = str(record["id"]).rpartition(":")
    try:
        number = int(step if isinstance(step, (int, str)) else "")
    except ValueError:
        raise UsageError(f"{where}: no step; a label has an id EPISODE:STEP, or episode_id and step_id") from None
    if not isinstance(episode, (str, int)) or episode == "":
        raise UsageError(f"{where}: no episode; a label has an id EPISODE:STEP, or episode_id and step_id")
    return Item(str(record.get("model") or ""), str(episode), number)


def _vote(record: Mapping[str, Any], where: str) -> Vote:
    name = "resolved_gta" if "resolved_gta" in record else "gta"
    code = record.get("error_code")
    return Vote(_flag(record, name, where, needed=True), code if isinstance(code, str) else "")


def _flag(record: Mapping[str, Any], name: str, where: str, *, needed: bool = False) -> bool | None:
    value = record.get(name)
    if needed and name not in record:
        raise UsageError(f"{where}: no {name}; it is 1, 0 or NA")
    if value in ("NA", "", None):
        return None
    if value in (0, 1, "0", "1"):
        return bool(int(value))
    raise UsageError(f"{where}: {name} is {value!r}, it must be 1, 0 or NA")
