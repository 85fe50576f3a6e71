"""A virtual phone in its worker process: the phone, its shell, and the operations of the control connection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from adapters.phone.drawing.screen_ids import screen_id
from adapters.phone.kernel.phone import Phone
from adapters.phone.portable.digests import Digests
from adapters.phone.portable.phone_values import digest, phone_values, settled_state, take_over
from adapters.phone.shell import Result, Shell
from adapters.phone.shell.device.memory import Memory
from adapters.phone.state.factory_state import FactoryState
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui.app import App
from adapters.phone.ui.scene import Scene
from adapters.phone.workers.clocks import PhoneClock, RealTime
from adapters.phone.workers.control.messages import Message
from adapters.phone.workers.control.state_deltas import StateDeltaEncoder
from adapters.phone.workers.screens import ScreenRenderer
from runtime.core.boundary import translate_errors
from runtime.core.checks import changed_paths
from runtime.core.errors import DeviceRefused, Fault

_SNAPSHOTS = 256
"""Copies kept by a phone; each is a reference to immutable state, the bound only catches leaks."""


class HostedPhone:
    """One hosted phone. Synchronous: every call is one callback of the worker's event loop."""

    def __init__(
        self,
        serial: str,
        apps: Sequence[App],
        screens: ScreenRenderer,
        factory: FactoryState | None = None,
        real_time: RealTime | None = None,
    ) -> None:
        """Create a phone, in real time if one is given; `factory`: see `Phone`."""
        self.serial = serial
        self.phone = Phone(apps, factory=factory)
        self._values = phone_values(self.phone.factory, Memory)
        self._digests: Digests | None = None
        self._screens = screens
        self._snapshots: dict[str, tuple[PhoneState, Any]] = {}
        self._snapshot_count = 0
        self._last_screen_id: tuple[Scene, str] | None = None
        self._state_encoder = StateDeltaEncoder()
        self.after: Callable[[], None] = lambda: None
        """Called after every external change of the phone, for the programs that run in it."""
        self.clock = PhoneClock() if real_time is None else real_time.follow(self.phone, lambda: self.after())
        self.shell = Shell(self.phone, lambda: self._screens.capture(self.phone), self.phone.files)
        if real_time is not None:
            self.shell.machine.spend = lambda ms: None  # a command takes the time that it takes

    def set_serial(self) -> None:
        """Set the phone's own serial number as its property, so that ADB tools can distinguish phones.

        Phones leased by a run all have the same property: their state must not depend on which phone it is.
        """
        self.shell.machine.remember(props=(("ro.serialno", self.serial), ("ro.boot.serialno", self.serial)))

    def run(self, command: str, stdin: bytes = b"", *, merged: bool = False) -> Result:
        """Run one shell command line; `merged` interleaves errors with the output."""
        return self.shell.run(command, stdin, merged=merged)

    def control(self, request: Message) -> Message:
        """Answer one control request; failures are returned in `error` with the responsible party.

        A failure affects this phone only; other phones of the process continue.
        """
        try:
            with translate_errors(DeviceRefused, "the phone"):
                self.clock.catch_up()
                try:
                    return self._control(request.header, request.body)
                finally:
                    self.after()
        except Fault as fault:
            return Message({"error": str(fault), "boundary": fault.boundary})

    def _control(self, header: dict[str, Any], body: bytes) -> Message:
        match header.get("op"):
            case "read":
                return self._state_encoder.answer(self.phone.read(), header.get("since"))
            case "tree":
                return Message({}, self.phone.dump())
            case "look":
                tree, message = self.phone.dump(), self._state_encoder.answer(self.phone.read(), header.get("since"))
                return Message({**message.header, "tree": len(tree)}, tree + message.body)
            case "screen_id":
                return Message({"screen_id": self._screen_id()})
            case "screen":
                return self._screen(str(header["screen_id"]))
            case "reset":
                self.phone.reset(header["state"], int(header["seed"]))
                self.shell.reset()
                return Message({})
            case "advance":
                self.phone.elapse(int(header["ms"]))
                return Message({"screen_id": self._screen_id()} if header.get("screen_id") else {})
            case "snapshot":
                return Message({"snapshot": self._add_snapshot((self.phone.snapshot(), self.shell.snapshot()))})
            case "restore":
                self._restore(self._snapshots[header["snapshot"]])
                return Message({})
            case "fork":
                return Message({"snapshot": self._add_snapshot(self._snapshots[header["snapshot"]])})
            case "diff":
                before, after = (self._state_of(header[key]) for key in ("before", "after"))
                return Message({"paths": changed_paths(before, after)})
            case "export" | "load" | "digest" as op:
                return self._as_value(op, body)
            case "apps":
                return Message({"apps": {app.label: app.package for app in self.phone.apps}})
            case op:
                return Message({"error": f"there is no operation {op!r}"})

    def _as_value(self, op: Literal["export", "load", "digest"], exported: bytes) -> Message:
        """Export phone and shell, make them equal to exported ones, or compute their digest."""
        if op == "load":
            state, memory = self._values.load(exported)
            take_over(self.phone, state)
            self.shell.resume(memory)
            return Message({})
        state, memory = settled_state(self.phone), self.shell.machine.memory
        if op == "export":
            return Message({}, self._values.export(state, memory))
        if self._digests is None:
            self._digests = self._values.digests()
        return Message({"digest": digest(self._digests, state, memory)})

    def _restore(self, copy: tuple[PhoneState, Any]) -> None:
        self.phone.restore(copy[0])
        self.shell.restore(copy[1])

    def _screen_id(self) -> str:
        """Return the id of the current screen, cached per scene."""
        scene = self.phone.scene()
        if self._last_screen_id is None or self._last_screen_id[0] is not scene:
            self._last_screen_id = scene, screen_id(scene)
        return self._last_screen_id[1]

    def _screen(self, expected: str) -> Message:
        """Return the current screen for recording; empty if its id differs from the requested one."""
        if expected != self._screen_id():
            return Message({})
        shot = self._screens.record(self.phone)
        return Message({"width": shot.width, "height": shot.height, "digest": shot.digest}, shot.png)

    def _add_snapshot(self, copy: tuple[PhoneState, Any]) -> str:
        self._snapshot_count += 1
        named = f"{self.serial}-{self._snapshot_count}"
        self._snapshots[named] = copy
        if len(self._snapshots) > _SNAPSHOTS:
            del self._snapshots[next(iter(self._snapshots))]
        return named

    def _state_of(self, name: str) -> dict[str, Any]:
        now = self.phone.snapshot()
        try:
            self.phone.restore(self._snapshots[name][0])
            return self.phone.read()
        finally:
            self.phone.restore(now)
