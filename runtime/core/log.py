"""Append-only logs in memory, with any number of readers.

`Log` is the channel between session and judges: each reader has its own cursor, sees the past, then what comes, until
the log is closed; a slow reader delays nobody.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Generic, TypeVar

import anyio
from pydantic import TypeAdapter

T = TypeVar("T")


class Log(Generic[T]):
    """Items in order, kept in memory while somebody may read them, and handed as JSON lines to `sink`."""

    def __init__(self, adapter: TypeAdapter[T] | None = None, sink: Callable[[bytes], None] | None = None) -> None:
        self._adapter = adapter
        self._sink = sink
        self._items: list[T] = []
        self._closed = False
        self._news: anyio.Event | None = None

    def append(self, item: T) -> None:
        """Add one item; ValueError once the log is closed."""
        if self._closed:
            raise ValueError("this log is closed: nothing can be appended")
        self._items.append(item)
        if self._sink is not None and self._adapter is not None:
            self._sink(self._adapter.dump_json(item) + b"\n")
        self._wake()

    def close(self) -> None:
        """End the log; readers finish with what is there. Closing twice is harmless."""
        self._closed = True
        self._wake()

    def _wake(self) -> None:
        if self._news is not None:
            self._news.set()
            self._news = None

    @property
    def closed(self) -> bool:
        return self._closed

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        """What is there now."""
        return iter(tuple(self._items))

    async def __aiter__(self) -> AsyncIterator[T]:
        """The past, then live, until closed."""
        cursor = 0
        while True:
            while cursor < len(self._items):
                item = self._items[cursor]
                cursor += 1
                yield item
            if self._closed:
                return
            if self._news is None:
                self._news = anyio.Event()
            await self._news.wait()
