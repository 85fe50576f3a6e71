"""What was worked out once and is asked for again: the newest of it, by key."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Memo(Generic[K, V]):
    """At most `most` values, the ones asked for last; may be used from several threads.

    Filled and read by `of`; beyond `most` the value unused for longest leaves.

    Two who ask for the same at once may both make it: what is kept follows from its key alone.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def __contains__(self, key: K) -> bool:
        return key in self._values

    def of(self, key: K, make: Callable[[], V]) -> V:
        """The value of `key`, made if it is not known. What `make` raises is raised, and nothing is kept."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = make()
        with self._lock:
            self._values[key] = value
            if len(self._values) > self._most:
                self._values.popitem(last=False)
        return value
