"""One virtual phone as its worker holds it: the pure phone, its shell, and what the hidden door can do with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from adapters.phone.drawing.screen_ids import screen_id
from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import Result, Shell
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui.app import App
from adapters.phone.ui.scene import Scene
from adapters.phone.workers.control.messages import Message
from adapters.phone.workers.control.state_deltas import StateDeltaEncoder
from adapters.phone.workers.screens import Screens
from runtime.core.boundary import translate_errors
from runtime.core.checks import changed_paths
from runtime.core.errors import DeviceRefused, Fault

_SNAPSHOTS = 256
"""Copies kept by a phone; each is a reference to immutable state, the bound only catches leaks."""


class HostedPhone:
    """Synchronous: every call is one callback of the worker's loop."""

    def __init__(self, serial: str, apps: Sequence[App], screens: Screens) -> None:
        self.serial = serial
        self.phone = Phone(apps)
        self._screens = screens
        self._snapshots: dict[str, tuple[PhoneState, Any]] = {}
        self._named = 0
        self._stamped: tuple[Scene, str] | None = None
        self._told = StateDeltaEncoder()
        self.after: Callable[[], None] = lambda: None
        """Called whenever the phone may have changed from outside, for whoever serves what runs in it."""
        self.shell = Shell(self.phone, lambda: self._screens.capture(self.phone), self.phone.files)

    def tell_serial(self) -> None:
        """Let the phone answer with its own serial number, so that ADB tools can tell several apart.

        Phones that are leased by a run all answer alike: their state is no function of which of them it is.
        """
        self.shell.machine.remember(props=(("ro.serialno", self.serial), ("ro.boot.serialno", self.serial)))

    def run(self, command: str, stdin: bytes = b"", *, merged: bool = False) -> Result:
        """One command line of the phone's shell; `merged` writes errors into the output where they fall."""
        return self.shell.run(command, stdin, merged=merged)

    def control(self, request: Message) -> Message:
        """Answer one request of the hidden door; what cannot be done is said in `error`, and whose fault it is.

        Whatever goes wrong stays with this phone: its neighbours in the process play on.
        """
        try:
            with translate_errors(DeviceRefused, "the phone"):
                try:
                    return self._control(request.header)
                finally:
                    self.after()
        except Fault as fault:
            return Message({"error": str(fault), "boundary": fault.boundary})

    def _control(self, header: dict[str, Any]) -> Message:
        match header.get("op"):
            case "read":
                return self._told.answer(self.phone.read(), header.get("since"))
            case "tree":
                return Message({}, self.phone.dump())
            case "look":
                tree, message = self.phone.dump(), self._told.answer(self.phone.read(), header.get("since"))
                return Message({**message.header, "tree": len(tree)}, tree + message.body)
            case "stamp":
                return Message({"stamp": self._stamp()})
            case "screen":
                return self._screen(str(header["stamp"]))
            case "reset":
                self.phone.reset(header["state"], int(header["seed"]))
                self.shell.reset()
                return Message({})
            case "advance":
                self.phone.elapse(int(header["ms"]))
                return Message({"stamp": self._stamp()} if header.get("stamp") else {})
            case "snapshot":
                return Message({"snapshot": self._keep((self.phone.snapshot(), self.shell.snapshot()))})
            case "restore":
                self._bring_back(self._snapshots[header["snapshot"]])
                return Message({})
            case "fork":
                return Message({"snapshot": self._keep(self._snapshots[header["snapshot"]])})
            case "diff":
                before, after = (self._state_of(header[key]) for key in ("before", "after"))
                return Message({"paths": changed_paths(before, after)})
            case "apps":
                return Message({"apps": {app.label: app.package for app in self.phone.apps}})
            case op:
                return Message({"error": f"there is no operation {op!r}"})

    def _bring_back(self, copy: tuple[PhoneState, Any]) -> None:
        self.phone.restore(copy[0])
        self.shell.restore(copy[1])

    def _stamp(self) -> str:
        """Names what is painted; a scene that was named keeps its name for as long as it stays."""
        scene = self.phone.scene()
        if self._stamped is None or self._stamped[0] is not scene:
            self._stamped = scene, screen_id(scene)
        return self._stamped[1]

    def _screen(self, stamp: str) -> Message:
        """What is painted, as it will be recorded; nothing if it is not what is asked for any more."""
        if stamp != self._stamp():
            return Message({})
        shot = self._screens.shot(self.phone)
        return Message({"width": shot.width, "height": shot.height, "digest": shot.digest}, shot.png)

    def _keep(self, copy: tuple[PhoneState, Any]) -> str:
        self._named += 1
        named = f"{self.serial}-{self._named}"
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
