"""A phone of one lamp for engine tests: a real state, tree and frame, and faults on request."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

import anyio
import numpy as np

from runtime.core.actions import Action, Finish, Tap
from runtime.core.checks import holds
from runtime.core.errors import DeviceLost, DeviceRefused
from runtime.core.events import AnyEvent, AnyTruth, AnyVerdict, Ended, RequirementMet, StateRead
from runtime.core.tasks import Check, Intent, KeyStep, Phrasing, Reference, Requirement, Setup, State, Task
from runtime.plugins.protocols import ByteStream, Control, DeviceInfo, Need, Reply, Session
from runtime.screen.frames import Frame
from runtime.screen.tree import UiTree, parse

ON = Check("lamp/on", "eq", True)


def make_task(name: str = "lamp", **setup: Any) -> Task:
    """Turn the lamp on; its one requirement is the anchor."""
    anchor = Requirement("on", "anchor", "lamp", "the lamp is on", "on", "off", truth=ON)
    reference = Reference((Tap(4, 4), Finish()), (KeyStep("press", Tap(4, 4), None, ("on",)),), ON)
    intent = Intent(
        name, "device", "functional", "prior", ("lamp",), (anchor,), reference, Setup(**setup), Phrasing("", "", ())
    )
    return Task(f"{name}.standard", intent, "standard", "Turn the lamp on.", ())


class Lamp:
    """Implements both Device and Control. `broken` is called before each action and may raise or hang, `answer` before
    each sign of life.
    """

    def __init__(
        self,
        name: str = "lamp-0",
        broken: Callable[[int], Any] | None = None,
        answer: Callable[[int], Any] | None = None,
    ) -> None:
        self.info = DeviceInfo(name, f"lamp:{name}", (8, 8), virtual=True)
        self.control: Control | None = self
        self.state: State = {"lamp": {"on": False}}
        self.performed: list[Action] = []
        self.probed = 0
        self._broken = broken
        self._answer = answer

    async def capture(self, needs: frozenset[Need]) -> tuple[Frame | None, UiTree | None]:
        pixels = np.full((8, 8, 4), 255 if self.state["lamp"]["on"] else 10, np.uint8)
        return Frame(8, 8, pixels), parse(await self.tree()) if "tree" in needs else None

    async def perform(self, action: Action) -> tuple[str, ...]:
        self.performed.append(action)
        if self._broken is not None:
            await self._broken(len(self.performed))
        if isinstance(action, Tap):
            self.state = {"lamp": {"on": not self.state["lamp"]["on"]}}
        return (f"shell:{action}",)

    async def open(self, service: str) -> ByteStream:
        raise DeviceLost("a lamp has no services")

    async def elapse(self, ms: int) -> None:
        await anyio.lowlevel.checkpoint()

    async def probe(self) -> None:
        self.probed += 1
        if self._answer is not None:
            await self._answer(self.probed)

    async def aclose(self) -> None:
        return None

    async def read(self) -> State:
        return self.state

    async def reset(self, state: State, seed: int) -> None:
        self.state = {"lamp": {"on": False, **state.get("lamp", {})}}

    async def tree(self) -> bytes:
        text = "on" if self.state["lamp"]["on"] else "off"
        return (
            f'<hierarchy rotation="0"><node index="0" text="{text}" resource-id="lamp:id/switch" class="Switch" '
            f'package="lamp" content-desc="" clickable="true" bounds="[0,0][8,8]" /></hierarchy>'
        ).encode()

    async def look(self) -> tuple[bytes, State]:
        return await self.tree(), await self.read()

    async def snapshot(self) -> str:
        return ""

    async def restore(self, snapshot: str) -> None:
        return None

    async def fork(self, snapshot: str) -> str:
        return snapshot

    async def diff(self, before: str, after: str) -> tuple[str, ...]:
        return ()

    async def advance(self, ms: int) -> None:
        return None

    async def export(self) -> bytes:
        return json.dumps(self.state).encode()

    async def load(self, exported: bytes) -> None:
        try:
            self.state = json.loads(exported)
        except ValueError as error:
            raise DeviceRefused(f"this is no exported lamp: {error}") from None

    async def digest(self) -> str:
        return sha256(await self.export()).hexdigest()

    async def copy_to(self, other: Control) -> bool:
        return False


class Shell:
    """A stream of a shell that prints its output byte by byte, then ends."""

    def __init__(self, output: bytes) -> None:
        self._parts = [output[index : index + 1] for index in range(len(output))]

    async def receive(self, max_bytes: int = 65536) -> bytes:
        await anyio.lowlevel.checkpoint()
        return self._parts.pop(0) if self._parts else b""

    async def send(self, data: bytes) -> None:
        raise AssertionError("nothing is typed into it")

    async def aclose(self) -> None:
        return None


class RealLamp(Lamp):
    """A lamp without a control connection.

    `answers` are by command: what it prints, raises or does; any other command prints nothing and exits with 0.
    """

    def __init__(
        self, answers: dict[str, bytes | Exception | Callable[[int], Any]] | None = None, name: str = "lamp-0"
    ) -> None:
        super().__init__(name)
        self.control = None
        self.ran: list[str] = []
        self.answers = answers or {}

    async def open(self, service: str) -> ByteStream:
        line = service.removeprefix("shell:(\n").partition("\n)\n")[0]
        self.ran.append(line)
        answer = self.answers.get(line, b"exit 0\n")
        if isinstance(answer, Exception):
            raise answer
        return Shell(answer if isinstance(answer, bytes) else await answer(len(self.ran)))


def lamp_task(*shell: str, **setup: Any) -> Task:
    """A task that a real phone is prepared for by these commands."""
    return make_task(**{"shell": shell, **setup})


class Script:
    """An agent that plays a coroutine."""

    needs: frozenset[Need] = frozenset({"tree"})

    def __init__(self, play: Callable[[Session], Any]) -> None:
        self._play = play

    async def play(self, session: Session) -> None:
        await self._play(session)


class Helpful:
    """A user who always gives the same reply."""

    async def answer(self, question: str) -> Reply:
        return Reply("Yes.", "compliant", ())


class LampJudge:
    """Reads the truth: is the lamp on?"""

    name = "lamp"
    version = ""
    sees_truth = True

    def begin(self, task: Task, episode: str) -> None:
        self._episode = episode
        self._any = self._final = False

    def feed(self, event: AnyEvent | AnyTruth) -> Sequence[AnyVerdict]:
        if isinstance(event, StateRead):
            self._final = holds(ON, event.state)
            self._any |= self._final
        if isinstance(event, Ended):
            return [
                RequirementMet(
                    episode=self._episode, judge=self.name, requirement="on", any=self._any, final=self._final
                )
            ]
        return []


async def hang(_: int) -> None:
    """Never returns."""
    await anyio.sleep(math.inf)
