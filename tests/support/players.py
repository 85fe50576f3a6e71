"""An agent and a policy that tap at random, reproducibly."""

from __future__ import annotations

import random

from runtime import Decision, Finish, PolicySession, Tap
from runtime.plugins import Need, Session


class Presser:
    """An agent that is passed as a class, not by a registered name."""

    needs: frozenset[Need] = frozenset({"tree"})

    def __init__(self, seed: int) -> None:
        self._draws = random.Random(seed)

    async def play(self, session: Session) -> None:
        """Tap at random, ask nothing, and finish."""
        for _ in range(4):
            tree = (await session.observe()).tree
            assert tree is not None
            nodes = [node for node in tree.walk() if node.clickable]
            await session.step(Decision([Tap(*self._draws.choice(nodes).center)]))
        await session.step(Decision([Finish("done")]))


async def wander(session: PolicySession) -> None:
    """Tap at random, by the seed of the member."""
    draws = random.Random(session.seed)
    seen = await session.observe()
    while not seen.ended and seen.step < 4:
        assert seen.tree is not None
        nodes = [node for node in seen.tree.walk() if node.clickable]
        seen = await session.step(Decision([Tap(*draws.choice(nodes).center)]), data=[session.member, seen.step])
    await session.step(Decision([Finish()]))
