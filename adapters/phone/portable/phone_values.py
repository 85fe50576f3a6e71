"""A phone's state as bytes and back, and its digest.

Exported bytes are one line of text, `virtual-phone FORMAT VERSION APPS SHELL CHECKSUM`, and compressed JSON. They may
come from anywhere: `load` builds values of the schema only and refuses everything else.
"""

from __future__ import annotations

import zlib
from dataclasses import fields
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, Final

from adapters.phone.kernel.phone import Phone
from adapters.phone.kernel.touch import DOUBLE_MS
from adapters.phone.portable.digests import Digests, Remembered, shared_digests
from adapters.phone.portable.encoding import Encoded, FactoryValues, NotPortableError, decode, encode
from adapters.phone.portable.schema import Schema
from adapters.phone.state.disturbances import LASTING, Disturbance, Disturbances, Progress
from adapters.phone.state.factory_state import FactoryState
from adapters.phone.state.phone_state import PhoneState
from runtime.components.distribution import our_version
from runtime.core.boundary import translate_errors
from runtime.core.errors import DeviceRefused

_FORMAT: Final = "1"
_NAME: Final = "virtual-phone"
_NO_SHELL: Final = "-"
_LONGEST_HEADER: Final = 200
_MOST_BYTES: Final = 64 << 20
"""Longest JSON and attachment together, so that a few bytes cannot fill the memory."""


class PhoneValues:
    """Exports and loads states of phones with these apps, and of their shells if the type of its memory is given."""

    def __init__(self, factory: FactoryState, shell: type | None = None) -> None:
        self._factory = factory
        self._shell = shell

    def export(self, state: PhoneState, memory: Any = None) -> bytes:
        """Return the state of a phone, and of its shell if it has one, as bytes.

        Raises:
            DeviceRefused: an app's state holds values that cannot be exported.
        """
        try:
            encoded = encode(self._schema, self._factory_values, (state, memory))
        except NotPortableError as error:
            raise DeviceRefused(f"this phone cannot be exported: {error}") from None
        text = encoded.text.encode()
        body = zlib.compress(len(text).to_bytes(4, "big") + text + encoded.attachment)
        shell = _NO_SHELL if memory is None else self._shell_version
        return " ".join((*self._header, shell, _checksum(body))).encode() + b"\n" + body

    def load(self, exported: bytes) -> tuple[PhoneState, Any]:
        """Return the state of a phone, and that of its shell or None.

        Raises:
            DeviceRefused: the bytes are damaged, no exported phone, or one of another version or kind.
        """
        body = self._checked(exported)
        try:
            data = _decompress(body)
            end = 4 + int.from_bytes(data[:4], "big")
            encoded = Encoded(data[4:end].decode(), data[end:])
            state, memory = decode(self._schema, self._factory_values, encoded)
        except (ValueError, TypeError, zlib.error) as error:
            raise DeviceRefused(f"the exported phone is damaged: {error}") from None
        if state.__class__ is not PhoneState or memory.__class__ not in (type(None), self._shell):
            raise DeviceRefused("the exported phone is damaged: it holds something else")
        self._check_parts(state)
        return state, memory

    def _checked(self, exported: bytes) -> bytes:
        """Return the compressed part of exported bytes if they were made by this version."""
        header, _, body = exported[:_LONGEST_HEADER].partition(b"\n")
        words = header.decode("ascii", "replace").split(" ")
        if words[0] != _NAME:
            raise DeviceRefused("this is no exported phone")
        if words[1:3] != list(self._header[1:3]):
            raise DeviceRefused(
                f"the phone was exported in the format {' '.join(words[1:3])!r}, and this version reads "
                f"{' '.join(self._header[1:3])!r}"
            )
        if words[3:4] != list(self._header[3:]):
            raise DeviceRefused("the phone was exported with other apps, or with other versions of them")
        body = exported[len(header) + 1 :]
        if len(words) != 6 or words[5] != _checksum(body):
            raise DeviceRefused("the exported phone is damaged")
        if words[4] not in (_NO_SHELL, self._shell_version):
            raise DeviceRefused(
                "the phone was exported with the state of its shell, which this phone does not have"
                if self._shell is None
                else "the phone was exported with another version of its shell"
            )
        return body

    def _check_parts(self, state: PhoneState) -> None:
        """Refuse a state whose parts have the right types but do not belong together."""
        first, packages = self._factory.app_states.first, {app.package for app in self._factory.apps}
        places = [entry for task in state.tasks for entry in task.entries]
        if (
            {name: item.__class__ for name, item in state.apps.items()}
            != {name: item.__class__ for name, item in first.items()}
            or not state.tasks
            or not all(task.entries for task in state.tasks)
            or not packages.issuperset(entry.package for entry in places)
            or len(state.disturbances.declared) != len(state.disturbances.progress)
        ):
            raise DeviceRefused("the exported phone is damaged: its parts do not belong together")

    def digests(self) -> Digests:
        """Return a new memory for the digests of one phone."""
        return Digests(self._schema, self._factory_digests)

    @cached_property
    def _schema(self) -> Schema:
        return Schema((*self._state_types, *((self._shell,) if self._shell else ())))

    @property
    def _state_types(self) -> tuple[type, ...]:
        return PhoneState, *map(type, self._factory.app_states.first.values())

    @cached_property
    def _factory_values(self) -> FactoryValues:
        return FactoryValues(self._schema, self._factory.with_task_state({}, 0))

    @cached_property
    def _factory_digests(self) -> Remembered:
        return shared_digests(self._schema, self._factory_values.values)

    @cached_property
    def _header(self) -> tuple[str, ...]:
        """The words of the first line that two phones must have in common."""
        values = Digests(self._schema, self._factory_digests).of(self._factory_values.values[0])
        apps = [(app.name, app.version, app.package) for app in self._factory.apps]
        described = _checksum(repr((Schema(self._state_types).fingerprint, values, apps)).encode())
        return _NAME, _FORMAT, _version(), described

    @cached_property
    def _shell_version(self) -> str:
        return _NO_SHELL if self._shell is None else Schema((self._shell,)).fingerprint


@lru_cache(maxsize=1)
def _version() -> str:
    return our_version().replace(" ", "-")


@lru_cache(maxsize=4)
def phone_values(factory: FactoryState, shell: type | None = None) -> PhoneValues:
    """Return the `PhoneValues` that all phones with one factory state share."""
    return PhoneValues(factory, shell)


def settled_state(phone: Phone) -> PhoneState:
    """Return the state of a phone once everything on its screen has been computed, which may crash an app."""
    phone.scene()
    return phone.snapshot()


def take_over(phone: Phone, state: PhoneState) -> None:
    """Restore a state that came from outside, if the phone can show it.

    Raises:
        DeviceRefused: it cannot be shown; the phone is as before.
    """
    before = phone.state
    try:
        with translate_errors(DeviceRefused, "the exported phone is damaged: the phone"):
            phone.restore(state)
            phone.dump()
            phone.read()
    except DeviceRefused:
        phone.restore(before)
        raise


def digest(digests: Digests, state: PhoneState, memory: Any = None) -> str:
    """Return the digest of a phone's state, and of its shell's if it has one, without the clock.

    What ends by itself (a toast, a notice, late text, a disturbance, the time for a second tap) counts by the time that
    it has left. All other times in the state are points in time, so two phones with equal digests and different clocks
    ring an alarm after different times. With equal clocks they behave equally.
    """
    now, toast, copied = state.now_ms, state.toast, state.copied
    tapped = state.tapped if state.tapped is not None and now - state.tapped[2] <= DOUBLE_MS else None
    instead = {
        "now_ms": None,
        "toast": toast and digests.combine("toast", (toast.text, toast.package, toast.until - now)),
        "copied": copied and digests.combine("copied", (copied.text, copied.until - now)),
        "tapped": tapped and digests.combine("tapped", (*tapped[:2], now - tapped[2])),
        "disturbances": _digest_disturbances(digests, state.disturbances, now),
    }
    parts = [instead[name] if name in instead else getattr(state, name) for name in _FIELDS]
    return digests.combine("phone", (*parts, memory)).removeprefix("#")


_FIELDS: Final = tuple(field.name for field in fields(PhoneState))


def _digest_disturbances(digests: Digests, disturbances: Disturbances, now: int) -> str:
    late = disturbances.pending_text
    pairs = zip(disturbances.declared, disturbances.progress, strict=True)
    instead = {
        "progress": digests.combine("progress", [_left(declared, progress, now) for declared, progress in pairs]),
        "pending_text": late and digests.combine("pending_text", (late.due - now, late.field, late.text)),
    }
    names = (field.name for field in fields(disturbances))
    return digests.combine("disturbances", [instead.get(name, getattr(disturbances, name)) for name in names])


def _left(declared: Disturbance, progress: Progress, now: int) -> str:
    """Describe how far a disturbance is: places opened before it starts, then the time that it has left."""
    if progress.at is None:
        return f"after {progress.places} places"
    return "lasts" if declared.kind in LASTING else f"{max(0, progress.at + declared.ms - now)} ms left"


def _checksum(data: bytes) -> str:
    return blake2b(data, digest_size=8).hexdigest()


def _decompress(body: bytes) -> bytes:
    """Return the decompressed bytes.

    Raises:
        ValueError: they are incomplete, or too many.
        zlib.error: they are damaged.
    """
    decompressor = zlib.decompressobj()
    data = decompressor.decompress(body, _MOST_BYTES)
    if not decompressor.eof or decompressor.unused_data:
        raise ValueError("its length is wrong")
    return data
