"""`reader`: plays without a model and without ground truth, by the words of the instruction and of the screen."""

from __future__ import annotations

from typing import Final

from adapters.agents.scripted.announcements import aloud
from adapters.agents.scripted.reader.policy import Policy
from adapters.agents.scripted.reader.screen import read_screen
from runtime.plugins.protocols import AgentNotes, Need, Session
from runtime.plugins.specs import AgentSpec


class Reader:
    """See `adapters.agents.scripted.reader.policy`. `seed` is unused: a reader draws nothing."""

    needs: frozenset[Need] = frozenset({"tree"})

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    async def play(self, session: Session) -> None:
        """Read, decide, act, until done or stuck."""
        policy = Policy(session.brief.instruction, session.brief.can_ask)
        seen = await session.observe()
        while not seen.ended and seen.tree is not None:
            decision = policy.decide(read_screen(seen.tree), seen.replies)
            seen = await session.step(aloud(decision, seen.tree))


READER: Final = AgentSpec(
    make=Reader,
    name="reader",
    notes=AgentNotes(
        "plays without a model, by the words of the instruction and of the screen",
        "nothing",
        "asks for what the instruction leaves open, by the names that the screen gives it",
        "--agent reader",
    ),
)
"""The reader: plays by the words of the instruction and of the screen, without a model."""
