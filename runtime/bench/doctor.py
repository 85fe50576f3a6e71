"""The `doctor` command: checks plug-ins, disk, devices and models, and says how to fix problems."""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import anyio

from runtime.bench.terminal import show, terminal
from runtime.components.collisions import find_collisions
from runtime.components.distribution import PACKAGES
from runtime.core.errors import Fault, UsageError
from runtime.plugins import registry
from runtime.plugins.protocols import Device, Finding, Need

_SCREEN = 30
"""Seconds for the capture of a device's screen."""


def execute(options: argparse.Namespace) -> int:
    """Print the findings; return 0 if everything works, else 1."""
    console = terminal()
    all_good = True
    for good, line in [*_parts(), *_packages(), *_disk()]:
        all_good &= good
        show(console, f"{'ok ' if good else 'BAD'} {line}")
    for uri in options.device or ["phone://1"]:
        for good, line in anyio.run(_device, uri):
            all_good &= good
            show(console, f"{'ok ' if good else 'BAD'} {line}")
    for uri in options.model or ():
        for good, line in anyio.run(_model, uri):
            all_good &= good
            show(console, f"{'ok ' if good else 'BAD'} {line}")
    return 0 if all_good else 1


def _parts() -> Iterator[tuple[bool, str]]:
    yield True, f"Python {platform.python_version()} on {platform.system()}"
    for kind in registry.KINDS:
        bad = []
        for name in registry.names(kind):
            try:
                registry.load(kind, name)
            except UsageError as error:
                bad.append(str(error))
        names = ", ".join(registry.names(kind)) or "none"
        yield not bad, f"{kind.group}: {names}" + "".join(f"; {line}" for line in bad)


def _packages() -> Iterator[tuple[bool, str]]:
    collisions = find_collisions(tuple(sys.path))
    for sentence in collisions:
        yield False, sentence
    if not collisions:
        yield True, f"no other project has packages {', '.join(PACKAGES)}"


def _disk() -> Iterator[tuple[bool, str]]:
    try:
        with tempfile.NamedTemporaryFile(dir=Path.cwd()):
            yield True, f"run folders can be created in {Path.cwd()}"
    except OSError as error:
        yield False, f"{Path.cwd()} cannot be written ({error.strerror}): choose another folder with --out"


async def _model(uri: str) -> list[tuple[bool, str]]:
    scheme = uri.partition(":")[0]
    try:
        check = registry.load(registry.MODELS, scheme).health_check
        found: Sequence[Finding] = [] if check is None else await check(uri)
    except (Fault, UsageError) as error:
        return [(False, str(error) if uri in str(error) else f"{uri}: {error}")]
    return [(finding.good, finding.text) for finding in found] or [
        (True, f"{uri}: can be used; it has no health check")
    ]


async def _device(uri: str) -> list[tuple[bool, str]]:
    lines: list[tuple[bool, str]] = []
    scheme = uri.partition(":")[0]
    try:
        spec = registry.load(registry.DEVICES, scheme)
        if spec.health_check is not None:
            lines += [(finding.good, finding.text) for finding in await spec.health_check(uri)]
        if all(good for good, _ in lines) or len(lines) > 1:
            async with spec.open(uri) as devices:
                # Skip what the health check has already reported.
                lines.extend([line for line in await _probe_all(devices) if line not in lines])
    except (Fault, UsageError) as error:
        if not any(str(error) in text for _, text in lines):
            lines.append((False, str(error) if uri in str(error) else f"{uri}: {error}"))
    return lines


async def _probe_all(devices: Sequence[Device]) -> list[tuple[bool, str]]:
    """Capture the screen of every device, all at once; a device that fails is a finding and no error."""
    findings: dict[str, tuple[bool, str]] = {}

    async def probe(device: Device) -> None:
        findings[device.info.uri] = await _probe(device)

    async with anyio.create_task_group() as tasks:
        for device in devices:
            tasks.start_soon(probe, device)
    return [findings[device.info.uri] for device in devices]


async def _probe(device: Device) -> tuple[bool, str]:
    began = anyio.current_time()
    need: frozenset[Need] = frozenset({"frame"})
    try:
        with anyio.fail_after(_SCREEN):
            frame, _ = await device.capture(need)
    except TimeoutError:
        return False, f"{device.info.name}: no screen within {_SCREEN:g} s; is it awake and unlocked?"
    except Fault as fault:
        return False, str(fault) if device.info.name in str(fault) else f"{device.info.name}: {fault}"
    took = (anyio.current_time() - began) * 1000
    size = "no frame" if frame is None else f"{frame.width}x{frame.height} screen in {took:.0f} ms"
    control = "control connection" if device.control is not None else "no control connection (state cannot be injected)"
    # Only devices that measured their screen-capture methods have this attribute.
    path = getattr(device, "screen_path", None)
    method = "" if path is None else f" ({path})"
    return frame is not None, f"{device.info.name} ({device.info.uri}): {size}{method}, {control}"
