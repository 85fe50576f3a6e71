"""Append-only logs in memory, with any number of readers.

`Log` is the channel between a session and its judges. Each reader has its own cursor: it gets the past items, then new
ones until the log is closed. A slow reader delays nobody.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Generic, TypeVar

import anyio

T = TypeVar("T")


class Log(Generic[T]):
    """An append-only list of items in memory that can be followed; each item is also passed to `sink` as a JSON
    line.
    """

    def __init__(self, encode: Callable[[T], bytes] | None = None, sink: Callable[[bytes], None] | None = None) -> None:
        self._encode = encode
        self._sink = sink
        self._items: list[T] = []
        self._closed = False
        self._appended: anyio.Event | None = None

    def append(self, item: T, line: bytes = b"") -> None:
        """Add one item, and its JSON `line` if that is known; ValueError once the log is closed."""
        if self._closed:
            raise ValueError("this log is closed: nothing can be appended")
        self._items.append(item)
        if self._sink is not None and self._encode is not None:
            self._sink(line or self._encode(item) + b"\n")
        self._wake()

    def close(self) -> None:
        """Close the log; readers finish with the items already there. Closing twice is harmless."""
        self._closed = True
        self._wake()

    def _wake(self) -> None:
        if self._appended is not None:
            self._appended.set()
            self._appended = None

    @property
    def closed(self) -> bool:
        """Whether the log is closed."""
        return self._closed

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        """Iterate over the items appended so far."""
        return iter(tuple(self._items))

    async def __aiter__(self) -> AsyncIterator[T]:
        """Iterate over past items, then new ones, until the log is closed."""
        cursor = 0
        while True:
            while cursor < len(self._items):
                item = self._items[cursor]
                cursor += 1
                yield item
            if self._closed:
                return
            if self._appended is None:
                self._appended = anyio.Event()
            await self._appended.wait()
