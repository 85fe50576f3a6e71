"""What a load test does: the load, what virtual users do, thresholds, faults, limits. Read from YAML or JSON. Pure."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from adapters.farm.plan.curves import SHAPES, Arrivals, Curve, Stage, shape
from adapters.farm.plan.operations import ALLOWABLE, KINDS, SAFE_MIX
from adapters.farm.plan.quantities import parse_bytes, parse_seconds
from runtime.core.errors import UsageError
from runtime.core.given_files import read_given_text
from runtime.core.given_yaml import problem_in_yaml

Seconds = Annotated[float, BeforeValidator(parse_seconds)]
Size = Annotated[int, BeforeValidator(parse_bytes)]
_IN_FLIGHT_PER_DEVICE: Final = 10
"""Iterations at once for each device, unless the profile says otherwise."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class StageEntry(_Part):
    """A stage of the load: within `seconds` it goes to `to`, in a line or at once."""

    seconds: Seconds = Field(alias="for")
    to: float = Field(ge=0, allow_inf_nan=False)
    at_once: bool = False


class Step(_Part):
    """An operation of the mix with its weight and arguments."""

    do: str
    weight: float = Field(default=1.0, gt=0, allow_inf_nan=False)
    command: str = ""
    path: str = ""
    size: Size = 64_000
    x: int | None = None
    y: int | None = None
    text: str = "hello"
    key: str = "HOME"
    package: str = ""
    apk: Path | None = None

    @model_validator(mode="after")
    def _known(self) -> Self:
        kind = KINDS.get(self.do)
        if kind is None:
            raise ValueError(f"there is no operation {self.do!r}; there are {', '.join(KINDS)}")
        if kind.needs and not (self.apk if kind.needs == "apk" else self.package):
            raise ValueError(f"{self.do} needs {kind.needs}: write {{do: {self.do}, {kind.needs}: …}}")
        return self

    @property
    def destructive(self) -> bool:
        """Whether the operation must be allowed: it may break something, or its effect is unknown."""
        return KINDS[self.do].safety == "destructive" or (self.do == "shell" and bool(self.command))


class FaultEntry(_Part):
    """Faults that are made for a time, between the generator and some devices."""

    at: Seconds
    seconds: Seconds = Field(alias="for")
    faults: str
    """A specification as for the command `faults`, or `freeze`, `disconnect` or `refuse` for all of the time."""
    devices: tuple[int, ...] | None = None
    """The positions of the devices concerned, from 0; all if left out."""


class Profile(_Part):
    """A load test. Either `users` play one iteration after another, or iterations start at a `rate` per second."""

    users: int | None = Field(default=None, ge=1, le=100_000)
    rate: float | None = Field(default=None, gt=0, le=1_000_000, allow_inf_nan=False)
    """Iterations per second over all devices, whether earlier ones have ended or not (open load)."""
    run_time: Seconds = Field(default=30.0, gt=0)
    shape: Literal["constant", "ramp", "steps", "spike"] = "constant"
    stages: tuple[StageEntry, ...] = ()
    """Stages of one's own instead of a shape; `users` and `run_time` are then not needed."""
    load: Literal["users", "rate"] | None = None
    """What the targets of `stages` are."""
    arrivals: Arrivals = "constant"
    think: Seconds = 0.0
    """Seconds that a user waits between two iterations."""
    in_flight: int | None = Field(default=None, ge=1, le=100_000)
    """Iterations at once; further ones of an open load are dropped and counted. Ten for each device if left out."""
    mix: tuple[Step, ...] = ()
    scenario: str = ""
    """A Python file, or `FILE:FUNCTION`, instead of a mix."""
    replay: Path | None = None
    """A run folder whose episodes are played again, instead of a mix."""
    speed: float = Field(default=1.0, gt=0, le=1000)
    """How many times faster than recorded a run is played again."""
    slo: tuple[str, ...] = ()
    abort_on_fail: bool = False
    abort_delay: Seconds = 10.0
    """Seconds from the start for which a threshold that fails does not yet end the test."""
    chaos: tuple[FaultEntry, ...] = ()
    allow: tuple[str, ...] = ()
    """The destructive operations that may be done."""
    connections_per_second: float = Field(default=50.0, gt=0, le=10_000)
    """New connections to devices and servers per second, at most."""
    grace: Seconds = 30.0
    """Seconds after the end for which operations may still end by themselves."""
    seed: int = 0

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.users is not None and self.rate is not None:
            raise ValueError("users and rate exclude each other: choose closed or open load")
        if self.stages and self.load is None:
            raise ValueError("stages need `load: users` or `load: rate`, which says what their targets are")
        unknown = set(self.allow) - set(ALLOWABLE)
        if unknown:
            raise ValueError(f"allow: {min(unknown)!r} is not destructive; there are {', '.join(ALLOWABLE)}")
        if sum((bool(self.mix), bool(self.scenario), self.replay is not None)) > 1:
            raise ValueError("mix, scenario and replay exclude each other: choose one")
        return self

    @property
    def open(self) -> bool:
        """Whether iterations start at a rate; otherwise users play one after another."""
        return self.load == "rate" if self.stages else self.rate is not None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The mix that is used if there is neither a scenario nor a recorded run."""
        return self.mix or tuple(Step(do=name, weight=weight) for name, weight in SAFE_MIX.items())

    def curve(self, devices: int) -> Curve:
        """Return the load over time; without a number one user for each device."""
        if self.stages:
            return Curve([Stage(item.seconds, item.to, item.at_once) for item in self.stages])
        level = self.rate if self.rate is not None else float(self.users or devices)
        return Curve(shape(self.shape, level, self.run_time))

    def most_in_flight(self, devices: int) -> int:
        """Return how many iterations may run at once."""
        return self.in_flight or _IN_FLIGHT_PER_DEVICE * devices


def read_profile(path: Path) -> dict[str, Any]:
    """Read a profile file as plain values, which options may override before they are checked.

    Raises:
        UsageError: it cannot be read, or is no mapping.
    """
    text = read_given_text(path)
    if problem := problem_in_yaml(text):
        raise UsageError(f"{path}:{problem[0]}: {problem[1]}; correct it there")
    try:
        document = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise UsageError(f"{path}: {' '.join(str(error).split())}") from error
    if not isinstance(document, dict):
        raise UsageError(f"{path}: a profile is a mapping, such as {{rate: 50, run_time: 2m}}")
    return document


def make_profile(values: dict[str, Any], where: str) -> Profile:
    """Check the values of a profile; `where` names what they come from.

    Raises:
        UsageError: an unknown key or a value that cannot be.
    """
    try:
        return Profile.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        message = str(first["msg"]).removeprefix("Value error, ")
        raise UsageError(f"{where}: {f'{place}: ' if place else ''}{message}") from None


def parse_mix(text: str) -> list[dict[str, Any]]:
    """Parse `screenshot=5,tap=3`: operations with weights; without a number the weight is 1.

    Raises:
        UsageError: a weight is no number.
    """
    steps: list[dict[str, Any]] = []
    for item in text.split(","):
        name, _, weight = item.strip().partition("=")
        try:
            steps.append({"do": name, "weight": float(weight or 1)})
        except ValueError:
            raise UsageError(f"--mix {text!r}: {weight!r} is no number; write screenshot=5,tap=3") from None
    return steps


__all__ = ["SHAPES", "FaultEntry", "Profile", "Step", "make_profile", "parse_mix", "read_profile"]
