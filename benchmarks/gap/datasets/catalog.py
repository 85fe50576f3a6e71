"""The catalog of supported datasets: the loader, options and notes of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Final

from benchmarks.gap.datasets import loading
from benchmarks.gap.datasets.files import is_json, is_shard
from benchmarks.gap.datasets.loading import Dataset, load_episode_records, load_shards, load_step_records
from benchmarks.gap.records import Defect, Step

_JSON: Final = "*.json or *.jsonl"

_SCREEN: Final = {"screen": "such as 1080x2400: the screen size where the screenshot is missing"}

_DATASETS: Final[Mapping[str, Dataset]] = MappingProxyType(
    {
        "aitz": Dataset(load_step_records, is_json, _JSON, _SCREEN),
        "androidcontrol": Dataset(
            load_shards,
            is_shard,
            "android_control-00000-of-00020 (TFRecord)",
            {
                "split": "only these splits, such as test+validation; needs splits.json beside the shards",
                "long_press": "click (as published: the converter never reaches its branch for long presses) or own",
                "open_app": "drop (as published) or keep",
                "type": "drop (as published) or keep; not to be confused with input_text, which always stays",
                "finish": "append (as published: a finishing step on the last screen) or none",
            },
        ),
        "androidcontrol-agentcpm": Dataset(load_step_records, is_json, _JSON),
        "androidcontrol-options": Dataset(load_episode_records, is_json, _JSON, _SCREEN),
        "cagui": Dataset(load_step_records, is_json, _JSON),
    }
)

_PAGE: Final = "DATASETS.md"


def names() -> tuple[str, ...]:
    """The names of the datasets that `load` supports."""
    return tuple(sorted(_DATASETS))


def load(name: str, path: Path | Sequence[Path]) -> Iterator[Step | Defect]:
    """Yields the steps of a dataset in the order of its files, and the defects of its records.

    Only one episode is in memory at a time. A record that cannot be converted yields a `Defect` in its place.

    Args:
        name: a dataset, optionally with options: `androidcontrol?split=test+validation&long_press=own`.
        path: the dataset's root, a folder in it, a file, a glob pattern, or several of these.

    Raises:
        UsageError: at the call, for an unknown dataset, option or path, or a path without files of the dataset.
    """
    return loading.load(name, path, _DATASETS)


def options(name: str) -> Mapping[str, str]:
    """A dataset's options, each with a description."""
    return MappingProxyType(dict(_DATASETS[name].options))


def notes(name: str) -> str:
    """A dataset's chapter of `DATASETS.md`: its source, licence, size and peculiarities.

    Raises:
        KeyError: there is no such chapter.
    """
    page = resources.files("benchmarks.gap").joinpath(_PAGE).read_text("utf-8")
    for chapter in page.split("\n## ")[1:]:
        title, _, text = chapter.partition("\n")
        if title.strip() == name:
            return text.strip()
    raise KeyError(name)
