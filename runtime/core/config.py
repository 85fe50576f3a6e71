"""Configuration of a run: its results depend on `RunConfig` only, not on `Deadlines` or `Confinement`."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from runtime.core.tasks import Domain, Level

T_MAX = 25
"""Step budget of an episode in the AmbiBench paper (§5.1.2): actions, questions, answers, waits and errors together."""


class Deadlines(BaseModel):
    """Timeouts in seconds of wall time. They detect faults; results do not depend on them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    prepare: float = Field(default=30, gt=0)
    """Writing and checking the phone's initial state before an episode."""
    action: float = Field(default=60, gt=0)
    """One action on the device, including settling and capture."""
    decision: float = Field(default=300, gt=0)
    """From an observation to the agent's next decision."""
    user: float = Field(default=120, gt=0)
    """From a question to the user's reply."""
    episode: float = Field(default=1800, gt=0)
    """One complete attempt."""
    judge: float = Field(default=600, gt=0)
    """From the end of an episode to its last verdict."""


class Selection(BaseModel):
    """Selects tasks of a suite. A task must match every field; an empty field matches all tasks."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    levels: tuple[Level, ...] = ()
    domains: tuple[Domain, ...] = ()
    apps: tuple[str, ...] = ()
    intents: tuple[str, ...] = ()
    """Ids of intents, or names of the suite's splits such as `train`."""
    tasks: tuple[str, ...] = ()
    limit: int | None = Field(default=None, ge=1)
    """At most so many of the tasks that match: a sample by level and domain, determined by the run's seed."""


BypassRule = Literal["refuse", "count"]
"""Whether a state that a shell command made, instead of the user interface, meets requirements: refuse or count it."""
GAP: Final = "gap"
"""Name of the judge that `--gap` adds."""


class RunConfig(BaseModel):
    """All settings that determine a run's results. Two runs with equal configurations give equal metrics."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    suite: str = "clarity240"
    agents: tuple[str, ...] = ("reader",)
    user: str = "rules"
    judges: tuple[str, ...] = ("rules", "state")
    """Judges by name. The scores of the first are the main result; the others are compared with it."""
    vote: Literal["", "majority", "all"] = ""
    """Adds a judge of this name: the vote of all judges that do not see the ground truth (`runtime.metrics.voting`)."""
    selection: Selection = Selection()
    ask: bool = True
    repeat: int = Field(default=1, ge=1)
    until: str = ""
    """Rule that ends the run before all tasks were played, such as `TSR a>b` (`runtime.metrics.sequential`)."""
    seed: int = Field(default=7, ge=0)
    weather: Literal["", "mix"] = ""
    """Disturbances of virtual phones in addition to those that a task declares: none, or a mix drawn from the seed."""
    bypass: BypassRule = "refuse"
    """refuse: what shell commands change meets no requirement, and TSR_final is 0 while any of it remains."""
    max_steps: int = Field(default=T_MAX, ge=1)
    user_timeout: float | None = Field(default=None, gt=0)
    """Seconds after which the agent is told that the user does not answer. None: a user that does not answer within
    `Deadlines.user` is a user fault, and the episode is lost. With slower users, results depend on the clock.
    """
    models: dict[Literal["agent", "executor", "user", "judge"], str] = Field(default_factory=dict)
    """Model addresses by role; empty for components that need no model."""
    prompts: dict[Literal["agent", "executor", "user", "judge"], tuple[str, ...]] = Field(default_factory=dict)
    """Name, version and digest of each prompt by role (`Prompt.label`)."""
    programs: dict[str, str] = Field(default_factory=dict)
    """Addresses of the agents that are unmodified external programs, by their names in `agents`."""
    isolation: Literal["", "namespaces", "none", "outside"] = ""
    """How external programs are isolated from the ground truth. Empty: no external program plays. outside: they were
    started outside the runtime, which therefore cannot isolate them.
    """

    @property
    def scored_by(self) -> tuple[str, ...]:
        """Names of all judges that give scores, the vote last."""
        return (*self.judges, self.vote) if self.vote else self.judges


class Confinement(BaseModel):
    """What external programs may see and use while they play."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    isolation: Literal["namespaces", "none"] = "namespaces"
    """none: they run as the runtime's own user and can read suite and run folder; only for trusted programs."""
    paths: tuple[Path, ...] = ()
    """Additional readable folders and files, besides the system's, the program's own and those named in its command."""
    environment: tuple[str, ...] = ()
    """Names of environment variables that are passed on to them."""
    reach: tuple[str, ...] = ()
    """`HOST:PORT` of services here or in private networks that they may connect to, such as a model server."""


def config_differences(left: RunConfig, right: RunConfig) -> list[str]:
    """One line for each setting in which two configurations differ, for people."""
    lines = []
    theirs = right.model_dump()
    for key, value in left.model_dump().items():
        if theirs[key] != value:
            lines.append(f"{key}: {value!r} was recorded, {theirs[key]!r} is asked for")
    return lines
