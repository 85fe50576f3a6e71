"""Command lines that install and remove apps, and the meaning of their output. Pure."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import Final

from runtime.core.errors import DeviceRefused

_FAILURE: Final = re.compile(r"Failure(?: \[(?P<why>.*)\])?", re.DOTALL)
_CODE: Final = re.compile(r"(?P<code>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?::\s*(?P<detail>.*))?", re.DOTALL)
_SHOWN: Final = 300
_HINTS: Final = (
    ("INSTALL_FAILED_ALREADY_EXISTS", "install it with the option -r, which keeps its data"),
    ("INSTALL_FAILED_VERSION_DOWNGRADE", "a newer version is installed: uninstall it, or use the option -d"),
    ("INSTALL_FAILED_UPDATE_INCOMPATIBLE", "the installed one is signed with another key: uninstall it first"),
    ("INSTALL_FAILED_INSUFFICIENT_STORAGE", "free some space on the device"),
    ("INSTALL_FAILED_TEST_ONLY", "it was built for tests: use the option -t"),
    ("INSTALL_FAILED_NO_MATCHING_ABIS", "it has native code for other processors only"),
    ("INSTALL_FAILED_OLDER_SDK", "it needs a newer Android"),
    ("INSTALL_FAILED_USER_RESTRICTED", "allow installing over USB in the developer options and accept the question"),
    ("INSTALL_PARSE_FAILED", "the file is not a valid, signed APK"),
    ("DELETE_FAILED_INTERNAL_ERROR", "most likely there is no such package"),
    ("DELETE_FAILED_DEVICE_POLICY_MANAGER", "it is a device administrator: deactivate that first"),
)


class PackageRefused(DeviceRefused):
    """The device refused to install or remove an app. `code` is its reason, such as INSTALL_FAILED_TEST_ONLY, or ""."""

    def __init__(self, message: str, code: str = "", detail: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.detail = detail


def install_command(size: int, options: Sequence[str]) -> str:
    """The command that installs an APK of `size` bytes from its standard input."""
    return shlex.join(("cmd", "package", "install", *options, "-S", str(size)))


def uninstall_command(package: str, *, keep_data: bool) -> str:
    """The command that removes an app."""
    return shlex.join(("cmd", "package", "uninstall", *(("-k",) if keep_data else ()), package))


def check_answer(answer: bytes, name: str, what: str) -> None:
    """Checks the output of a command. `name` is the device, `what` completes "cannot …".

    Raises:
        PackageRefused: it does not report success.
    """
    answer_text = answer.decode("utf-8", "replace").strip()
    # Warnings may precede it; the last line counts.
    last = answer_text.splitlines()[-1].strip() if answer_text else ""
    if last == "Success":
        return
    found = _FAILURE.search(answer_text)
    why = (found["why"] or "") if found else ""
    coded = _CODE.fullmatch(why.strip())
    code, detail = (coded["code"], (coded["detail"] or "").strip()) if coded else ("", why.strip())
    hint = next((f"; {hint}" for start, hint in _HINTS if code.startswith(start)), "")
    reason = why or answer_text or "no reason given"
    raise PackageRefused(f"{name}: cannot {what}: {' '.join(reason.split())[:_SHOWN]}{hint}", code, detail)
