"""The datasets that there are: how each is read, which options it has, what `DATASETS.md` says of it."""

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

_SCREEN: Final = {"screen": "such as 1080x2400: the size of screens whose picture is not there"}

_DATASETS: Final[Mapping[str, Dataset]] = MappingProxyType(
    {
        "aitz": Dataset(load_step_records, is_json, _JSON, _SCREEN),
        "androidcontrol": Dataset(
            load_shards,
            is_shard,
            "android_control-00000-of-00020 (TFRecord)",
            {
                "split": "only these, such as test+validation; splits.json beside the shards says what is in which",
                "long_press": "click (as published: the converter never reaches its branch for long presses) or own",
                "open_app": "drop (as published) or keep",
                "type": "drop (as published) or keep; not to be confused with input_text, which always stays",
                "finish": "append (as published: a step that finishes, on the last screen) or none",
            },
        ),
        "androidcontrol-agentcpm": Dataset(load_step_records, is_json, _JSON),
        "androidcontrol-options": Dataset(load_episode_records, is_json, _JSON, _SCREEN),
        "cagui": Dataset(load_step_records, is_json, _JSON),
    }
)

_PAGE: Final = "DATASETS.md"


def names() -> tuple[str, ...]:
    """The datasets that `load` knows."""
    return tuple(sorted(_DATASETS))


def load(name: str, path: Path | Sequence[Path]) -> Iterator[Step | Defect]:
    """The steps of a dataset in the order of its files, and what is wrong with it, as it is found.

    One episode is in memory at a time. `name` may carry options: `androidcontrol?split=test+validation&long_press=own`.
    `path` is a root, a folder of it, a file, a pattern, or several of these. A record that cannot be a step is a
    `Defect` in its place.

    Raises:
        UsageError: at the call, if there is no such dataset, option or path, or no file in it that could be read.
    """
    return loading.load(name, path, _DATASETS)


def options(name: str) -> Mapping[str, str]:
    """A dataset's options, each with a sentence."""
    return MappingProxyType(dict(_DATASETS[name].options))


def notes(name: str) -> str:
    """The chapter of `DATASETS.md` about a dataset: source, licence, size and peculiarities."""
    page = resources.files("benchmarks.gap").joinpath(_PAGE).read_text("utf-8")
    for chapter in page.split("\n## ")[1:]:
        title, _, text = chapter.partition("\n")
        if title.strip() == name:
            return text.strip()
    raise KeyError(name)
