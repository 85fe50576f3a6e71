"""One attempt from the lease of a device to the end of the trace: prepare, let the agent play, say how it ended."""

from __future__ import annotations

import re
from dataclasses import dataclass

import anyio
import xxhash

from runtime.core.boundary import translate_errors
from runtime.core.checks import holds
from runtime.core.config import Deadlines
from runtime.core.errors import AgentFault, DeviceFault, DeviceTimeout, Fault, TaskFault
from runtime.core.events import Ending
from runtime.core.tasks import Task
from runtime.episode.session import LiveSession
from runtime.plugins.protocols import Agent, Device, Instrument


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays: an agent, which is told the brief, or an instrument, which is given the task on purpose."""

    name: str
    agent: Agent | Instrument
    instrument: bool


def episode_seed(seed: int, task: str, repeat: int) -> int:
    """The seed of an episode: a function of the run's seed, the task and the repeat, and of nothing else."""
    return xxhash.xxh3_64_intdigest(f"{seed}/{task}/{repeat}".encode()) >> 33


async def prepare(device: Device, task: Task, seed: int, deadlines: Deadlines, weather: str = "") -> None:
    """Bring the phone into the task's starting state and check that nothing is done already.

    `weather` is a kind that befalls the phone beside what the task declares.

    Raises:
        TaskFault: the state cannot be injected here, a command failed, or a requirement already holds.
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


async def tidy(device: Device, task: Task, session: LiveSession, deadlines: Deadlines) -> None:
    """Put a real phone in order after an episode; does its work even when the episode is cancelled.

    Every command gets its turn, whatever the others exit with; a device that fails gets no more. What fails is noted
    in the trace and takes nothing from what the agent did: the next episode's setup checks what it needs.
    """
    if device.control is not None or not task.intent.setup.teardown or isinstance(session.fault, DeviceFault):
        return
    name, what = device.info.name, f"{task.intent.id}: teardown"
    with anyio.move_on_after(deadlines.prepare, shield=True) as scope:
        for line in task.intent.setup.teardown:
            try:
                failed = await _shell(device, line)
            except DeviceFault as fault:
                session.fault = session.fault or fault
                session.note("device", f"{what} {line!r} was not carried out on {name}: {fault}")
                break
            if failed:
                session.note("task", f"{what} {line!r} {failed} on {name}")
    if scope.cancelled_caught:
        session.note("device", f"{what} was not done within {deadlines.prepare:g} s on {name}")


_STATUS = re.compile(rb"exit (\d+)\s*\Z")
_MOST_OUTPUT = 4096
"""Bytes kept of what a command says: its end, where the reason stands."""


async def _shell(device: Device, line: str) -> str:
    """Carry a command out; what went wrong, empty if nothing did.

    The exit code is printed by the shell itself: every Android tells it that way, old ones no other.
    """
    stream = await device.open(f'shell:(\n{line}\n)\necho "exit $?"')
    said = b""
    try:
        while part := await stream.receive():
            said = (said + part)[-_MOST_OUTPUT:]
    finally:
        await stream.aclose()
    status = _STATUS.search(said)
    if status is not None and status[1] == b"0":
        return ""
    words = said[: status.start()] if status is not None else said
    what = f"exited with {status[1].decode()}" if status is not None else "is no command that a shell can read"
    shown = words.decode(errors="replace").strip().replace("\r", "").replace("\n", " / ")
    return f"{what} ({shown})" if shown else what


async def play(
    player: Player,
    session: LiveSession,
    device: Device,
    task: Task,
    seed: int,
    deadlines: Deadlines,
    *,
    last: bool,
    weather: str = "",
) -> Ending:
    """Play one attempt and record how it ended. `last`: no further attempt is allowed, so a fault counts.

    Never raises a `Fault`: a failed episode is data.
    """
    session.start(task.id, player.name, seed)
    try:
        try:
            await prepare(device, task, seed, deadlines, weather)
            ending = await _let_play(player, session, task, deadlines)
        finally:
            await tidy(device, task, session, deadlines)
        session.end(ending, "agent" if ending == "deadline" else None)
    except Fault as error:
        fault = session.fault = session.fault or error
        void = isinstance(fault, DeviceFault) and not last
        session.end("void" if void else "fault", fault.boundary, f"{type(fault).__name__}: {fault}")
    assert session.ending is not None
    return session.ending


async def _let_play(player: Player, session: LiveSession, task: Task, deadlines: Deadlines) -> Ending:
    with anyio.move_on_after(deadlines.episode) as whole, anyio.CancelScope() as scope:
        session.agent_scope = scope
        scope.deadline = anyio.current_time() + deadlines.decision
        with translate_errors(AgentFault, f"agent {player.name!r}"):
            if player.instrument:
                await player.agent.play(session, task)  # type: ignore[call-arg]
            else:
                await player.agent.play(session)  # type: ignore[call-arg]
    session.agent_scope = None
    if session.fault is not None:
        raise session.fault
    if session.ending is not None:
        return session.ending
    return "deadline" if whole.cancelled_caught or scope.cancelled_caught else "stopped"
