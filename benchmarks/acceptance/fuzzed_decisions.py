"""Decisions with random values in random fields: some can be carried out, most cannot."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any, Final, get_args

from runtime.core.actions import Action, Decision

_KINDS: Final[tuple[type[Any], ...]] = get_args(get_args(Action)[0])
_VALUES: Final[tuple[Any, ...]] = (
    *(0, -1, 3, 700, 10**12, True, None, 2.5, float("nan"), b"x", ()),
    *("a", "", "\0", "\ud800", "BACK", "x" * 9000, "<b>]]>&", "Tunedrift", "complete"),
)


def fuzzed_decision(draws: random.Random) -> Any:
    """Return a decision of up to three actions of any kind; now and then something else in the place of either."""
    if draws.random() < 0.02:
        return draws.choice(_VALUES)
    thoughts: tuple[Any, ...] = ("", "think", None)
    return Decision([_action(draws) for _ in range(draws.randrange(4))], thought=draws.choice(thoughts))


def _action(draws: random.Random) -> Any:
    if draws.random() < 0.05:
        return draws.choice(_VALUES)
    kind = draws.choice(_KINDS)
    names = [field.name for field in fields(kind) if field.name != "kind" or draws.random() < 0.02]
    return kind(**{name: draws.choice(_VALUES) for name in names})
