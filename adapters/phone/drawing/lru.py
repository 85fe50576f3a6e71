"""A least-recently-used cache bounded by the total weight of its values."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class LruCache(Generic[V]):
    """Values by key; beyond `limit` bytes the least recently used are evicted. A single value may exceed the limit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._held: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._held)

    def get(self, key: Hashable) -> V | None:
        """Return the value and mark it as the most recently used; None if it is missing."""
        found = self._held.get(key)
        if found is None:
            return None
        self._held.move_to_end(key)
        return found[0]

    def put(self, key: Hashable, value: V, weight: int) -> V:
        """Store a value that weighs so many bytes and return it."""
        before = self._held.pop(key, None)
        if before is not None:
            self.bytes -= before[1]
        self._held[key] = (value, weight)
        self.bytes += weight
        while self.bytes > self._limit and len(self._held) > 1:
            _, (_, freed) = self._held.popitem(last=False)
            self.bytes -= freed
        return value
