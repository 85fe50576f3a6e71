"""Translates errors of an adb server into faults that say what to do.

DeviceLost
├── ServerAbsent          nobody listens on the adb server's address
├── DeviceUnknown         the server has no such device (any more)
└── DeviceOffline         the server lists it, but cannot reach it
DeviceRefused
├── DeviceUnauthorized    the device has not (yet) authorized this computer
└── DeviceAmbiguous       the serial number fits several devices, according to the server
UsageError
└── SerialAmbiguous       the serial number in a URI fits several devices
"""

from __future__ import annotations

from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, UsageError


class ServerAbsent(DeviceLost):
    """Nobody listens on the adb server's address."""


class DeviceUnknown(DeviceLost):
    """The adb server has no such device."""


class DeviceOffline(DeviceLost):
    """The adb server lists the device but cannot reach it."""


class DeviceUnauthorized(DeviceRefused):
    """The device has not authorized this computer's key (or the adb server's)."""


class DeviceAmbiguous(DeviceRefused):
    """Several devices fit the request."""


class SerialAmbiguous(UsageError):
    """The serial number in a URI fits several devices; nothing was sent to any of them."""


def refusal_fault(name: str, why: str, what: str) -> DeviceFault:
    """The fault for a FAIL: `name` is the device or server, `why` the server's text, `what` the request."""
    words = " ".join(why.split())
    if "unauthorized" in words or "still authorizing" in words:
        return DeviceUnauthorized(f"{name}: {_UNAUTHORIZED}")
    if words.startswith("device offline") or "still connecting" in words:
        return DeviceOffline(f"{name}: {_OFFLINE}")
    if words.endswith("not found") and words.startswith("device "):
        return DeviceUnknown(f"{name}: the adb server says: {words}; `adb devices` tells what there is")
    if words.startswith(("no device with transport id", "no devices")):
        return DeviceUnknown(f"{name}: the adb server says: {words}; `adb devices -l` tells what there is")
    if words.startswith("more than one device"):
        return DeviceAmbiguous(f"{name}: the adb server says: {words}; name one by its transport_id (`adb devices -l`)")
    if words == "closed":
        return DeviceRefused(f"{name}: the device has no service {what}, or refused it")
    return DeviceRefused(f"{name}: the adb server refuses {what}: {words or 'it does not say why'}")


def unusable_fault(name: str, state: str) -> DeviceFault:
    """The fault for a listed device whose state makes it unusable."""
    match state:
        case "unauthorized" | "authorizing":
            return DeviceUnauthorized(f"{name}: {_UNAUTHORIZED}")
        case "offline" | "connecting" | "detached":
            return DeviceOffline(f"{name}: {_OFFLINE}")
        case "no permissions":
            return DeviceRefused(
                f"{name}: the adb server may not open its USB port (no permissions); add a udev rule for the phone or "
                "the user to the group plugdev, then plug it in again"
            )
        case _:
            return DeviceRefused(
                f"{name}: the device is in state {state!r}; it must be started normally (state device)"
            )


_UNAUTHORIZED = (
    "the device has not allowed this computer (unauthorized); unlock it and accept the question about USB debugging, "
    "or put the adb server's public key on it"
)
_OFFLINE = (
    "the device is offline; check its cable or network and that debugging is on, then `adb reconnect offline` "
    "or `adb connect` it again"
)
