"""One attempt from the lease of a device to the end of the trace: prepare, let the agent play, say how it ended."""

from __future__ import annotations

from dataclasses import dataclass

import anyio
import xxhash

from runtime.boundary import guarded
from runtime.config import Deadlines
from runtime.errors import AgentFault, DeviceFault, DeviceTimeout, Fault, TaskFault
from runtime.events import Ending
from runtime.ports import Agent, Device, Instrument
from runtime.predicates import holds
from runtime.session import LiveSession
from runtime.tasks import Task


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
        TaskFault: the state cannot be injected here, or a requirement already holds.
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
                    await _shell(device, line)
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


async def _shell(device: Device, line: str) -> None:
    stream = await device.open(f"shell:{line}")
    try:
        while await stream.receive():
            pass
    finally:
        await stream.aclose()


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
        await prepare(device, task, seed, deadlines, weather)
        ending = await _let_play(player, session, task, deadlines)
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
        with guarded(AgentFault, f"agent {player.name!r}"):
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
