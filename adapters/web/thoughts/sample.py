"""Reads a sample folder for annotators' pages: steps, correct actions, and models' thoughts. Blocking.

`gap sample` writes the folder; the two share only the file format.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adapters.web.thoughts.decisions import Place
from runtime.core.errors import UsageError
from runtime.core.given_files import read_given_json

SAMPLE: Final = "sample.json"
KIND: Final = "gap-sample"


class _Read(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Truth(_Read):
    """The correct action of a step. Points and boxes are fractions of the screenshot; `target` is a box number."""

    kind: str
    words: str
    description: str = ""
    points: tuple[tuple[float, float], ...] = ()
    target: int | None = None
    label: str = ""


class Step(_Read):
    """One step of the dataset. Boxes are top, left, height, width."""

    episode: str
    step: int
    instruction: str
    truth: Truth
    history: tuple[str, ...] = ()
    picture: str | None = None
    screen: tuple[int, int] | None = None
    boxes: tuple[tuple[float, float, float, float], ...] = ()
    labels: tuple[str, ...] = ()


class Item(_Read):
    """One thought, with the numbers of its step and its model."""

    step: int = Field(ge=0)
    model: int = Field(ge=0)
    thought: str
    unasked: str = ""


class Sample(_Read):
    """The content of `sample.json`."""

    version: Literal[1]
    kind: Literal["gap-sample"]
    dataset: str
    models: tuple[str, ...]
    steps: tuple[Step, ...]
    items: tuple[Item, ...]

    def place(self, item: Item) -> Place:
        """The key of a thought in the label files."""
        step = self.steps[item.step]
        return self.models[item.model], step.episode, step.step

    @property
    def asked(self) -> tuple[Item, ...]:
        """The thoughts to be labelled, in the order of the sample."""
        return tuple(item for item in self.items if not item.unasked)


def is_sample(folder: Path) -> bool:
    """Whether `gap sample` wrote this folder, in any version."""
    try:
        with (folder / SAMPLE).open("rb") as file:
            return KIND.encode() in file.read(4096)
    except OSError:
        return False


def read(folder: Path) -> Sample:
    """Read a sample folder.

    Raises:
        UsageError: it is damaged or was written by another version.
    """
    path = folder / SAMPLE
    try:
        found = Sample.model_validate(read_given_json(path))
        for item in found.items:
            found.place(item)
        pictures = [step.picture for step in found.steps if step.picture is not None]
    except (OSError, ValueError, ValidationError, IndexError) as error:
        raise UsageError(f"{path} is not a valid sample of this version: write it again with gap sample") from error
    outside = [name for name in pictures if Path(name).is_absolute() or ".." in Path(name).parts]
    if outside:
        raise UsageError(f"{path} names a picture outside its folder: {outside[0]}")
    return found
