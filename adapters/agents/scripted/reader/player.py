"""`reader`: plays without a model and without ground truth, by the words of the instruction and of the screen.

How well it does on what it has never seen is told by tasks that are written while it stands still, by somebody who has
not seen it play; `benchmarks.clarity240.splits.TEST_APPS` says what is known of that.
"""

from __future__ import annotations

from typing import Final

from adapters.agents.scripted.announcements import aloud
from adapters.agents.scripted.reader.carrying import Courier, errand
from adapters.agents.scripted.reader.chores import Rounds, chores
from adapters.agents.scripted.reader.hearsay import Listener, hearsay
from adapters.agents.scripted.reader.language.path import steps
from adapters.agents.scripted.reader.policy import Policy
from adapters.agents.scripted.reader.screen.screen import take_in
from adapters.agents.scripted.reader.state.mind import Open
from runtime.plugins.protocols import AgentNotes, Need, Session
from runtime.plugins.specs import AgentSpec


class Reader:
    """See `adapters.agents.scripted.reader.policy`. `seed` is unused: a reader draws nothing."""

    needs: frozenset[Need] = frozenset({"tree"})
    open_choice: Open = "ask"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    async def play(self, session: Session) -> None:
        """Read, decide, act, until done or stuck."""
        brief = session.brief
        whole = errand(brief.instruction) if not steps(brief.instruction) else None
        several = chores(brief.instruction) if whole is None and not steps(brief.instruction) else ()
        told = hearsay(brief.instruction) if not steps(brief.instruction) else None
        policy: Policy | Courier | Rounds | Listener
        if told is not None:
            policy = Listener(told, brief.can_ask)
        elif whole is not None:
            policy = Courier(whole, brief.can_ask)
        elif len(several) > 1:
            policy = Rounds(several, brief.can_ask)
        else:
            policy = Policy(brief.instruction, brief.can_ask, self.open_choice)
        seen = await session.observe()
        while not seen.ended and seen.tree is not None:
            launcher = "launcher" in seen.tree.package
            decision = policy.decide(take_in(seen.tree), seen.replies, launcher)
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
