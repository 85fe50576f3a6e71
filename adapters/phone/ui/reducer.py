"""Dispatches an app's events to reducers: one small pure function per event name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from adapters.phone.ui.app import Back, Effect, View
from adapters.phone.ui.node import Ev

S = TypeVar("S")
Step = Callable[[S, Ev, View], tuple[S, tuple[Effect, ...]]]


def reducer(steps: Mapping[str, Step[S]]) -> Step[S]:
    """Return the app's `update`. `up` pops a place in every app; unknown events change nothing."""

    def update(state: S, event: Ev, view: View) -> tuple[S, tuple[Effect, ...]]:
        step = steps.get(event.name)
        if step is not None:
            return step(state, event, view)
        return state, (Back(),) if event.name == "up" else ()

    return update
