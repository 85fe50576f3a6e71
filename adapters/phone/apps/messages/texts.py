"""A message that is sent later."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.phone.ui.records import SIMS


@dataclass(frozen=True, slots=True)
class Later:
    """A message that waits to be sent."""

    number: str
    address: str
    body: str
    at: str
    sim: str = SIMS[0]
