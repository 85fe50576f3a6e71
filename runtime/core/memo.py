"""A thread-safe cache of computed values that evicts the least recently used."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Memo(Generic[K, V]):
    """A least-recently-used cache of at most `most` values; may be used from several threads.

    `of` fills and reads it, `put` and `get` do one of the two. Beyond `most`, the least recently used value is evicted.
    Concurrent calls of `of` for the same key may compute the value twice: a value depends only on its key.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def __contains__(self, key: K) -> bool:
        return key in self._values

    def get(self, key: K) -> V | None:
        """Return the value of `key`, or None if it is absent."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: K, value: V) -> None:
        """Add a value, or replace it."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)

    def of(self, key: K, make: Callable[[], V]) -> V:
        """Return the value of `key`, computing it if absent. An exception of `make` is raised and nothing is stored."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = make()
        self.put(key, value)
        return value
