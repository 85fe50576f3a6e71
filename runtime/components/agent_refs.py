"""Parses `--agent` values: names of registered agents with their options, and addresses of external programs."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Final, Literal

from runtime.components.selection import is_instrument
from runtime.core.errors import UsageError
from runtime.plugins import registry
from runtime.plugins.specs import ProgramSpec

_PROGRAM: Final = re.compile(
    r"(?:(?P<name>[A-Za-z0-9][\w.-]*)=)?(?P<address>[a-z][a-z0-9-]*:.*|[^?]*\.ya?ml)", re.DOTALL
)
_SCRIPT: Final = re.compile(r".+\.(?:py|sh|js|rb|jar)")


Isolation = Literal["namespaces", "none"]


@dataclass(frozen=True, slots=True)
class AgentRef:
    """An agent of a run: its name, and its address if it is an external program."""

    name: str
    address: str = ""

    @property
    def part(self) -> str:
        """The registered name without options."""
        return self.name.partition("?")[0]

    @property
    def options(self) -> dict[str, str]:
        """The options after the registered name, such as those of `ui-tars-1.5?images=3&mode=official`.

        Raises:
            UsageError: an option has no value, or occurs twice.
        """
        found: dict[str, str] = {}
        for part in filter(None, self.name.partition("?")[2].split("&")):
            key, mark, value = part.partition("=")
            if not mark or not key or key in found:
                raise UsageError(
                    f"--agent {self.name}: {part!r} is no KEY=VALUE, or repeats a KEY; write NAME?KEY=VALUE&KEY=VALUE"
                )
            found[key] = value
        return found


def parse_agent_ref(spec: str) -> AgentRef:
    """Parses one agent: `reader`, `NAME?KEY=VALUE`, `exec:CMD`, `LABEL=exec:CMD`, or `FILE.yaml`."""
    found = _PROGRAM.fullmatch(spec)
    if found is None:
        return AgentRef(spec)
    address = found["address"]
    if address.endswith((".yaml", ".yml")) and ":" not in address:
        path = Path(address)
        return AgentRef(found["name"] or path.stem, f"yaml:{os.path.realpath(path)}")
    return AgentRef(found["name"] or _label(address), address)


def parse_agent_refs(texts: Sequence[str]) -> dict[str, AgentRef]:
    """Parses all agents of a run; returns them by their names in the run, in the given order.

    Raises:
        UsageError: two agents have the same name, or a program has the name of a registered agent.
    """
    found: dict[str, AgentRef] = {}
    for agent in map(parse_agent_ref, dict.fromkeys(texts)):
        taken = agent.address and agent.name in (
            *registry.names(registry.AGENTS),
            *registry.names(registry.INSTRUMENTS),
        )
        if agent.name in found or taken:
            other = "a registered agent" if taken else "another --agent"
            raise UsageError(
                f"--agent {agent.address or agent.name}: {other} is called {agent.name!r}; choose another name with "
                f"NAME={agent.address}"
            )
        found[agent.name] = agent
    return found


def to_cli_args(agents: Sequence[str], programs: Mapping[str, str]) -> tuple[str, ...]:
    """Returns the `--agent` values that select the same agents as a recorded run."""
    return tuple(_cli_arg(name, programs.get(name, "")) for name in agents)


def _cli_arg(name: str, address: str) -> str:
    return f"{name}={address.removeprefix('yaml:')}" if address else name


def instruments(agents: Sequence[str], programs: Mapping[str, str]) -> dict[str, bool]:
    """Returns for each player of a run whether it is an instrument.

    Raises:
        UsageError: a player is neither a program nor a registered agent or instrument.
    """
    return {name: name not in programs and is_instrument(AgentRef(name).part) for name in agents}


def program_spec(address: str) -> ProgramSpec:
    """Loads the spec for the scheme of a program's address; blocks.

    Raises:
        UsageError: no program is registered for the scheme.
    """
    return registry.load(registry.PROGRAMS, address.partition(":")[0])


def recorded_isolation(programs: Collection[ProgramSpec], requested: Isolation) -> Literal["", "outside"] | Isolation:
    """The isolation that `run.json` records: empty without programs, `outside` if the runtime starts none of them."""
    if not programs:
        return ""
    return "outside" if all(program.outside for program in programs) else requested


def _label(address: str) -> str:
    """The default name of a program: its script, else its command, else its scheme and the first word after it."""
    scheme, _, rest = address.partition(":")
    if scheme != "exec":
        word_match = re.match(r"[A-Za-z][\w.-]*", rest)
        return f"{scheme}-{word_match[0]}" if word_match else scheme
    try:
        words = shlex.split(rest)
    except ValueError:
        words = []
    word = next((text for text in words if _SCRIPT.fullmatch(text)), words[0] if words else scheme)
    return re.sub(r"[^\w.-]+", "-", PurePath(word).stem).strip("-.") or scheme
