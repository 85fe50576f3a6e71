"""One size of a farm that grows, and what was measured of it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from adapters.farm.results.histogram import LatencySummary


class GrowthRow(BaseModel):
    """What a farm of `devices` devices did.

    `connecting` are the seconds until those that are new were connected. Of an adb server, `tracking` are the
    milliseconds until it had reported all to a client that follows its list, `listing` those for the list itself, and
    `listed` how many are ready there; None without a server. `answers` are the times of questions to all devices at
    once, of which `failed` failed. `memory` in MB and `lag`, the longest time in ms for which its event loop was stuck,
    are those of this process.
    """

    model_config = ConfigDict(frozen=True)

    devices: int
    connecting: float
    tracking: float | None
    listing: float | None
    listed: int | None
    answers: LatencySummary
    failed: int
    memory: float
    lag: float
