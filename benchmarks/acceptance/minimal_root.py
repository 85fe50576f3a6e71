"""Minimal Debian and Ubuntu systems in folders: made by debootstrap, used by chroot, gone afterwards.

Each command runs in mount and process namespaces of its own. They end with it, and with them go its mounts and whatever
it left running, so nothing of this machine is mounted below a folder that is removed.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread

_SCRIPTS: Final = Path("/usr/share/debootstrap/scripts")
_OWN_NAMESPACES: Final = (
    "unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child",
)  # fmt: skip
_ENVIRONMENT: Final = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "LANG": "C.UTF-8",
    "TERM": "xterm",
    "DEBIAN_FRONTEND": "noninteractive",
}
_PROXIES: Final = ("http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")


class RootError(Exception):
    """The system cannot be made or used here; the message says why."""


@dataclass(frozen=True, slots=True)
class System:
    """A release: how people call it, how its archive does, whose keys sign it, and whose script makes a like one."""

    name: str
    suite: str
    keyring: str
    like: str


@dataclass(frozen=True, slots=True)
class Finished:
    """A command that has ended: its status, its seconds of wall time, and what it printed."""

    status: int
    seconds: float
    output: str


class MinimalRoot:
    """A system in a folder. `shown` are folders of this machine that it has too, read-only."""

    def __init__(self, folder: Path, shown: Sequence[Path] = ()) -> None:
        self.folder = folder
        self._shown = shown

    async def bootstrap(self, system: System, mirror: str, keyring: str, *, seconds: float) -> Finished:
        """Install the least that there is of a system. `mirror`: empty for the one that debootstrap knows."""
        script = _SCRIPTS / system.suite
        if not script.exists():
            script = _SCRIPTS / system.like
        words = ["debootstrap", "--variant=minbase", "--force-check-gpg", f"--keyring={keyring}"]
        words += ["--components=main,universe"] if system.like == "gutsy" else []
        words += [system.suite, str(self.folder), mirror, str(script)] if mirror else [system.suite, str(self.folder)]
        if not mirror and script.name != system.suite:
            raise RootError(f"this debootstrap does not know {system.suite} yet: name a mirror of it")
        return await _run([*_OWN_NAMESPACES, *words], seconds)

    async def run(self, command: str, *, user: str = "root", folder: str = "/", seconds: float) -> Finished:
        """Run a line of shell inside."""
        inside = f"cd {shlex.quote(folder)} && {command}"
        environment = {**_ENVIRONMENT, "HOME": "/root" if user == "root" else f"/home/{user}"}
        environment |= {name: os.environ[name] for name in _PROXIES if name in os.environ}
        words = ["chroot", f"--userspec={user}:{user}", str(self.folder), "/usr/bin/env", "-i"]
        words += [f"{name}={value}" for name, value in environment.items()]
        words += ["sh", "-c", inside]
        script = "\n".join(["set -e", *self._mounts(), f"exec nice -n 10 {shlex.join(words)}"])
        return await _run([*_OWN_NAMESPACES, "sh", "-c", script], seconds)

    def _mounts(self) -> list[str]:
        """Lines of shell: kernel file systems with terminals of its own, and the folders shown."""
        root = shlex.quote(str(self.folder))
        lines = [
            f"mount -t proc proc {root}/proc",
            f"mount --bind /dev {root}/dev",
            f"mount -t devpts -o newinstance,ptmxmode=0666,gid=5,mode=620 devpts {root}/dev/pts",
            f"mount -t tmpfs -o mode=1777 shm {root}/dev/shm",
        ]
        for path in self._shown:
            inside = f"{root}{shlex.quote(str(path))}"
            lines += [
                f"mkdir -p {inside}",
                f"mount --bind {shlex.quote(str(path))} {inside}",
                f"mount -o remount,ro,bind {inside}",
            ]
        return lines

    def write(self, path: str, text: str) -> None:
        """Write a world-readable file, replacing an existing one. Blocks."""
        target = self._target(path)
        target.write_text(text)
        target.chmod(0o644)

    def copy(self, path: str) -> None:
        """Copy a file of this machine to the same place. Blocks."""
        shutil.copyfile(path, self._target(path))

    def _target(self, path: str) -> Path:
        target = self.folder / path.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)  # a link would lead out of the folder
        return target


def remove(folder: Path) -> None:
    """Remove a folder with a system in it. Refuses while anything is mounted below it. Blocks."""
    with open("/proc/self/mounts", encoding="utf-8") as mounts:
        below = [line.split()[1] for line in mounts if line.split()[1].startswith(f"{folder}/")]
    if below:
        raise RootError(f"{folder} is not removed: something is mounted at {', '.join(below)}")
    shutil.rmtree(folder)


def namespaces_obstacle() -> str:
    """Why no command can be run in a system on this machine; empty if it can. Blocks."""
    if os.geteuid() != 0:
        return "only root can make one: run this as root"
    if shutil.which("unshare") is None:
        return "`unshare` is missing: apt-get install util-linux"
    tried = subprocess.run([*_OWN_NAMESPACES, "true"], capture_output=True, text=True, check=False)
    return f"namespaces are not allowed here: {tried.stderr.strip()}" if tried.returncode else ""


def obstacle() -> str:
    """Why no system can be made on this machine; empty if it can be tried. Installs debootstrap if it may. Blocks."""
    if why := namespaces_obstacle():
        return why
    if shutil.which("debootstrap") is None:
        if shutil.which("apt-get") is None:
            return "debootstrap is missing and there is no apt-get to install it with"
        environment: Mapping[str, str] = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (("apt-get", "update", "-qq"), ("apt-get", "install", "-y", "-qq", "debootstrap")):
            done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
            if done.returncode:
                return f"debootstrap cannot be installed: {' '.join(words)} ended with status {done.returncode}"
    return ""


async def _run(words: Sequence[str], seconds: float) -> Finished:
    """Run a command to its end; status 124 and the output so far if that takes too long."""
    began = time.monotonic()
    output = bytearray()
    async with await anyio.open_process(words, stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT) as process:
        assert process.stdout is not None
        try:
            with anyio.move_on_after(seconds) as limit:
                async for part in process.stdout:
                    output += part
                await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
            with anyio.CancelScope(shield=True):
                await process.wait()
    status = 124 if limit.cancelled_caught else process.returncode
    assert status is not None
    return Finished(status, time.monotonic() - began, output.decode("utf-8", "replace"))
