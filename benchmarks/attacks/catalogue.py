"""All strategies by name."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Final

from benchmarks.attacks import actions, answers, bypasses, injections, questions, timing
from benchmarks.attacks.strategy import Strategy
from runtime.core.errors import UsageError

STRATEGIES: Final[tuple[Strategy, ...]] = tuple(
    strategy for topic in (answers, questions, injections, actions, bypasses, timing) for strategy in topic.STRATEGIES
)


def chosen(names: Sequence[str]) -> tuple[Strategy, ...]:
    """The strategies with these names or of these topics; all of them if there is no name.

    Raises:
        UsageError: there is no such strategy or topic.
    """
    topics = {strategy.topic for strategy in STRATEGIES}
    known = {strategy.name for strategy in STRATEGIES} | topics
    for name in names:
        if name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            raise UsageError(f"there is no attack {name!r}; {f'did you mean {close[0]!r}?' if close else 'see --list'}")
    return tuple(strategy for strategy in STRATEGIES if not names or strategy.name in names or strategy.topic in names)
