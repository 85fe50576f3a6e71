"""Two instruments that know the right way: `oracle` asks for what the instruction leaves open, `silent` never asks.

They are not agents. Between them they pin the scale of every metric: an oracle that fails shows a task that cannot be
solved, a silent run that succeeds where something is open shows a task that needs no question (AmbiBench §3.2.1,
"Forced Non-Default").
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from adapters.agents.scripted.announcements import asking
from adapters.agents.scripted.reference_follower import Follower
from runtime.core.actions import AskUser, Decision
from runtime.core.tasks import Requirement, Task
from runtime.core.text import mentions
from runtime.plugins.protocols import AgentNotes, Need, Observation, Session
from runtime.plugins.specs import InstrumentSpec

_CHOICES = (
    "What would you like for the {slot}: {options}?",
    "About the {slot}: would you prefer {options}?",
    "Which of these is right for the {slot}: {options}?",
)
_FREE = (
    "What would you like for the {slot}?",
    "Could you tell me the {slot}?",
    "What is the {slot} you have in mind?",
)


def question(requirement: Requirement, seed: int = 0, candidates: Sequence[str] = ()) -> str:
    """A person's question for one open choice: its name, and the candidates if the app offers some.

    Without at least two `candidates` all options are named.
    """
    wording = random.Random(f"{seed}/{requirement.id}/{requirement.slot}")
    if not requirement.options:
        return wording.choice(_FREE).format(slot=requirement.slot)
    *others, last = candidates if len(candidates) > 1 else requirement.options
    options = f"{', '.join(others)} or {last}" if others else last
    return wording.choice(_CHOICES).format(slot=requirement.slot, options=options)


def _tells(reply: str, requirement: Requirement) -> bool:
    """Whether a reply says what is wanted: of a requirement met by an answer, which question is to be answered."""
    if requirement.evidence == "answer":
        return mentions(reply, requirement.text)
    return any(mentions(reply, name) for name in (requirement.value, *requirement.aliases))


class Oracle:
    """Follows the reference and asks one question for each open requirement, as far as the user says what is wanted.

    It asks for an anchor at once, for anything else when the screen shows what there is to choose from. What it may not
    ask, or nobody answers, it leaves at the app's default, as `Silent` does.
    """

    needs: frozenset[Need] = frozenset({"tree"})
    asks = True

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    async def play(self, session: Session, task: Task) -> None:
        """Play one episode to its end."""
        ask = self._ask if self.asks and session.brief.can_ask else None
        await Follower(session, task, await session.observe(), ask).run()

    async def _ask(self, session: Session, requirement: Requirement, shown: Sequence[str]) -> tuple[Observation, bool]:
        """Ask for a requirement, of which the options `shown` have been seen, and say whether the reply tells it."""
        asked = AskUser(question(requirement, self._seed, shown))
        seen = await session.step(Decision((asked,), thought=asking(requirement.slot, asked.question)))
        return seen, any(_tells(reply, requirement) for reply in seen.replies)


class Silent(Oracle):
    """Follows the reference without a question and leaves everything that is open at the app's default."""

    asks = False


ORACLE: Final = InstrumentSpec(
    make=Oracle,
    name="oracle",
    notes=AgentNotes(
        "an instrument: is given the recorded right way, asks for what is open, and follows it",
        "nothing",
        "asks one question for each open requirement",
        "--agent oracle",
    ),
)

SILENT: Final = InstrumentSpec(
    make=Silent,
    name="silent",
    notes=AgentNotes(
        "an instrument: is given the recorded right way and leaves what is open at the app's default",
        "nothing",
        "never asks",
        "--agent silent",
    ),
)
