"""What a run is: the part that fixes its results, and the part that only says how it is carried out."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from runtime.core.tasks import Domain, Level

T_MAX = 25
"""Budget of an episode in the AmbiBench paper (§5.1.2): actions, questions, answers, waits and errors together."""


class Deadlines(BaseModel):
    """Seconds of wall time after which a wait is given up. They detect faults; no result depends on them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    prepare: float = Field(default=30, gt=0)
    """Injecting and checking the state of a phone before an episode."""
    action: float = Field(default=60, gt=0)
    """One action on the device, including settling and capture."""
    decision: float = Field(default=300, gt=0)
    """From an observation to the agent's next decision."""
    user: float = Field(default=120, gt=0)
    """From a question to the user's reply."""
    episode: float = Field(default=1800, gt=0)
    """A whole attempt."""
    judge: float = Field(default=600, gt=0)
    """From the end of an episode to its last verdict."""


class Selection(BaseModel):
    """Which tasks of a suite are played; an empty part selects all."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    levels: tuple[Level, ...] = ()
    domains: tuple[Domain, ...] = ()
    apps: tuple[str, ...] = ()
    intents: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    limit: int | None = Field(default=None, ge=1)


GAP: Final = "gap"
"""The judge that `--gap` adds."""


class RunConfig(BaseModel):
    """Everything that a run's results are a function of. Two runs with equal configs must agree."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    suite: str = "clarity240"
    agents: tuple[str, ...] = ("reader",)
    user: str = "rules"
    judges: tuple[str, ...] = ("rules", "state")
    """The first one's scores are the headline; the others are compared with it."""
    vote: Literal["", "majority", "all"] = ""
    """A further judge of that name: the vote of those judges that do not see the truth (`runtime.metrics.voting`)."""
    selection: Selection = Selection()
    ask: bool = True
    repeat: int = Field(default=1, ge=1)
    seed: int = Field(default=7, ge=0)
    weather: Literal["", "mix"] = ""
    """What befalls virtual phones beside what a task declares: nothing, or what the seed chooses for each episode."""
    max_steps: int = Field(default=T_MAX, ge=1)
    user_timeout: float | None = Field(default=None, gt=0)
    """Seconds after which an agent is told that nobody answers. None: a user that does not answer is at fault
    (`Deadlines.user`), and the episode is lost to it. Where users are slower than this, results depend on the clock."""
    models: dict[Literal["agent", "executor", "user", "judge"], str] = Field(default_factory=dict)
    """Addresses of models by the role that asks them; empty for parts that need none."""
    prompts: dict[Literal["agent", "executor", "user", "judge"], tuple[str, ...]] = Field(default_factory=dict)
    """Name, version and digest of every text that they are asked with (`Prompt.label`)."""
    programs: dict[str, str] = Field(default_factory=dict)
    """Addresses of those agents that are programs which nobody changed, by their names in `agents`."""
    isolation: Literal["", "namespaces", "none", "outside"] = ""
    """How the programs that the runtime starts are kept from the ground truth. Empty: no program plays; outside: those
    that play were started by somebody else, who alone can keep them from it."""

    @property
    def scored_by(self) -> tuple[str, ...]:
        """Every judge that gives scores, the vote last."""
        return (*self.judges, self.vote) if self.vote else self.judges


class Confinement(BaseModel):
    """What programs that nobody changed may see and use while they play."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    isolation: Literal["namespaces", "none"] = "namespaces"
    """none: they run as the runtime's own user, with suite and run folder in sight; only for programs to be trusted."""
    paths: tuple[Path, ...] = ()
    """Folders and files that they may read beside the system's, their own and those that their command names."""
    environment: tuple[str, ...] = ()
    """Names of variables of the runtime's environment that they are given."""
    reach: tuple[str, ...] = ()
    """`HOST:PORT` of services of this computer that they may call, such as a model server."""


def difference(left: RunConfig, right: RunConfig) -> list[str]:
    """One line for each setting in which two configurations differ, for people."""
    lines = []
    theirs = right.model_dump()
    for key, value in left.model_dump().items():
        if theirs[key] != value:
            lines.append(f"{key}: {value!r} was recorded, {theirs[key]!r} is asked for")
    return lines
