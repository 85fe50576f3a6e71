"""The stages of an attempt that use the device: preparation, play and teardown."""

from __future__ import annotations

import re
from dataclasses import dataclass

import anyio
import xxhash

from runtime.core.boundary import translate_errors
from runtime.core.checks import holds
from runtime.core.config import Deadlines
from runtime.core.errors import AgentFault, DeviceFault, DeviceTimeout, TaskFault
from runtime.core.tasks import Task
from runtime.episode.session import LiveSession
from runtime.plugins.protocols import Agent, Device, Instrument


@dataclass(frozen=True, slots=True)
class Player:
    """The agent or instrument that plays an episode. An agent is given the brief, an instrument the complete task."""

    name: str
    agent: Agent | Instrument
    instrument: bool


def episode_seed(seed: int, task: str, repeat: int) -> int:
    """Return the seed of an episode, which depends only on the run's seed, the task and the repeat."""
    return xxhash.xxh3_64_intdigest(f"{seed}/{task}/{repeat}".encode()) >> 33


async def prepare(device: Device, task: Task, seed: int, deadlines: Deadlines, weather: str = "") -> None:
    """Set the phone to the task's initial state and check that no requirement is already met.

    `weather` is a kind of disturbance to add to those that the task declares.

    Raises:
        TaskFault: the state cannot be set here, a command failed, or a requirement already holds.
        DeviceFault: the phone failed.
    """
    try:
        with anyio.fail_after(deadlines.prepare):
            if device.control is not None:
                state = task.intent.setup.state
                if weather:
                    state = {**state, "weather": [*state.get("weather", ()), {"kind": weather}]}
                await device.control.reset(state, seed)
                _check_start(task, await device.control.read())
            elif task.intent.setup.shell:
                for line in task.intent.setup.shell:
                    failed = await _shell(device, line)
                    if failed:
                        raise TaskFault(f"{task.intent.id}: setup {line!r} {failed} on {device.info.name}")
            else:
                raise TaskFault(
                    f"{device.info.name} has no control connection and {task.intent.id} has no setup for real phones: "
                    "play this task on phone:// devices"
                )
    except TimeoutError:
        raise DeviceTimeout(f"{device.info.name} was not prepared within {deadlines.prepare:g} s") from None


def _check_start(task: Task, state: dict[str, object]) -> None:
    for requirement in task.intent.requirements:
        if requirement.truth is not None and holds(requirement.truth, state):
            raise TaskFault(f"{task.id}: requirement {requirement.id!r} is already met before the episode starts")
    for check in task.intent.setup.must_be_false:
        if holds(check, state):
            raise TaskFault(f"{task.id}: {check.path} {check.op} {check.value!r} must be false before it starts")


async def tear_down(device: Device, task: Task, session: LiveSession, deadlines: Deadlines) -> DeviceFault | None:
    """Run the teardown commands on a real phone, even if the episode is cancelled; returns the phone's fault, if any.

    A command that fails does not stop the others; a device fault does. Failures are noted in the trace and do not
    change the agent's result: the setup of the next episode checks what it needs.
    """
    if device.control is not None or not task.intent.setup.teardown or isinstance(session.fault, DeviceFault):
        return None
    name, what = device.info.name, f"{task.intent.id}: teardown"
    with anyio.move_on_after(deadlines.prepare, shield=True):
        for line in task.intent.setup.teardown:
            try:
                with translate_errors(DeviceFault, name):
                    failed = await _shell(device, line)
            except DeviceFault as fault:
                session.note("device", f"{what} {line!r} was not carried out on {name}: {fault}")
                return fault
            if failed:
                session.note("task", f"{what} {line!r} {failed} on {name}")
        return None
    late = DeviceTimeout(f"{what} was not done within {deadlines.prepare:g} s on {name}")
    session.note("device", str(late))
    return late


_STATUS = re.compile(rb"exit (\d+)\s*\Z")
_MOST_OUTPUT = 4096
"""Bytes of a command's output that are kept: its end, which usually states the reason."""


async def _shell(device: Device, line: str) -> str:
    """Run a shell command; returns a description of the failure, or an empty string.

    The shell prints the exit code itself, because old Android versions do not report it in any other way.
    """
    stream = await device.open(f'shell:(\n{line}\n)\necho "exit $?"')
    output = b""
    try:
        while part := await stream.receive():
            output = (output + part)[-_MOST_OUTPUT:]
    finally:
        await stream.aclose()
    status = _STATUS.search(output)
    if status is not None and status[1] == b"0":
        return ""
    words = output[: status.start()] if status is not None else output
    what = f"exited with {status[1].decode()}" if status is not None else "could not be parsed by the shell"
    shown = words.decode(errors="replace").strip().replace("\r", "").replace("\n", " / ")
    return f"{what} ({shown})" if shown else what


async def run_player(player: Player, session: LiveSession, task: Task, deadlines: Deadlines) -> None:
    """Run the player until it returns, fails, or exceeds its time, which makes the ending a deadline.

    Raises:
        Fault: a fault that the player did not catch; its own exceptions become an `AgentFault`.
    """
    with anyio.move_on_after(deadlines.episode) as episode_scope, anyio.CancelScope() as scope:
        session.agent_scope, session.episode_scope = scope, episode_scope
        scope.deadline = anyio.current_time() + deadlines.decision
        with translate_errors(AgentFault, f"agent {player.name!r}"):
            if player.instrument:
                await player.agent.play(session, task)  # type: ignore[call-arg]
            else:
                await player.agent.play(session)  # type: ignore[call-arg]
    session.agent_scope = session.episode_scope = None
    if session.ending is None and (episode_scope.cancelled_caught or scope.cancelled_caught):
        session.ending = "deadline"
        what, limit = ("no decision", deadlines.decision) if scope.cancelled_caught else ("not done", deadlines.episode)
        session.overrun = f"deadline: {what} within {limit:g} s"
