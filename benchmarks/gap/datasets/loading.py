"""Loads a dataset: reads its files record by record, and yields steps and defects."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.gap.datasets import agentcpm, androidcontrol, androidcontrol_options
from benchmarks.gap.datasets.checks import SeenSteps, SwappedAxesCheck, guess_dataset
from benchmarks.gap.datasets.fields import WIDEST, BadRecord, Record, short
from benchmarks.gap.datasets.files import files, is_json, is_shard, roots
from benchmarks.gap.datasets.jsonfiles import values
from benchmarks.gap.datasets.pictures import Pictures
from benchmarks.gap.datasets.protobuf import protos
from benchmarks.gap.datasets.tfrecord import Shard
from benchmarks.gap.records import Defect, Step
from runtime.core.errors import UsageError

Found = Iterator[Step | Defect]
Screen = tuple[int, int]

_SPLITS: Final = ("train", "validation", "test")


@dataclass(frozen=True, slots=True)
class Load:
    """One load of a dataset: its name, paths, options and the state of its checks."""

    name: str
    roots: tuple[Path, ...]
    settings: Mapping[str, str]
    seen: SeenSteps = field(default_factory=SeenSteps)
    swaps: SwappedAxesCheck = field(default_factory=SwappedAxesCheck)


@dataclass(frozen=True, slots=True)
class Dataset:
    """The loader of a dataset. `read` raises `UsageError` at the call, and reads files only when iterated."""

    read: Callable[[Load], Found]
    wanted: Callable[[str], bool]
    """Whether a file name is that of a data file."""
    files: str
    """The names of its data files, for messages."""
    options: Mapping[str, str] = field(default_factory=dict)


def load(name: str, path: Path | Sequence[Path], known: Mapping[str, Dataset]) -> Found:
    """See `catalog.load`."""
    dataset_name, settings = _named(name, known)
    dataset = known[dataset_name]
    found = roots(path)
    for root in found:
        if next(files(root, dataset.wanted), None) is None:
            raise UsageError(f"{root}: no {dataset.files} in this folder or below, as {dataset_name} has them")
    item = Load(dataset_name, found, settings)
    return _checked(item, dataset.read(item))


def _named(text: str, known: Mapping[str, Dataset]) -> tuple[str, dict[str, str]]:
    name, _, tail = text.partition("?")
    if name not in known:
        raise UsageError(f"no dataset {name!r}; there are {', '.join(sorted(known))}")
    has, settings = known[name].options, {}
    for part in filter(None, tail.split("&")):
        option, _, value = part.partition("=")
        if option not in has:
            raise UsageError(
                f"{name} has no option {option!r}" + (f"; it has {', '.join(has)}" if has else ", nor any")
            )
        settings[option] = value
    return name, settings


def _checked(load: Load, found: Found) -> Found:
    for record in found:
        if isinstance(record, Step) and load.seen.add(*record.key):
            yield Defect(
                "duplicate", record.source, f"step {record.step} of episode {record.episode} has been there before"
            )
        else:
            yield record
    finding = load.swaps.finding(load.roots[0].name)
    if finding:
        yield finding


def _records(load: Load, wanted: Callable[[str], bool]) -> Iterator[tuple[str, Record, Pictures] | Defect]:
    """Yield each object in the files with its source and the search folders of its screenshots."""
    for root in load.roots:
        for file, name in files(root, wanted):
            pictures = Pictures(root if root.is_dir() else root.parent, file)
            try:
                with file.open("rb") as opened:
                    for line, value in values(opened):
                        source = f"{name}:{line}"
                        if isinstance(value, BadRecord):
                            yield Defect(value.kind, source, value.detail)
                        elif not isinstance(value, dict):
                            yield Defect("unreadable", source, f"a record is {short(value)}, not an object")
                        elif (looks := guess_dataset(value)) and looks != load.name:
                            yield Defect("mixed", source, f"a record of {looks}, by the look of it, not of {load.name}")
                        else:
                            yield source, value, pictures
            except OSError as error:
                yield Defect("unreadable", f"{name}:1", f"the file cannot be read: {error.strerror}")


def load_step_records(load: Load) -> Found:
    """Loads a dataset whose records are steps."""
    screen = _screen(load)
    return _converted(load, partial(agentcpm.steps_of, load.name, swaps=load.swaps, assumed=screen))


def load_episode_records(load: Load) -> Found:
    """Loads a dataset whose records are episodes."""
    screen = _screen(load)
    return _converted(load, partial(androidcontrol_options.steps_of, swaps=load.swaps, assumed=screen))


def _converted(load: Load, convert: Callable[[Record, str, Pictures], Found]) -> Found:
    for found in _records(load, is_json):
        if isinstance(found, Defect):
            yield found
            continue
        source, record, pictures = found
        try:
            yield from convert(record, source, pictures)
        except BadRecord as error:
            yield Defect(error.kind, source, error.detail)


def _screen(load: Load) -> Screen | None:
    text = load.settings.get("screen")
    if text is None:
        return None
    width, _, height = text.partition("x")
    if not (
        width.isdecimal() and height.isdecimal() and 0 < int(width[:9]) <= WIDEST and 0 < int(height[:9]) <= WIDEST
    ):
        raise UsageError(f"{load.name}?screen={text}: a size such as 1080x2400")
    return int(width), int(height)


def load_shards(load: Load) -> Found:
    """Loads AndroidControl's original shards."""
    how = _conversion(load)
    return _frames(load, how, androidcontrol.Reader(protos(), how, load.swaps))


def _frames(load: Load, how: androidcontrol.Conversion, reader: androidcontrol.Reader) -> Found:
    for root in load.roots:
        for file, name in files(root, is_shard):
            try:
                with file.open("rb") as opened:
                    for number, data, mark in Shard(file, opened, reader.protos.checksum).frames():
                        source = f"{name}:{number}"
                        if isinstance(data, BadRecord):
                            yield Defect(data.kind, source, data.detail)
                            continue
                        try:
                            yield from reader.steps(data, mark, source)
                        except BadRecord as error:
                            yield Defect(error.kind, source, error.detail)
            except OSError as error:
                yield Defect("unreadable", f"{name}:1", f"the file cannot be read: {error.strerror}")


_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "long_press": ("click", "own"),
    "open_app": ("drop", "keep"),
    "type": ("drop", "keep"),
    "finish": ("append", "none"),
}


def _conversion(load: Load) -> androidcontrol.Conversion:
    chosen = {option: load.settings.get(option, choices[0]) for option, choices in _CHOICES.items()}
    for option, value in chosen.items():
        if value not in _CHOICES[option]:
            raise UsageError(f"{load.name}?{option}={value}: {' or '.join(_CHOICES[option])}")
    how = androidcontrol.Conversion(
        long_press=chosen["long_press"],
        open_app=chosen["open_app"],
        type=chosen["type"],
        finish=chosen["finish"],
        splits=_splits(load.roots),
    )
    split = load.settings.get("split")
    if split is None:
        return how
    wanted = frozenset(split.split("+"))
    if not wanted <= set(_SPLITS):
        raise UsageError(f"{load.name}?split={split}: some of {', '.join(_SPLITS)}, joined by +")
    if not how.splits:
        raise UsageError(
            f"{load.name}?split={split}: splits.json, which lists the episodes of each split, is not beside the shards"
        )
    return replace(how, wanted=wanted)


def _splits(roots: Sequence[Path]) -> dict[int, str]:
    """Reads the split of each episode from `splits.json`; empty without that file.

    Raises:
        UsageError: the file has another form.
    """
    for root in roots:
        file = (root if root.is_dir() else root.parent) / "splits.json"
        if not file.is_file():
            continue
        try:
            read = json.loads(file.read_bytes())
            return {int(episode): str(split) for split, episodes in read.items() for episode in episodes}
        except (OSError, ValueError, TypeError, AttributeError, RecursionError) as error:
            raise UsageError(
                f"{file}: not the splits of AndroidControl, which are lists of episodes by name"
            ) from error
    return {}
