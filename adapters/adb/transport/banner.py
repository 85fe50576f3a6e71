"""The system identity string of CNXN: a peer's kind, properties and features.

host::features=shell_v2,stat_v2
device::ro.product.name=x;ro.product.model=y;ro.product.device=z;features=shell_v2,cmd
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

_RESERVED = str.maketrans(dict.fromkeys(":;=\0", "_"))


@dataclass(frozen=True, slots=True)
class Banner:
    """A peer's identity. `kind` is host, device, recovery, sideload, rescue or bootloader; `features` are ordered."""

    kind: str
    props: Mapping[str, str] = field(default_factory=dict)
    features: tuple[str, ...] = ()

    def encode(self) -> bytes:
        """Encodes the string. Delimiters in properties become `_`, since peers split without quoting."""
        fields = [f"{key}={value.translate(_RESERVED)}" for key, value in self.props.items()]
        fields.append(f"features={','.join(self.features)}")
        return f"{self.kind}::{';'.join(fields)}".encode()


def parse(data: bytes) -> Banner:
    """Parses any peer's string, however incomplete; without a list there are no features."""
    kind, _, rest = data.rstrip(b"\0").decode("utf-8", "replace").partition(":")
    props: dict[str, str] = {}
    for part in rest.partition(":")[2].split(";"):
        key, equals, value = part.partition("=")
        if equals:
            props[key] = value
    features = tuple(part for part in props.pop("features", "").split(",") if part)
    return Banner(kind, props, features)


def common(mine: Banner, theirs: Banner) -> frozenset[str]:
    """The features that both peers support."""
    return frozenset(mine.features) & frozenset(theirs.features)
