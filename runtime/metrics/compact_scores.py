"""Keeps the scores of a run in memory as compressed JSON: some hundred bytes for an episode instead of six thousand."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Final

from pydantic import TypeAdapter

from runtime.core.events import SCORES, Score

_ADAPTER: Final = TypeAdapter(tuple[Score, ...])
_COMMON: Final = SCORES.dump_json(
    Score(
        episode="",
        judge="rules",
        task="",
        agent="",
        intent="",
        level="standard",
        domain="social",
        difficulty="simple",
        apps=(),
        ending="finished",
        met={"": (True, True)},
        hits={"": True},
        termination="normal",
    )
)
"""What scores have in common, for the compression."""


class CompactScores:
    """The scores of each finished episode, by its name: that of the main judge first, if there is any."""

    def __init__(self) -> None:
        self._packed: dict[str, bytes] = {}

    def __contains__(self, episode: str) -> bool:
        return episode in self._packed

    def put(self, episode: str, scores: tuple[Score, ...]) -> None:
        """Add the scores of an episode, or replace them."""
        packer = zlib.compressobj(level=1, zdict=_COMMON)
        self._packed[episode] = packer.compress(_ADAPTER.dump_json(scores)) + packer.flush()

    def main(self) -> Iterator[Score]:
        """Yield the main judge's scores, ordered by episode name."""
        return (scores[0] for scores in self._in_order() if scores)

    def by(self, judge: str) -> Iterator[Score]:
        """Yield one judge's scores, ordered by episode name."""
        return (score for score in self.all() if score.judge == judge)

    def all(self) -> Iterator[Score]:
        """Yield all judges' scores, ordered by episode name."""
        return (score for scores in self._in_order() for score in scores)

    def _in_order(self) -> Iterator[tuple[Score, ...]]:
        for episode in sorted(self._packed):
            yield _ADAPTER.validate_json(zlib.decompressobj(zdict=_COMMON).decompress(self._packed[episode]))
