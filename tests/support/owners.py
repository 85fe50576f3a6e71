"""Whoever holds the phone in these tests."""

from __future__ import annotations

from collections.abc import Sequence

import anyio

from adapters.adb.transport.auth import PublicKey


class Owner:
    """An `Authorizer` with a person who answers the dialog as the test decides."""

    def __init__(self, *known: PublicKey) -> None:
        self.keys = list(known)
        self.asked: list[PublicKey] = []
        self.answer = anyio.Event()
        self.shown = anyio.Event()
        self.gone = 0

    def known(self) -> Sequence[PublicKey]:
        return self.keys

    async def accept(self, key: PublicKey) -> bool:
        self.asked.append(key)
        self.shown.set()
        try:
            await self.answer.wait()
        except BaseException:
            self.gone += 1
            raise
        self.keys.append(key)
        return True
