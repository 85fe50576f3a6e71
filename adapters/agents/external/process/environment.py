"""Builds a program's environment: a few inherited variables, and everything it needs to play. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

_INHERITED: Final = ("PATH", "LANG", "LANGUAGE", "TZ", "TERM")
"""Variables that every program inherits, besides LC_*."""

VARIABLES: Final = {
    "ANDROID_ADB_SERVER_ADDRESS": "host of the episode's adb server, for adb",
    "ANDROID_ADB_SERVER_HOST": "the same, for adbutils and uiautomator2",
    "ANDROID_ADB_SERVER_PORT": "its port",
    "ADB_SERVER_SOCKET": "both, as tcp:HOST:PORT",
    "ADB_LIBUSB": "0: no USB devices of this computer",
    "ANDROID_SERIAL": "the serial of the one phone",
    "MAR_DEVICE_PORT": "a port for `adb connect`, where an adb server of its own is used",
    "MAR_URL": "the talk door: instruction, questions, the end (HTTP and WebSocket)",
    "MAR_TOKEN": "the bearer token for it",
    "MAR_INSTRUCTION": "what the user wants",
    "MAR_INSTRUCTION_FILE": "the same in a file of the working folder",
    "MAR_MAX_STEPS": "the budget of actions and questions",
    "MAR_CAN_ASK": "1 if the user answers questions, else 0",
    "HOME": "the working folder, which is new for each episode and goes with it",
    "TMPDIR": "the same folder",
    "PYTHONUNBUFFERED": "1: Python programs show at once what they print",
    "HTTP_PROXY": "isolated: the way to models in the world (also HTTPS_PROXY, in small letters, and NO_PROXY)",
}
"""Every variable that is set for a program, with its purpose."""


@dataclass(frozen=True, slots=True)
class ConnectionInfo:
    """Addresses and paths that a program needs to play, as seen from where it runs."""

    folder: str
    """The working folder."""
    serial: str
    adb_port: int
    device_port: int
    url: str
    token: str
    proxy: str = ""
    """The URL of the proxy; empty if the program has direct network access."""
    host: str = "127.0.0.1"

    @property
    def instruction_file(self) -> str:
        return f"{self.folder}/instruction.txt"


def placeholder_values(places: ConnectionInfo, instruction: str) -> dict[str, str]:
    """The values of all placeholders."""
    return {
        "instruction": instruction,
        "instruction_file": places.instruction_file,
        "serial": places.serial,
        "adb_host": places.host,
        "adb_port": str(places.adb_port),
        "device_port": str(places.device_port),
        "url": places.url,
        "token": places.token,
    }


def build_environment(
    places: ConnectionInfo,
    instruction: str,
    *,
    max_steps: int,
    can_ask: bool,
    ours: Mapping[str, str],
    passed: Iterable[str] = (),
    own: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Builds the complete environment.

    `ours` is the environment of this process, `passed` names additional variables to inherit, and `own` holds the
    variables from the program's description.
    """
    names = [name for name in ours if name in _INHERITED or name.startswith("LC_")]
    made = {name: ours[name] for name in (*names, *passed) if name in ours}
    made |= {
        "ANDROID_ADB_SERVER_ADDRESS": places.host,
        "ANDROID_ADB_SERVER_HOST": places.host,
        "ANDROID_ADB_SERVER_PORT": str(places.adb_port),
        "ADB_SERVER_SOCKET": f"tcp:{places.host}:{places.adb_port}",
        "ADB_LIBUSB": "0",
        "ANDROID_SERIAL": places.serial,
        "MAR_DEVICE_PORT": str(places.device_port),
        "MAR_URL": places.url,
        "MAR_TOKEN": places.token,
        "MAR_INSTRUCTION": instruction,
        "MAR_INSTRUCTION_FILE": places.instruction_file,
        "MAR_MAX_STEPS": str(max_steps),
        "MAR_CAN_ASK": "1" if can_ask else "0",
        "HOME": places.folder,
        "TMPDIR": places.folder,
        "PYTHONUNBUFFERED": "1",
    }
    if places.proxy:
        proxies = ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")
        made |= dict.fromkeys(proxies, places.proxy)
        made |= dict.fromkeys(("NO_PROXY", "no_proxy"), "127.0.0.1,localhost,::1")
    return made | dict(own or {})
