"""The JSON trace-event format, as far as we write it: complete slices, instants and metadata, for validation.

After the *Trace Event Format* of Chromium and Perfetto's page on other formats.
"""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator


class TraceEvent(BaseModel):
    """An event; times are microseconds."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(min_length=1)
    ph: Literal["X", "i", "M"]
    pid: int
    tid: int
    cat: str | None = None
    ts: int | None = Field(default=None, ge=0)
    dur: int | None = Field(default=None, ge=0)
    s: Literal["g", "p", "t"] | None = None
    args: dict[str, Any]

    @model_validator(mode="after")
    def check(self) -> Self:
        """A slice has a duration, an instant a scope, metadata a name and no time."""
        assert (self.ts is None) == (self.ph == "M")
        assert (self.dur is not None) == (self.ph == "X")
        assert (self.s is not None) == (self.ph == "i")
        if self.ph == "M":
            assert self.name in ("process_name", "thread_name")
            assert set(self.args) == {"name"}
        return self


class Trace(BaseModel):
    """A file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    traceEvents: list[TraceEvent]
    displayTimeUnit: Literal["ms", "ns"]
    otherData: dict[str, Any]

    @model_validator(mode="after")
    def check(self) -> Self:
        """Every process has a name, and the slices of a thread are nested: none overlaps another one in part."""
        named = {event.pid for event in self.traceEvents if event.name == "process_name"}
        assert {event.pid for event in self.traceEvents} == named
        open_slices: dict[tuple[int, int], list[int]] = {}
        slices = [event for event in self.traceEvents if event.ph == "X"]
        for event in sorted(slices, key=lambda event: event.ts or 0):
            start, end = event.ts or 0, (event.ts or 0) + (event.dur or 0)
            ends = open_slices.setdefault((event.pid, event.tid), [])
            while ends and ends[-1] <= start and end > ends[-1]:
                ends.pop()
            assert not ends or end <= ends[-1], f"{event.name} ends after the slice around it"
            ends.append(end)
        return self
