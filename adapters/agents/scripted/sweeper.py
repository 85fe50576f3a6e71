"""`sweeper`: tries every option and never asks. It earns requirements by sheer number and breaks what it touches."""

from __future__ import annotations

from typing import Final

from adapters.agents.scripted.announcements import aloud
from adapters.agents.scripted.reader.policy import Policy
from adapters.agents.scripted.reader.screen import read_screen
from runtime.core.actions import Answer, Decision, Finish, Key
from runtime.plugins.protocols import AgentNotes, Need, Session
from runtime.plugins.specs import AgentSpec


class Sweeper:
    """The reader's eyes, but an open choice is swept: round after round the next option of each, each one committed.

    A round that ends with an answer gives it and goes on; two barren rounds, one after the other, end the episode.
    """

    needs: frozenset[Need] = frozenset({"tree"})

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    async def play(self, session: Session) -> None:
        """Play the task again and again with other options until the budget is used up."""
        seen = await session.observe()
        turn, barren = 0, 0
        policy = self._round(session, turn)
        while not seen.ended and seen.tree is not None and barren < 2:
            decision = policy.decide(read_screen(seen.tree))
            finish = next((action for action in decision.actions if isinstance(action, Finish)), None)
            if finish is not None:
                turn += 1
                barren = barren + 1 if finish.status == "infeasible" else 0
                answer = (Answer(finish.text),) if policy.is_informational and not barren else ()
                policy = self._round(session, turn)
                decision = Decision((*answer, Key("HOME")), thought="Once more, with other options.")
            seen = await session.step(aloud(decision, seen.tree))

    @staticmethod
    def _round(session: Session, turn: int) -> Policy:
        return Policy(session.brief.instruction, can_ask=False, sweep=turn)


SWEEPER: Final = AgentSpec(
    make=Sweeper,
    name="sweeper",
    notes=AgentNotes(
        "a control: sees as the reader does and tries every option of what is open, round after round",
        "nothing",
        "never asks",
        "--agent sweeper",
    ),
)
