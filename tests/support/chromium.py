"""A real browser without a window, driven by the DevTools protocol: what a page shows, and what it complains about."""

from __future__ import annotations

import base64
import json
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import anyio
from anyio.streams.buffered import BufferedByteReceiveStream
from websockets.asyncio.client import ClientConnection, connect

CHROMIUM = shutil.which("chromium")
_FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-extensions",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--mute-audio",
    "--remote-debugging-port=0", "--log-level=3",
)  # fmt: skip
_KEYS = {" ": "Space", "?": "Slash", "/": "Slash"}


@dataclass
class Tab:
    """One page. `complaints` are errors of its scripts, of its console and of what it could not load."""

    connection: ClientConnection
    session: str
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    """Addresses that were asked for, without data."""
    _numbers: Any = field(default_factory=lambda: count(100))
    _events: list[str] = field(default_factory=list)

    async def call(self, method: str, **parameters: Any) -> Any:
        """Call a method of the protocol; events that come before its answer are noted."""
        number = next(self._numbers)
        call = {"id": number, "method": method, "params": parameters, "sessionId": self.session}
        await self.connection.send(json.dumps(call))
        while True:
            message = json.loads(await self.connection.recv())
            if message.get("id") == number:
                assert "error" not in message, message
                return message["result"]
            self._note(message)

    async def wait(self, method: str) -> None:
        """Wait for an event that may have come already."""
        while method not in self._events:
            self._note(json.loads(await self.connection.recv()))
        self._events.remove(method)

    def _note(self, message: dict[str, Any]) -> None:
        method, found = message.get("method", ""), message.get("params", {})
        self._events.append(method)
        if method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(found["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and found["type"] in ("error", "warning", "assert"):
            self.complaints.append(json.dumps(found["args"]))
        elif method == "Log.entryAdded" and found["entry"]["level"] in ("error", "warning"):
            self.complaints.append(json.dumps(found["entry"]))
        elif method == "Network.requestWillBeSent":
            address = found["request"]["url"]
            if not address.startswith(("data:", "blob:")):
                self.requests.append(address)
        elif method == "Page.javascriptDialogOpening":
            self.complaints.append(f"a dialog: {found['message']}")

    async def open(self, page: Path | str, place: str = "") -> None:
        """Open a file or an address at a place after #, and wait until it is loaded."""
        await self.call("Page.navigate", url="about:blank")
        await self.wait("Page.loadEventFired")
        await self.call("Page.navigate", url=page if isinstance(page, str) else page.as_uri() + place)
        await self.wait("Page.loadEventFired")
        await self.settle()

    async def settle(self) -> None:
        """Wait until what was begun has been drawn."""
        await self.run(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
        )

    async def run(self, script: str) -> Any:
        """Return the value of an expression; a promise is awaited."""
        found = await self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    async def until(self, script: str) -> Any:
        """Wait until an expression is true, looked at with each drawn frame; returns its value."""
        return await self.run(
            "new Promise((done, failed) => { let left = 600; const look = () => { const found = (() => { try { return ("
            + script
            + "); } catch { return null; } })(); if (found) done(found); else if (left--) requestAnimationFrame(look);"
            " else failed(new Error('never true: ' + " + json.dumps(script) + ")); }; look(); })"
        )

    async def text(self, selector: str = "body") -> str:
        """The visible text of an element."""
        return str(await self.run(f"document.querySelector({json.dumps(selector)}).innerText"))

    async def texts(self, selector: str) -> list[str]:
        """The texts of all elements that match."""
        found = await self.run(f"[...document.querySelectorAll({json.dumps(selector)})].map(item => item.textContent)")
        return list(found)

    async def box(self, selector: str) -> tuple[float, float, float, float]:
        """Left, top, width and height of an element in the window."""
        found = await self.run(
            f"(() => {{ const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            " return [box.left, box.top, box.width, box.height]; })()"
        )
        return tuple(found)

    async def click(self, selector: str) -> None:
        """Click into the middle of an element, with the mouse."""
        await self.run(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{ block: 'center' }})")
        left, top, width, height = await self.box(selector)
        for kind in ("mousePressed", "mouseReleased"):
            await self.call(
                "Input.dispatchMouseEvent",
                type=kind,
                x=left + width / 2,
                y=top + height / 2,
                button="left",
                clickCount=1,
            )
        await self.settle()

    async def choose(self, selector: str, value: str) -> None:
        """Give a field or a menu a value, as a person does."""
        await self.run(
            f"(() => {{ const field = document.querySelector({json.dumps(selector)});"
            f" field.value = {json.dumps(value)};"
            " for (const name of ['input', 'change']) field.dispatchEvent(new Event(name)); })()"
        )
        await self.settle()

    async def press(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            code = _KEYS.get(key, f"Key{key.upper()}" if len(key) == 1 else key)
            text = key if len(key) == 1 else ""
            await self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=code, text=text)
            await self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=code)
        await self.settle()

    async def place(self) -> str:
        """The part of the address after #."""
        return str(await self.run("location.hash"))

    async def window(self, width: int, height: int, *, dark: bool = False) -> None:
        """Give the window a size, and say what the reader prefers."""
        await self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        await self.call("Emulation.setEmulatedMedia", features=[scheme])

    async def screenshot(self) -> bytes:
        """The window as a PNG file."""
        return base64.b64decode((await self.call("Page.captureScreenshot", format="png"))["data"])


@asynccontextmanager
async def browser(width: int = 1440, height: int = 900) -> AsyncIterator[Tab]:
    """Start a browser with one empty page, for at most a minute."""
    assert CHROMIUM is not None
    with tempfile.TemporaryDirectory(prefix="c-", ignore_cleanup_errors=True) as profile, anyio.fail_after(60):
        command = [CHROMIUM, *_FLAGS, f"--user-data-dir={profile}", "about:blank"]
        async with await anyio.open_process(command, stdin=None, stdout=None) as process:
            try:
                assert process.stderr is not None
                address = await _address(BufferedByteReceiveStream(process.stderr))
                async with connect(address, proxy=None, max_size=None, compression=None) as connection:
                    yield await _tab(connection, width, height)
            finally:
                process.kill()


async def _address(lines: BufferedByteReceiveStream) -> str:
    while True:
        line = (await lines.receive_until(b"\n", 1 << 20)).decode(errors="replace")
        if line.startswith("DevTools listening on "):
            return line.split()[-1]


async def _tab(connection: ClientConnection, width: int, height: int) -> Tab:
    async def ask(number: int, method: str, **parameters: Any) -> Any:
        await connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(await connection.recv())
            if message.get("id") == number:
                return message["result"]

    targets = (await ask(1, "Target.getTargets"))["targetInfos"]
    target = next(item["targetId"] for item in targets if item["type"] == "page")
    session = (await ask(2, "Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
    tab = Tab(connection, session)
    for domain in ("Page", "Runtime", "Log", "Network"):
        await tab.call(f"{domain}.enable")
    await tab.window(width, height)
    return tab
