"""An app's theme settings, from which all its colours are computed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Theme:
    """A colour scheme from one seed: `style` tonal | brand | neutral; corner radius; colour overrides by role."""

    seed: str
    style: Literal["tonal", "brand", "neutral"] = "tonal"
    dark: bool = False
    overrides: tuple[tuple[str, str], ...] = ()
    radius: float = 12
