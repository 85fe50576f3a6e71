"""The README's commands as a newcomer types them, in minimal systems that have nothing but what the README names."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread

from benchmarks.acceptance.bar import Bar
from benchmarks.acceptance.host_setup import PipConfiguration, commands, last_lines, mirrors, pip_configuration
from benchmarks.acceptance.minimal_root import Finished, MinimalRoot, RootError, System, obstacle, remove

PARTS: Final[Mapping[str, System]] = {
    "bookworm": System("Debian 12", "bookworm", "/usr/share/keyrings/debian-archive-keyring.gpg", "sid"),
    "trixie": System("Debian 13", "trixie", "/usr/share/keyrings/debian-archive-keyring.gpg", "sid"),
    "noble": System("Ubuntu 24.04", "noble", "/usr/share/keyrings/ubuntu-archive-keyring.gpg", "gutsy"),
}
OPTIONS: Final = {
    "mirror-debian": "address of a Debian mirror (that of apt here, else debootstrap's own)",
    "mirror-ubuntu": "address of an Ubuntu mirror (that of apt here, else debootstrap's own)",
    "keyring-ubuntu": "file of the keys that sign Ubuntu's archive, where the package ubuntu-keyring is not installed",
    "first": "how many of the README's commands are run (all)",
}
ROOT: Final = Path(__file__).resolve().parents[2]
_PACKAGES: Final = "python3 python3-venv python3-pip"
"""What the README expects of a newcomer's system."""
_USER: Final = "newcomer"
_HERE: Final = f"/home/{_USER}/mobile-agent-runtime"
_INSTALLING: Final = 1800.0
_COMMAND: Final = 5400.0
"""Seconds after which something is certainly wrong."""


def measure(
    only: Sequence[str] = tuple(PARTS),
    *,
    mirror_debian: str = "",
    mirror_ubuntu: str = "",
    keyring_ubuntu: str = "",
    first: str = "",
) -> list[Bar]:
    """Each system after the other."""
    if why := obstacle():
        return [Bar(f"{PARTS[name].name} can be made", f"not tried: {why}", holds=False) for name in only]
    typed = commands((ROOT / "README.md").read_text(encoding="utf-8"))[: int(first) if first else None]
    sources = (*Path("/etc/apt").glob("sources.list*"), *Path("/etc/apt/sources.list.d").glob("*.*"))
    known = mirrors(path.read_text(encoding="utf-8") for path in sources if path.is_file())
    pip = pip_configuration(
        subprocess.run(
            [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True
        ).stdout
    )
    bars: list[Bar] = []
    for name in only:
        system, ubuntu = PARTS[name], name == "noble"
        mirror = (mirror_ubuntu if ubuntu else mirror_debian) or known.get(name, "")
        if not mirror and not ubuntu:
            # All releases of Debian lie in one archive.
            mirror = next((known[part] for part in PARTS if part != "noble" and part in known), "")
        keyring = (keyring_ubuntu if ubuntu else "") or system.keyring
        if not Path(keyring).exists():
            why = f"not tried: its packages cannot be verified here, {keyring} is missing"
            bars.append(Bar(f"{system.name} can be made", why, holds=False))
            continue
        bars += anyio.run(_played, system, mirror, keyring, typed, pip)
    return bars


async def _played(system: System, mirror: str, keyring: str, typed: Sequence[str], pip: PipConfiguration) -> list[Bar]:
    """One system: made, given what the README names, both commands, removed."""
    folder = Path(await anyio.to_thread.run_sync(tempfile.mkdtemp))
    try:
        return await _steps(system, MinimalRoot(folder / "root", _folders(pip)), mirror, keyring, typed, pip)
    except RootError as error:
        return [Bar(f"{system.name} can be made", f"not tried: {error}", holds=False)]
    finally:
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(remove, folder)


async def _steps(
    system: System, root: MinimalRoot, mirror: str, keyring: str, typed: Sequence[str], pip: PipConfiguration
) -> list[Bar]:
    made = await root.bootstrap(system, mirror, keyring, seconds=_INSTALLING)
    bars = [_bar(f"{system.name} can be made", made)]
    if made.status:
        if "Failed getting release file" in made.output:
            bars = [Bar(bars[0].what, "its mirror is not reachable here", holds=False)]
        return bars
    await anyio.to_thread.run_sync(_connect, root)
    ready = await root.run(
        f"apt-get update -qq && apt-get install -y -qq {_PACKAGES} && useradd --create-home --shell /bin/bash {_USER}",
        seconds=_INSTALLING,
    )
    bars.append(_bar(f"{system.name}: apt-get install {_PACKAGES}", ready))
    if ready.status:
        return bars
    await anyio.to_thread.run_sync(_configure, root, pip)
    await root.run(f"chown -R {_USER}:{_USER} {_HERE}", seconds=60)
    version = await root.run("python3 --version", user=_USER, seconds=60)
    for command in typed:
        done = await root.run(command, user=_USER, folder=_HERE, seconds=_COMMAND)
        bars.append(_bar(f"{system.name}, {version.output.strip()}: {command}", done))
    return bars


def _bar(what: str, finished: Finished) -> Bar:
    """The result of a step, which is printed as well."""
    figure = f"exit {finished.status} in {finished.seconds:.0f} s"
    print(f"{what}: {figure}", flush=True)
    for line in last_lines(finished.output):
        print(f"    {line}", flush=True)
    if finished.status:
        with tempfile.NamedTemporaryFile("w", prefix="newcomer-", suffix=".txt", delete=False) as file:
            file.write(finished.output)
        print(f"    everything that it printed: {file.name}", flush=True)
    return Bar(what, figure, holds=finished.status == 0)


def _connect(root: MinimalRoot) -> None:
    """Have names of computers found as they are here. Blocks."""
    for path in ("/etc/resolv.conf", "/etc/hosts"):
        root.copy(path)


def _configure(root: MinimalRoot, pip: PipConfiguration) -> None:
    """Have pip find packages as it does here, and give the user a clean clone of what is committed here. Blocks."""
    root.write("/etc/pip.conf", pip.text)
    for path in pip.paths:
        if Path(path).is_file():
            root.copy(path)
    target = root.folder / _HERE.lstrip("/")
    subprocess.run(["git", "clone", "--quiet", "--depth=1", ROOT.as_uri(), target], check=True)


def _folders(pip: PipConfiguration) -> tuple[Path, ...]:
    """Folders that pip's configuration names; of an index in files, the folder that holds index and files."""
    found: list[Path] = []
    for name in pip.paths:
        path = Path(name)
        if path.is_dir():
            found.append(path.parent if path.name == "simple" else path)
    return tuple(found)
