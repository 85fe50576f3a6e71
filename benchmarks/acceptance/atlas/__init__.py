"""The state atlas: every reachable state of every app, found through real input, checked and pinned."""

from benchmarks.acceptance.atlas.command import OPTIONS, measure

__all__ = ["OPTIONS", "measure"]
