"""Builds bubblewrap's options, which give a program its own namespaces."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from adapters.agents.external.files.visible_files import FileView
from runtime.core.errors import UsageError

FOLDER: Final = "/home/agent"
"""The working folder inside the namespace."""
CLOCK: Final = "/run/clock"
"""The folder of the library that shows the phone's date, inside the namespace."""
DISK: Final = 512 << 20
"""Bytes that a program may write to its working folder, which lies in memory."""
_USER: Final = "1000"
_TMPFS_SIZE: Final = 64 << 20
"""Size of each small writable folder, in bytes."""
_TEMPORARY: Final = ("/tmp", "/run", "/var/tmp")


def arguments(view: FileView, empty: Path, clock: str = "") -> list[str]:
    """Options in the order in which bubblewrap applies them.

    `empty` is a file without content, `clock` the library that shows the phone's date.
    """
    made = [
        *("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
        *("--disable-userns", "--uid", _USER, "--gid", _USER, "--hostname", "agent"),
        *("--die-with-parent", "--new-session", "--cap-drop", "ALL"),
    ]
    for fresh in _TEMPORARY:
        made += ("--size", str(_TMPFS_SIZE), "--perms", "1777", "--tmpfs", fresh)
    made += ("--perms", "0755", "--dir", "/home", "--size", str(DISK), "--perms", "0700", "--tmpfs", FOLDER)
    for leads_to, link in view.links:
        made += ("--symlink", leads_to, str(link))
    for source, place in sorted(view.shown, key=lambda pair: len(pair[1].parts)):
        made += ("--ro-bind", str(source), str(place))
    if clock:
        made += ("--ro-bind", clock, f"{CLOCK}/{Path(clock).name}")
    for path in view.covered_folders:
        made += ("--size", "4096", "--perms", "0555", "--tmpfs", str(path), "--remount-ro", str(path))
    for path in view.covered_files:
        made += ("--ro-bind", str(empty), str(path))
    made += ("--dev", "/dev", "--size", str(_TMPFS_SIZE), "--perms", "1777", "--tmpfs", "/dev/shm")
    # When we run as root, dropping capabilities does not protect the kernel's settings; a read-only /proc does.
    made += ("--proc", "/proc", "--remount-ro", "/proc")
    made += ("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", FOLDER)
    return made


def program() -> str:
    """The path of bubblewrap.

    Raises:
        UsageError: it is not installed.
    """
    found = shutil.which("bwrap")
    if found is None:
        raise UsageError(
            "bubblewrap, which hides the ground truth from programs, is not installed (Debian, Ubuntu: apt "
            "install bubblewrap; Fedora: dnf install bubblewrap); or use --isolation none, for programs that you trust"
        )
    return found
